"""How the cost of one document grows in one way at a time: deeper, of more axes, with more codecs or attributes."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
import peers
from calls import forgetful, ours
from documents import consolidated, nested, ranked, text, with_attributes, with_codecs
from timing import Contender, figures, interleaved, seconds_a_call

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WAYS: dict[str, tuple[Callable[[int], Any], list[int]]] = {
    "shards in shards": (nested, [1, 2, 4, 8, 16, 28]),
    "axes": (ranked, [1, 4, 16, 64, 256, 512]),
    "codecs": (with_codecs, [1, 4, 16, 64, 256, 512]),
    "attributes": (with_attributes, [1, 10, 100, 1000, 10_000]),
    "nodes in consolidated metadata": (consolidated, [1, 10, 100, 1000, 10_000]),
}
FORGETFUL = "zarrscope, nothing remembered"
CALLS_A_ROUND = 100


class Point(NamedTuple):
    """The median for one size."""

    way: str
    name: str
    size: int
    microseconds: float


def points(rounds: int, *, small: bool) -> list[Point]:
    """Time every way at every size; only at the two smallest ones where `small`."""
    judges: dict[str, Callable[[Any], object]] = {
        "orjson.loads": orjson.loads,
        "zarrscope": ours,
        FORGETFUL: forgetful(),
    }
    if peers.is_installed("zarr-metadata"):
        judges["zarr-metadata"] = peers.zarr_metadata()[0]
    found = []
    for way, (make, sizes) in WAYS.items():
        timed, sizes_timed = [], []
        for size in sizes[:2] if small else sizes:
            raw = text(make(size))
            if ours(raw):
                raise SystemExit(f"{way}: there are problems in the document of size {size}")
            repeats = max(1, CALLS_A_ROUND // size)
            timed += [Contender(f"{way}, {size}", name, judge, [raw] * repeats) for name, judge in judges.items()]
            sizes_timed += [size] * len(judges)
        taken = interleaved([partial(seconds_a_call, contender) for contender in timed], rounds)
        rows = figures(timed, taken)
        found += [Point(way, row.name, size, row.median) for row, size in zip(rows, sizes_timed, strict=True)]
    return found


def table(found: list[Point]) -> str:
    """How many times more the largest document costs than the smallest, as Markdown."""
    lines = ["| what grows | judged by | smallest | largest | times |", "|---|---|--:|--:|--:|"]
    for (way, name), curve in _curves(found).items():
        first, last = curve[0], curve[-1]
        times = last.microseconds / first.microseconds
        sizes = f"{way}, {first.size} to {last.size}"
        lines.append(f"| {sizes} | {name} | {first.microseconds:.1f} µs | {last.microseconds:.0f} µs | {times:.1f} |")
    return "\n".join(lines)


def plot(found: list[Point], file: Path) -> None:
    """Draw a panel for every way, with logarithmic axes, on which what is linear has the slope 1."""
    matplotlib = import_module("matplotlib")
    matplotlib.use("svg")
    figure, grid = import_module("matplotlib.pyplot").subplots(2, 3, figsize=(13, 8), layout="constrained")
    panels = dict(zip(WAYS, grid.flat, strict=False))
    for (way, name), curve in _curves(found).items():
        panels[way].loglog(*zip(*((point.size, point.microseconds) for point in curve), strict=True), "o-", label=name)
    for way, panel in panels.items():
        panel.set(xlabel=way, ylabel="µs a document")
        panel.grid(alpha=0.3)
    grid.flat[-1].axis("off")
    grid.flat[-1].legend(*panels["axes"].get_legend_handles_labels(), loc="center")
    figure.savefig(file, metadata={"Date": None})


def can_plot() -> bool:
    """Whether matplotlib is there."""
    return find_spec("matplotlib") is not None


def _curves(found: list[Point]) -> dict[tuple[str, str], list[Point]]:
    curves: dict[tuple[str, str], list[Point]] = {}
    for point in found:
        curves.setdefault((point.way, point.name), []).append(point)
    return curves
