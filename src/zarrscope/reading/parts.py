"""What stands directly in one container of a faultless JSON text, found by skipping over whatever is inside."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from zarrscope.reading.scanning import unescape
from zarrscope.reading.syntax import BLANK, BODY, NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

DEEPEST = 12
"""How many levels are skipped over at once: the pattern has a copy of itself for each."""


class TooDeep(Exception):
    """Something is nested too deeply to be skipped over."""


class Parts:
    """The places in one container: offsets of names and values, read no further than has been asked for."""

    __slots__ = ("_found", "_rest")

    def __init__(self, text: str, offset: int) -> None:
        """Begin at the opening bracket; what is no container has no parts."""
        self._found: dict[str | int, tuple[int | None, int]] = {}
        opening = text[offset]
        self._rest = (
            _members(text, offset + 1) if opening == "{" else _items(text, offset + 1) if opening == "[" else iter(())
        )

    def find(self, key: str | int) -> tuple[int | None, int] | None:
        """The offsets of a name, None in a list, and of its value; raises TooDeep where that cannot be said."""
        if key not in self._found:
            for part, name_at, value_at in self._rest:
                self._found[part] = name_at, value_at
                if part == key:
                    break
        return self._found.get(key)


def _inside(depth: int) -> str:
    """A pattern for what stands between two brackets: brackets stand in pairs, for nothing is wrong with the text."""
    flat = rf'[^"\[\]{{}}]++|"{BODY}"'
    pattern = rf"(?:{flat})*+"
    for _ in range(depth):
        pattern = rf"(?:{flat}|[\[{{]{pattern}[\]}}])*+"
    return pattern


_VALUE = rf'(?:"{BODY}"|[\[{{]{_inside(DEEPEST)}[\]}}]|[^" \t\n\r,\[\]{{}}]++)'
_MEMBER = rf"{BLANK}{NAME}{BLANK}:{BLANK}"
_first_member = re.compile(_MEMBER).match
_next_member = re.compile(rf"{_VALUE}{BLANK},{_MEMBER}").match
_first_item = re.compile(rf"{BLANK}(?!\])").match
_next_item = re.compile(rf"{_VALUE}{BLANK},{BLANK}").match
_last = re.compile(rf"{_VALUE}{BLANK}[\]}}]").match


def _members(text: str, pos: int) -> Iterator[tuple[str | int, int | None, int]]:
    match = _first_member(text, pos)
    while match:
        name, pos = match["name"], match.end()
        yield unescape(name) if "\\" in name else name, match.start("name") - 1, pos
        match = _next_member(text, pos)
        if match is None and not _last(text, pos):
            raise TooDeep


def _items(text: str, pos: int) -> Iterator[tuple[str | int, int | None, int]]:
    match = _first_item(text, pos)
    index = 0
    while match:
        pos = match.end()
        yield index, None, pos
        index += 1
        match = _next_item(text, pos)
        if match is None and not _last(text, pos):
            raise TooDeep
