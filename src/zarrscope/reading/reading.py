"""Bytes to a JSON value, strictly, with every lexical fault on the way."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from zarrscope.paths import value_at
from zarrscope.reading.fastparser import fast_parser

if TYPE_CHECKING:
    from zarrscope.problems import Loc
    from zarrscope.reading.positions import Positions

BOM = "\ufeff"
SHALLOW, DEEP = 64, 128
"""How deep a document may be nested without a word about it, and with no more than a note: json/depth-portability."""


class Fault(NamedTuple):
    """One lexical fault: where, which (a code), at which character of the text, and what its message needs."""

    loc: Loc
    code: str
    offset: int
    detail: str


class Reading:
    """A document as it was read.

    `readable` is False where a fault ended the reading; `value` is then None. `faults` stand in the order of the text.
    """

    __slots__ = ("_source", "faults", "readable", "value")

    def __init__(
        self, value: Any, faults: tuple[Fault, ...] = (), source: bytes | str | None = None, readable: bool = True
    ) -> None:
        """Keep what was read, and the source for those who ask for its text."""
        self.value = value
        self.faults = faults
        self.readable = readable
        self._source = source

    @property
    def text(self) -> str | None:
        """The decoded text without its byte order mark, up to the first bad byte; None for a value handed over."""
        if isinstance(self._source, bytes):
            self._source = self._source.decode("utf-8")
        return self._source

    def part(self, loc: Loc) -> Any:
        """What stands at a place; None where there is nothing."""
        return value_at(self.value, loc)

    def positions(self) -> Positions | None:
        """The lines and columns in the text; None for a value handed over."""
        from zarrscope.reading.positions import Positions

        return None if self.text is None else Positions(self.text, not self.faults)


def read(data: bytes | bytearray | memoryview | str, deepest: int = SHALLOW) -> Reading:
    """Read one document; that it is nested deeply may be left unsaid, if it is not deeper than `deepest`."""
    source: bytes | str
    if data.__class__ is bytes:
        raw = source = data
    elif isinstance(data, str):
        source = data
        try:
            raw = data.encode()
        except UnicodeEncodeError:
            return read_exactly(data)
    else:
        raw = source = bytes(data)
    value = read_quickly(raw, deepest)
    if value is not None:
        return Reading(value, (), source)
    try:
        return Reading(_read_guarded(raw, deepest), (), source)
    except ValueError:
        return read_exactly(source)


BLANKS = b" \n\r\t"
INDENTED = b'{\n  "'
"""How a text starts that may be written as orjson indents it, as most are that Python has written."""


def read_quickly(raw: bytes, deepest: int = SHALLOW) -> Any:
    """The value of a text that is nested no deeper; None where only another way of reading can be sure of it.

    A fast parser reads it; that its value, written again, is the same text proves that nothing was lost.
    """
    orjson = fast_parser(len(raw))
    if orjson is None:
        return None
    try:
        value = orjson.loads(raw)
        indented = orjson.dumps(value, option=orjson.OPT_INDENT_2) if raw.startswith(INDENTED) else b""
        if not (indented and raw.startswith(indented) and not raw[len(indented) :].strip(BLANKS)):
            written = orjson.dumps(value)
            if raw != written and raw.translate(None, BLANKS) != written.translate(None, b" "):
                return None
        if (
            len(raw) > 2 * deepest
            and _brackets(raw) > deepest
            and _indent(deepest) in (indented or orjson.dumps(value, option=orjson.OPT_INDENT_2))
        ):
            return None
    except (ValueError, TypeError):
        return None
    return value


def _indent(depth: int) -> bytes:
    """What orjson writes before what stands in so many containers, and before nothing that stands in fewer."""
    return b"\n" + b" " * (2 * depth)


def _brackets(raw: bytes) -> int:
    """Count the opening brackets: no text is nested deeper than that."""
    return len(raw) - len(raw.translate(None, b"[{"))


def _read_guarded(raw: bytes, deepest: int) -> Any:
    """Read by the standard library; ValueError for whatever it might read less strictly than the exact scanner."""
    text = raw.decode("utf-8")
    if (
        _brackets(raw) > deepest
        or "\\ud" in text
        or "\\uD" in text
        or ("-0" in text and re.search(r"-0(?![0-9.eE])", text))
        or sys.get_int_max_str_digits() != 4300
    ):
        raise ValueError
    return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError
    return members


def _refuse(token: str) -> Any:
    raise ValueError(token)


def _finite(token: str) -> float:
    number = float(token)
    if number - number != 0:
        raise ValueError(token)
    return number


def read_exactly(data: bytes | str) -> Reading:
    """Read one document by the exact scanner alone."""
    from zarrscope.reading.scanning import scan

    text, broken = (data, None) if isinstance(data, str) else _decoded(data)
    faults = []
    if text.startswith(BOM):
        text = text[1:]
        faults.append(Fault((), "byte-order-mark", 0, ""))
    result = scan(text)
    faults += map(Fault._make, result.faults)
    readable = not result.ended
    if broken is not None and (readable or result.at_end):
        if result.at_end:
            faults.pop()
        faults.append(Fault((), "encoding", len(text), broken))
        readable = False
    return Reading(result.value if readable else None, tuple(faults), text, readable)


def _decoded(raw: bytes) -> tuple[str, str | None]:
    """Decode up to the first byte that is not UTF-8; the second item says what is wrong there, or is None."""
    wide = _wide(raw)
    if wide is not None:
        return "", f"looks like {wide}"
    try:
        return raw.decode("utf-8"), None
    except UnicodeDecodeError as error:
        return raw[: error.start].decode("utf-8"), f"byte 0x{raw[error.start]:02X}: {error.reason}"


def _wide(raw: bytes) -> str | None:
    """Name the encoding of a text in UTF-16 or UTF-32, by its byte order mark or by its zeros."""
    if raw.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "UTF-32"
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    zeros = tuple(byte == 0 for byte in raw[:4])
    if zeros in ((False, True, True, True), (True, True, True, False)):
        return "UTF-32"
    if len(raw) % 2 == 0 and zeros[:2] in ((False, True), (True, False)):
        return "UTF-16"
    return None
