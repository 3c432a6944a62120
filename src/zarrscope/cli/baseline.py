"""The baseline: problems that are known already, in a file with one entry a line."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from zarrscope.cli.files import Unreadable, read
from zarrscope.cli.stores import STDIN
from zarrscope.cli.terminal import UsageError, reason, visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from zarrscope.cli.tally import Tally
    from zarrscope.problems import Problem, Report

VERSION = 1
MARK = "zarrscope-baseline"
MEMBERS = ("document", "rule", "pointer")

Entry = tuple[str, str]


class Baseline:
    """Known problems, by document; tells them from new ones."""

    def __init__(self, file: str) -> None:
        """Read the file; UsageError where it is none."""
        self._file = file
        self._folder = _folder_of(file)
        self._waiting = _read(file)
        self._met: dict[str, set[Entry]] = {}
        self._gone = 0

    def known(self, path: str, report: Report) -> list[Problem]:
        """The problems of a report that are known; the entries that no longer occur are counted."""
        name = _document(path, self._folder)
        if name in self._waiting:
            entries = self._met[name] = self._waiting.pop(name)
            self._gone += len(entries - set(map(_entry, (*report.problems, *report.omitted))))
        entries = self._met.get(name, set())
        return [problem for problem in report.problems if _entry(problem) in entries] if entries else []

    def finish(self, tally: Tally) -> None:
        """Tell the summary how many entries no longer occur in the documents that were judged."""
        tally.gone = self._gone


class NewBaseline:
    """Gathers what is found, to be written as a baseline."""

    def __init__(self, file: str) -> None:
        """Write to `file` in the end."""
        self._file = file
        self._folder = _folder_of(file)
        self._entries: set[tuple[str, str, str]] = set()

    def known(self, path: str, report: Report) -> list[Problem]:
        """Take all problems of a report for known."""
        name = _document(path, self._folder)
        self._entries.update((name, *_entry(problem)) for problem in report.problems)
        return list(report.problems)

    def finish(self, tally: Tally) -> None:
        """Write the file, and tell the summary; UsageError where that cannot be done."""
        lines = ",".join(f"\n{_line(entry)}" for entry in sorted(self._entries))
        text = f'{{"{MARK}": {VERSION}, "problems": [{lines}\n]}}\n'
        try:
            with open(self._file, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except (OSError, ValueError) as error:
            raise UsageError(f"the baseline {visible(self._file)} cannot be written: {reason(error)}") from None
        tally.written = self._file


def _folder_of(file: str) -> str:
    return os.path.join(os.path.dirname(os.path.abspath(file)), "")


def _document(path: str, folder: str) -> str:
    """The name of a document in a baseline: relative to the folder of the baseline where it lies below it."""
    if path == STDIN:
        return "<stdin>"
    return os.path.abspath(path).removeprefix(folder).replace(os.sep, "/")


def _entry(problem: Problem) -> Entry:
    return problem.rule, problem.pointer


def _line(entry: Iterable[str]) -> str:
    """Write one entry as JSON that any reader takes, whatever the names hold."""
    members = dict(zip(MEMBERS, entry, strict=True))
    text = json.dumps(members, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(members)


def _read(file: str) -> dict[str, set[Entry]]:
    try:
        data: Any = json.loads(read(file))
    except FileNotFoundError:
        raise _unusable(file, "no such file; --write-baseline FILE writes one") from None
    except (OSError, Unreadable) as error:
        raise _unusable(file, reason(error)) from None
    except json.JSONDecodeError as error:
        raise _unusable(file, f"not JSON (line {error.lineno}, column {error.colno})") from None
    except (ValueError, RecursionError):
        raise _unusable(file, "not JSON") from None
    if not isinstance(data, dict) or MARK not in data:
        raise _unusable(file, "not written by --write-baseline")
    if data[MARK] != VERSION:
        raise _unusable(file, f"of version {data[MARK]!r:.20}, not {VERSION}: write it anew")
    problems = data.get("problems")
    if not isinstance(problems, list):
        raise _unusable(file, "no list of problems")
    found: dict[str, set[Entry]] = {}
    for number, problem in enumerate(problems, 1):
        texts = [problem.get(member) for member in MEMBERS] if isinstance(problem, dict) else []
        entry = [text for text in texts if isinstance(text, str)]
        if len(entry) != len(MEMBERS):
            raise _unusable(file, f"entry {number} does not have the texts {', '.join(MEMBERS)}")
        document, rule, pointer = entry
        found.setdefault(document, set()).add((sys.intern(rule), pointer))
    return found


def _unusable(file: str, why: str) -> UsageError:
    return UsageError(f"the baseline {visible(file)} cannot be used: {visible(why)}")
