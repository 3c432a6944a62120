"""Documents known by their text: like one that was read before, but for the members that vary from array to array."""

from __future__ import annotations

import re
from json import JSONDecoder
from typing import TYPE_CHECKING, Any

from zarrscope.quick.alike import Alike, AlikeReading
from zarrscope.quick.memory import LONGEST_REMEMBERED
from zarrscope.reading import DEEP, read_quickly

if TYPE_CHECKING:
    from zarrscope.problems import Loc
    from zarrscope.quick.alike import Basis, Match
    from zarrscope.reading import Reading
    from zarrscope.reading.positions import Positions

HOLE = '"?"'

_value_at = JSONDecoder().raw_decode


class Pattern(Alike):
    """The text of a document with holes where its shape and its attributes stand.

    Whoever has read a JSON text up to the value of a member reads on in the same way whatever that value is. So a text
    that is the same but for complete values in the holes is the same document but for these members.
    """

    __slots__ = ("_longest", "after", "before", "between", "places")

    def __init__(self, basis: Basis, parts: list[bytes], holes: list[str]) -> None:
        """Take the text around the holes, which stand in its order."""
        super().__init__(basis, holes)
        self.before, self.after = parts[0], parts[-1]
        self.between = parts[1] if len(holes) > 1 else b""
        # of a long text little is saved, and another pattern might read as much again
        self._longest = sum(map(len, parts)) + LONGEST_REMEMBERED
        self.places: dict[Loc, tuple[int, int | None, int] | None] = {}

    def match(self, source: bytes) -> Match | None:
        """What is read of a text that is like this one, and where its parts around the holes start; None otherwise."""
        if not (source.startswith(self.before) and source.endswith(self.after)) or len(source) > self._longest:
            return None
        cuts = self._cuts(source)
        if cuts is None:
            return None
        start, cut, resumed, end = cuts
        values = read_quickly(
            b"[%b,%b]" % (source[start:cut], source[resumed:end]) if self.between else b"[%b]" % source[start:end]
        )
        if values.__class__ is not list or len(values) != len(self.holes):
            return None
        document = self.document.copy()
        document[self.holes[0]] = values[0]
        if self.between:  # two holes: a loop would take longer than all this
            document[self.holes[1]] = values[1]
        if self.rank is not None and not self.has_shape(document["shape"]):
            return None
        return document, (0, resumed - len(self.between), end)

    def reading(self, match: Match, source: bytes) -> Reading:
        """What was read of a text that this one fits."""
        return PatternReading(match[0], source, self, match[1])

    def _cuts(self, text: bytes) -> tuple[int, int, int, int] | None:
        """Where the holes start and end; None where the text between them is another one.

        A list of numbers has one pair of brackets, which show where it ends, and where it starts.
        """
        start, end, between = len(self.before), len(text) - len(self.after), self.between
        if not between:
            return start, end, end, end
        if self.holes[0] == "shape":
            cut = text.find(b"]", start, end) + 1
            return (start, cut, cut + len(between), end) if text.startswith(between, cut) else None
        resumed = text.rfind(b"[", start, end)
        return (start, resumed - len(between), resumed, end) if text.endswith(between, start, resumed) else None


class PatternReading(AlikeReading):
    """What was read of a text that a pattern fits; `starts` are the places of the text around the holes."""

    __slots__ = ("_pattern", "_starts")

    def __init__(self, document: dict[str, Any], text: bytes, pattern: Pattern, starts: tuple[int, ...]) -> None:
        """Keep what was read."""
        super().__init__(document, (), text)
        self._pattern = pattern
        self._starts = starts

    def positions(self) -> Positions | None:
        """The lines and columns in the text."""
        from zarrscope.quick.places import PatternPositions

        text = self.text or ""
        return PatternPositions(text, self._pattern, self._starts) if text.isascii() else super().positions()


def pattern_of(text: bytes, basis: Basis) -> Pattern | None:
    """The pattern of a text; None where its holes are not to be found."""
    whole = text.decode()
    spans: list[tuple[int, int, str]] = []
    for member in sorted(basis.holes):
        span = _span(whole, member, spans)
        if span is None:
            return None
        spans = sorted([*spans, span])
    starts, ends = [0, *(end for _, end, _ in spans)], [*(start for start, _, _ in spans), len(whole)]
    parts = [whole[start:end] for start, end in zip(starts, ends, strict=True)]
    holes = [member for _, _, member in spans]
    # proven by reading what is left: a member of the same name may stand elsewhere, or in a string
    left = read_quickly(HOLE.join(parts).encode(), DEEP)
    if not holes or left != {**basis.document, **dict.fromkeys(holes, HOLE[1:-1])}:
        return None
    return Pattern(basis, [part.encode() for part in parts], holes)


def _span(text: str, member: str, others: list[tuple[int, int, str]]) -> tuple[int, int, str] | None:
    """Where the value of the first member of this name starts and ends that does not stand in others."""
    for name in re.finditer(rf'"{member}"\s*:\s*', text):
        start = name.end()
        if not any(begin <= start < end for begin, end, _ in others):
            return start, _value_at(text, start)[1], member
    return None
