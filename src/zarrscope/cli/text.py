"""The text format: for people, with the line of the document and a caret under the value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zarrscope.cli.grading import MEMBER_SLOTS, UNKNOWN_MEMBER, UNKNOWN_NAME
from zarrscope.cli.stores import STDIN
from zarrscope.cli.terminal import Paint, visible
from zarrscope.problems import Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from zarrscope.cli.excerpt import Source
    from zarrscope.cli.stores import Document
    from zarrscope.cli.tally import Tally
    from zarrscope.problems import Problem, Report, RuleFault, Unclaimed

LONGEST_MESSAGE = 2000
LONGEST_POINTER = 300


class TextFormat:
    """Writes each document that there is something to say about, and a summary."""

    def __init__(self, quiet: bool, colour: bool, width: int) -> None:
        """Write only errors and faults of rules where `quiet`; lay lines of documents out for `width` columns."""
        self._quiet = quiet
        self._paint = Paint(colour)
        self._width = width
        self._last_path = ""
        self.passes_over = True  # documents about which there is nothing to say

    def document(self, document: Document, report: Report, known: Sequence[Problem] = ()) -> str:
        """Write what there is to say about one document, if anything; nothing of what is `known`."""
        self._last_path = _path(document)
        if not (report.problems or report.unclaimed or report.faults):
            return ""
        problems = report.problems
        unclaimed = report.unclaimed
        if self._quiet:
            problems = tuple(problem for problem in problems if problem.severity is Severity.ERROR)
            unclaimed = ()
        told = {each.pointer for each in (*problems, *known) if each.rule in (UNKNOWN_NAME, UNKNOWN_MEMBER)}
        from zarrscope.cli.excerpt import Source

        source = Source(document.data)
        parts = [self._problem(document, problem, source) for problem in problems]
        others = [self._unclaimed(entry) for entry in unclaimed if entry.pointer not in told]
        others += [self._fault(fault) for fault in report.faults]
        if others:
            parts.append("\n".join([*others, ""]))
        return "\n".join([self._header(document), "", *parts, ""]) if parts else ""

    def end(self, tally: Tally) -> str:
        """Write the summary."""
        if self._quiet:
            return ""
        if tally.documents == 1 and tally.is_clean:
            summary = f"{visible(self._last_path)}: {self._paint('good', tally.nothing)}"
        else:
            summary = str(tally)
        return "\n".join([summary, *(f"  {_short(remark)}" for remark in tally.remarks()), ""])

    def _header(self, document: Document) -> str:
        path = self._paint("strong", visible(_path(document)))
        return path if document.node in (None, "/") else f"{path}  (node {visible(document.node or '')})"

    def _problem(self, document: Document, problem: Problem, source: Source) -> str:
        severity = problem.severity.value
        lines = [f"{self._paint(severity, severity)}: {_short(problem.message)}  [{visible(problem.rule)}]"]
        place = visible(_path(document))
        if problem.line is not None:
            place += f":{problem.line}:{problem.column or 1}"
        if problem.pointer:
            place += f"  at {_pointer(problem.pointer)}"
        lines.append(f"  {self._faint('-->')} {place}")
        if problem.line is not None:
            lines += self._excerpt(source, problem.line, problem.column or 1, severity)
        if problem.hint:
            lines.append(f"  {self._faint('hint:')} {_short(problem.hint)}")
        if problem.related:
            lines.append(f"  {self._faint('see also:')} {', '.join(map(_pointer, problem.related))}")
        if problem.graded:
            reason = f": {problem.graded.reason}" if problem.graded.reason else ""
            lines.append(
                f"  {self._faint('graded')} {severity} {self._faint('by')} {_short(problem.graded.by + reason)}"
            )
        return "\n".join([*lines, ""])

    def _excerpt(self, source: Source, line: int, column: int, severity: str) -> list[str]:
        number = str(line)
        excerpt = source.excerpt(line, column, self._width - len(number) - 4)
        if excerpt is None:
            return []
        bar = self._faint("|")
        text = excerpt.before + self._paint("strong", excerpt.value) + excerpt.after
        mark = excerpt.mark
        indent = mark[: len(mark) - len(mark.lstrip())]
        return [
            f" {self._faint(number)} {bar} {text}".rstrip(),
            f" {' ' * len(number)} {bar} {indent}{self._paint(severity, mark.lstrip())}",
        ]

    def _unclaimed(self, entry: Unclaimed) -> str:
        slot = "extra member" if entry.slot in MEMBER_SLOTS else entry.slot.replace("_", " ")
        hint = f" ({_short(entry.hint)})" if entry.hint else ""
        what = f'{visible(slot)} "{_short(entry.name)}" at {_pointer(entry.pointer)}{hint}'
        return f"{self._paint('note', 'not understood')}: {what}"

    def _fault(self, fault: RuleFault) -> str:
        where = f" ({visible(fault.file)}:{fault.line or 1})" if fault.file else ""
        what = f"{_short(fault.message)}  [{visible(fault.rule)}] at {_pointer(fault.pointer)}{where}"
        return f"{self._paint('error', 'fault of a rule')}: {what}"

    def _faint(self, text: str) -> str:
        return self._paint("faint", text)


def _path(document: Document) -> str:
    return "<stdin>" if document.path == STDIN else document.path


def _pointer(pointer: str) -> str:
    return _short(pointer, LONGEST_POINTER) or "the whole document"


def _short(text: str, longest: int = LONGEST_MESSAGE) -> str:
    return visible(text if len(text) <= longest else text[:longest] + "...")
