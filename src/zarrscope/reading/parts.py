"""What stands directly in one container of a faultless JSON text, found by skipping over whatever is inside."""

from __future__ import annotations

import re
from json import JSONDecoder

from zarrscope.reading.syntax import BLANK, NAME, unescape

_MEMBER = rf"{BLANK}{NAME}{BLANK}:{BLANK}"
_first_member = re.compile(_MEMBER).match
_next_member = re.compile(rf"{BLANK},{_MEMBER}").match
_first_item = re.compile(rf"{BLANK}(?!\])").match
_next_item = re.compile(rf"{BLANK},{BLANK}").match
_value_at = JSONDecoder(parse_int=float).raw_decode  # an integer may have more digits than `int` takes


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
        """The offsets of a name, None in a list, and of its value; None where there is no such part."""
        found, text = self._found, self._text
        first, following = (_first_member, _next_member) if self._is_object else (_first_item, _next_item)
        while key not in found and self._at is not None:
            match = following(text, _value_at(text, self._at)[1]) if found else first(text, self._at)
            if match is None:
                self._at = None
                break
            self._at = at = match.end()
            if self._is_object:
                name = match[1]
                found[unescape(name) if "\\" in name else name] = match.start(1) - 1, at
            else:
                found[len(found)] = None, at
        return found.get(key)
