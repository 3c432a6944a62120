"""The scope is a registry: what is found by name is what the registry holds, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jsonschema
import pytest

from zarrscope import Scope, ScopeError
from zarrscope.identifiers import EXTENSIONS, uri

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SCOPES = [Scope.core, Scope.default, Scope.proposed]


@pytest.mark.parametrize("make", SCOPES, ids=["core", "default", "proposed"])
def test_registry_and_look_up_agree(make: Callable[[], Scope]) -> None:
    scope = make()
    for definition in scope.definitions():
        identifier = uri(definition.slot, definition.name)
        assert scope.registry.contents(identifier) == definition.schema
        assert definition.schema is not None
        assert definition.schema["$id"] == identifier
        if definition.pattern is None:
            assert scope.find(definition.slot, definition.name) is definition
        for alias in definition.aliases:
            assert scope.find(definition.slot, alias) is definition
    known = {uri(definition.slot, definition.name) for definition in scope.definitions()}
    shared = set(scope.resources) | {uri(slot) for slot in EXTENSIONS}
    assert set(scope.registry) == known | shared


def test_statuses() -> None:
    core, default, proposed = (set(map(repr, make().definitions())) for make in SCOPES)
    assert core < default < proposed
    assert Scope.core().find("codec", "zstd") is None
    assert Scope.default().find("codec", "zstd") is not None


def test_every_reference_of_the_registry_resolves() -> None:
    scope = Scope.proposed()
    validator = jsonschema.Draft202012Validator({"$ref": uri("document", "array")}, registry=scope.registry)
    document = {
        "zarr_format": 3,
        "node_type": "array",
        "shape": [4],
        "data_type": "float32",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
        "chunk_key_encoding": "default",
        "fill_value": 0,
        "codecs": [{"name": "bytes"}, {"name": "gzip", "configuration": {"level": 12}}],
    }
    (error,) = validator.iter_errors(document)
    assert list(error.absolute_path) == ["codecs", 1, "configuration", "level"]


@pytest.mark.parametrize("name", ["r8", "r16", "r008", "r" + "9" * 200])
def test_a_pattern_claims_names(name: str) -> None:
    definition = Scope.core().find("data_type", name)
    assert definition is not None
    assert definition.name == "r"


@pytest.mark.parametrize("name", ["r", "R8", "r8\n", "r-8", "r٣", " r8", "r" + "9" * 300])
def test_a_pattern_claims_no_others(name: str) -> None:
    assert Scope.core().find("data_type", name) is None


ONE_RULE = """\
kind: bytes_to_bytes
size: dynamic
rules:
  a:
    check: {check}
    message: m
    pass: [{passes}]
    fail: [{fails}]
"""


def one_rule(check: str, passes: str = "{config: {level: 2}}", fails: str = "{config: {level: 1}}") -> dict[str, str]:
    """A folder with rules for a codec that is there already."""
    text = ONE_RULE.replace("{check}", check).replace("{passes}", passes).replace("{fails}", fails)
    return {"rules/v3/codec/gzip.yaml": text}


FOLDERS = {
    "empty": ({}, "neither schemas/v3 nor rules/v3"),
    "no such slot": ({"schemas/v3/codecs/x.json": "{}"}, "codecs is no slot"),
    "broken JSON": ({"schemas/v3/codec/x.json": "{"}, "x.json"),
    "no kind": ({"schemas/v3/codec/acme.x.json": '{"type": "object"}'}, "needs a kind"),
    "another name": (
        {
            "schemas/v3/codec/acme.x.json": '{"properties": {"name": {"const": "acme.y"}}}',
            "rules/v3/codec/acme.x.yaml": "kind: bytes_to_bytes\nsize: static\n",
        },
        'the schema is for "acme.y"',
    ),
    "not a schema": (
        {"schemas/v3/codec/acme.x.json": '{"type": "objekt"}', "rules/v3/codec/acme.x.yaml": "kind: bytes_to_bytes\n"},
        "objekt",
    ),
    "unknown key": ({"rules/v3/codec/acme.x.yaml": "kinds: bytes_to_bytes\n"}, "did you mean `kind`?"),
    "unknown fact": (one_rule("config.levl > 1"), "gzip.yaml:5:"),
    "example that does not fail": (
        one_rule("config.level > 1", fails="{config: {level: 3}}"),
        "the rule passes this example",
    ),
    "undecided example": (one_rule("chunk.bytes[0] > 1", passes="{chunk: {bytes: [2]}}"), "undecided"),
    "type that cannot fit": (one_rule("config.level + 'a' == 2"), "gzip.yaml:5:"),
    "fill value form that refers to nothing": (
        {
            "schemas/v3/data_type/acme.json": '{"$defs": {"fill_value": {"$ref": "elsewhere"}}}',
            "rules/v3/data_type/acme.yaml": "facts: {class: raw}\n",
        },
        "acme.json: $defs/fill_value",
    ),
    "codecs where the schema does not refer to any": (
        {
            "schemas/v3/codec/acme.x.json": '{"properties": {"configuration": {"properties": {"codecs": {}}}}}',
            "rules/v3/codec/acme.x.yaml": "kind: array_to_bytes\npipelines: {configuration/codecs: {}}\n",
        },
        "does not say that codecs stand at configuration/codecs",
    ),
    "array without references": (
        {"schemas/v3/document/array.json": '{"properties": {"codecs": {"type": "array"}}}'},
        "does not say that codecs stand at codecs",
    ),
    "catastrophic name pattern": (
        {
            "schemas/v3/data_type/acme.json": '{"$defs": {"fill_value": true}}',
            "rules/v3/data_type/acme.yaml": "pattern: ^((a+)+)$\nconfig: {x: string}\n",
        },
        "simpler",
    ),
}


@pytest.mark.parametrize(("files", "said"), FOLDERS.values(), ids=FOLDERS)
def test_what_is_wrong_with_a_folder_is_said(files: dict[str, str], said: str, tmp_path: Path) -> None:
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    with pytest.raises(ScopeError) as raised:
        Scope.default().extended(tmp_path)
    assert said in str(raised.value)


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(ScopeError, match="no such folder"):
        Scope.default().extended(tmp_path / "nothing")
