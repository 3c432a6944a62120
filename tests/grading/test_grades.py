"""Grades as they are written: what is read, and everything that is said of what cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zarrscope.grading import Grade, GradeError, grades
from zarrscope.problems import Severity
from zarrscope.rulefiles import load

CASES = load(Path(__file__).parent / "faults.yaml").data


@pytest.mark.parametrize("case", CASES, ids=[str(case["grades"])[:60] for case in CASES])
def test_faults(case: dict[str, Any]) -> None:
    said = []
    try:
        grades(case["grades"], "pack.yaml")
    except GradeError as error:
        for fault in error.faults:
            where = ("key " if fault.is_name else "") + " ".join(map(str, fault.path))
            said.append(f"{where}: {fault.message}" + (f"; {fault.hint}" if fault.hint else ""))
    assert said == case["faults"]


def test_places_of_faults_lead_into_the_file() -> None:
    """A path is one that the reader of rule files can place."""
    marked = load("grades:\n  codec/*: off\n  'json/[':\n    severity: off\n  pipeline/*:\n    - severity: offf\n")
    with pytest.raises(GradeError) as caught:
        grades(marked.data["grades"], "x")
    glob, level = caught.value.faults
    assert glob.is_name
    assert marked.name_position("grades", *glob.path) == (3, 3)
    assert marked.position("grades", *level.path) == (6, 17)


def test_what_is_read() -> None:
    text = """
    a/*: note
    b:
      severity: off
      paths: raw/**
      at: /codecs/*
      reason: why not
    c:
      - {severity: error, paths: [x, y]}
      - {severity: warning}
    """
    assert grades(load(text).data, "pack.yaml") == (
        Grade("a/*", Severity.NOTE, source="pack.yaml"),
        Grade("b", None, ("raw/**",), "/codecs/*", "why not", "pack.yaml"),
        Grade("c", Severity.ERROR, ("x", "y"), source="pack.yaml"),
        Grade("c", Severity.WARNING, source="pack.yaml"),
    )


def test_each_grade_says_where_it_stands() -> None:
    found = grades({"a": "off", "b": [{"severity": "off"}] * 2}, lambda path: f"here {path}")
    assert [grade.source for grade in found] == ["here ('a',)", "here ('b', 0)", "here ('b', 1)"]


def test_too_many() -> None:
    with pytest.raises(GradeError, match="more than 500 grades"):
        grades({str(number): "off" for number in range(501)}, "x")
