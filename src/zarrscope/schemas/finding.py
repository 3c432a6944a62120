"""The faults of a value: found by one engine or the other, put in order, and described."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.paths import value_at
from zarrscope.reading.values import written_whole
from zarrscope.schemas.holes import LONG, Traits, too_deep, traits
from zarrscope.schemas.slices import can_be_cut, faults_in_slices, long_lists
from zarrscope.schemas.tree import MAX_DEPTH
from zarrscope.schemas.violations import Fault, Violation, describe, place, word

if TYPE_CHECKING:
    from zarrscope.problems import Loc
    from zarrscope.schemas.engines import FastEngine
    from zarrscope.schemas.tree import SchemaTree

PLAIN = Traits(floats=False, odd=False, long=False)
TOO_DEEP = "is nested too deeply to be judged"


def faults(tree: SchemaTree, engine: FastEngine | None, value: Any) -> list[Fault]:
    """Everything that is wrong with a value; where there is no engine, or doubt, by the strict reference."""
    if tree.recursive and (deep := too_deep(value, MAX_DEPTH)) is not None:
        return [Fault(deep, TOO_DEEP, {})]
    found = PLAIN if not tree.compares_items and _is_plain(value) else traits(value)
    if found.long and can_be_cut(tree):
        whole = lambda part: _faults_at_once(tree, engine, part, traits(part))  # noqa: E731
        return faults_in_slices(whole, value, long_lists(value))
    return _faults_at_once(tree, engine, value, found)


def _is_plain(value: Any) -> bool:
    """Whether a value surely has no traits but floats; it is much quicker to write it than to look through it."""
    written = written_whole(value)
    return written is not None and len(written) <= LONG


def _faults_at_once(tree: SchemaTree, engine: FastEngine | None, value: Any, found: Traits) -> list[Fault]:
    if engine is not None and engine.finds and not found.odd and not (found.floats and tree.compares_items):
        try:
            return engine.faults(value)
        except ValueError:
            pass
    return _reference(tree, value)


def _reference(tree: SchemaTree, value: Any) -> list[Fault]:
    from zarrscope.schemas.engines import reference_faults

    try:
        return reference_faults(tree, value)
    except RecursionError:
        limit = MAX_DEPTH
        while limit > 1 and too_deep(value, limit) is None:
            limit //= 2
        return [Fault(too_deep(value, limit) or (), TOO_DEEP, {})]


def arranged(faults: list[Fault], tree: SchemaTree, value: Any) -> list[Violation]:
    """Put faults in order, keep one of a kind at a place, and where the type is wrong say nothing else of the value."""
    positions: dict[int, dict[str, int]] = {}
    found: dict[tuple[Loc, str], tuple[Any, Fault, Any]] = {}
    for fault in faults:
        steps, holder = _walk(place(fault), value, positions)
        at_fault = holder if fault.name is None else value_at(value, fault.loc)
        keywords = list(fault.fragment)
        rank = keywords.index(fault.keyword) if fault.keyword in fault.fragment else -1
        key = (steps, tree.order.get(id(fault.fragment), -1), rank)
        entry = (place(fault), word(fault))
        if entry not in found or key < found[entry][0]:
            found[entry] = (key, fault, at_fault)
    kept = [
        entry for (loc, kind), entry in found.items() if kind != "invalid-value" or (loc, "wrong-type") not in found
    ]
    return [describe(fault, at_fault) for _, fault, at_fault in sorted(kept, key=lambda entry: entry[0])]


def _walk(loc: Loc, value: Any, positions: dict[int, dict[str, int]]) -> tuple[tuple[int, ...], Any]:
    """The position of a place in the value, a missing member last, and what stands there."""
    steps: list[int] = []
    for token in loc:
        if isinstance(token, int):
            steps.append(token)
            value = value[token]
            continue
        if id(value) not in positions:
            positions[id(value)] = {name: index for index, name in enumerate(value)}
        steps.append(positions[id(value)].get(token, len(value)))
        value = value.get(token)
    return tuple(steps), value
