"""Corner cases of the pipeline walk with registered codecs, grids and data types: pointers, names unclaimed, bytes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from tests.pipeline import test_corner_cases as core
from tests.shared import lines

if TYPE_CHECKING:
    from zarrscope import Scope

CASES = lines(Path(__file__).parent / "corner_cases_registered.jsonl")
SIZED = [case for case in CASES if "bytes" in case]
probing = core.probing


def label(case: dict[str, Any]) -> str:
    return f"{case['row']}-{CASES.index(case)}"


@pytest.mark.parametrize("case", CASES, ids=label)
def test_pointers(case: dict[str, Any]) -> None:
    report = zarrscope.validate(core.document(case))
    assert report.faults == ()
    errors = [problem.pointer for problem in report.problems if problem.severity == "error"]
    assert errors == case["errors"], case["note"]
    assert [entry.pointer for entry in report.unclaimed] == case.get("unclaimed", []), case["note"]


@pytest.mark.parametrize("case", SIZED, ids=label)
def test_bytes(case: dict[str, Any], probing: Scope) -> None:
    sizes = case["bytes"] if isinstance(case["bytes"], list) else [case["bytes"]]
    for wrong in (0, 1):
        value = core.document(case)
        configuration = {"bytes": [size + wrong for size in sizes]}
        value["codecs"] = [*value["codecs"], {"name": "acme.probe", "configuration": configuration}]
        report = zarrscope.validate(value, scope=probing)
        assert report.skipped == 0
        assert len(report.problems) == wrong, [problem.message for problem in report.problems]
