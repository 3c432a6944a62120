"""What a run of `check` comes to: counts, the summary line, and the exit status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zarrscope.problems import Severity

if TYPE_CHECKING:
    from zarrscope.problems import Report


class Tally:
    """Counts over all documents of a run."""

    def __init__(self) -> None:
        """Start from nothing."""
        self.documents = 0
        self.severities = dict.fromkeys(Severity, 0)
        self.unclaimed = 0
        self.skipped = 0
        self.faults = 0
        self.unreadable = 0

    def add(self, report: Report) -> None:
        """Count one document."""
        self.documents += 1
        for problem in report.problems:
            self.severities[problem.severity] += 1
        self.unclaimed += len(report.unclaimed)
        self.skipped += report.skipped
        self.faults += len(report.faults)

    @property
    def is_clean(self) -> bool:
        """Nothing at all was found, and everything could be read."""
        return not (any(self.severities.values()) or self.unclaimed or self.faults or self.unreadable)

    @property
    def status(self) -> int:
        """The exit status: 2 for a fault of a rule or something that could not be read, 1 for errors, else 0."""
        if self.faults or self.unreadable:
            return 2
        return 1 if self.severities[Severity.ERROR] else 0

    def to_dict(self) -> dict[str, int]:
        """The counts as plain JSON."""
        return {
            "documents": self.documents,
            "errors": self.severities[Severity.ERROR],
            "warnings": self.severities[Severity.WARNING],
            "notes": self.severities[Severity.NOTE],
            "unclaimed": self.unclaimed,
            "skipped": self.skipped,
            "faults": self.faults,
            "unreadable": self.unreadable,
        }

    def __str__(self) -> str:
        """Write the summary line."""
        counts = [_count(number, severity.value) for severity, number in self.severities.items() if number]
        parts = counts or (["no problems"] if self.documents else [])
        if self.unclaimed:
            parts.append(f"{self.unclaimed} not understood")
        if self.faults:
            parts.append(_count(self.faults, "fault") + " of rules")
        if self.unreadable:
            parts.append(f"{self.unreadable} could not be read")
        return f"{_count(self.documents, 'document')}: {', '.join(parts)}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
