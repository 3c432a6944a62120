"""What a codec is handed: a chunk, whose members are worked out when they are first read."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.problems import Loc

MOST_SHAPES = 4096
MOST_LENGTHS = 1_000_000
MEMBERS = ("lengths", "shapes", "data_type", "fill", "bytes")


class Fixed:
    """What is handed on whatever a codec sees, in place of a program; worked out when it is first needed."""

    __slots__ = ("_value", "_work_out")

    def __init__(self, work_out: Callable[[], Any]) -> None:
        """Keep what works it out."""
        self._work_out = work_out
        self._value: Any = None

    def __call__(self, seen: Any) -> Any:
        """The value."""
        if self._value is None:
            self._value = self._work_out()
        return self._value


class OrNamed:
    """The data type that a program gives: its facts, or the name that it has in the scope."""

    def __init__(self, program: Callable[[Any], Any], named: Callable[[str], Any]) -> None:
        """Keep the program, and what finds a data type by its name."""
        self.program = program
        self._named = named

    def __call__(self, seen: Any) -> Any:
        """The facts."""
        value = self.program(seen)
        return self._named(value) if isinstance(value, str) else value


class Chunk(dict[str, Any]):
    """What a codec is handed: lengths, shapes, data_type, fill, bytes, each worked out when it is first read.

    `independent` says whether every combination of the lengths of the axes occurs; `fill_loc` is where the fill value
    comes from. A chunk that a codec hands on takes from the chunk before whatever that codec leaves unchanged.
    """

    __slots__ = ("fill_loc", "outputs", "previous", "seen")

    previous: Chunk | None
    outputs: Mapping[str, Callable[[Any], Any]]
    seen: Any
    fill_loc: Loc | None

    @staticmethod
    def start(values: Mapping[str, Any]) -> Chunk:
        """The chunk that a pipeline starts from."""
        chunk = Chunk(values)
        chunk.previous = chunk.fill_loc = chunk.seen = None
        chunk.outputs = {}
        return chunk

    def handed_on(self, outputs: Mapping[str, Callable[[Any], Any]], seen: Any) -> Chunk:
        """The chunk after a codec with these outputs, which saw these facts."""
        chunk = Chunk()
        chunk.previous, chunk.outputs, chunk.seen, chunk.fill_loc = self, outputs, seen, self.fill_loc
        return chunk

    @staticmethod
    def unknown() -> Chunk:
        """A chunk of which nothing is known."""
        return Chunk.start(dict.fromkeys(MEMBERS, UNKNOWN) | {"independent": False})

    def without_fill(self) -> Chunk:
        """This chunk with an unknown fill value."""
        chunk = self.handed_on({}, None)
        chunk["fill"] = UNKNOWN
        return chunk

    def __missing__(self, key: str) -> Any:
        before = self.previous
        if before is None or dict.__contains__(before, key):
            value = self[key] = self._work_out(key)
            return value
        # A long pipeline is a long chain: work it out from the first chunk that knows, without recursion.
        chain = [self]
        while (before := chain[-1].previous) is not None and not dict.__contains__(before, key):
            chain.append(before)
        for chunk in reversed(chain):
            chunk[key] = chunk._work_out(key)
        return self[key]

    def __contains__(self, key: object) -> bool:
        return key in MEMBERS

    def _work_out(self, key: str) -> Any:
        if key == "bytes":
            compute = self.outputs.get("size")
            return UNKNOWN if compute is None else compute(self.seen)
        if key == "lengths" and "shapes" in self.outputs:
            shapes = self["shapes"]
            if shapes is not UNKNOWN and shapes and not any(shape is UNKNOWN or has_hole(shape) for shape in shapes):
                return [sorted(set(axis)) for axis in zip(*shapes, strict=True)]
        compute = self.outputs.get(key)
        if compute is not None:
            value = compute(self.seen)
            return UNKNOWN if value is None else value
        if key == "independent" and "shapes" in self.outputs:
            return self._counts_agree()
        if key == "shapes" and (self.previous is None or "lengths" in self.outputs):
            return combinations(self["lengths"], self["independent"])
        return UNKNOWN if self.previous is None else self.previous[key]

    def _counts_agree(self) -> bool:
        shapes, lengths = self["shapes"], self["lengths"]
        if shapes is UNKNOWN or lengths is UNKNOWN or any(axis is UNKNOWN or has_hole(axis) for axis in lengths):
            return False
        return len({tuple(shape) for shape in shapes}) == math.prod(len(set(axis)) for axis in lengths)


def combinations(lengths: Any, independent: bool = True) -> Any:
    """The shapes that chunks have whose axes have these lengths, where every combination of them occurs."""
    if lengths is UNKNOWN or not all(isinstance(axis, list) and axis and not has_hole(axis) for axis in lengths):
        return UNKNOWN
    axes = [list(dict.fromkeys(axis)) for axis in lengths]
    count = math.prod(len(axis) for axis in axes)
    if count > 1 and not independent:
        return UNKNOWN
    if count > MOST_SHAPES or count * len(lengths) > MOST_LENGTHS:
        return UNKNOWN
    return [list(shape) for shape in itertools.product(*axes)]


def has_hole(items: Any) -> bool:
    """Whether a list has a hole."""
    for item in items:  # noqa: SIM110, several times as quick as `any` with a generator
        if item is UNKNOWN:
            return True
    return False


UNKNOWN_CHUNK = Chunk.unknown()
