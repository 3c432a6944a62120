"""What public bug reports were about is found, and what readers wrongly refused is not."""

from __future__ import annotations

from typing import Any

import pytest

import zarrscope
from tests.shared import SHARED, document, lines, needs_shared

CASES = [case for case in lines(SHARED / "cases" / "reports.jsonl") if case["kind"].startswith("v3")]


@needs_shared
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_report(case: dict[str, Any]) -> None:
    report = zarrscope.validate(document(case))
    found = {
        "error": {problem.pointer for problem in report.problems if problem.severity == "error"},
        "warning": {problem.pointer for problem in report.problems if problem.severity == "warning"},
        "unclaimed": {entry.pointer for entry in report.unclaimed},
    }
    if case["expect"] in found:
        assert (case["at"] or "") in found[case["expect"]]
    else:
        assert case["expect"] in ("clean", "silent")
    if case["expect"] != "error":
        assert found["error"] == set()


@needs_shared
def test_the_copied_cases_are_those_beside_the_project() -> None:
    from pathlib import Path

    here = Path(__file__).with_name("v3.jsonl").read_bytes()
    assert here == (SHARED / "cases" / "v3.jsonl").read_bytes()
