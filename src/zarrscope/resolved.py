"""Extension points as the quick walk has read them, and what expressions see of them when something asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import Meter
from zarrscope.facts import Fixed, facts, facts_of
from zarrscope.packfacts import MOST_STEPS_OF_PACKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from zarrscope.definitions import Definition
    from zarrscope.facts import Chunk, Definite, Facts
    from zarrscope.plans import Plan


class Resolved:
    """One extension point that its definition's schema accepts; `written` is its configuration as it was read."""

    __slots__ = ("inside", "name", "plan", "written")

    def __init__(self, plan: Plan, name: str, written: dict[str, Any], inside: Mapping[str, Any]) -> None:
        """Keep the plan, the configuration, and the extension points inside by member."""
        self.plan = plan
        self.name = name
        self.written = written
        self.inside = inside

    def nested(self) -> list[Resolved]:
        """The extension points directly inside, in order."""
        return flat(self.inside)

    @property
    def slot(self) -> str:
        """Where it stands."""
        return self.plan.definition.slot

    @property
    def definition(self) -> Definition:
        """What claims it."""
        return self.plan.definition

    @property
    def config(self) -> dict[str, Any]:
        """The configuration as rules see it: with the facts of the extension points inside."""
        return self.config_with(self.inside) if self.inside else self.written

    def config_with(self, members: Iterable[str]) -> dict[str, Any]:
        """The configuration with the facts of the extension points that are these members."""
        config = self.written.copy()
        for member in members:
            if member in self.inside:
                config[member] = _all_facts(self.inside[member])
        return config

    @property
    def facts(self) -> Definite:
        """The facts of the definition for this configuration."""
        if self is self.plan.bare:
            return self.plan.bare_facts
        return facts_of(self.plan.definition, self.name, self.config)

    def seen(self, base: Facts) -> Facts:
        """What its expressions see in a document that they see as `base`, where it is no codec."""
        own = {"data_type": self.facts} if self.slot == "data_type" else {}
        return facts({"config": self.config, "name": self.name, **own}, self.plan.definition.lets, base)


class Step:
    """One codec of a list with the chunk that it is handed."""

    __slots__ = ("_seen", "base", "chunk", "codecs", "index", "is_nested")

    def __init__(self, codecs: list[Resolved], index: int, chunk: Chunk, is_nested: bool, base: Facts) -> None:
        """Take the codec at the index; `is_nested` says whether the list stands inside a codec."""
        self.codecs = codecs
        self.index = index
        self.chunk = chunk
        self.is_nested = is_nested
        self.base = base
        self._seen: Facts | None = None

    @property
    def seen(self) -> Facts:
        """What the expressions of the codec see."""
        if self._seen is None:
            one = self.codecs[self.index]
            place = {"@codecs": self.codecs, "@index": self.index, "@nested": self.is_nested}
            own = {"config": one.config, "name": one.name, "chunk": self.chunk, **place}
            self._seen = facts(own, one.plan.definition.lets, self.base)
        return self._seen


def of_steps(programs: Mapping[str, Callable[[Any], Any]]) -> dict[str, Callable[[Step], Any]]:
    """Programs that are handed a step, and have it work out what they see when they are run."""
    return {name: _of_step(program) for name, program in programs.items()}


def _of_step(program: Callable[[Any], Any]) -> Callable[[Step], Any]:
    return program if isinstance(program, Fixed) else lambda step: program(step.seen)


class ToldClean:
    """A document about which nothing was found, as the facts of packs read it (see `packfacts.Told`)."""

    problems: list[dict[str, Any]] = []
    unclaimed: list[dict[str, Any]] = []

    def __init__(self, document: dict[str, Any], path: str | None, read: Callable[[], dict[str, Any]]) -> None:
        """Take the document; `read` resolves its extension points, when they are first needed."""
        self.written = document
        self.path = path
        self._read = read
        self._inside: dict[str, Any] | None = None
        self._meter: Meter | None = None

    @property
    def inside(self) -> dict[str, Any]:
        """The extension points by member."""
        if self._inside is None:
            self._inside = self._read()
        return self._inside

    @inside.setter
    def inside(self, known: dict[str, Any]) -> None:
        self._inside = known

    @property
    def meter(self) -> Meter:
        """What all rules of packs may spend together."""
        if self._meter is None:
            self._meter = Meter(MOST_STEPS_OF_PACKS)
        return self._meter

    @property
    def members(self) -> list[Resolved]:
        """The extension points that are members of the document, or items of its members."""
        return flat(self.inside)

    def member(self, name: str) -> Any:
        """The extension point that is the member of this name."""
        return self.inside.get(name)


def flat(inside: Mapping[str, Any]) -> list[Resolved]:
    """The extension points by member, those of lists as well, one after the other."""
    return [one for found in inside.values() for one in (found if found.__class__ is list else (found,))]


def all_reads(inside: Mapping[str, Any]) -> set[str]:
    """The members of the document that judging extension points reads, at any depth; see `reads`."""
    found: set[str] = set()
    pending = flat(inside)
    while pending:
        one = pending.pop()
        found |= one.plan.reads
        pending.extend(one.nested())
    return found


def _all_facts(found: Any) -> Any:
    return [one.facts for one in found] if found.__class__ is list else found.facts
