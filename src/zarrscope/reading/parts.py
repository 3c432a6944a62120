"""What stands directly in one container of a faultless JSON text, found by skipping over whatever is inside."""

from __future__ import annotations

import re

from zarrscope.reading.scanning import unescape
from zarrscope.reading.syntax import BLANK, BODY, NAME

DEEPEST = 12
"""How many levels are skipped over at once: the pattern has a copy of itself for each."""


class TooDeep(Exception):
    """Something is nested too deeply to be skipped over."""


class Parts:
    """The places in one container: offsets of names and values, read no further than has been asked for."""

    __slots__ = ("_at", "_found", "_is_object", "_text")

    def __init__(self, text: str, offset: int) -> None:
        """Begin at the opening bracket; what is no container has no parts."""
        self._text = text
        self._is_object = text[offset] == "{"
        # where to read on: the start, or the last value; None at the end
        self._at: int | None = offset + 1 if text[offset] in "{[" else None
        self._found: dict[str | int, tuple[int | None, int]] = {}

    def find(self, key: str | int) -> tuple[int | None, int] | None:
        """The offsets of a name, None in a list, and of its value; raises TooDeep where that cannot be said."""
        found, text = self._found, self._text
        while key not in found and self._at is not None:
            if self._is_object:
                match = (_next_member if found else _first_member)(text, self._at)
            else:
                match = (_next_item if found else _first_item)(text, self._at)
            if match is None:
                if found and not _last(text, self._at):
                    raise TooDeep
                self._at = None
                break
            self._at = at = match.end()
            if self._is_object:
                name = match["name"]
                found[unescape(name) if "\\" in name else name] = match.start("name") - 1, at
            else:
                found[len(found)] = None, at
        return found.get(key)


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
