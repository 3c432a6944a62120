"""Definitions of others may say less than ours; the quick walk gives the verdicts of the walk that tells even then."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hostile.test_structures import SHARDED
from tests.hostile.test_switches import nothing, told
from zarrscope import Scope
from zarrscope.quick import Quick

CONFIGURATIONS: dict[str, Any] = {
    "a pattern that takes Python for ever": {"type": "object", "properties": {"mode": {"pattern": "^(a+)+$"}}},
    "whatever is written": {},
    "true": True,
    "a list": {"type": ["object", "array"]},
    "none": False,
}
VALUES: list[Any] = [
    {"mode": "a"},
    {"mode": "a"},
    {"mode": "a" * 64 + "!"},
    {"mode": 1},
    [],
    [1],
    None,
    {},
    "a",
    0,
    False,
]


def two(records: dict[tuple[str, str], dict[str, Any]]) -> list[Scope]:
    """A scope that is quick, and one that is not."""
    scopes = [Scope.default().with_records(records, {}) for _ in range(2)]
    scopes[0].quick = Quick(scopes[0], 0)
    scopes[1].quick.known = scopes[1].quick.known_alike = nothing  # type: ignore[method-assign]
    return scopes


pytestmark = pytest.mark.usefixtures("functions_at_once")


@pytest.mark.parametrize("is_closed", [True, False])
@pytest.mark.parametrize("configuration", CONFIGURATIONS.values(), ids=list(CONFIGURATIONS))
def test_codec(configuration: Any, is_closed: bool) -> None:
    properties = {"name": {"const": "acme"}, "configuration": configuration, "must_understand": True}
    schema = {"properties": properties, **({"additionalProperties": False} if is_closed else {})}
    rules = {"kind": "bytes_to_bytes", "rules": {}}
    quick, slow = two({("codec", "acme"): {"slot": "codec", "name": "acme", "schema": schema, "rules": rules}})
    first = SHARDED["codecs"][0]["configuration"]["codecs"][0]
    for value in VALUES:
        written = {"name": "acme", "configuration": value}
        for form in (written, {**written, "more": 1}, {**written, "must_understand": True}, {"name": "acme"}, "acme"):
            document = {**SHARDED, "codecs": [first, form]}
            for _ in range(2):
                assert told(document, quick) == told(document, slow), form
    assert quick.quick._walk.structures._judges


RULES: dict[str, Any] = {
    "chunk_key_encoding": {"rules": {}},
    "chunk_grid": {"output": {"lengths": "config.mode.map(length, [length])"}, "rules": {}},
    "data_type": {"facts": {"class": "raw", "bits": 8, "endian": False}, "rules": {}},
}


@pytest.mark.parametrize("is_closed", [True, False])
@pytest.mark.parametrize("slot", RULES)
@pytest.mark.parametrize("configuration", CONFIGURATIONS.values(), ids=list(CONFIGURATIONS))
def test_others(slot: str, configuration: Any, is_closed: bool) -> None:
    properties = {"name": {"const": "acme"}, "configuration": configuration, "must_understand": True}
    fill = {"$defs": {"fill_value": {"minimum": 0}}} if slot == "data_type" else {}
    schema = {"properties": properties, **fill, **({"additionalProperties": False} if is_closed else {})}
    quick, slow = two({(slot, "acme"): {"slot": slot, "name": "acme", "schema": schema, "rules": RULES[slot]}})
    for value in [*VALUES, {"mode": [4, 4]}, {"mode": []}, {"mode": [2.5, 1]}, {"mode": None}]:
        written = {"name": "acme", "configuration": value}
        for form in (written, {**written, "more": 1}, {"name": "acme"}, "acme", ["acme"]):
            document = {**SHARDED, slot: form}
            for _ in range(2):
                assert told(document, quick) == told(document, slow), form


@pytest.mark.parametrize("member", ["zarr_format", "node_type", "shape", "codecs", "fill_value", "chunk_grid"])
@pytest.mark.parametrize("schema", [{}, True, {"type": ["integer", "string", "array", "object"]}], ids=str)
def test_document(member: str, schema: Any) -> None:
    known = Scope.default().definition("document", "array").schema or {}
    properties = {**known["properties"], member: schema}
    quick, slow = two({("document", "array"): {"schema": {**known, "properties": properties}}})
    for value in (SHARDED[member], 2, 3, 3.0, "3", [], [1], ["bytes"], {}, None, {"name": "regular"}):
        document = {**SHARDED, member: value}
        for _ in range(2):
            assert told(document, quick) == told(document, slow), value
