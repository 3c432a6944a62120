from __future__ import annotations

import pytest

import zarrscope
from zarrscope.cli.grading import Usage, parse_grade, parse_ignore, require_known
from zarrscope.cli.places import Places
from zarrscope.grading import Grade
from zarrscope.problems import Problem, Report, Severity, Unclaimed


def unused(*grades: Grade, notes: bool = False, only_unknown: bool = False) -> list[str]:
    scope = zarrscope.Scope.core().graded([Grade("pipeline/*", None), *grades])
    usage = Usage(scope, first=1)
    report = zarrscope.resolve({"name": "gzip", "configuration": {"level": 12}}, "codec", scope=scope)
    usage.see(report, None)
    return list(usage.complaints(notes, only_unknown))


@pytest.mark.parametrize(
    ("grade", "complaint"),
    [
        (parse_grade("codec/gzip/*=warning"), None),
        (parse_ignore("codec/gzip/invalid-value"), None),
        (parse_ignore("codec/bytes/*"), "warning: --ignore codec/bytes/* matched nothing"),
        (parse_ignore("codex/*"), "warning: --ignore codex/*: no such rule"),
        (
            parse_ignore("codec/gzp/invalid-value"),
            "warning: --ignore codec/gzp/invalid-value: no such rule; "
            "did you mean codec/gzip/invalid-value or codec/bytes/invalid-value?",
        ),
        (Grade("json/*", None, source="zarrscope.toml:3"), "warning: zarrscope.toml:3: json/* matched nothing"),
        (Grade("codec/*", None, ("raw/**",), source="x:3"), "warning: x:3: codec/* matched nothing"),
        (Grade("codec/*", None, at="/codecs/**", source="x:3"), "warning: x:3: codec/* matched nothing"),
    ],
)
def test_unused_grades(grade: Grade, complaint: str | None) -> None:
    said = unused(grade)
    assert said == ([] if complaint is None else [complaint])
    assert unused(grade, only_unknown=True) == [each for each in said if "no such rule" in each]


def test_a_grade_about_notes_that_nobody_looked_for_is_not_unused() -> None:
    grade = parse_ignore("codec/transpose/identity")
    assert unused(grade) == []
    assert unused(grade, notes=True) == ["warning: --ignore codec/transpose/identity matched nothing"]


def test_a_grade_that_another_one_wins_over_is_used() -> None:
    assert unused(parse_grade("codec/gzip/*=error"), parse_ignore("codec/*")) == []


@pytest.mark.parametrize("text", ["x", "x=", "=error", "x=fatal", "x=ERROR", "", "=", "[=error"])
def test_malformed(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not of the form|is no level|not closed"):
        parse_grade(text)


def test_equals_sign_in_an_id() -> None:
    assert parse_grade("a=b=error").rules == "a=b"


def test_required_names_are_graded() -> None:
    scope = zarrscope.Scope.core().graded([Grade("envelope/unknown-name", None), Grade("*-member", Severity.NOTE)])
    report = Report((), (Unclaimed("/codecs/0", "codec", "x"), Unclaimed("/y", "array_field", "y")))
    data = Places(b'{"codecs": ["x"], "y": 1}')
    quiet, noted = (require_known(report, scope, data, None, notes) for notes in (False, True))
    assert [problem.rule for problem in quiet.omitted] == ["envelope/unknown-name", "envelope/unknown-member"]
    assert quiet.problems == ()
    assert [problem.severity for problem in noted.problems] == ["note"]


def known(data: bytes, *unclaimed: Unclaimed, problems: tuple[Problem, ...] = ()) -> Report:
    return require_known(Report(problems, unclaimed), zarrscope.Scope.core(), Places(data), None)


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
