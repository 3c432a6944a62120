"""The facts that everything in a document sees: the document, its axes, its data type, its chunk grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from zarrscope.cel import UNKNOWN, EvaluationError
from zarrscope.facts import Facts

if TYPE_CHECKING:
    from collections.abc import Callable

    from zarrscope.definitions import Definition


class Member(Protocol):
    """An extension point of a document, as one of the walks has read it."""

    @property
    def definition(self) -> Definition | None:
        """What claims it."""

    @property
    def config(self) -> Any:
        """Its configuration as expressions see it."""

    @property
    def facts(self) -> Any:
        """Its facts."""


def document_facts(document: Any, find: Callable[[str], Member | None]) -> Facts:
    """The facts of a document; `find` gives an extension point by its member."""

    def data_type(_: Facts) -> Any:
        member = find("data_type")
        return UNKNOWN if member is None else member.facts

    def grid(seen: Facts) -> Any:
        return Grid(find("chunk_grid"), seen)

    return Facts({"document": document}, {"axes": _axes, "data_type": data_type, "grid": grid})


def _axes(seen: Facts) -> Any:
    document = seen["document"]
    shape = document.get("shape", UNKNOWN) if isinstance(document, dict) else UNKNOWN
    return list(range(len(shape))) if isinstance(shape, list) else UNKNOWN


class Grid(Facts):
    """The facts of the chunk grid; where the grid says nothing, the rank is still that of the array."""

    __slots__ = ("_definition", "_seen")

    def __init__(self, member: Member | None, base: Facts) -> None:
        """Work out what the definition of the grid hands on."""
        super().__init__({}, _GRID)
        self._definition = definition = None if member is None else member.definition
        lets = {} if definition is None else definition.lets
        self._seen = Facts({"config": None if member is None else member.config}, lets, base)

    def output(self, name: str) -> Any:
        """What the grid hands on under a name; UNKNOWN where that cannot be said."""
        program = None if self._definition is None else self._definition.outputs.get(name)
        try:
            return UNKNOWN if program is None else program(self._seen)
        except EvaluationError:
            return UNKNOWN

    def lengths(self) -> Any:
        """Per axis the lengths that chunks take; an unknown axis each where only the rank is known."""
        lengths, axes = self.output("lengths"), self._seen["axes"]
        if lengths is UNKNOWN and axes is not UNKNOWN:
            return [UNKNOWN] * len(axes)
        return lengths


_GRID: Any = {"lengths": Grid.lengths, "counts": lambda grid: grid.output("counts")}
