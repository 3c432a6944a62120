"""Whole documents with a template: what is said of it, and that nothing else is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import zarrscope
from tests.shared import lines

CASES = lines(Path(__file__).parent / "documents.jsonl")
MEMBERS = {
    "zarr_format": 3,
    "node_type": "array",
    "data_type": "uint8",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}},
    "fill_value": 0,
    "codecs": [{"name": "bytes"}],
}
PLACE = "/chunk_key_encoding/configuration/"
TEMPLATE = zarrscope.Scope.default().find("chunk_key_encoding", "template")


def document(case: dict[str, Any]) -> dict[str, Any]:
    """The document of a case."""
    changed = {name: case[name] for name in ("shape", "chunk_grid", "codecs") if name in case}
    encoding = {"name": "template", "configuration": case["configuration"]}
    return {**MEMBERS, **changed, "chunk_key_encoding": encoding}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_document(case: dict[str, Any]) -> None:
    value = document(case)
    report = zarrscope.validate(json.dumps(value).encode(), kind="zarr.json", notes=True)
    said = [one for one in report.problems if one.pointer.startswith(PLACE)]
    found = sorted((one.pointer, str(one.severity), one.rule) for one in said)
    assert found == sorted(
        (f"{PLACE}{member}", severity, f"chunk_key_encoding/template/{rule}")
        for member, severity, rule in case["problems"]
    )
    elsewhere = {one.pointer for one in report.problems if one.severity == "error"} - {one.pointer for one in said}
    assert elsewhere == set(case.get("elsewhere", ()))
    assert report.faults == ()
    assert "?" not in "".join(one.message for one in said)
    parsed = zarrscope.validate(value, notes=True).problems
    assert [(one.pointer, one.rule) for one in parsed] == [(one.pointer, one.rule) for one in report.problems]


def test_every_rule_is_met() -> None:
    assert TEMPLATE is not None
    met = {rule for case in CASES for _, _, rule in case["problems"]}
    assert {text.id.rpartition("/")[2] for text in TEMPLATE.texts} <= met


def test_a_collision_is_told_with_both_chunks_and_the_key() -> None:
    case = {"configuration": {"template": "{0}{1}"}, "shape": [24, 22]}
    (problem,) = zarrscope.validate(document(case)).problems
    assert problem.message == 'chunks [1, 10] and [11, 0] share the key "110"'


def test_consolidated_metadata_is_judged_alike() -> None:
    case = {"configuration": {"template": "{0}{1}"}, "shape": [24, 22]}
    listing = {"kind": "inline", "must_understand": False, "metadata": {"a": document(case)}}
    group = {"zarr_format": 3, "node_type": "group", "consolidated_metadata": listing}
    (problem,) = zarrscope.validate(group).problems
    assert problem.pointer == f"/consolidated_metadata/metadata/a{PLACE}template"
    assert problem.rule == "chunk_key_encoding/template/key-collision"
