"""Long lists in slices, so that a list of millions of wrong items costs no more than what a report lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.schemas.holes import LONG

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from zarrscope.problems import Loc
    from zarrscope.schemas.tree import SchemaTree
    from zarrscope.schemas.violations import Fault

WHOLE = frozenset(("contains", "uniqueItems", "unevaluatedItems", "prefixItems", "not"))
MOST_FAULTS = 20_000  # more than a report lists


def long_lists(value: Any) -> list[Loc]:
    """Where lists of more than LONG items stand; what is inside them is not looked through."""
    found: list[Loc] = []
    pending: list[tuple[Any, Any]] = [(None, value)]
    while pending:
        way, here = pending.pop()
        if isinstance(here, list) and len(here) > LONG:
            found.append(_loc(way))
        elif isinstance(here, dict):
            pending.extend(((way, name), part) for name, part in here.items() if isinstance(part, (dict, list)))
        elif isinstance(here, list):
            pending.extend(((way, index), part) for index, part in enumerate(here) if isinstance(part, (dict, list)))
    return found


def _loc(way: Any) -> Loc:
    """A place from the way to it, which was noted step by step from the inside."""
    tokens: list[str | int] = []
    while way is not None:
        way, token = way
        tokens.append(token)
    return tuple(reversed(tokens))


def can_be_cut(tree: SchemaTree) -> bool:
    """Whether a list can be judged in slices: nothing asks for more of it than its items one by one, and its length."""
    return not any(
        WHOLE & fragment.keys() or max(fragment.get("maxItems", 0), fragment.get("minItems", 0)) > LONG
        for fragment in tree.fragments()
    )


def faults_in_slices(judge: Callable[[Any], list[Fault]], value: Any, long: list[Loc]) -> list[Fault]:
    """The faults of a value, judged with each long list in slices while the others are cut to their first slice."""
    cut = value
    for loc in long:
        cut = _replaced(cut, loc, _at(value, loc)[:LONG])
    found: dict[tuple[Loc, str, str | None], Fault] = {}
    for loc in long:
        for offset, piece in _slices(_at(value, loc)):
            for fault in judge(_replaced(cut, loc, piece)):
                moved = _moved(fault, loc, offset)
                found.setdefault((moved.loc, moved.keyword, moved.name), moved)
            if len(found) >= MOST_FAULTS:
                return list(found.values())
    return list(found.values())


def _slices(items: list[Any]) -> Iterator[tuple[int, list[Any]]]:
    """Slices with their offsets; the last is no shorter than the others, so that no demand on length is met less."""
    start = 0
    while len(items) - start >= 2 * LONG:
        yield start, items[start : start + LONG]
        start += LONG
    yield start, items[start:]


def _moved(fault: Fault, loc: Loc, offset: int) -> Fault:
    size = len(loc)
    if len(fault.loc) <= size or fault.loc[:size] != loc:
        return fault
    return fault._replace(loc=(*loc, int(fault.loc[size]) + offset, *fault.loc[size + 1 :]))


def _at(value: Any, loc: Loc) -> Any:
    for token in loc:
        value = value[token]
    return value


def _replaced(value: Any, loc: Loc, part: Any) -> Any:
    """The value with another part in one place; everything else is shared."""
    if not loc:
        return part
    copy = value.copy()
    copy[loc[0]] = _replaced(value[loc[0]], loc[1:], part)
    return copy
