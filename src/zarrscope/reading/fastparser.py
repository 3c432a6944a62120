"""What is imported only where it pays: each import takes longer than judging some documents without it."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

PATIENCE = 50

_asked = 0


def fast_parser() -> ModuleType | None:
    """The module orjson; None where it is not installed, and the first times that a process asks."""
    global _asked
    if _asked < PATIENCE:
        _asked += 1
        if "orjson" not in sys.modules:
            return None
    return _imported()


def is_early() -> bool:
    """Whether so few documents were judged that jsonschema-rs need not be imported for the next one."""
    return _asked < PATIENCE and "jsonschema_rs" not in sys.modules


@cache
def _imported() -> ModuleType | None:
    try:
        import orjson
    except ImportError:
        return None
    return orjson
