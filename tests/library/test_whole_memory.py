"""What was told of a document that is at fault as a whole is told of another one only where it holds as well."""

from __future__ import annotations

import json
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from tests.hostile.test_switches import forgetful, fresh, told
from zarrscope import Scope

if TYPE_CHECKING:
    from pathlib import Path

ABSENT = object()
REGULAR: dict[str, Any] = {"name": "regular", "configuration": {"chunk_shape": [2, 3]}}
RECTILINEAR: dict[str, Any] = {
    "name": "rectilinear",
    "configuration": {"kind": "inline", "chunk_shapes": [[[2, 3]], [[3, 2]]]},
}
FAULTS: list[dict[str, Any]] = [
    {"fill_value": ABSENT},
    {"codecs": []},
    {"codecs": ABSENT},
    {"zarr_format": "3"},
    {"zarr_format": 3.0},
    {"dimension_names": None},
    {"dimension_names": ["x", "x"]},
    {"dimension_names": ["y", 5]},
    {"storage_transformers": None},
    {"extra": 1},
    {"extra": 1.0},
    {"extra": {"must_understand": False}},
    {"consolidated_metadata": None},
    {"node_type": "group"},
    {"fill_value": ABSENT, "data_type": "Int8"},
    {"codecs": ["bytes", {"name": "gzip", "configuration": {"level": 12}}], "extra": 1},
]
SHAPES: list[Any] = [
    *([6, 6], [4, 6], [7, 100], [6], [6, 6, 6], [], [0, 6], [-1, 6], [6.0, 6], [True, 6], [2**63, 6], [2**63 - 1, 6]),
    *("66", None, {}, 6, ABSENT, ["6", 6], [[6], 6]),
]
ATTRIBUTES: list[Any] = [{}, {"a": 1}, {"a": {"b": None}}, None, [], 5, "a", ABSENT]


def documents(grid: dict[str, Any], fault: dict[str, Any]) -> list[dict[str, Any]]:
    sound = {
        "zarr_format": 3,
        "node_type": "array",
        "shape": [6, 6],
        "data_type": "int8",
        "chunk_grid": grid,
        "chunk_key_encoding": "default",
        "fill_value": 0,
        "codecs": ["bytes"],
        "attributes": {},
    }
    made = []
    for shape, attributes in product(SHAPES, ATTRIBUTES):
        whole = {**sound, **fault, "shape": shape, "attributes": attributes}
        made.append({name: value for name, value in whole.items() if value is not ABSENT})
    return [*made, *(dict(reversed(document.items())) for document in made[::5])]


@pytest.mark.parametrize("grid", [REGULAR, RECTILINEAR], ids=["regular", "rectilinear"])
@pytest.mark.parametrize("fault", FAULTS, ids=[json.dumps(fault, default=lambda _: "absent") for fault in FAULTS])
def test_it_holds_for_others_or_is_not_told(grid: dict[str, Any], fault: dict[str, Any]) -> None:
    scope, plainly = fresh(), forgetful()
    made = documents(grid, fault)
    expected = [told(document, plainly) for document in made]
    order = [*range(len(made))] * 2
    Random(0).shuffle(order)
    for index in order:
        document = made[index]
        for data in (document, json.dumps(document).encode()):
            assert told(data, scope)[1:3] == expected[index][1:3], document
            found = told(data, scope)[0]["problems"]
            assert [(each["rule"], each["pointer"], each["message"]) for each in found] == [
                (each["rule"], each["pointer"], each["message"]) for each in expected[index][0]["problems"]
            ], document


def test_many_documents_with_the_same_fault_take_one_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    from zarrscope import nodes

    walks = []
    judge = nodes.judge_document
    monkeypatch.setattr(nodes, "judge_document", lambda *args: walks.append(args) or judge(*args))
    scope = fresh()
    for number in range(50):
        document = documents(REGULAR, {"fill_value": ABSENT})[0] | {
            "shape": [6 + number, 6],
            "attributes": {"a": number},
        }
        report = zarrscope.validate(json.dumps(document).encode(), scope=scope)
        assert [problem.pointer for problem in report.problems] == ["/fill_value"]
    assert len(walks) == 1


def test_a_rule_of_a_definition_of_ones_own_may_read_the_shape(tmp_path: Path) -> None:
    folder = tmp_path / "rules" / "v3" / "document"
    folder.mkdir(parents=True)
    (folder / "array.yaml").write_text(
        "rules:\n  long:\n    check: 'document.shape[0] < 10 || document.fill_value == 1'\n    message: m\n"
        "    pass: [{document: {shape: [1], fill_value: 0}}]\n    fail: [{document: {shape: [10], fill_value: 0}}]\n"
    )
    scope = Scope.default().extended(tmp_path)
    for length, fill in ((5, ABSENT), (15, ABSENT), (5, 0), (15, 0), (5, ABSENT), (15, ABSENT)):
        document = documents(REGULAR, {"fill_value": fill})[0] | {"shape": [length, 6]}
        report = zarrscope.validate(document, scope=scope)
        missing = ["/fill_value"] if fill is ABSENT else []
        assert [problem.pointer for problem in report.problems if problem.pointer] == missing
        assert report.skipped == (1 if fill is ABSENT and length > 10 else 0)
        assert len(report.problems) == len(missing) + (fill is not ABSENT and length > 10)
