"""Globs over rule ids, node paths and JSON pointers.

All states of a match are followed at once, as the bits of one number, so no pattern makes a text costly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LONGEST = 256

_Ranges = list[tuple[str, str]]


class GlobError(ValueError):
    """A glob that cannot be used; the text says why, on one line."""


class Glob:
    """A glob over a text: `*` stands for any characters, `?` for one, `[a-z]` and `[!a-z]` for one of a class."""

    def __init__(self, text: str) -> None:
        """Read the glob; raises GlobError."""
        _check_length(text)
        self._literals: dict[str, int] = {}
        self._any = self._loops = 0
        self._classes: list[tuple[int, _Ranges, bool]] = []
        bit, index = 1, 0
        while index < len(text):
            char = text[index]
            index += 1
            if char == "*":
                self._loops |= bit
                continue
            if char == "[":
                ranges, is_negated, index = _class(text, index)
                self._classes.append((bit, ranges, is_negated))
            elif char == "?":
                self._any |= bit
            else:
                self._literals[char] = self._literals.get(char, 0) | bit
            bit <<= 1
        self._end = bit

    def matches(self, text: str) -> bool:
        """Whether the glob stands for the whole text."""
        return _run(text, self._accepting, self._loops, self._end)

    def _accepting(self, char: str) -> int:
        accepting = self._any | self._literals.get(char, 0)
        for bit, ranges, is_negated in self._classes:
            if any(first <= char <= last for first, last in ranges) is not is_negated:
                accepting |= bit
        return accepting


class PathGlob:
    """A glob over the parts of a path: each part a glob, `**` any number of parts, none included."""

    def __init__(self, parts: list[str]) -> None:
        """Read the parts; raises GlobError."""
        self._globs: list[tuple[int, Glob]] = []
        self._loops = 0
        bit = 1
        for part in parts:
            if part == "**":
                self._loops |= bit
                continue
            if "**" in part:
                raise GlobError("`**` stands alone between slashes, as in a/**/b")
            self._globs.append((bit, Glob(part)))
            bit <<= 1
        self._end = bit

    def matches(self, parts: Iterable[str]) -> bool:
        """Whether the glob stands for the whole path."""
        return _run(parts, self._accepting, self._loops, self._end)

    def _accepting(self, part: str) -> int:
        return sum(bit for bit, glob in self._globs if glob.matches(part))


def node_glob(text: str) -> PathGlob:
    """A glob over node paths, such as `raw/**`; a slash at its beginning or end changes nothing."""
    _check_length(text)
    return PathGlob(node_parts(text))


def node_parts(path: str) -> list[str]:
    """The names along a node path, none for the root."""
    path = path.removeprefix("/").removesuffix("/")
    return path.split("/") if path else []


def pointer_glob(text: str) -> PathGlob:
    """A glob over JSON pointers, such as `/codecs/*`; "" is the whole document."""
    _check_length(text)
    if text and not text.startswith("/"):
        raise GlobError("a JSON pointer begins with a slash, as in /codecs/*")
    return PathGlob(pointer_parts(text))


def pointer_parts(pointer: str) -> list[str]:
    """The tokens of a JSON pointer, as they are written."""
    return pointer.split("/")[1:]


def _run(items: Iterable[str], accepting: Callable[[str], int], loops: int, end: int) -> bool:
    """Match item by item: bit k of the states says that the first k tests can be behind us.

    Bit k of what accepts an item says that it passes test k; a loop at k lets any items stand before that test.
    """
    states = 1
    for item in items:
        states = (states & accepting(item)) << 1 | states & loops
        if not states:
            return False
    return bool(states & end)


def _class(text: str, index: int) -> tuple[_Ranges, bool, int]:
    """Read a class of characters from behind its bracket: its ranges, whether they are excluded, where it ends."""
    is_negated = text.startswith("!", index)
    index += is_negated
    end = text.find("]", index + 1)  # a bracket that comes first is a member
    if end < 0:
        raise GlobError("`[` opens a class that is not closed; for the character itself write [[]")
    ranges = []
    while index < end:
        last = index + 2 if text[index + 1] == "-" and index + 2 < end else index
        if text[last] < text[index]:
            raise GlobError(f"the range {text[index : last + 1]} is the wrong way round")
        ranges.append((text[index], text[last]))
        index = last + 1
    return ranges, is_negated, end + 1


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise GlobError(f"a glob of more than {LONGEST} characters")
