"""What a run of `check` comes to: counts, the summary line, and the exit status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zarrscope.problems import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zarrscope.problems import Report

MOST_GRADES = 10  # that are named in the summary


class Tally:
    """Counts over all documents of a run."""

    def __init__(self, configuration: str | None = None) -> None:
        """Start from nothing; `configuration` is the file that was used."""
        self.configuration = configuration
        self.documents = 0
        self.severities = dict.fromkeys(Severity, 0)
        self.unclaimed = 0
        self.skipped = 0
        self.faults = 0
        self.unreadable = 0
        self.known = 0
        self.gone = 0
        self.written: str | None = None
        self.omitted: dict[tuple[str, str | None], int] = {}

    def add(self, report: Report, known: int = 0, count: int = 1) -> None:
        """Count one document, and how many more of its problems are known from a baseline.

        It may stand for several, where there is nothing to say.
        """
        self.documents += count
        for problem in report.problems:
            self.severities[problem.severity] += 1
        self.unclaimed += len(report.unclaimed)
        self.skipped += report.skipped
        self.faults += len(report.faults)
        self.known += known
        for problem in report.omitted:
            if problem.graded is not None:
                key = (problem.graded.by, problem.graded.reason)
                self.omitted[key] = self.omitted.get(key, 0) + 1

    @property
    def is_clean(self) -> bool:
        """Nothing at all was found, and everything could be read."""
        return not (any(self.severities.values()) or self.unclaimed or self.faults or self.unreadable)

    @property
    def nothing(self) -> str:
        """What to say where there are no problems."""
        return "no new problems" if self.known else "no problems"

    @property
    def status(self) -> int:
        """The exit status: 2 for a fault of a rule or something that could not be read, 1 for errors, else 0."""
        if self.faults or self.unreadable:
            return 2
        return 1 if self.severities[Severity.ERROR] else 0

    def to_dict(self) -> dict[str, int]:
        """The counts as plain JSON; those of grades and baselines only where there are any."""
        more = {"omitted": sum(self.omitted.values()), "known": self.known, "gone": self.gone}
        return {
            "documents": self.documents,
            "errors": self.severities[Severity.ERROR],
            "warnings": self.severities[Severity.WARNING],
            "notes": self.severities[Severity.NOTE],
            "unclaimed": self.unclaimed,
            "skipped": self.skipped,
            "faults": self.faults,
            "unreadable": self.unreadable,
            **{name: number for name, number in more.items() if number},
        }

    def __str__(self) -> str:
        """Write the summary line."""
        counts = [_count(number, severity.value) for severity, number in self.severities.items() if number]
        parts = counts or ([self.nothing] if self.documents else [])
        if self.unclaimed:
            parts.append(f"{self.unclaimed} not understood")
        if self.faults:
            parts.append(_count(self.faults, "fault") + " of rules")
        if self.unreadable:
            parts.append(f"{self.unreadable} could not be read")
        return f"{_count(self.documents, 'document')}: {', '.join(parts)}"

    def remarks(self) -> Iterator[str]:
        """Say what the verdict owes to the configuration, to grades and to a baseline."""
        if self.written is not None:
            yield f"{_count(self.known, 'problem')} written to the baseline {self.written}"
        elif self.known:
            yield f"{_count(self.known, 'problem')} known from the baseline"
        if self.gone:
            occur = (
                "entry of the baseline no longer occurs"
                if self.gone == 1
                else "entries of the baseline no longer occur"
            )
            yield f"{self.gone} {occur}; write it anew"
        for (source, reason), number in list(self.omitted.items())[:MOST_GRADES]:
            yield f"{_count(number, 'problem')} left out by {source}" + (f": {reason}" if reason else "")
        if others := list(self.omitted.values())[MOST_GRADES:]:
            yield f"{_count(sum(others), 'problem')} left out by {_count(len(others), 'more grade')}"
        if self.configuration is not None:
            yield f"configuration: {self.configuration}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
