"""What is remembered of clean documents never hides a fault of another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from zarrscope import Scope, cel
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
