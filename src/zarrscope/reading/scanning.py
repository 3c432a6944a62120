"""The exact scanner: JSON text to a value and every lexical fault, up to the first fault that ends the reading.

Each step is one regular expression that takes a whole list item or object member, so the grammar stands in the
patterns; where none matches, `zarrscope.reading.complaints` says why. The stack is a list, never Python's own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from zarrscope.reading.complaints import explain
from zarrscope.reading.syntax import BLANK, MAX_DEPTH, NAME, NUMBER_END, STRING, WORD, unescape

if TYPE_CHECKING:
    from zarrscope.problems import Loc

MAX_DIGITS = 4300
MAX_FAULT_TOKENS = 1_000_000
"""How many location tokens all faults together may have: what keeps a hostile text from filling the memory."""

DEPTH_FAULTS = {65: "depth-portability", 129: "depth"}
WORDS = {"true": True, "false": False, "null": None}
NONFINITE = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}

_VALUE = rf"""(?:{STRING}
    | (?P<integer>-?(?:0|[1-9][0-9]*+){NUMBER_END})
    | (?P<float>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++(?:[eE][+-]?[0-9]++)?+|[eE][+-]?[0-9]++){NUMBER_END})
    | (?P<word>{WORD})
    | (?P<open>[\[{{]))"""
_MEMBER = rf"{NAME}{BLANK}:{BLANK}{_VALUE}"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.VERBOSE)


_root = _pattern(rf"{BLANK}{_VALUE}").match
_first_item = _pattern(rf"{BLANK}(?:{_VALUE}|(?P<close>\]))").match
_next_item = _pattern(rf"{BLANK}(?:,{BLANK}{_VALUE}|(?P<close>\]))").match
_first_member = _pattern(rf"{BLANK}(?:{_MEMBER}|(?P<close>\}}))").match
_next_member = _pattern(rf"{BLANK}(?:,{BLANK}{_MEMBER}|(?P<close>\}}))").match
_tail = _pattern(rf"{BLANK}\Z").match
_surrogate = re.compile("[\ud800-\udfff]").search


class Scan(NamedTuple):
    """What a scan found: faults are (loc, code, offset, detail); `ended` where the last of them ended it.

    `at_end` says that the fault which ended it reaches the end of the text, so that more text might have healed it.
    """

    value: Any
    faults: list[tuple[Loc, str, int, str]]
    ended: bool = False
    at_end: bool = False


def scan(text: str) -> Scan:
    """Scan one JSON text."""
    raw_surrogates = not text.isascii() and _surrogate(text) is not None
    holder: list[Any] = []
    container: Any = holder
    repeated: set[str] | None = None
    stack: list[tuple[Any, set[str] | None]] = []
    path: list[str | int] = []
    faults: list[tuple[Loc, str, int, str]] = []
    thresholds = dict(DEPTH_FAULTS)
    budget = MAX_FAULT_TOKENS
    match, following = _root, _tail
    pos = 0
    in_object = False

    def fault(key: str | int, code: str, offset: int, detail: str) -> None:
        nonlocal budget
        budget -= len(path) + 1
        faults.append(((*path, key)[1:], code, offset, detail))

    while True:
        found = match(text, pos)
        if found is None:
            place = None if container is holder else container
            offset, detail, at_end = explain(text, pos, place, first=match is not following)
            faults.append(((), "syntax", offset, detail))
            return Scan(None, faults, ended=True, at_end=at_end)
        pos = found.end()
        kind = found.lastgroup
        if kind is None:
            return Scan(holder[0], faults)
        match = following
        if kind == "close":
            container, repeated = stack.pop()
            path.pop()
            in_object = container.__class__ is dict
            match = following = _tail if not stack else _next_member if in_object else _next_item
            continue
        token = found[found.lastindex]  # type: ignore[index]
        key: str | int
        if in_object:
            key = found[1]
            if "\\" in key:
                key = unescape(key)
            if (raw_surrogates or "\\" in found[1]) and _surrogate(key):
                fault(key, "lone-surrogate", found.start(1) - 1, _clip(found[1]))
            if key in container and (repeated is None or key not in repeated):
                repeated = repeated or set()
                repeated.add(key)
                fault(key, "duplicate-member", found.start(1) - 1, _clip(found[1]))
        else:
            key = len(container)
        value: Any
        if kind == "integer":
            if len(token) < 500:
                value = int(token)
                if value == 0 and token != "0":
                    fault(key, "negative-zero", found.start(kind), token)
            else:
                value = _long_integer(token)
                if value is None:
                    fault(key, "integer-digits", found.start(kind), _clip(token))
        elif kind == "string":
            value = unescape(token) if "\\" in token else token
            if (raw_surrogates or "\\" in token) and _surrogate(value):
                fault(key, "lone-surrogate", found.start(kind) - 1, _clip(token))
        elif kind == "float":
            value = float(token)
            if value - value != 0:
                fault(key, "number-overflow", found.start(kind), _clip(token))
        elif kind == "open":
            value = {} if token == "{" else []
        elif token in WORDS:
            value = WORDS[token]
        else:
            value = NONFINITE[token]
            fault(key, "nonfinite-number", found.start(kind), token)
        if in_object:
            container[key] = value
        else:
            container.append(value)
        if kind == "open":
            stack.append((container, repeated))
            container, repeated = value, None
            depth = len(stack)
            if depth in thresholds:
                fault(key, thresholds.pop(depth), pos - 1, str(depth))
            if depth > MAX_DEPTH:
                faults.append(((), "depth-limit", pos - 1, str(depth)))
                return Scan(None, faults, ended=True)
            path.append(key)
            in_object = token == "{"
            match, following = (_first_member, _next_member) if in_object else (_first_item, _next_item)
        if budget < 0:
            faults.append(((), "size-limit", pos, "too many faults to list"))
            return Scan(None, faults, ended=True)


def _long_integer(token: str) -> int | None:
    """Convert in pieces, because a process may have lowered the limit of `int(str)`; None for too many digits."""
    digits = token.lstrip("-")
    if len(digits) > MAX_DIGITS:
        return None
    value = 0
    for start in range(0, len(digits), 500):
        piece = digits[start : start + 500]
        value = value * 10 ** len(piece) + int(piece)
    return -value if token[0] == "-" else value


def _clip(token: str) -> str:
    return token if len(token) <= 40 else f"{token[:39]}…"
