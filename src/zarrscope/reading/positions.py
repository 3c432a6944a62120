"""Lines and columns in a JSON text, found by one scan when first asked for."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from zarrscope.reading.parts import Parts
from zarrscope.reading.syntax import BODY, MAX_DEPTH, unescape

if TYPE_CHECKING:
    from zarrscope.problems import Loc

TOKENS = rf'"(?P<string>{BODY})"|(?P<mark>[\[\]{{}},])|(?P<scalar>[^ \t\n\r,:\[\]{{}}"]++)'

LONG = 10_000
"""Counting the lines before a place costs less than listing all of them, unless there is much to count."""


class _Node:
    """A container: where it begins, and what it holds.

    `items` is a list of places, or for an object a dict from name to (offset of the name, place); a place is an offset
    or, for a container, its node.
    """

    __slots__ = ("items", "offset")

    def __init__(self, offset: int, items: Any) -> None:
        self.offset = offset
        self.items = items


class Positions:
    """Where the values and member names of a text stand: 1-based lines and columns, in characters.

    The text need not be JSON to its end: what stands before its first syntax fault is found.
    """

    def __init__(self, text: str, faultless: bool = False) -> None:
        """Keep the text; it is scanned when a location is first asked for.

        Of a `faultless` text only those containers are scanned that a location leads through.
        """
        self._text = text
        self._lines: list[int] | None = None
        self._holder: _Node | None = None
        self._faultless = faultless
        self._opened: dict[int, Parts] = {}

    def at(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset."""
        text = self._text
        if len(text) < LONG:
            return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
        if self._lines is None:
            self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def value(self, loc: Loc) -> tuple[int, int] | None:
        """Line and column of the value at `loc`: of the last one where names are repeated. None: no such value."""
        found = self._find(loc)
        if found is None:
            return None
        place = found[1]
        return self.at(place.offset if type(place) is _Node else place)

    def name(self, loc: Loc) -> tuple[int, int] | None:
        """Line and column of the member's name at `loc`: of the second one where names are repeated."""
        found = self._find(loc)
        return None if found is None or found[0] is None else self.at(found[0])

    def _find(self, loc: Loc) -> tuple[int | None, Any] | None:
        """Walk down to (offset of the name, place)."""
        return self._seek(loc) if self._faultless else self._look_up(loc)

    def _look_up(self, loc: Loc) -> tuple[int | None, Any] | None:
        """Walk down through the nodes of the whole text."""
        if self._holder is None:
            self._holder = _tree(self._text)
        name_at: int | None = None
        place: Any = self._holder
        for key in (0, *loc):
            if type(place) is not _Node:
                return None
            items = place.items
            if type(items) is dict and key in items:
                name_at, place = items[key]
            elif type(items) is list and type(key) is int and 0 <= key < len(items):
                name_at, place = None, items[key]
            else:
                return None
        return name_at, place

    def _seek(self, loc: Loc) -> tuple[int | None, int] | None:
        """Walk down through what is opened on the way."""
        text, opened = self._text, self._opened
        found: tuple[int | None, int] | None = None, len(text) - len(text.lstrip(" \t\n\r"))
        for key in loc:
            if found is None:
                break
            offset = found[1]
            if offset not in opened:
                opened[offset] = Parts(text, offset)
            found = opened[offset].find(key)
        return found


def _tree(text: str) -> _Node:
    """Scan the text into nodes, under a holder whose only item is the root value; stop at what is not JSON."""
    node = holder = _Node(0, [])
    stack: list[_Node] = []
    name: Any = None
    name_at = 0
    repeated: set[tuple[int, str]] = set()
    for found in re.finditer(TOKENS, text):
        token, offset = found[0], found.start()
        if token == ",":
            name = None
            continue
        if token in ("]", "}"):
            if not stack:
                break
            node = stack.pop()
            name = None
            continue
        items = node.items
        is_object = type(items) is dict
        if is_object and name is None:
            if found.lastgroup != "string":
                break
            name, name_at = unescape(found["string"]) if "\\" in token else found["string"], offset
            continue
        if node is holder and items:
            break
        place: Any = _Node(offset, {} if token == "{" else []) if token in ("[", "{") else offset
        if is_object:
            if name in items:
                if (node.offset, name) in repeated:
                    name_at = items[name][0]
                repeated.add((node.offset, name))
            items[name] = (name_at, place)
        else:
            items.append(place)
        if type(place) is _Node:
            if len(stack) > MAX_DEPTH:
                break
            stack.append(node)
            node, name = place, None
    return holder
