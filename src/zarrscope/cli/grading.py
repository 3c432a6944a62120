"""Grades of the command line, those that matched nothing, and names that have to be known."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from zarrscope.problems import Problem, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from zarrscope import Scope
    from zarrscope.cli.places import Places
    from zarrscope.grading import Grade
    from zarrscope.problems import Report, Unclaimed

UNKNOWN_NAME = "envelope/unknown-name"
UNKNOWN_MEMBER = "envelope/unknown-member"
MEMBER_SLOTS = ("array_field", "group_field")


def parse_grade(text: str) -> Grade:
    """Read `ID=LEVEL`; ValueError says what is wrong with it."""
    from zarrscope.grades import level

    rules, equals, severity = text.rpartition("=")
    if not equals or not rules:
        raise ValueError(f"{text!r} is not of the form ID=LEVEL")
    return _grade(rules, level(severity), f"--severity {text}")


def parse_ignore(text: str) -> Grade:
    """Read an id or a glob whose problems are left out."""
    if not text:
        raise ValueError("an id is needed")
    return _grade(text, None, f"--ignore {text}")


def _grade(rules: str, severity: Severity | None, source: str) -> Grade:
    from zarrscope.globs import Glob
    from zarrscope.grades import Grade

    Glob(rules)
    return Grade(rules, severity, source=source)


class Usage:
    """Which of the last grades of a scope, those of the configuration and the command line, matched a problem."""

    def __init__(self, scope: Scope, first: int) -> None:
        """Watch the grades from position `first` on."""
        self._scope = scope
        self._waiting = set(range(first, len(scope.grades)))

    def see(self, report: Report, node: str | None) -> None:
        """Note the grades that match a problem of a report, whether they win or not."""
        if not self._waiting:
            return
        for problem in (*report.problems, *report.omitted):
            self._waiting.difference_update(self._scope.grading.matching(problem, node))

    def complaints(self, notes: bool, only_unknown: bool = False) -> Iterator[str]:
        """Say which grades matched nothing, and what was meant where there is no such rule.

        Unless `notes` were looked for, nothing is said of a grade that is about notes alone; `only_unknown` leaves out
        the grades of rules that there are.
        """
        if not self._waiting:
            return
        from zarrscope.cli.ruleids import suggestion
        from zarrscope.globs import Glob
        from zarrscope.ruleids import all_rules

        severities = {rule.id: rule.severity for rule in all_rules(self._scope)}
        for index in sorted(self._waiting):
            grade = self._scope.grades[index]
            written = grade.source if grade.rules in grade.source else f"{grade.source}: {grade.rules}"
            matches = Glob(grade.rules).matches
            about = {severity for rule, severity in severities.items() if matches(rule)}
            if not about:
                yield f"warning: {written}: no such rule{suggestion(self._scope, grade.rules)}"
            elif not only_unknown and (notes or about != {Severity.NOTE}):
                yield f"warning: {written} matched nothing"


def require_known(report: Report, scope: Scope, places: Places, node: str | None, notes: bool = False) -> Report:
    """Make a problem of every name and extra member that no definition claims; they stay listed as unclaimed."""
    unknown = report.__replace__(problems=tuple(_unknown(entry, scope, places) for entry in report.unclaimed))
    graded = scope.grading.apply(unknown, node, notes)
    return graded.__replace__(problems=tuple(_merged(report.problems, graded.problems)))


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
    text = scope.catalogue.text(UNKNOWN_MEMBER if is_member else UNKNOWN_NAME)
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
