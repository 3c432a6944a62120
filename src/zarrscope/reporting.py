"""From what a judgement found to the report: document order, lines and columns, fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from zarrscope.problems import Field, Problem, Report, pointer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from zarrscope.findings import Findings, Found
    from zarrscope.judgement import Judgement
    from zarrscope.problems import Loc
    from zarrscope.reading import Reading
    from zarrscope.reading.positions import Positions
    from zarrscope.resolving import Node

AT_NAME = ("unknown_key",)


class Fields(Mapping[str, Field]):
    """Fields by pointer, in document order, worked out when they are first read."""

    __slots__ = ("_judge", "_known", "_matter")

    def __init__(self, judge: Callable[..., Judgement], *matter: Any) -> None:
        """Have `judge` make a finished judgement of the matter when fields are needed."""
        self._judge = judge
        self._matter = matter
        self._known: dict[str, Field] | None = None

    def _fields(self) -> dict[str, Field]:
        if self._known is None:
            judgement = self._judge(*self._matter)
            order = _Order(judgement.reading.value)
            written = [node for node in judgement.nodes if judgement.exists(node.loc)]
            nodes = sorted(written, key=lambda node: order.key(node.loc))
            self._known = {pointer(node.loc): _field(node) for node in nodes}
        return self._known

    def __getitem__(self, key: str) -> Field:
        return self._fields()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields())

    def __len__(self) -> int:
        return len(self._fields())

    def __repr__(self) -> str:
        return repr(self._fields())


def _field(node: Node) -> Field:
    definition = None if node.definition is None else node.definition.name
    return Field(node.slot, node.name, definition, node.status)  # type: ignore[arg-type]


def clean_report(node_type: str, judge: Callable[..., Judgement], *matter: Any) -> Report:
    """The report on a document that there is nothing to say about; see `Fields` for the rest.

    Most reports are of this kind, and made as fast as that can be done.
    """
    fields = _new(Fields)
    fields._judge = judge
    fields._matter = matter
    fields._known = None
    return _new_report(Report, (), (), fields, (), 0, node_type)


_new = object.__new__
_new_report: Callable[..., Report] = Report.__new__


def report(
    findings: Findings, reading: Reading, fields: Fields, node_type: str | None, in_order: bool = False
) -> Report:
    """The report of what was found in a document; `in_order` where only members of the document may have moved."""
    found, unclaimed, faults, skipped = findings
    problems = _problems(found, reading, in_order) if found else ()
    return Report(problems, unclaimed, fields, faults, skipped, node_type)


def _problems(found: Sequence[Found], reading: Reading, in_order: bool) -> tuple[Problem, ...]:
    positions = reading.positions()
    if reading.readable and len(found) > 1:
        found = _by_member(found, reading.value) if in_order else ordered(found, reading.value)
    return tuple([_problem(entry, reading, positions) for entry in found])


def _by_member(found: Sequence[Found], document: dict[str, Any]) -> list[Found]:
    """What was found, in order within each member, in the order of the members; the missing ones come last."""
    ranks = {name: rank for rank, name in enumerate(document)}
    return sorted(found, key=lambda entry: ranks.get(str(entry.loc[0]), len(ranks)) if entry.loc else -1)


def ordered(found: Sequence[Found], document: Any) -> list[Found]:
    """What was found in the order of the document."""
    order = _Order(document)
    return sorted(found, key=lambda entry: order.key(entry.loc))


_pointer = lru_cache(maxsize=1024)(pointer)


def _problem(entry: Found, reading: Reading, positions: Positions | None) -> Problem:
    line, column = (None, None) if positions is None else _place(entry, positions)
    return Problem(
        _pointer(entry.loc),
        entry.rule,
        entry.kind,
        entry.severity,
        entry.stage,
        entry.message,
        entry.hint,
        entry.spec,
        tuple([_pointer(loc) for loc in entry.related]),
        line,
        column,
        entry.loc,
        reading.part(entry.loc),
    )


def _place(entry: Found, positions: Positions) -> tuple[int, int]:
    if entry.offset is not None:
        return positions.at(entry.offset)
    loc = entry.loc
    if entry.kind in AT_NAME:
        name = positions.name(loc)
        if name is not None:
            return name
    while (place := positions.value(loc)) is None and loc:
        loc = loc[:-1]
    return place or (1, 1)


class _Order:
    """The order of places in a document; what is missing comes last in the object that lacks it."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._ranks: dict[int, dict[str, int]] = {}

    def key(self, loc: Loc) -> tuple[int, ...]:
        key: list[int] = []
        value = self._root
        for token in loc:
            if isinstance(value, dict) and isinstance(token, str):
                ranks = self._ranks.get(id(value))
                if ranks is None:
                    ranks = self._ranks[id(value)] = {name: rank for rank, name in enumerate(value)}
                key.append(ranks.get(token, len(ranks)))
                value = value.get(token)
            else:
                key.append(int(token) if token.__class__ is int else 0)
                inside = isinstance(value, list) and token.__class__ is int and 0 <= int(token) < len(value)
                value = value[int(token)] if inside else None
        return tuple(key)
