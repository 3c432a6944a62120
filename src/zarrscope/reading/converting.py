"""A value handed over by a program, checked to be JSON and made of plain Python types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from zarrscope.reading.scanning import DEPTH_FAULTS, MAX_DIGITS, MAX_FAULT_TOKENS
from zarrscope.reading.syntax import MAX_DEPTH

if TYPE_CHECKING:
    from zarrscope.problems import Loc

MAX_VALUES = 10_000_000
MAX_SHARED = 500_000
"""How many values may be met again because their container stands in several places: such a graph can be tiny and
still have more paths than can be walked."""

_surrogate = re.compile("[\ud800-\udfff]").search
_too_long = 10**MAX_DIGITS
_container = object()


class Conversion(NamedTuple):
    """The plain value (the same object where nothing had to change) and its faults: (loc, code, offset, detail)."""

    value: Any
    faults: list[tuple[Loc, str, int, str]]
    ended: bool = False


def convert(value: object) -> Conversion:
    """Walk the value depth first; a cycle ends at the depth limit."""
    holder: list[Any] = []
    faults: list[tuple[Loc, str, int, str]] = []
    path: list[str | int] = []
    frames: list[tuple[Iterator[tuple[Any, Any]], Any]] = [(iter([(0, value)]), holder)]
    thresholds = dict(DEPTH_FAULTS)
    budget = MAX_FAULT_TOKENS
    seen: set[int] = set()
    visited = shared = 0
    changed = False

    def fault(key: str | int, code: str, detail: str) -> None:
        nonlocal budget
        budget -= len(path) + 1
        faults.append(((*path, key)[1:], code, 0, detail))

    def ended(code: str, detail: str) -> Conversion:
        return Conversion(None, [*faults, ((), code, 0, detail)], ended=True)

    while frames:
        items, out = frames[-1]
        for key, item in items:
            visited += 1
            if visited > MAX_VALUES or shared > MAX_SHARED:
                return ended("size-limit", "too many values")
            if budget < 0:
                return ended("size-limit", "too many faults to list")
            name = key
            if out.__class__ is dict and type(key) is not str:
                changed = True
                if not isinstance(key, str):
                    name = _text(key)
                    fault(name, "not-json", f"a member name of type {type(key).__name__}")
                    out.setdefault(name, None)
                    continue
                name = str.__str__(key)
            if out.__class__ is dict and not name.isascii() and _surrogate(name):
                fault(name, "lone-surrogate", _escaped(name))
            plain, code, detail = (item, None, "") if type(item) is int and 0 <= item < 2**63 else _scalar(item)
            members, size = None, 0
            if plain is _container:
                plain, members, size = _opened(item)
                if members is None:
                    code, detail = "not-json", type(item).__name__
            changed = changed or (plain is not item and type(item) not in (dict, list))
            if code is not None:
                fault(name, code, detail)
            if out.__class__ is dict:
                out[name] = plain
            else:
                out.append(plain)
            if members is not None:
                depth = len(frames)
                if depth in thresholds:
                    fault(name, thresholds.pop(depth), str(depth))
                if depth > MAX_DEPTH:
                    return ended("depth-limit", str(depth))
                if id(item) in seen:
                    shared += size
                seen.add(id(item))
                frames.append((members, plain))
                path.append(name)
                break
        else:
            frames.pop()
            if path:
                path.pop()
    return Conversion(holder[0] if changed else value, faults)


def _scalar(item: Any) -> tuple[Any, str | None, str]:
    """The item as a plain scalar with its fault, or the mark of something that is none."""
    if item is None or item is True or item is False:
        return item, None, ""
    if isinstance(item, str):
        text = str.__str__(item)
        if not text.isascii() and _surrogate(text):
            return text, "lone-surrogate", _escaped(text)
        return text, None, ""
    if isinstance(item, int):
        number = int.__int__(item)
        if -_too_long < number < _too_long:
            return number, None, ""
        return number, "integer-digits", f"an integer of {number.bit_length()} bits"
    if isinstance(item, float):
        real = float.__float__(item)
        if real - real != 0:
            return real, "nonfinite-number", "NaN" if real != real else "Infinity" if real > 0 else "-Infinity"
        return real, None, ""
    return _container, None, ""


def _opened(item: Any) -> tuple[Any, Iterator[tuple[Any, Any]] | None, int]:
    """An empty plain container, what goes into it, and how much; (None, None, 0) for something that is not JSON."""
    try:
        if isinstance(item, list | tuple):
            return [], enumerate(list(item)), len(item)
        if isinstance(item, Mapping):
            pairs = [(name, value) for name, value in islice(item.items(), MAX_VALUES + 1)]
            return {}, iter(pairs), len(pairs)
    except Exception:  # a stranger's class may do anything
        pass
    return None, None, 0


def _text(key: object) -> str:
    try:
        return str.__str__(str(key))
    except Exception:  # a stranger's class may do anything
        return f"<{type(key).__name__}>"


def _escaped(text: str) -> str:
    shown = ascii(text)[1:-1]
    return shown if len(shown) <= 40 else f"{shown[:39]}…"
