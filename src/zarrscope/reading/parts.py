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
        self._rest = _members(text, offset + 1) if text[offset] == "{" else _items(text, offset)

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


_skip = re.compile(rf'(?:"{BODY}"|[\[{{]{_inside(DEEPEST)}[\]}}]|[^" \t\n\r,\[\]{{}}]++){BLANK},?+').match
_name = re.compile(rf"{BLANK}{NAME}{BLANK}:{BLANK}").match
_value = re.compile(rf"{BLANK}(?!\])").match


def _members(text: str, pos: int) -> Iterator[tuple[str | int, int | None, int]]:
    while match := _name(text, pos):
        name = match["name"]
        yield unescape(name) if "\\" in name else name, match.start("name") - 1, match.end()
        pos = _end(text, match.end())


def _items(text: str, pos: int) -> Iterator[tuple[str | int, int | None, int]]:
    if text[pos] != "[":
        return
    pos += 1
    index = 0
    while match := _value(text, pos):
        yield index, None, match.end()
        pos = _end(text, match.end())
        index += 1


def _end(text: str, offset: int) -> int:
    """Where a value, and the comma after it, ends."""
    match = _skip(text, offset)
    if match is None:
        raise TooDeep
    return match.end()
