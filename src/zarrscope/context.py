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


class _Grid(dict[str, Any]):
    """What the chunk grid of a document says, worked out when it is first read; nothing else is known of it."""

    __slots__ = ("member", "seen")

    member: Member | None
    seen: Facts

    def __missing__(self, name: str) -> Any:
        if name not in _OF_GRID:
            raise KeyError(name)
        value = self._output(name)
        if value is UNKNOWN and name == "lengths" and (axes := self.seen["axes"]) is not UNKNOWN:
            value = [UNKNOWN] * len(axes)  # where the grid says nothing, the rank is still that of the array
        self[name] = value
        return value

    def __contains__(self, name: object) -> bool:
        return name in _OF_GRID

    def _output(self, name: str) -> Any:
        definition = None if self.member is None else self.member.definition
        program = None if definition is None else definition.outputs.get(name)
        if self.member is None or definition is None or program is None:
            return UNKNOWN
        config, seen = self.member.config, self.seen
        plain = definition.plain_output(name)
        if plain is not None:
            try:
                return plain(config, definition.name, seen["document"], seen["axes"], seen)
            except Exception:  # then only the exact evaluator can decide
                pass
        try:
            return program(facts({"config": config, "name": definition.name}, definition.lets, seen))
        except EvaluationError:
            return UNKNOWN


def _grid(seen: Facts) -> Any:
    grid = _Grid()
    grid.member, grid.seen = seen["@find"]("chunk_grid"), seen
    return grid


_OF_GRID = ("lengths", "counts")
_DOCUMENT: dict[str, Callable[[Facts], Any]] = {
    "axes": _axes,
    "data_type": _data_type,
    "grid": _grid,
    **PACK_FACTS,
}
