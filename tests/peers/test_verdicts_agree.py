"""Change every value of some accepted cases to many others: both libraries must accept or refuse the same documents.

A different verdict is explained by an entry of `disagreements.yaml` that says `mutated: true`; the places may differ.
"""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tests.cases.test_cases import CASES
from tests.peers.test_zarr_metadata import ENTRIES, compare, covered_by

if TYPE_CHECKING:
    from collections.abc import Iterator

# the cases to start from, and which members are changed inside: all, or those that the other cases do not have
STARTS: dict[str, tuple[str, ...]] = {
    "ok-0d": (),
    "ok-group": (),
    "ok-r16": (),
    "ok-shard": (),
    "bl-ts-mismatch": (),
    "extra-absent": (),
    "pl-unk-ok": (),
    "ok-castscale": ("codecs", "fill_value"),
    "ok-rect": ("chunk_grid",),
    "ok-struct": ("data_type", "fill_value", "codecs"),
    "ok-dt64": ("data_type", "fill_value"),
    "ok-consolidated": ("consolidated_metadata",),
}
DOCUMENTS = {case["id"]: case["document"] for case in CASES if case["id"] in STARTS}
BYTES = {"name": "bytes", "configuration": {"endian": "little"}}
GZIP = {"name": "gzip", "configuration": {"level": 1}}
TRANSPOSE = {"name": "transpose", "configuration": {"order": [1, 0]}}
SCALARS = [None, True, False, 0, -1, 1, 2, 3, 300, 2**64, 1.0, 1.5, -0.0, 1e39, "", "a", "A", "x1", "NaN", "Infinity"]
NAMES = ["0x7fc00000", "0x7ff8000000000000", "r8", "r12", "bool", "int8", "float64", "bytes", "gzip", "default", "v2"]
LISTS = [[], [0], [1, 0], [2, 3], [0, 0], [0, 1, 2], ["NaN", 1], [None], [BYTES], [BYTES, BYTES], [GZIP, BYTES]]
MIXED = [
    ["no-such", GZIP],
    [GZIP, "no-such"],
    ["no-such", TRANSPOSE],
    [BYTES, TRANSPOSE],
    [TRANSPOSE, BYTES],
    ["bytes"],
]
OBJECTS = [{}, BYTES, GZIP, {"name": "gzip"}, {"name": "no-such", "configuration": None}, {"must_understand": False}]
VALUES = [*SCALARS, *NAMES, *LISTS, *MIXED, *OBJECTS]
MEMBERS = {"no-such": 1, "must_understand": False, "configuration": {}, "name": "bytes"}


def _places(value: Any, loc: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*loc, key)
        yield from _places(item, (*loc, key))


def _mutations(document: dict[str, Any], members: tuple[str, ...]) -> Iterator[Any]:
    for loc in _places(document):
        if loc == ("node_type",) or (members and loc[0] not in members):
            continue
        changed = copy.deepcopy(document)
        around: Any = changed
        for token in loc[:-1]:
            around = around[token]
        before = around[loc[-1]]
        for value in VALUES:
            around[loc[-1]] = value
            yield changed
        if isinstance(before, dict):
            for name, value in MEMBERS.items():
                around[loc[-1]] = {**before, name: value}
                yield changed
        del around[loc[-1]]
        yield changed


@cache
def _differences(start: str) -> tuple[list[str], set[str]]:
    """The changed documents whose verdicts differ without an entry, and the entries that explain the others."""
    explaining = [entry for entry in ENTRIES if entry.get("mutated")]
    unexplained: list[str] = []
    used: set[str] = set()
    for text in {json.dumps(changed) for changed in _mutations(DOCUMENTS[start], STARTS[start])}:
        compared = compare(text)
        if compared.refuses is None:
            continue
        explained = {
            entry["id"] for entry in explaining if entry["refuses"] == compared.refuses and covered_by(entry, compared)
        }
        used |= explained
        if not explained:
            unexplained.append(text)
    return sorted(unexplained), used


@pytest.mark.parametrize("start", STARTS)
def test_the_verdicts_agree(start: str) -> None:
    unexplained, _ = _differences(start)
    assert unexplained[:10] == []


def test_every_entry_explains_something() -> None:
    used = set().union(*(_differences(start)[1] for start in STARTS))
    assert used == {entry["id"] for entry in ENTRIES if entry.get("mutated")}
