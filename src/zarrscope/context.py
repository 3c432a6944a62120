"""The facts that everything in a document sees: the document, its axes, its data type, its chunk grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from zarrscope.cel import UNKNOWN, EvaluationError
from zarrscope.facts import Facts, facts
from zarrscope.packfacts import PACK_FACTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from zarrscope.definitions import Definition
    from zarrscope.packfacts import Told


class Member(Protocol):
    """An extension point of a document, as one of the walks has read it."""

    @property
    def slot(self) -> str:
        """Where it stands."""

    @property
    def name(self) -> str | None:
        """Its name as written; None where it has none."""

    @property
    def definition(self) -> Definition | None:
        """What claims it."""

    @property
    def config(self) -> Any:
        """Its configuration as expressions see it."""

    @property
    def facts(self) -> Any:
        """Its facts."""

    def nested(self) -> Sequence[Member]:
        """The extension points directly inside."""


def document_facts(document: Any, find: Callable[[str], Member | None], told: Told | None = None) -> Facts:
    """The facts of a document; `find` gives an extension point by its member, `told` is what rules of packs see."""
    return facts({"document": document, "@find": find, "@told": told}, _DOCUMENT)


def _axes(seen: Facts) -> Any:
    document = seen["document"]
    shape = document.get("shape", UNKNOWN) if isinstance(document, dict) else UNKNOWN
    return list(range(len(shape))) if isinstance(shape, list) else UNKNOWN


def _data_type(seen: Facts) -> Any:
    member = seen["@find"]("data_type")
    return UNKNOWN if member is None else member.facts


def _grid(seen: Facts) -> Any:
    member = seen["@find"]("chunk_grid")
    definition = None if member is None else member.definition
    if member is None or definition is None:
        return facts({"@outputs": {}, "@seen": seen}, _GRID)
    inner = facts({"config": member.config, "name": definition.name}, definition.lets, seen)
    return facts({"@outputs": definition.outputs, "@seen": inner}, _GRID)


def _output(grid: Facts, name: str) -> Any:
    program = grid["@outputs"].get(name)
    try:
        return UNKNOWN if program is None else program(grid["@seen"])
    except EvaluationError:
        return UNKNOWN


def _lengths(grid: Facts) -> Any:
    lengths = _output(grid, "lengths")
    if lengths is UNKNOWN and (axes := grid["@seen"]["axes"]) is not UNKNOWN:
        return [UNKNOWN] * len(axes)  # where the grid says nothing, the rank is still that of the array
    return lengths


_DOCUMENT: dict[str, Callable[[Facts], Any]] = {
    "axes": _axes,
    "data_type": _data_type,
    "grid": _grid,
    **PACK_FACTS,
}
_GRID: dict[str, Callable[[Facts], Any]] = {"lengths": _lengths, "counts": lambda grid: _output(grid, "counts")}
