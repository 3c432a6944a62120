"""Every case: the expected severity at exactly the expected pointer, and nothing else where that is demanded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import zarrscope
from tests.shared import document, lines

CASES = lines(Path(__file__).with_name("v3.jsonl"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    report = zarrscope.validate(document(case), kind="zarr.json")
    errors = {problem.pointer for problem in report.problems if problem.severity == "error"}
    warnings = {problem.pointer for problem in report.problems if problem.severity == "warning"}
    at = case["at"] or ""
    assert report.faults == ()
    if case["expect"] == "error":
        assert at in errors
        if case.get("only"):
            assert errors == {at}
    else:
        assert errors == set()
        assert report.valid
        if case["expect"] == "warning":
            assert at in warnings
        elif case["expect"] == "unclaimed":
            assert at in {entry.pointer for entry in report.unclaimed}
        elif case["expect"] == "silent":
            assert report.problems == ()
        else:
            assert case["expect"] == "clean"
