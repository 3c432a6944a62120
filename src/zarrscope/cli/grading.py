"""Grading a report anew: other severities, rules left out, and names that have to be known."""

from __future__ import annotations

from collections import deque
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from zarrscope.problems import Problem, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from zarrscope import Scope
    from zarrscope.cli.places import Places
    from zarrscope.problems import Report, Unclaimed

UNKNOWN_NAME = "envelope/unknown-name"
UNKNOWN_MEMBER = "envelope/unknown-member"
MEMBER_SLOTS = ("array_field", "group_field")
OFF = "off"


class Grade(NamedTuple):
    """Which rules (an id, or a pattern of ids with `*`) get which severity; None leaves their problems out."""

    pattern: str
    severity: Severity | None
    option: str


def parse_grade(text: str) -> Grade:
    """Read `ID=LEVEL`; ValueError says what is wrong with it."""
    pattern, equals, level = text.rpartition("=")
    if not equals or not pattern:
        raise ValueError(f"{text!r} is not of the form ID=LEVEL")
    levels = [*(severity.value for severity in Severity), OFF]
    if level not in levels:
        raise ValueError(f"{level!r} is not a level; the levels are {', '.join(levels)}")
    return Grade(pattern, None if level == OFF else Severity(level), f"--severity {text}")


def parse_ignore(text: str) -> Grade:
    """Read an id or a pattern whose problems are left out."""
    if not text:
        raise ValueError("an id is needed")
    return Grade(text, None, f"--ignore {text}")


class Grading:
    """Applies grades to reports, and remembers which of them never matched."""

    def __init__(self, grades: Iterable[Grade], notes: bool) -> None:
        """Take the grades in order, a later one winning; drop what is a note in the end unless `notes`."""
        self._grades = tuple(grades)
        self._notes = notes
        self._matching: dict[str, tuple[int, ...]] = {}

    def apply(self, report: Report) -> Report:
        """Give the report with every problem regraded or left out."""
        if not self._grades or not report.problems:
            return report
        graded = (self._graded(problem) for problem in report.problems)
        return report.__replace__(problems=tuple(problem for problem in graded if problem is not None))

    def _graded(self, problem: Problem) -> Problem | None:
        matching = self._matching.get(problem.rule)
        if matching is None:
            matching = tuple(i for i, grade in enumerate(self._grades) if fnmatchcase(problem.rule, grade.pattern))
            self._matching[problem.rule] = matching
        severity = self._grades[matching[-1]].severity if matching else problem.severity
        if severity is None or (severity is Severity.NOTE and not self._notes):
            return None
        return problem if severity is problem.severity else problem.__replace__(severity=severity)

    def unused(self) -> list[Grade]:
        """List the grades that matched no problem of any report."""
        used = {index for matching in self._matching.values() for index in matching}
        return [grade for index, grade in enumerate(self._grades) if index not in used]


def require_known(report: Report, scope: Scope, places: Places) -> Report:
    """Make a problem of every name and extra member that no definition claims; they stay listed as unclaimed."""
    added = [_unknown(entry, scope, places) for entry in report.unclaimed]
    return report.__replace__(problems=tuple(_merged(report.problems, added)))


def _merged(problems: Iterable[Problem], added: Iterable[Problem]) -> Iterator[Problem]:
    """Put problems in document order among others, where a missing member comes last in the object that lacks it."""
    waiting = deque(sorted(added))
    for problem in problems:
        while waiting and _comes_after(problem, waiting[0]):
            yield waiting.popleft()
        yield problem
    yield from waiting


def _comes_after(problem: Problem, other: Problem) -> bool:
    if problem.kind == "missing_key" and problem.loc[:-1] == other.loc[: len(problem.loc) - 1]:
        return True
    return (problem.line or 0, problem.column or 0) > (other.line or 0, other.column or 0)


def _unknown(entry: Unclaimed, scope: Scope, places: Places) -> Problem:
    from zarrscope.judgement import fill_in

    is_member = entry.slot in MEMBER_SLOTS
    place = places.of_name(entry.pointer) if is_member else places.of_value(entry.pointer)
    text = scope.text(UNKNOWN_MEMBER if is_member else UNKNOWN_NAME)
    return Problem(
        pointer=entry.pointer,
        rule=text.id,
        kind=text.kind,
        severity=text.severity,
        stage=text.stage,
        message=fill_in(text.message, {"found": entry.name}) or "",
        hint=entry.hint or fill_in(text.hint, {"found": entry.name}),
        spec=text.spec,
        line=place.line,
        column=place.column,
        loc=place.loc,
    )
