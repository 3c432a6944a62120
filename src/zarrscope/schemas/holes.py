"""Looking through a whole value with an explicit stack: holes, floats, lone surrogates, depth, an exact form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from zarrscope.cel.values import UNKNOWN
from zarrscope.schemas.patterns import SURROGATES

if TYPE_CHECKING:
    from zarrscope.problems import Loc

INFINITY = float("inf")
CONTAINERS = (dict, list, tuple)
LONG = 50_000


class Traits(NamedTuple):
    """What a value holds anywhere: a float; a hole, a lone surrogate or a number that is not finite; a list of LONG."""

    floats: bool
    odd: bool
    long: bool


def traits(value: Any) -> Traits:
    """Look through a value once."""
    floats = odd = long = False
    stack = [value]
    while stack:
        top = stack.pop()
        if isinstance(top, str):
            odd = odd or not (top.isascii() or re.search(SURROGATES, top) is None)
        elif isinstance(top, dict):
            stack.extend(top.values())
            for name in top:
                if not isinstance(name, str) or not (name.isascii() or re.search(SURROGATES, name) is None):
                    odd = True
        elif isinstance(top, list | tuple):
            stack.extend(top)
            long = long or len(top) > LONG
        elif isinstance(top, float):
            floats = True
            odd = odd or not -INFINITY < top < INFINITY
        elif top is UNKNOWN:
            odd = True
    return Traits(floats, odd, long)


def has_hole(value: Any) -> bool:
    """Whether a value or a part of it is not known."""
    stack = [value]
    while stack:
        top = stack.pop()
        if isinstance(top, dict):
            stack.extend(top.values())
        elif isinstance(top, list | tuple):
            stack.extend(top)
        elif top is UNKNOWN:
            return True
    return False


def canonical(value: Any) -> tuple[Any, ...]:
    """A hashable form, equal for two values exactly where they are the same JSON: 1, 1.0 and true differ."""
    out: list[Any] = []
    stack = [value]
    while stack:
        top = stack.pop()
        if isinstance(top, dict):
            names = sorted(top, key=str)
            out.append(("object", *names))
            stack.extend(top[name] for name in names)
        elif isinstance(top, list | tuple):
            out.append(("array", len(top)))
            stack.extend(top)
        else:
            out.append((top.__class__.__name__, top))
    return tuple(out)


def too_deep(value: Any, limit: int) -> Loc | None:
    """The first place that lies `limit` levels deep and has something below it."""
    level: list[tuple[Any, Any]] = [(value, None)] if isinstance(value, CONTAINERS) else []
    for _ in range(limit):
        level = [
            (part, (way, step))
            for container, way in level
            for step, part in (container.items() if isinstance(container, dict) else enumerate(container))
            if isinstance(part, CONTAINERS) and part
        ]
        if not level:
            return None
    loc: list[str | int] = []
    way = level[0][1]
    while way is not None:
        way, step = way
        loc.append(step)
    return tuple(reversed(loc))
