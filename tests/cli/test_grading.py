from __future__ import annotations

import pytest

from zarrscope.cli.grading import Grade, Grading, parse_grade, parse_ignore
from zarrscope.problems import Problem, Report, Severity

REPORT = Report(
    (
        Problem("/a", "codec/x/one", "invalid_value", Severity.ERROR, 4, "m"),
        Problem("/b", "codec/y/one", "invalid_value", Severity.WARNING, 4, "m"),
        Problem("/c", "json/three", "invalid_value", Severity.NOTE, 1, "m"),
    )
)


def graded(*grades: Grade, notes: bool = False) -> dict[str, str]:
    report = Grading(grades, notes).apply(REPORT)
    return {problem.rule: problem.severity.value for problem in report.problems}


def test_patterns_and_order() -> None:
    assert graded(parse_grade("codec/*/one=warning"), parse_grade("codec/y/one=error")) == {
        "codec/x/one": "warning",
        "codec/y/one": "error",
    }


def test_off_and_ignore() -> None:
    assert graded(parse_ignore("codec/*"), notes=True) == {"json/three": "note"}
    assert graded(parse_grade("*=off")) == {}


def test_a_note_is_raised() -> None:
    assert graded(parse_grade("json/*=error"))["json/three"] == "error"


def test_what_is_a_note_in_the_end_is_listed_only_when_asked_for() -> None:
    grade = parse_grade("codec/x/one=note")
    assert graded(grade) == {"codec/y/one": "warning"}
    assert graded(grade, notes=True) == {"codec/x/one": "note", "codec/y/one": "warning", "json/three": "note"}


def test_valid_follows_the_grades() -> None:
    assert not REPORT.valid
    assert Grading([parse_grade("codec/x/one=warning")], notes=False).apply(REPORT).valid


def test_unused_grades() -> None:
    grades = [parse_grade("codec/x/*=error"), parse_ignore("nothing"), parse_grade("codec/*/one=warning")]
    grading = Grading(grades, notes=False)
    assert grading.unused() == grades
    grading.apply(REPORT)
    assert [grade.option for grade in grading.unused()] == ["--ignore nothing"]


@pytest.mark.parametrize("text", ["x", "x=", "=error", "x=fatal", "x=ERROR", "", "="])
def test_malformed(text: str) -> None:
    with pytest.raises(ValueError, match="is not"):
        parse_grade(text)


def test_equals_sign_in_an_id() -> None:
    assert parse_grade("a=b=error").pattern == "a=b"
