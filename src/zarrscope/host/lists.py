"""Host functions on lists, maps and numbers."""

from __future__ import annotations

from typing import Any

from zarrscope.cel import UNKNOWN, EvaluationError, Unknown

MAX_BITS = 65_536


def indices(value: Any) -> list[int]:
    """0 to size-1 of a list; [] for anything else."""
    return list(range(len(value))) if isinstance(value, list) else []


def is_list(value: Any) -> bool:
    """Whether the value is a list."""
    return isinstance(value, list)


def is_map(value: Any) -> bool:
    """Whether the value is a map."""
    return isinstance(value, dict)


def is_number(value: Any) -> bool:
    """Whether the value is a number; true and false are none."""
    return value.__class__ is int or value.__class__ is float


def slice_(items: list[Any], start: int, stop: int) -> list[Any]:
    """The items from `start` up to, not including, `stop`, both cut to the list."""
    return items[max(start, 0) : max(stop, 0)]


def repeats(items: list[Any]) -> list[int]:
    """Where a list has a text, a number, a boolean or null that stands earlier in it already."""
    try:
        if len(set(items)) == len(items):
            return []
    except TypeError:  # there are lists or maps in it
        pass
    seen: set[Any] = set()
    found = []
    for index, item in enumerate(items):
        if item is UNKNOWN or isinstance(item, (list, dict)):
            continue
        key = (isinstance(item, bool), item)
        if key in seen:
            found.append(index)
        seen.add(key)
    return found


def sum_(items: list[Any]) -> int | float:
    """The sum of a list of numbers."""
    total = 0
    for item in items:
        total = total + _number(item)
    return total


def product(items: list[Any]) -> int:
    """The product of a list of integers."""
    result = 1
    for item in items:
        if item is UNKNOWN:
            raise Unknown
        if item.__class__ is not int:
            raise EvaluationError("product wants integers")
        if item != 1:
            result = result * item
        if result.bit_length() > MAX_BITS:
            raise EvaluationError(f"the product has more than {MAX_BITS} bits")
    return result


def _number(item: Any) -> Any:
    if item.__class__ is bool or item.__class__ is str:
        raise EvaluationError("sum wants numbers")
    return item
