"""YAML text -> plain JSON-like data that remembers where everything stands."""

from __future__ import annotations

import re
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from zarrscope.rulefiles.yamlscalars import offsets
from zarrscope.rulefiles.yamltext import Lines, Place, read

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_SIZE = 1_000_000

_FORBIDDEN = r"[^\n\r -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"


class Fault(NamedTuple):
    """One thing that is wrong with a file, and where: line and column are 1-based, in characters, 0 for all of it."""

    file: str
    line: int
    column: int
    message: str
    hint: str | None = None

    def __str__(self) -> str:
        """Write the fault on one line."""
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{place}: {self.message}" + (f" ({self.hint})" if self.hint else "")


class RuleFileError(ValueError):
    """A rule file that cannot be used; `faults` says everything that was found, one a line."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        """Keep the faults in the order of the text."""
        self.faults = tuple(sorted(faults, key=lambda fault: fault[:3]))
        super().__init__("\n".join(map(str, self.faults)))


class Marked:
    """A loaded file: plain `data` (dict, list, str, int, float, bool, None), and the position of each part of it."""

    def __init__(self, data: Any, file: str, text: str, root: Place, lines: Lines) -> None:
        """Hold the data beside the places of its parts."""
        self.data, self.file = data, file
        self._text, self._root, self._lines = text, root, lines

    def position(self, *path: str | int) -> tuple[int, int]:
        """Line and column of the value at `path`, or of its nearest ancestor that exists."""
        return self._lines.at(self._find(path)[0].start)

    def name_position(self, *path: str | int) -> tuple[int, int]:
        """Line and column of the key of the member at `path`; of an item's value; of the nearest ancestor's key."""
        place, depth = self._find(path)
        if depth < len(path):
            return self.name_position(*path[:depth])
        name = path[-1] if path else None
        if isinstance(name, str):
            return self._lines.at(self._find(path[:-1])[0].names[name])
        return self._lines.at(place.start)

    def text_position(self, path: Sequence[str | int], offset: int) -> tuple[int, int]:
        """Line and column of the character `offset` of the text at `path`, whatever its style."""
        place, depth = self._find(path)
        if depth < len(path):
            return self._lines.at(place.start)
        text = self._value(path)
        if not isinstance(text, str):
            return self._lines.at(place.start)
        found = offsets(self._text[place.start : place.end], place.style, text)
        within = max(0, min(offset, len(found) - 1))
        return self._lines.at(place.start + found[within])

    def with_data(self, data: Any) -> Marked:
        """The same file with a part of its data."""
        return Marked(data, self.file, self._text, self._root, self._lines)

    def fault(self, position: tuple[int, int], message: str, hint: str | None = None) -> Fault:
        """A fault of this file at a position that one of the other methods gave."""
        return Fault(self.file, *position, message, hint)

    def _value(self, path: Sequence[str | int]) -> Any:
        value = self.data
        for token in path:
            value = value[token]
        return value

    def _find(self, path: Sequence[str | int]) -> tuple[Place, int]:
        place = self._root
        for depth, token in enumerate(path):
            part = place.parts.get(token)
            if part is None:
                return place, depth
            place = part
        return place, len(path)


def load(source: PathLike[str] | str | bytes, file: str | None = None) -> Marked:
    """Read a YAML file (a path) or a YAML text (str or bytes); `file` is the name that faults carry.

    Only what JSON can say is read: no tags, anchors, aliases, merge keys or second documents. Plain scalars are read
    by the YAML 1.2 core schema, so `no` and `2024-01-01` are texts. Raises RuleFileError with every fault found.
    """
    if isinstance(source, PathLike):
        file = file or str(source)
        try:
            with open(source, "rb") as stream:
                source = stream.read(MAX_SIZE + 1)
        except OSError as error:
            raise RuleFileError([Fault(file, 1, 1, f"cannot be read: {error.strerror or error}")]) from None
    file = file or "<text>"
    text = _checked_text(source, file)
    lines = Lines(text)
    data, root, faults = read(text, lines)
    if faults:
        raise RuleFileError([Fault(file, *lines.at(index), message, hint) for index, message, hint in faults])
    return Marked(data, file, text, root, lines)


def _checked_text(source: str | bytes, file: str) -> str:
    if len(source) > MAX_SIZE:
        raise RuleFileError([Fault(file, 1, 1, "larger than 1 MB", "split it into several files")])
    if isinstance(source, bytes):
        try:
            return _checked_text(source.decode(), file)
        except UnicodeDecodeError as error:
            before = source[: error.start].decode()
            where = Lines(before).at(len(before))
            raise RuleFileError([Fault(file, *where, "not UTF-8", "save the file as UTF-8")]) from None
    if source.isascii() and source.replace("\n", "").isprintable():
        return source  # most files; compiling the pattern takes longer than reading one
    match = re.search(_FORBIDDEN, source)
    if match:
        message, hint = _character(match[0], match.start())
        raise RuleFileError([Fault(file, *Lines(source).at(match.start()), message, hint)])
    return source


def _character(character: str, index: int) -> tuple[str, str]:
    if character == "\t":
        return "a tab", 'indent with spaces; inside double quotes a tab is written "\\t"'
    if character == "\ufeff" and index == 0:
        return "a byte order mark", "save the file as UTF-8 without one"
    return f"the character U+{ord(character):04X} may not stand here", "write it as an escape inside double quotes"
