"""What is remembered of clean documents never hides a fault of another one."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from zarrscope import Scope, cel
from zarrscope.findings import CLEAN as CLEAN_FINDINGS
from zarrscope.quick import Quick
from zarrscope.quick.memory import Memory
from zarrscope.reads import reads

if TYPE_CHECKING:
    from pathlib import Path

CLEAN: dict[str, Any] = {
    "zarr_format": 3,
    "node_type": "array",
    "shape": [6],
    "data_type": "int8",
    "chunk_grid": {"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": [[[2, 3]]]}},
    "chunk_key_encoding": "default",
    "fill_value": 1,
    "codecs": ["bytes"],
    "attributes": {"a": 1},
}
CHANGES = {
    "shape": ({"shape": [7]}, "/chunk_grid/configuration/chunk_shapes/0"),
    "rank": ({"shape": [6, 6]}, "/chunk_grid/configuration/chunk_shapes"),
    "fill value": ({"fill_value": 200}, "/fill_value"),
    "fill value of another type": ({"fill_value": 1.0}, "/fill_value"),
    "names": ({"dimension_names": ["x", "y"]}, "/dimension_names"),
    "codecs": ({"codecs": ["bytes", "bytes"]}, "/codecs/1"),
    "transformers": ({"storage_transformers": [5]}, "/storage_transformers/0"),
}


@pytest.mark.parametrize(("change", "pointer"), CHANGES.values(), ids=CHANGES)
def test_a_fault_is_found_after_a_clean_document(change: dict[str, Any], pointer: str) -> None:
    for _ in range(3):
        assert zarrscope.validate(CLEAN).problems == ()
        assert pointer in {problem.pointer for problem in zarrscope.validate({**CLEAN, **change}).problems}


def test_a_rule_that_reads_the_attributes_is_asked_each_time(tmp_path: Path) -> None:
    file = tmp_path / "rules/v3/codec/bytes.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(
        "kind: array_to_bytes\nsize: static\nrules:\n  told:\n    check: has(document.attributes)\n    message: m\n"
        "    pass: [{document: {attributes: {}}}]\n    fail: [{document: {}}]\n"
    )
    scope = Scope.default().extended(tmp_path)
    bare = {name: value for name, value in CLEAN.items() if name != "attributes"}
    for _ in range(3):
        assert zarrscope.validate(CLEAN, scope=scope).problems == ()
        assert [problem.pointer for problem in zarrscope.validate(bare, scope=scope).problems] == ["/codecs/0"]


LEVEL_12 = {"codecs": ["bytes", {"name": "gzip", "configuration": {"level": 12}}]}
TOLD: list[dict[str, Any]] = [
    {},
    LEVEL_12,
    {**LEVEL_12, "attributes": {"b": [2]}},
    {**LEVEL_12, "shape": [7]},
    {**LEVEL_12, "shape": [6, 6]},
    {**LEVEL_12, "shape": [2**63]},
    {**LEVEL_12, "shape": [-1]},
    {**LEVEL_12, "attributes": None},
    {**LEVEL_12, "attributes": [1]},
    {**LEVEL_12, "node_type": "Array"},
    {**LEVEL_12, "zarr_format": 2},
    {**LEVEL_12, "fill_value": 1.0},
    {**LEVEL_12, "fill_value": True},
    {**LEVEL_12, "dimension_names": ["x", "x"]},
    {**LEVEL_12, "dimension_names": ["x"]},
    {**LEVEL_12, "extra": 1},
    {**LEVEL_12, "extra": {"must_understand": False}},
    {**LEVEL_12, "storage_transformers": None},
    {"shape": [7]},
    {"shape": [8]},
    {"attributes": None},
    {"fill_value": 200},
    {"fill_value": 300, "shape": [9]},
    {"codecs": ["bytes", "acme.codec"]},
    {"codecs": ["bytes", "acme.codec"], "extra": 2},
    {"data_type": {"name": "int8"}},
]


@pytest.mark.parametrize("as_text", [True, False])
def test_what_was_told_of_one_document_is_not_told_of_another(as_text: bool) -> None:
    def told(document: dict[str, Any], scope: Scope) -> Any:
        report = zarrscope.validate(json.dumps(document) if as_text else document, scope=scope)
        return report.to_dict(), report.skipped, report.node_type, [problem.value for problem in report.problems]

    documents = [{**CLEAN, **change} for change in TOLD]
    documents += [dict(reversed(document.items())) for document in documents]
    documents += [{name: value for name, value in documents[1].items() if name != left_out} for left_out in CLEAN]
    forgetful = Scope.default().with_records({}, {})
    forgetful.quick = Quick(forgetful, most_remembered=0)
    expected = [told(document, forgetful) for document in documents]
    for seed in range(5):
        scope = Scope.default().with_records({}, {})
        order = list(range(len(documents))) * 3
        Random(seed).shuffle(order)
        for number in order:
            assert told(documents[number], scope) == expected[number], documents[number]


def test_a_memory_stays_small() -> None:
    memory = Memory(most=100_000)
    for number in range(1000):
        memory.remember(b"%d" % number, CLEAN_FINDINGS)
        assert memory.recall(b"%d" % number) is CLEAN_FINDINGS
    known = [number for number in range(1000) if memory.recall(b"%d" % number) is not None]
    assert 0 < len(known) < 400


READS = {
    "size(document.shape) == 2": set(),
    "document.shape[0] > size(document.shape)": {"shape"},
    "axes.all(k, document.shape[k] > 0)": {"shape"},
    "has(document.attributes)": {"attributes"},
    "size(document.attributes) == 1": {"attributes"},
    '"a" in document': {"*"},
    'document["shape"] == []': {"*"},
    "grid.lengths[0] == [1]": set(),
    "grid.counts[0] == 1": {"shape"},
    "[grid].map(g, g.lengths)": {"shape"},
    "config.document == 1 && chunk.fill == 2": set(),
}


@pytest.mark.parametrize(("text", "members"), READS.items(), ids=READS)
def test_what_an_expression_reads(text: str, members: set[str]) -> None:
    assert reads(cel.parse(text)) == members
