"""Where in a document a pointer points: the location it stands for, its line and its column."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from zarrscope.paths import loc_of

if TYPE_CHECKING:
    from zarrscope.problems import Loc
    from zarrscope.reading import Reading
    from zarrscope.reading.positions import Positions


class Place(NamedTuple):
    """A pointer resolved: names and indices, and the line and column where they lead (None where they do not)."""

    loc: Loc
    line: int | None
    column: int | None


class Places:
    """Resolves pointers into one document, which is read when the first is asked for."""

    def __init__(self, data: bytes) -> None:
        """Keep the bytes as they were read."""
        self._data = data

    def of_value(self, pointer: str) -> Place:
        """Resolve a pointer to the value it points at."""
        loc = loc_of(self._reading.value, pointer)
        line, column = self._positions.value(loc) or (None, None)
        return Place(loc, line, column)

    def of_name(self, pointer: str) -> Place:
        """Resolve a pointer to the name of the member it points at."""
        loc = loc_of(self._reading.value, pointer)
        line, column = self._positions.name(loc) or (None, None)
        return Place(loc, line, column)

    @cached_property
    def _reading(self) -> Reading:
        from zarrscope.reading import read

        return read(self._data)

    @cached_property
    def _positions(self) -> Positions:
        from zarrscope.reading.positions import Positions

        return Positions(self._reading.text or "")
