"""What the pack `writers` says of documents as their writers wrote them, of public reports, and of the corpus.

`writers.jsonl` holds documents from runs of writers, on both sides of the version that a rule names.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
import yaml

import zarrscope
from tests.shared import SHARED, document, lines, needs_shared

WRITTEN = lines(Path(__file__).with_name("writers.jsonl"))
EXPECTED: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("writers.yaml").read_text(encoding="utf-8"))
REPORTS = {case["id"]: case for case in lines(SHARED / "cases" / "reports.jsonl") if case["kind"].startswith("v3-")}


def said(data: bytes | str) -> list[list[str]]:
    found = zarrscope.validate(data, kind="zarr.json", packs=["writers"])
    assert found.faults == ()
    problems = [problem for problem in found.problems if problem.rule.startswith("writers/")]
    assert all(problem.severity == "warning" and problem.hint for problem in problems)
    return [[problem.rule.removeprefix("writers/"), problem.pointer] for problem in problems]


@pytest.mark.parametrize("case", WRITTEN, ids=[f"{case['writer']}-{case['wrote']}" for case in WRITTEN])
def test_a_document_as_written(case: dict[str, Any]) -> None:
    assert said(document(case)) == case["says"]


@needs_shared
def test_public_reports() -> None:
    assert {name: found for name, case in REPORTS.items() if (found := said(document(case)))} == EXPECTED["reports"]


@needs_shared
def test_the_corpus() -> None:
    writers = defaultdict(set)
    for line in lines(SHARED / "corpus" / "documents.jsonl"):
        if line["kind"] in ("v3-array", "v3-group"):
            for rule, _ in said(line["text"]):
                writers[rule].add(line["writer"])
    assert {rule: sorted(found) for rule, found in writers.items()} == EXPECTED["corpus"]
