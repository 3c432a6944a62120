"""What is imported only where it pays: each import takes longer than judging some documents without it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

PATIENCE = 20_000
"""How many bytes are read without orjson, which takes about as long as to import it."""
USUAL = 1000
MOST_PLAIN = 40_000
"""How many parts of schemas are asked about without the fast engine, which takes about as long as to import it."""

_read = _judged = 0
_parser: ModuleType | None = None
_is_settled = False


def fast_parser(size: int = USUAL) -> ModuleType | None:
    """The module orjson; None where it is not installed, and while it need not be imported for so many bytes."""
    return _parser if _is_settled else _settled(size)


def is_early(parts: int) -> bool:
    """Count the parts of a schema that a value is judged by; whether jsonschema-rs need not be imported for so few."""
    global _judged
    _judged += parts
    return _judged <= MOST_PLAIN and "jsonschema_rs" not in sys.modules


def _settled(size: int) -> ModuleType | None:
    global _read, _parser, _is_settled
    _read += size
    if _read <= PATIENCE:
        return sys.modules.get("orjson")
    try:
        import orjson as _parser
    except ImportError:
        _parser = None
    _is_settled = True
    return _parser
