"""Lines and columns in texts that differ only in the holes of a pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.reading.positions import Positions

if TYPE_CHECKING:
    from zarrscope.problems import Loc
    from zarrscope.quick.texts import Pattern

MOST_PLACES = 256


class PatternPositions(Positions):
    """Positions in a text that a pattern fits: what stands around its holes is looked for in one such text only."""

    def __init__(self, text: str, pattern: Pattern, starts: tuple[int, ...]) -> None:
        """Keep the text, of which each character is a byte."""
        super().__init__(text, faultless=True)
        self._pattern = pattern
        self._starts = starts

    def _find(self, loc: Loc) -> tuple[int | None, Any] | None:
        pattern, starts = self._pattern, self._starts
        if loc in pattern.places:
            known = pattern.places[loc]
            if known is None:
                return None
            part, name_at, value_at = known
            start = starts[part]
            return None if name_at is None else name_at + start, value_at + start
        found = super()._find(loc)
        if not loc or loc[0] in pattern.holes or len(pattern.places) >= MOST_PLACES:
            return found
        if found is None:
            pattern.places[loc] = None
            return None
        name_at, value_at = found
        if value_at.__class__ is int:
            part = max(index for index, start in enumerate(starts) if start <= value_at)
            start = starts[part]
            pattern.places[loc] = part, None if name_at is None else name_at - start, value_at - start
        return found
