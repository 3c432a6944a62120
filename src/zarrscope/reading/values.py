"""Values that a program has parsed already: plain JSON as it is, anything else looked at more closely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.reading.fastparser import fast_parser
from zarrscope.reading.reading import SHALLOW, Fault, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_VALUES = 1_000_000
FEW = 64
SCALARS = frozenset((str, int, float, bool, type(None)))
_MOST = 10**4300
_LEAST = -_MOST


def read_value(value: object, deepest: int = SHALLOW) -> Reading:
    """Check a value that a program already parsed; the same object is returned where it is plain JSON.

    That it is nested deeply may be left unsaid, if it is not deeper than `deepest`.
    """
    plain = as_plain(value, deepest)
    if plain is not None:
        return Reading(plain)
    from zarrscope.reading.converting import convert

    result = convert(value)
    return Reading(result.value, tuple(map(Fault._make, result.faults)), None, not result.ended)


def as_plain(value: object, deepest: int = SHALLOW) -> Any:
    """A value as plain JSON: itself, or a copy with lists where it has tuples; None where that takes a closer look."""
    return value if is_flat(value) and written_whole(value) is not None else _looked_through(value, deepest)


def is_flat(value: Any) -> bool:
    """Whether this holds but scalars and lists of scalars, and not many; the names in it may be anything."""
    kind = type(value)
    if (kind is not dict and kind is not list) or len(value) > FEW:
        return False
    for item in value.values() if kind is dict else value:
        if type(item) not in SCALARS:
            if type(item) is not list or len(item) > FEW:
                return False
            for each in item:
                if type(each) not in SCALARS:
                    return False
    return True


def written_whole(value: Any) -> bytes | None:
    """The text of a value that is surely plain JSON; None where it may not be, or holds a null."""
    orjson = fast_parser()
    if orjson is None:
        return None
    try:
        text: bytes = orjson.dumps(value)
    except TypeError:  # a lone surrogate, an integer of more than 64 bits, a name that is none
        return None
    return None if b"null" in text else text  # which it writes for NaN


def _looked_through(value: object, deepest: int) -> Any:
    has_tuples = False
    visited = 0
    containers: Sequence[Any] = [[value]]
    for _ in range(deepest + 1):
        below: list[Any] = []
        for container in containers:
            visited += len(container)
            if visited > MOST_VALUES:
                return None
            if type(container) is dict:
                for name in container:
                    if type(name) is not str or not (name.isascii() or _encodes(name)):
                        return None
                container = container.values()
            for item in container:
                kind = type(item)
                if kind is str:
                    if not (item.isascii() or _encodes(item)):
                        return None
                elif kind is int:
                    if not _LEAST < item < _MOST:
                        return None
                elif kind is dict or kind is list:
                    below.append(item)
                elif kind is float:
                    if item - item != 0:
                        return None
                elif kind is tuple:
                    has_tuples = True
                    below.append(item)
                elif kind is not bool and item is not None:
                    return None
        if not below:
            return _with_lists(value) if has_tuples else value
        containers = below
    return None


def _with_lists(value: Any) -> Any:
    kind = type(value)
    if kind is dict:
        return {name: _with_lists(item) for name, item in value.items()}
    return [_with_lists(item) for item in value] if kind is list or kind is tuple else value


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
