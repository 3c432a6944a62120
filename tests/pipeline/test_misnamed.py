"""A name at fault is one problem: nothing that reads the name, or follows from it, says more."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from tests.shared import SHARED, document, lines
from zarrscope import Scope
from zarrscope.paths import loc_of, value_at

if TYPE_CHECKING:
    from collections.abc import Iterator

SCOPE = Scope.proposed()
CASES = lines(Path(__file__).parents[1] / "cases" / "v3.jsonl") + lines(SHARED / "cases" / "v3.jsonl")
N5: dict[str, Any] = {
    "zarr_format": 3,
    "node_type": "array",
    "shape": [4, 6],
    "data_type": "uint8",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 3]}},
    "chunk_key_encoding": {"name": "v2", "configuration": {"separator": "/"}},
    "fill_value": 0,
    "codecs": [
        {
            "name": "n5_default",
            "configuration": {
                "codecs": [
                    {"name": "transpose", "configuration": {"order": [1, 0]}},
                    {"name": "bytes", "configuration": {"endian": "big"}},
                ]
            },
        }
    ],
}


def sound() -> Iterator[Any]:
    """Documents without errors and warnings; the last reads a name that stands elsewhere."""
    for case in CASES:
        try:
            value = json.loads(document(case))
        except (ValueError, RecursionError):
            continue
        report = zarrscope.validate(value, scope=SCOPE) if isinstance(value, dict) else None
        if report is not None and not report.problems:
            yield value
    yield N5


def misnamed(value: Any) -> Iterator[tuple[Any, str]]:
    """What an extension point may be instead, and where the fault is then."""
    for name in ("Wrong", "wrong name", ""):
        yield ({**value, "name": name}, "/name") if isinstance(value, dict) else (name, "")
    if isinstance(value, dict):
        yield {**value, "name": 5}, "/name"
        yield {member: inside for member, inside in value.items() if member != "name"}, "/name"
    yield None, ""
    yield 5, ""


def changed(document: Any, loc: tuple[str | int, ...], value: Any) -> Any:
    made = copy.deepcopy(document)
    value_at(made, loc[:-1])[loc[-1]] = value
    return made


DOCUMENTS = list(sound())


@pytest.mark.parametrize("index", range(len(DOCUMENTS)))
def test_a_name_at_fault_is_one_problem(index: int) -> None:
    whole = DOCUMENTS[index]
    for pointer in zarrscope.validate(whole, scope=SCOPE).fields:
        loc = loc_of(whole, pointer)
        for value, below in misnamed(value_at(whole, loc)):
            wrong = changed(whole, loc, value)
            report = zarrscope.validate(wrong, scope=SCOPE)
            assert [problem.pointer for problem in report.problems] == [pointer + below], wrong
