"""The patterns of the last texts, found by what stands at the ends of a text and around its shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from zarrscope.quick.alike import Recent
from zarrscope.quick.budget import Budget
from zarrscope.quick.memory import LONGEST_REMEMBERED
from zarrscope.quick.texts import Pattern, pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zarrscope.quick.alike import Basis

    Key = tuple[int, bytes, bytes, bytes, bytes]

MOST_BYTES, MOST_LAYOUTS = 500_000, 32
LONGEST = 2 * LONGEST_REMEMBERED
MOST_OF_A_PART = 256
"""How much of the text before a hole, or after it, is part of a key: enough to tell most arrays from each other."""


class Layout(NamedTuple):
    """How many bytes of a text are surely the same in all texts that a pattern fits.

    Attributes:
        head: at its start.
        before: before its shape.
        behind: after its shape.
        tail: at its end.
    """

    head: int
    before: int
    behind: int
    tail: int

    @classmethod
    def of(cls, pattern: Pattern) -> Layout:
        """That of a pattern, which others have as well: all sizes are rounded."""
        head, between, tail = map(_rounded, (pattern.before, pattern.between, pattern.after))
        if "shape" not in pattern.holes:
            return cls(head, 0, 0, tail)
        if pattern.holes[0] == "shape":
            return cls(head, head, between or tail, tail)
        return cls(head, between, tail, tail)

    def key(self, text: bytes, rank: int, start: int, end: int) -> Key:
        """The rank, and what stands there in a text of which the shape is between two places."""
        head, before, behind, tail = self
        of_shape = text[max(start - before, 0) : start], text[end : end + behind]
        return rank, text[:head], *of_shape, text[len(text) - tail :]


class Patterns(Recent[Pattern]):
    """The patterns of the last texts that were unlike those before."""

    def __init__(self) -> None:
        """Start with nothing."""
        super().__init__(Budget(256, 16))
        self._layouts: tuple[tuple[Layout, dict[Key, tuple[Pattern, ...]]], ...] = ()
        self._room = MOST_BYTES

    def likely(self, source: bytes) -> Iterator[Pattern]:
        """The patterns that may fit a text."""
        if len(source) <= LONGEST:
            shape = _shape(source)
            for layout, known in self._layouts:
                yield from known.get(layout.key(source, *shape), ())

    def learn(self, source: bytes, basis: Basis) -> None:
        """Make a pattern of a text that no pattern fits."""
        if len(source) > LONGEST_REMEMBERED or not self.is_worth_it():
            return
        pattern = pattern_of(source, basis)
        if pattern is None:
            return
        layout = Layout.of(pattern)
        known = dict(self._layouts).get(layout)
        if len(source) > self._room or (known is None and len(self._layouts) == MOST_LAYOUTS):
            self.forget()
            self._layouts, self._room, known = (), MOST_BYTES, None
        if known is None:
            known = {}
            self._layouts = (*self._layouts, (layout, known))
        self._room -= len(source)
        self.keep(known, layout.key(source, *_shape(source)), pattern)


def _shape(text: bytes) -> tuple[int, int, int]:
    """The rank, and where the first member of that name and the list after it start and end, most likely."""
    start = text.find(b'"shape"')
    end = text.find(b"]", start) + 1
    return text.count(b",", start, end), start, end


def _rounded(text: bytes) -> int:
    """The length of a text, but for all its binary digits after the second; of a long one, less."""
    digits = max(len(text).bit_length() - 2, 0)
    return min(len(text) >> digits << digits, MOST_OF_A_PART)
