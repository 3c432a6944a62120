from __future__ import annotations

import pytest

import zarrscope
from zarrscope.cli.grading import Grade, Grading, parse_grade, parse_ignore, require_known
from zarrscope.cli.places import Places
from zarrscope.problems import Problem, Report, Severity, Unclaimed

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


def known(data: bytes, *unclaimed: Unclaimed, problems: tuple[Problem, ...] = ()) -> Report:
    return require_known(Report(problems, unclaimed), zarrscope.Scope.core(), Places(data))


def test_required_names_stand_where_they_are_written() -> None:
    data = b'{"codecs": [\n  "bytes", {"name": "foo"}],\n "a/b~c": 1, "0": {"x": "bar"}}'
    report = known(
        data,
        Unclaimed("/codecs/1", "codec", "foo", "did you mean bar?"),
        Unclaimed("/a~1b~0c", "array_field", "a/b~c"),
        Unclaimed("/0/x", "codec", "bar"),
    )
    assert [(problem.rule, problem.loc, problem.line, problem.column) for problem in report.problems] == [
        ("envelope/unknown-name", ("codecs", 1), 2, 12),
        ("envelope/unknown-member", ("a/b~c",), 3, 2),
        ("envelope/unknown-name", ("0", "x"), 3, 25),
    ]
    assert report.problems[0].hint == "did you mean bar?"
    assert '"foo"' in report.problems[0].message
    assert len(report.unclaimed) == 3


def test_required_names_keep_document_order() -> None:
    """A missing member stands at its object, and comes last in it."""

    def problem(rule: str, kind: str, line: int, *loc: str | int) -> Problem:
        return Problem("", rule, kind, Severity.ERROR, 2, "m", line=line, column=1, loc=loc)  # type: ignore[arg-type]

    data = b'{\n"codecs": [\n"x",\n{\n"name":\n"y"},\n"z"],\n"shape": 1}'
    problems = (
        problem("within", "missing_key", 4, "codecs", 1, "configuration"),
        problem("later", "invalid_value", 8, "shape"),
        problem("missing", "missing_key", 1, "fill_value"),
    )
    unclaimed = [Unclaimed(f"/codecs/{index}", "codec", str(index)) for index in (0, 2)]
    rules = [problem.rule for problem in known(data, *unclaimed, problems=problems).problems]
    assert rules == ["envelope/unknown-name", "within", "envelope/unknown-name", "later", "missing"]
