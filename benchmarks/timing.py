"""Interleaved rounds, medians and quartiles: of calls, of whole processes, and of what processes keep in memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SCALES = {"µs": 1e6, "ms": 1e3, "MB": 1e-6}
UNUSUAL = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
KILOBYTES = 1 if sys.platform == "darwin" else 1024


class Contender(NamedTuple):
    """One thing that is timed: a function that is called on each item in turn."""

    group: str
    name: str
    call: Callable[[Any], object]
    items: Sequence[Any]
    unit: str = "µs"


class Process(NamedTuple):
    """One command that is run from start to end; `status` is the exit status that it must have."""

    group: str
    name: str
    command: list[str]
    status: int = 0


class Figure(NamedTuple):
    """The median of a contender, its quartiles, and its ratio to the first of its group."""

    group: str
    name: str
    unit: str
    median: float
    lower: float
    upper: float
    ratio: float


def seconds_a_call(contender: Contender) -> float:
    """Call the contender on each of its items once."""
    call, items = contender.call, contender.items
    start = perf_counter()
    for item in items:
        call(item)
    return (perf_counter() - start) / len(items)


def seconds_of(process: Process) -> float:
    """Run a process to its end; byte code is cached, for all parties, since the first run."""
    start = perf_counter()
    _finish(process, _started(process))
    return perf_counter() - start


MEASURE = """\
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status)
"""


def most_bytes_of(process: Process) -> float:
    """Run a process to its end, and say how much memory it held at most.

    A small process starts it: one that was split off from this one would count what this one holds.
    """
    command = [sys.executable, "-c", MEASURE, *process.command]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, cwd=tempfile.gettempdir())
    if done.returncode != process.status:
        raise SystemExit(f"{process.name} ended with {done.returncode}: {' '.join(process.command)}")
    return int(done.stdout) * KILOBYTES


def _started(process: Process) -> subprocess.Popen[bytes]:
    environment = {name: value for name, value in os.environ.items() if name not in UNUSUAL}
    nowhere = subprocess.DEVNULL
    # elsewhere than in this project, whose configuration zarrscope would read
    return subprocess.Popen(
        process.command, env=environment, stdin=nowhere, stdout=nowhere, stderr=nowhere, cwd=tempfile.gettempdir()
    )


def _finish(process: Process, running: subprocess.Popen[bytes]) -> None:
    if running.wait() != process.status:
        raise SystemExit(f"{process.name} ended with {running.returncode}: {' '.join(process.command)}")


def interleaved(timers: list[Callable[[], float]], rounds: int) -> list[list[float]]:
    """Run every timer once a round, after one round that does not count."""
    taken: list[list[float]] = [[] for _ in timers]
    for number in range(rounds + 1):
        for timer, times in zip(timers, taken, strict=True):
            value = timer()
            if number:
                times.append(value)
    return taken


def figures(parties: Sequence[Contender | Process], taken: list[list[float]], unit: str = "ms") -> list[Figure]:
    """Medians, quartiles, and what each is compared with the first of its group."""
    first: dict[str, float] = {}
    rows = []
    for party, times in zip(parties, taken, strict=True):
        own_unit = party.unit if isinstance(party, Contender) else unit
        ordered = sorted(value * SCALES[own_unit] for value in times)
        middle = median(ordered)
        quarter = len(ordered) // 4
        ratio = middle / first.setdefault(party.group, middle)
        rows.append(Figure(party.group, party.name, own_unit, middle, ordered[quarter], ordered[-1 - quarter], ratio))
    return rows
