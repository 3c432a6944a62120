"""Paths and path patterns below a value; what is UNKNOWN has nothing below it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN

if TYPE_CHECKING:
    from zarrscope.problems import Loc


def value_at(value: Any, tokens: Loc) -> Any:
    """What stands at a path; None where nothing does."""
    for token in tokens:
        if value is UNKNOWN:
            return None
        try:
            value = value[token]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def values_at(value: Any, pattern: Loc) -> list[tuple[Loc, Any]]:
    """The values at a path pattern below a value, with their paths."""
    places: list[tuple[Loc, Any]] = [((), value)]
    for token in pattern:
        places = [((*tokens, key), inside[key]) for tokens, inside in places for key in keys(inside, token)]
    return places


def keys(value: Any, token: str | int) -> list[Any]:
    """The keys of a value that one token of a path pattern stands for; `*` is every one."""
    if isinstance(value, dict):
        return list(value) if token == "*" else [token] if token in value else []
    if isinstance(value, list):
        return list(range(len(value))) if token == "*" else [token] if token in range(len(value)) else []
    return []
