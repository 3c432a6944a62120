"""Extension points as the quick walk has read them, and what expressions see of them when something asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from zarrscope.cel import Meter
from zarrscope.facts import facts, facts_of
from zarrscope.packfacts import MOST_STEPS_OF_PACKS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.chunks import Chunk
    from zarrscope.definitions import Definition
    from zarrscope.facts import Definite, Facts
    from zarrscope.quick.plans import Plan


NOTHING: Any = {}


class Resolved:
    """One extension point that its definition's schema accepts; `written` is its configuration as it was read."""

    __slots__ = ("_config", "_facts", "inside", "name", "plan", "written")

    def __init__(self, plan: Plan, name: str, written: dict[str, Any], inside: Mapping[str, Any]) -> None:
        """Keep the plan, the configuration, and the extension points inside by member."""
        self.plan = plan
        self.name = name
        self.written = written
        self.inside = inside
        self._config: dict[str, Any] | None = None
        self._facts: Definite | None = None

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
        if not self.inside:
            return self.written
        if self._config is None:
            self._config = self.written | {member: _all_facts(found) for member, found in self.inside.items()}
        return self._config

    @property
    def facts(self) -> Definite:
        """The facts of the definition for this configuration."""
        if self._facts is None:
            self._facts = facts_of(self.plan.definition, self.name, self.config)
        return self._facts

    def seen(self, base: Facts) -> Facts:
        """What its expressions see in a document that they see as `base`, where it is no codec."""
        own = {"data_type": self.facts} if self.slot == "data_type" else {}
        return facts({"config": self.config, "name": self.name, **own}, self.plan.definition.lets, base)


class Step:
    """One codec of a list with the chunk that it is handed."""

    __slots__ = ("_codecs", "_find", "_seen", "base", "chunk", "config", "depth", "index", "name", "plan", "raws")

    def __init__(
        self,
        plan: Plan,
        raws: list[Any],
        index: int,
        chunk: Chunk,
        base: Facts,
        depth: int,
        find: Callable[[], list[Resolved]],
    ) -> None:
        """Take the codec at the index; `depth` says how many codecs the list stands in, `find` resolves all of it."""
        self.plan = plan
        self.raws = raws
        self.index = index
        self.chunk = chunk
        self.base = base
        self.depth = depth
        self.name, self.config = name_and_configuration(raws[index])
        self._find = find
        self._codecs: list[Resolved] | None = None
        self._seen: Facts | None = None

    @property
    def codecs(self) -> list[Resolved]:
        """The codecs of the list."""
        if self._codecs is None:
            self._codecs = self._find()
        return self._codecs

    def inside(self, member: str) -> list[Resolved]:
        """The codecs of a list in the configuration."""
        found: list[Resolved] = self.codecs[self.index].inside[member]
        return found

    @property
    def seen(self) -> Facts:
        """What the expressions of the codec see."""
        if self._seen is None:
            codecs = self.codecs
            place = {"@codecs": codecs, "@index": self.index, "@nested": self.depth > 0}
            own = {"config": codecs[self.index].config, "name": self.name, "chunk": self.chunk, **place}
            self._seen = facts(own, self.plan.definition.lets, self.base)
        return self._seen


def name_and_configuration(raw: Any) -> tuple[Any, dict[str, Any]]:
    """The name of an extension point, and its configuration, empty where there is none."""
    if raw.__class__ is dict:
        return raw.get("name"), raw.get("configuration") or NOTHING
    return raw, NOTHING


class ToldClean:
    """A document about which nothing was found, as the facts of packs read it (see `packfacts.Told`)."""

    __slots__ = ("_inside", "_meter", "_read", "found", "path", "written")

    problems: ClassVar[list[dict[str, Any]]] = []
    unclaimed: ClassVar[list[dict[str, Any]]] = []

    def __init__(self, document: dict[str, Any], path: str | None, read: Callable[[], dict[str, Any]]) -> None:
        """Take the document; `read` resolves its extension points when they are first needed, but those `found`."""
        self.written = document
        self.path = path
        self._read = read
        self.found: dict[str, Any] = NOTHING
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

    def inside_of(self, member: str) -> Any:
        """The extension points that stand in a member."""
        return self.inside[member]

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
        return self.found[name] if name in self.found else self.inside.get(name)


def flat(inside: Mapping[str, Any]) -> list[Resolved]:
    """The extension points by member, those of lists as well, one after the other."""
    return [one for found in inside.values() for one in (found if found.__class__ is list else (found,))]


def _all_facts(found: Any) -> Any:
    return [one.facts for one in found] if found.__class__ is list else found.facts
