"""What the figures are meant to be: each a median that is at most so many times another one of the same run."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import calls
import processes

if TYPE_CHECKING:
    from timing import Figure

Row = tuple[str, str]


class Target(NamedTuple):
    """At most `most` times another row; where there is no other, at most `most` in the unit of the row."""

    group: str
    name: str
    most: str
    other: Row | None


PASS = (processes.START, processes.PASS)
CLEAN_JSON = (calls.CLEAN, calls.ORJSON)
CLEAN_PEER = (calls.CLEAN, calls.PEER_BYTES)
LARGEST = 1000

TARGETS = (
    Target(calls.CLEAN, calls.BYTES, "1/35", CLEAN_PEER),
    Target(calls.CLEAN, calls.BYTES, "0.7", (calls.CLEAN, calls.TENSORSTORE)),
    Target(calls.CLEAN, calls.BYTES, "3.5", CLEAN_JSON),
    Target(calls.CLEAN, calls.MAPPING, "1/100", (calls.CLEAN, calls.PEER_MAPPING)),
    Target(calls.CLEAN, calls.FORGETFUL, "1/20", CLEAN_PEER),
    Target(calls.CLEAN, calls.FORGETFUL, "6", CLEAN_JSON),
    Target(calls.TWENTY, calls.BYTES, "1/12", (calls.TWENTY, calls.PEER_BYTES)),
    Target(calls.CONSOLIDATED, calls.BYTES, "2.5", (calls.CONSOLIDATED, calls.ORJSON)),
    Target(processes.STORE, processes.CHECK, "1/15", (processes.STORE, processes.PEER)),
    Target(processes.STORE, processes.CHECK, "1", (processes.STORE, processes.BARE)),
    Target(processes.STORE, processes.CHECK, "1", (processes.STORE, processes.LINT)),
    Target(processes.STORE, processes.JOBS, "0.6", (processes.STORE, processes.LINT)),
    Target(processes.STORE, processes.POLICY, "1.5", (processes.STORE, processes.CHECK)),
    Target(processes.WRONG, processes.CHECK, "1/4", (processes.WRONG, processes.PEER)),
    Target(processes.WRONG, processes.LINES, "1/4", (processes.WRONG, processes.PEER)),
    Target(processes.START, processes.IMPORT, "5", PASS),
    Target(processes.START, processes.IMPORT, "1/3", (processes.START, processes.PEER_ONE)),
    Target(processes.START, processes.CHECK_ONE, "8.3", PASS),
    Target(processes.MEMORY, processes.check_of(LARGEST), "60", None),
)


def table(rows: list[Figure]) -> str:
    """The targets whose rows are there, with what was reached, as Markdown."""
    medians = {(row.group, row.name): row for row in rows}
    lines = ["| target | of | at most | reached | met |", "|---|---|--:|--:|---|"]
    for group, name, most, other in TARGETS:
        row = medians.get((group, name))
        if row is None or (other is not None and other not in medians):
            continue
        reached = row.median if other is None else row.median / medians[other].median
        numerator, _, denominator = most.partition("/")
        met = "yes" if reached <= float(numerator) / float(denominator or 1) else "no"
        shown = f"1/{1 / reached:.0f}" if denominator else f"{reached:.2f}"
        of = row.unit if other is None else f"`{other[1]}`"
        lines.append(f"| {group}: `{name}` | {of} | {most} | {shown} | {met} |")
    return "\n".join(lines)
