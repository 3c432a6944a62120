"""The part of a document's text that a problem points at, with a mark under the value."""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from zarrscope.cli.terminal import cells, visible

CUT = "..."
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[-+.\w]+')


class Excerpt(NamedTuple):
    """One line of text fit to print: what stands before the value, the value, and what follows."""

    before: str
    value: str
    after: str

    @property
    def mark(self) -> str:
        """Spaces and carets that stand under the value."""
        return " " * cells(self.before) + "^" * max(1, cells(self.value))


class Source:
    """The text of one document, decoded and split into lines once, when it is first needed."""

    def __init__(self, data: bytes) -> None:
        """Keep the bytes as they were read."""
        self._data = data

    @cached_property
    def _lines(self) -> list[str]:
        return self._data.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")

    def excerpt(self, line: int, column: int, width: int) -> Excerpt | None:
        """Cut out what fits into `width` columns around a place; None where the document has no such line."""
        if not 1 <= line <= len(self._lines):
            return None
        text = self._lines[line - 1]
        stop = len(text) - text.endswith("\r")
        at = min(column - 1, stop)
        token = _TOKEN.match(text, at, min(stop, at + width))
        end = token.end() if token else min(at + 1, stop)
        return _fit(
            text[max(0, at - width) : at],
            text[at:end],
            text[end : min(stop, end + width)],
            (at > width, stop - end > width),
            width,
        )


def _fit(before: str, value: str, after: str, more: tuple[bool, bool], width: int) -> Excerpt:
    """Clip the three parts to `width` in all; `more` says whether text was left out before and after already."""
    before, value, after = visible(before), visible(value), visible(after)
    taken = cells(value)
    room = width - min(taken, width // 2) - min(cells(after), width // 4)
    if more[0] or cells(before) > room:
        before = CUT + _take(before[::-1], room - len(CUT))[::-1]
    room = width - cells(before)
    if taken > room:
        return Excerpt(before, _cut(value, room), "")
    room -= taken
    return Excerpt(before, value, _cut(after, room) if more[1] or cells(after) > room else after)


def _cut(text: str, room: int) -> str:
    return _take(text, room - len(CUT)) + CUT[: max(0, room)]


def _take(text: str, room: int) -> str:
    """Take characters as long as they fit into `room` columns."""
    if text.isascii():
        return text[: max(0, room)]
    taken: list[str] = []
    for char in text:
        room -= cells(char)
        if room < 0:
            break
        taken.append(char)
    return "".join(taken)
