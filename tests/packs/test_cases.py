"""Every file of cases/: the files of a pack, and either what it says of documents or what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

import zarrscope
from tests.packs.writing import write_pack
from zarrscope import Scope, ScopeError
from zarrscope.judgement import Judgement
from zarrscope.nodes import judge_document
from zarrscope.reading import read
from zarrscope.reporting import Fields, report

CASES = {
    file.stem: yaml.safe_load(file.read_text(encoding="utf-8"))
    for file in sorted(Path(__file__).with_name("cases").glob("*.yaml"))
}
JUDGED = [(name, index) for name, case in CASES.items() for index in range(len(case.get("documents", ())))]
REFUSED = [name for name, case in CASES.items() if "faults" in case]
ARRAY = {
    "zarr_format": 3,
    "node_type": "array",
    "shape": [20, 30],
    "data_type": "float32",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [10, 30]}},
    "chunk_key_encoding": {"name": "default"},
    "fill_value": 0.0,
    "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
}
GROUP = {"zarr_format": 3, "node_type": "group"}


def document_of(written: dict[str, Any]) -> dict[str, Any]:
    base = {"array": ARRAY, "group": GROUP}[written["of"]]
    return {**base, **written.get("with", {})}


def told(found: zarrscope.Report) -> list[list[str]]:
    return [[problem.severity.value, problem.pointer, problem.rule] for problem in found.problems]


@pytest.mark.parametrize(("name", "index"), JUDGED, ids=[f"{name}-{index}" for name, index in JUDGED])
def test_a_pack_judges(name: str, index: int, tmp_path: Path) -> None:
    case = CASES[name]
    written = case["documents"][index]
    scope = Scope.default().extended(write_pack(tmp_path / "pack", case["files"]))
    data = json.dumps(document_of(written)).encode()
    node = written.get("node")
    for _ in range(2):  # the second time may be answered from memory
        found = zarrscope.validate(data, scope=scope, node=node)
        assert told(found) == written["says"]
        assert [fault.rule for fault in found.faults] == written.get("cannot", [])
    if "message" in written:
        assert found.problems[0].message == written["message"]
    judgement = Judgement(scope, read(data), notes=False, path=node)
    judge_document(judgement, is_format_2=False)
    told_slowly = report(judgement.findings(), judgement.reading, Fields(lambda: judgement), judgement.node_type)
    assert told_slowly.problems == found.problems
    assert scope.quick.is_clean(read(data).value, node) == written.get("clean", not written["says"])


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_wrong_with_a_pack_is_said(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    with pytest.raises(ScopeError) as raised:
        Scope.default().extended(write_pack(tmp_path / "pack", case["files"]))
    lines = str(raised.value).replace(f"{tmp_path}/pack/", "").splitlines()
    assert lines == case["faults"]
