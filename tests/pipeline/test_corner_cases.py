"""Corner cases of the pipeline walk: the pointers that carry an error, the names unclaimed, the bytes handed on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import zarrscope
from tests.shared import lines
from zarrscope import Scope

HERE = Path(__file__).parent
CASES = lines(HERE / "corner_cases.jsonl")
# a codec that says how many bytes it is handed
PROBE_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "https://w3id.org/zarrscope/v3/codec/acme.probe",
    "title": "Probe",
    "type": "object",
    "properties": {
        "name": {"const": "acme.probe"},
        "configuration": {
            "type": "object",
            "properties": {"bytes": {"type": "array", "items": {"type": "integer"}}},
            "required": ["bytes"],
        },
    },
    "required": ["name", "configuration"],
}
PROBE_RULES = """\
status: proposed
kind: bytes_to_bytes
size: static
rules:
  handed:
    check: chunk.bytes == config.bytes
    at: configuration/bytes
    message: "{chunk.bytes} bytes are handed on"
    why: The test wants to know.
    pass:
      - {config: {bytes: [2]}, chunk: {bytes: [2]}}
    fail:
      - {config: {bytes: [2]}, chunk: {bytes: [4]}}
"""


def document(case: dict[str, Any]) -> dict[str, Any]:
    """The fragment of a case on an array of 100 x 100 int16 in chunks of 4 x 6."""
    fragment = dict(case["document"])
    chunk_shape = fragment.pop("chunk_shape", [4, 6])
    return {
        "zarr_format": 3,
        "node_type": "array",
        "shape": [100, 100],
        "data_type": "int16",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk_shape}},
        "chunk_key_encoding": "default",
        "fill_value": 0,
        **fragment,
    }


@pytest.fixture(scope="module")
def probing(tmp_path_factory: pytest.TempPathFactory) -> Scope:
    folder = tmp_path_factory.mktemp("probe")
    for place in ("schemas/v3/codec", "rules/v3/codec"):
        (folder / place).mkdir(parents=True)
    (folder / "schemas/v3/codec/acme.probe.json").write_text(json.dumps(PROBE_SCHEMA), encoding="utf-8")
    (folder / "rules/v3/codec/acme.probe.yaml").write_text(PROBE_RULES, encoding="utf-8")
    return Scope.default().extended(folder)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['row']}-{index}" for index, case in enumerate(CASES)])
def test_pointers(case: dict[str, Any]) -> None:
    report = zarrscope.validate(document(case))
    assert report.faults == ()
    assert [problem.pointer for problem in report.problems if problem.severity == "error"] == case["errors"]
    assert [entry.pointer for entry in report.unclaimed] == case.get("unclaimed", [])


SIZED = [case for case in CASES if "bytes" in case]


@pytest.mark.parametrize("case", SIZED, ids=[case["row"] for case in SIZED])
def test_bytes(case: dict[str, Any], probing: Scope) -> None:
    for size, errors in ((case["bytes"], 0), (case["bytes"] + 1, 1)):
        value = document(case)
        value["codecs"] = [*value["codecs"], {"name": "acme.probe", "configuration": {"bytes": [size]}}]
        report = zarrscope.validate(value, scope=probing)
        assert report.skipped == 0
        assert len(report.problems) == errors, [problem.message for problem in report.problems]
