"""Change every value of some accepted cases to many others: both libraries must accept or refuse the same documents.

A different verdict is explained by an entry of `disagreements.yaml` that says `mutated: true`; the places may differ.
"""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from tests.cases.test_cases import CASES
from tests.peers.test_zarr_metadata import ENTRIES, compare, covered_by

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTS = ("ok-0d", "ok-group", "ok-r16", "ok-shard", "bl-ts-mismatch", "extra-absent", "pl-unk-ok")
DOCUMENTS = [case["document"] for case in CASES if case["id"] in STARTS]
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


def _mutations(document: dict[str, Any]) -> Iterator[Any]:
    for loc in [place for place in _places(document) if place[:2] != ("node_type",)]:
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


def test_the_verdicts_agree() -> None:
    explaining = [entry for entry in ENTRIES if entry.get("mutated")]
    used: set[str] = set()
    unexplained: list[str] = []
    for text in {json.dumps(changed) for document in DOCUMENTS for changed in _mutations(document)}:
        compared = compare(text)
        if compared.refuses is None:
            continue
        explained = {
            entry["id"] for entry in explaining if entry["refuses"] == compared.refuses and covered_by(entry, compared)
        }
        used |= explained
        if not explained:
            unexplained.append(text)
    assert sorted(unexplained)[:10] == []
    assert used == {entry["id"] for entry in explaining}


def test_every_start_is_a_case() -> None:
    assert len(DOCUMENTS) == len(STARTS)
