"""One YAML scalar: what a plain one means, and where in the file each character of its text stands."""

from __future__ import annotations

import re
from typing import Any

_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+|[-+]?0[0-9]+")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_MAX_DIGITS = 400
_DECIMAL = "quote it, or write the number in decimal without leading zeros"

_ESCAPE = re.compile(
    r"\\x.{2}|\\u.{4}|\\U.{8}"
    r"|(?P<joined>\\(?:\r\n|\r|\n) *)(?P<empty>(?:(?:\r\n|\r|\n) *)*)"
    r"|\\."
    r"|(?P<folded> *(?:(?:\r\n|\r|\n) *)+)"
    r"|."
)
_BREAK = re.compile(r"\r\n|\r|\n")


def plain_value(text: str) -> tuple[Any, str | None, str | None]:
    """Read an unquoted scalar by the YAML 1.2 core schema, as far as JSON has the value: value, fault, hint.

    Numbers that YAML 1.1 and 1.2 read differently, or that JSON has not, are faults: quotes make them text.
    """
    if text in _NULL:
        return None, None, None
    if text in _BOOL:
        return _BOOL[text], None, None
    if text[0] not in "+-.0123456789":
        return text, None, None
    if _OTHER_BASE.fullmatch(text):
        return None, f"{shortened(text)} is read differently by different YAML readers", _DECIMAL
    if _NOT_FINITE.fullmatch(text):
        return None, f"{text} is no JSON number", 'write the text that Zarr uses: "Infinity", "-Infinity" or "NaN"'
    if not _FLOAT.fullmatch(text):
        return text, None, None
    if len(text) > _MAX_DIGITS:
        return None, f"a number of more than {_MAX_DIGITS} digits", "quote it, so that it is text"
    if _INT.fullmatch(text):
        return int(text), None, None
    number = float(text)
    if number - number != 0:
        return None, f"{shortened(text)} is too large for a number", "quote it, so that it is text"
    return number, None, None


def shortened(text: str) -> str:
    """At most 40 characters of a text, for a message."""
    return text if len(text) <= 40 else text[:37] + "..."


def offsets(raw: str, style: str | None, text: str) -> list[int]:
    """Where in `raw`, the scalar as written, each character of its `text` stands, and the place after the last.

    A character that stands for a folded line break is placed at that break.
    """
    if style == '"':
        return _escaped(raw)
    if style in ("|", ">"):
        header = _BREAK.search(raw)
        found = _aligned(raw, text, header.end() if header else len(raw), False)
        return [*found, found[-1] + 1 if found else 0]
    if style == "'":
        return [*_aligned(raw, text, 1, True), len(raw) - 1]
    return [*_aligned(raw, text, 0, False), len(raw)]


def _escaped(raw: str) -> list[int]:
    found = []
    for match in _ESCAPE.finditer(raw, 1, len(raw) - 1):
        start = match.start()
        if match["joined"]:
            found += [each.start() + match.start("empty") for each in _BREAK.finditer(match["empty"])]
        elif match["folded"]:
            breaks = [each.start() + start for each in _BREAK.finditer(match["folded"])]
            found += breaks[1:] or breaks
        else:
            found.append(start)
    return [*found, len(raw) - 1]


def _aligned(raw: str, text: str, index: int, quoted: bool) -> list[int]:
    """Step through both at once: apart from blanks and breaks, they are the same characters in the same order."""
    found: list[int] = []
    done = 0
    while done < len(text):
        blanks_end = _skip(text, done)
        after = _skip(raw, index)
        found += _blanks(text[done:blanks_end], raw, index, after)
        index, done = after, blanks_end
        if done < len(text):
            found.append(min(index, len(raw)))
            index += 2 if quoted and text[done] == "'" else 1
            done += 1
    return found


def _skip(text: str, index: int) -> int:
    while index < len(text) and text[index] in " \r\n":
        index += 1
    return index


def _blanks(blanks: str, raw: str, start: int, end: int) -> list[int]:
    """Place a run of blanks of the text in the run of blanks and breaks between two characters of `raw`."""
    if not blanks:
        return []
    breaks = [each.start() + start for each in _BREAK.finditer(raw[start:end])]
    if not breaks:
        return list(range(end - len(blanks), end))
    if "\n" not in blanks:
        return [start + step for step in range(len(blanks))] if len(blanks) > 1 else [start]
    found = []
    for blank in blanks[: blanks.rindex("\n") + 1]:
        if blank == "\n":
            found.append(breaks.pop(0) if len(breaks) > 1 else breaks[0])
            start = found[-1] + 1
        else:
            found.append(start)
            start += 1
    indent = len(blanks) - len(found)
    return found + list(range(end - indent, end))
