"""Paths and path patterns below a value; what is UNKNOWN has nothing below it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN
from zarrscope.problems import unescape

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


def loc_of(value: Any, pointer: str) -> Loc:
    """A JSON pointer (RFC 6901) as names and indices, told apart by what stands there."""
    loc: list[str | int] = []
    for token in pointer.split("/")[1:]:
        step: str | int = int(token) if isinstance(value, list) else unescape(token)
        loc.append(step)
        value = value_at(value, (step,))
    return tuple(loc)


def child_path(path: str | None, tokens: Loc) -> str | None:
    """The path of a node whose document stands, below that of the node at `path`, under its path from there."""
    return None if path is None else f"{path.rstrip('/')}/{tokens[-1]}"


def values_at(value: Any, pattern: Loc) -> list[tuple[Loc, Any]]:
    """The values at a path pattern below a value, with their paths."""
    if len(pattern) == 1 and pattern[0] != "*":  # as most are
        return [(pattern, value[pattern[0]])] if holds(value, pattern[0]) else []
    places: list[tuple[Loc, Any]] = [((), value)]
    for token in pattern:
        places = [((*tokens, key), inside[key]) for tokens, inside in places for key in keys(inside, token)]
    return places


def keys(value: Any, token: str | int) -> list[Any]:
    """The keys of a value that one token of a path pattern stands for; `*` is every one."""
    if token != "*":
        return [token] if holds(value, token) else []
    if isinstance(value, dict):
        return list(value)
    return list(range(len(value))) if isinstance(value, list) else []


def holds(value: Any, token: str | int) -> bool:
    """Whether an object has a member of this name, or an array an element at this index."""
    if isinstance(value, dict):
        return token in value
    return isinstance(value, list) and token.__class__ is int and 0 <= int(token) < len(value)
