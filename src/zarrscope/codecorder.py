"""The order automaton: which kinds of codecs may follow each other in a list."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ARRAY, BYTES = "an array", "bytes"
STEPS: Mapping[str | None, Mapping[str, tuple[str, ...]]] = {
    "array_to_array": {ARRAY: (ARRAY,), BYTES: ()},
    "array_to_bytes": {ARRAY: (BYTES,), BYTES: ()},
    "bytes_to_bytes": {ARRAY: (), BYTES: (BYTES,)},
    None: {ARRAY: (ARRAY, BYTES), BYTES: (BYTES,)},
}
LONGEST_REMEMBERED = 32

Order = tuple[str | None, int | None]


def order(kinds: tuple[str | None, ...]) -> Order:
    """The first fault in the order of a list of codecs, as (rule, index); (None, None) where there is none.

    A kind of None is an unknown codec, which may be anything: only what is wrong for every kind it can have is a fault.
    """
    return _remembered(kinds) if len(kinds) <= LONGEST_REMEMBERED else _order(kinds)


def _order(kinds: tuple[str | None, ...]) -> Order:
    if "array_to_bytes" not in kinds and None not in kinds:
        return "array-to-bytes-missing", None
    handed = {ARRAY}
    for index, kind in enumerate(kinds):
        handed = {after for before in handed for after in STEPS[kind][before]}
        if not handed:
            repeated = kind == "array_to_bytes" and "array_to_bytes" in kinds[:index]
            return "array-to-bytes-repeated" if repeated else "order", index
    return (None, None) if BYTES in handed else ("array-to-bytes-missing", None)


_remembered = lru_cache(maxsize=1024)(_order)
