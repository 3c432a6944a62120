"""Grading problems anew: what grades make of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zarrscope.globs import Glob, node_glob, node_parts, pointer_glob, pointer_parts
from zarrscope.grades import Grade, GradeError, GradeFault, grades
from zarrscope.problems import Graded, Severity, unescape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from zarrscope.problems import Loc, Problem, Report

    _View = tuple[str | None, list[str]]

__all__ = ["Grade", "GradeError", "GradeFault", "Grading", "grades"]


class Grading:
    """Grades, ready to be applied: of those that match a problem the last one wins. It may be shared by threads."""

    def __init__(self, grades: Iterable[Grade] = (), documents: Iterable[Loc] = ()) -> None:
        """Take the grades in order, and the places where documents of other nodes stand in a document.

        Raises:
            GlobError: a glob of a grade cannot be read.
        """
        self.grades = tuple(grades)
        self._documents = tuple(documents)
        self._matchers = [_Matcher(grade) for grade in self.grades]
        self._candidates: dict[str, list[int]] = {}

    def apply(self, report: Report, node: str | None = None, notes: bool = False) -> Report:
        """Give the report with its problems graded anew.

        What is switched off goes to `omitted`; so does what was made a note, unless `notes` are asked for. Notes that
        no grade touched are dropped without them.
        """
        if not self.grades or not report.problems:
            return report
        kept, omitted = [], list(report.omitted)
        for problem in report.problems:
            index = next(self.matching(problem, node), None)
            grade = None if index is None else self.grades[index]
            after = problem if grade is None else _graded(problem, grade)
            if grade is not None and grade.severity is None:
                omitted.append(after)
            elif after.severity is not Severity.NOTE or notes:
                kept.append(after)
            elif after.graded is not None:
                omitted.append(after)
        return report.__replace__(problems=tuple(kept), omitted=tuple(omitted))

    def matching(self, problem: Problem, node: str | None = None) -> Iterator[int]:
        """The positions of the grades that match a problem, the last, which wins, first."""
        about = self._about(problem.rule)
        views = _views(problem, node, self._documents) if about else []
        return (index for index in about if self._matchers[index].is_here(views))

    def raises(self, rule: str) -> bool:
        """Whether a problem of this rule, being a note by itself, can come out as more."""
        for index in self._about(rule):
            grade = self.grades[index]
            if grade.severity not in (None, Severity.NOTE):
                return True
            if not grade.paths and grade.at is None:
                return False
        return False

    def _about(self, rule: str) -> list[int]:
        """The positions of the grades of a rule, the last first."""
        known = self._candidates.get(rule)
        if known is None:
            last_first = reversed(range(len(self.grades)))
            known = [index for index in last_first if self._matchers[index].rules.matches(rule)]
            self._candidates[rule] = known
        return known


class _Matcher:
    """The globs of one grade."""

    def __init__(self, grade: Grade) -> None:
        self.rules = Glob(grade.rules)
        self._paths = [node_glob(path) for path in grade.paths]
        self._at = None if grade.at is None else pointer_glob(grade.at)
        self._is_everywhere = not self._paths and self._at is None

    def is_here(self, views: list[_View]) -> bool:
        return self._is_everywhere or any(self._sees(*view) for view in views)

    def _sees(self, node: str | None, pointer: list[str]) -> bool:
        if self._at is not None and not self._at.matches(pointer):
            return False
        return not self._paths or (node is not None and any(glob.matches(node_parts(node)) for glob in self._paths))


def _views(problem: Problem, node: str | None, documents: tuple[Loc, ...]) -> list[_View]:
    """A problem as each document sees it that holds it: the node, and the pointer from there."""
    tokens = pointer_parts(problem.pointer)
    views = [(node, tokens)]
    while inner := next((pattern for pattern in documents if _begins(tokens, pattern)), None):
        name = unescape(tokens[len(inner) - 1])
        node = None if node is None else f"{node.rstrip('/')}/{name}"
        tokens = tokens[len(inner) :]
        views.append((node, tokens))
    return views


def _begins(tokens: list[str], pattern: Loc) -> bool:
    return len(tokens) >= len(pattern) and all(map(_stands_for, pattern, tokens))


def _stands_for(wanted: str | int, token: str) -> bool:
    return wanted == "*" or str(wanted) == unescape(token)


def _graded(problem: Problem, grade: Grade) -> Problem:
    if grade.severity is problem.severity:
        return problem
    graded = Graded(problem.severity, grade.source, grade.reason)
    return problem.__replace__(severity=grade.severity or problem.severity, graded=graded)
