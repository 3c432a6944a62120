"""What is imported only where it pays: each import takes longer than judging some documents without it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

PATIENCE = 20
MOST_PLAIN = 2000

_asked = _judged = 0
_parser: ModuleType | None = None
_is_settled = False


def fast_parser() -> ModuleType | None:
    """The module orjson; None where it is not installed, and the first times that a process asks."""
    return _parser if _is_settled else _settled()


def is_early() -> bool:
    """Count a value that is to be judged; whether they are so few that jsonschema-rs need not be imported for it."""
    global _judged
    _judged += 1
    return _judged <= MOST_PLAIN and "jsonschema_rs" not in sys.modules


def _settled() -> ModuleType | None:
    global _asked, _parser, _is_settled
    if _asked < PATIENCE:
        _asked += 1
        return sys.modules.get("orjson")
    try:
        import orjson as _parser
    except ImportError:
        _parser = None
    _is_settled = True
    return _parser
