"""Compare zarrscope with its peers and with bare JSON parsing: calls, whole processes, stores, and growing documents.

python benchmarks/compare.py [--quick] [--only PART] [--output FOLDER] [--write-readme]

needs pip install '.[test]'; '.[test,peers,bench]' for every peer and the plots
"""

from __future__ import annotations

import argparse
import json
import tempfile
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

import calls
import growth
import peers
import processes
import targets
from timing import Figure, figures, interleaved, most_bytes_of, seconds_a_call, seconds_of
from writing import machine, table, write_readme

PARTS = ("calls", "growth", "processes", "stores")


class Size(NamedTuple):
    """How much is timed."""

    rounds: int
    variants: int
    entries: int
    starts: int
    store_starts: int
    groups: int
    memory: tuple[int, int]


FULL = Size(
    rounds=25, variants=256, entries=10_000, starts=15, store_starts=7, groups=100, memory=(10, targets.LARGEST)
)
QUICK = Size(rounds=2, variants=4, entries=10, starts=1, store_starts=1, groups=1, memory=(1, 2))


def main() -> None:
    """Time everything, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="only show that it runs; the figures mean nothing")
    parser.add_argument("--only", action="append", choices=PARTS, help="leave out the other parts; may be repeated")
    parser.add_argument("--output", type=Path, metavar="FOLDER", help="write figures.md, .json and growth.svg there")
    parser.add_argument("--write-readme", action="store_true", help="put the tables into README.md")
    options = parser.parse_args()
    size, parts = QUICK if options.quick else FULL, options.only or PARTS

    rows: list[Figure] = []
    if "calls" in parts:
        rows += time_calls(size)
    with tempfile.TemporaryDirectory() as folder:
        if "processes" in parts:
            rows += time_documents(size, Path(folder))
        if "stores" in parts:
            rows += time_stores(size, Path(folder))
    grown = growth.points(3 if options.quick else 9, small=options.quick) if "growth" in parts else []

    about = f"{datetime.now(UTC).date().isoformat()}, medians; {_counts(size)} {machine()}.{_left_out()}"
    shown = f"{table(rows)}\n{about}"
    report = "\n\n".join(
        text for text in (table(rows), grown and growth.table(grown), targets.table(rows), about) if text
    )
    print(report)
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
        (options.output / "figures.md").write_text(f"{report}\n", encoding="utf-8")
        data = {"about": about, "figures": [row._asdict() for row in rows], "growth": [one._asdict() for one in grown]}
        text = json.dumps(data, indent=2, ensure_ascii=False)
        (options.output / "figures.json").write_text(f"{text}\n", encoding="utf-8")
        if grown and growth.can_plot():
            growth.plot(grown, options.output / "growth.svg")
    if options.write_readme:
        write_readme(shown)


def time_calls(size: Size) -> list[Figure]:
    """Calls in this process."""
    timed = calls.contenders(size.variants, size.entries)
    return figures(timed, interleaved([partial(seconds_a_call, contender) for contender in timed], size.rounds))


def time_documents(size: Size, folder: Path) -> list[Figure]:
    """Processes that judge one document."""
    timed = processes.one_document(folder)
    return figures(timed, interleaved([partial(seconds_of, process) for process in timed], size.starts))


def time_stores(size: Size, folder: Path) -> list[Figure]:
    """Processes that judge a store, and the memory they take."""
    rows = []
    kinds = (processes.clean_store, processes.wrong_store, processes.varied_store, processes.varied_wrong_store)
    for timed in (kind(folder, size.groups) for kind in kinds):
        rows += figures(timed, interleaved([partial(seconds_of, process) for process in timed], size.store_starts))
    timed = processes.memory(folder, size.memory)
    return rows + figures(timed, [[most_bytes_of(process)] for process in timed], "MB")


def _counts(size: Size) -> str:
    calls_timed = f"{size.rounds} interleaved rounds over {size.variants} documents"
    return (
        f"{calls_timed}, {size.starts} ({size.store_starts} on stores) interleaved processes, gc on, byte code cached."
    )


def _left_out() -> str:
    missing = [*peers.missing(), *([] if growth.can_plot() else ["matplotlib"])]
    return f" Left out, as not installed: {', '.join(missing)}." if missing else ""


if __name__ == "__main__":
    main()
