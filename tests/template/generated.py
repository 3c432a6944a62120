"""Random templates with separators and grids, and slow ways to the same answers."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

LITERALS = ("", "", "", "0", "1", "10", "01", "99", "a", "1a2", "/", "_", "{{", "}}", "é", "٣")
SEPARATORS = (None, "", "", "/", "_", "0", "1", "10", "a1", "{", "{0}", "٣")
WIDTHS = ("", "", "", ":01", ":02", ":03")
COUNTS = (1, 1, 2, 3, 9, 10, 10, 11, 11, 12, 21, 99, 100, 101, 102, 112, 1000, 1001, 1002, 1101)
MOST_CHUNKS = 20_000


class Sample(NamedTuple):
    """A template, which may be invalid at this rank, its separator, and a grid."""

    template: str
    separator: str | None
    counts: tuple[int, ...]


def sample(rng: random.Random) -> Sample:
    """A random template: mostly valid, mostly with digits or nothing between its expressions."""
    rank = rng.randint(1, 4)
    axes = rng.sample(range(rank), rank)
    if rng.random() < 0.4:
        kept = axes[: rng.randrange(rank)]
        indices = [index(rng, axis, rank) for axis in kept]
        indices.insert(rng.randint(0, len(kept)), "*")
        separator = rng.choice(SEPARATORS)
    else:
        indices = [index(rng, axis, rank) for axis in axes]
        separator = rng.choice(SEPARATORS) if rng.random() < 0.2 else None
    if rng.random() < 0.05:
        indices[rng.randrange(len(indices))] = rng.choice(["*", "0", "-1", str(rank), str(-rank - 1)])
    parts = [f"{rng.choice(LITERALS)}{{{one}{rng.choice(WIDTHS)}}}" for one in indices]
    counts = tuple(rng.choice(COUNTS) for _ in range(rank))
    return Sample("".join(parts) + rng.choice(LITERALS[:-4]), separator, counts)


def index(rng: random.Random, axis: int, rank: int) -> str:
    """One of the two ways to name an axis."""
    return str(axis if rng.random() < 0.7 else axis - rank)


def few(counts: Sequence[int]) -> bool:
    """Whether the chunks can be gone through one by one."""
    return math.prod(counts) <= MOST_CHUNKS


def keys(template: Any, counts: Sequence[int]) -> dict[str, list[tuple[int, ...]]]:
    """Every key of a grid with the chunks that have it."""
    found: dict[str, list[tuple[int, ...]]] = {}
    for coordinate in itertools.product(*map(range, counts)):
        found.setdefault(template.encode(coordinate), []).append(coordinate)
    return found
