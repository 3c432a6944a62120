"""What the quick walk needs of each definition, and extension points as it has read them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from zarrscope.cel import Meter
from zarrscope.facts import Facts, facts, facts_of
from zarrscope.memory import MemberMemory
from zarrscope.packfacts import MOST_STEPS_OF_PACKS
from zarrscope.quickpacks import DocumentPacks, fits, questions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.cel import Program
    from zarrscope.definitions import Definition
    from zarrscope.facts import Definite

    Lets = Mapping[str, Callable[[Any], Any]]


class Doubt(Exception):
    """Something is not a plain yes."""


class Plan:
    """What the quick walk needs of one definition.

    Attributes:
        as_name: whether it may be written as a name alone; `as_object`: whether as an object.
        places: members of the configuration that hold extension points, as (member, whether a list, slot); None where
            there are others.
        others: the members among them that hold no codecs.
        pipelines: the members that hold lists of codecs, and the programs of what those start from; None where there
            are lists elsewhere.
        asks: whether there is anything to ask about it and what is inside, or to hand on, but its kind.
    """

    __slots__ = (
        "accepts",
        "added",
        "as_name",
        "as_object",
        "asks",
        "definition",
        "facts",
        "kind",
        "lets",
        "needs",
        "others",
        "outputs",
        "pipelines",
        "places",
        "question",
        "questions",
        "reads",
    )

    def __init__(self, definition: Definition) -> None:
        """Gather what is asked again and again."""
        self.definition = definition
        self.kind = definition.kind
        self.accepts = definition.schema_pass.accepts
        self.as_name = definition.is_extension and not definition.needs_configuration and not definition.captures
        is_core_type = definition.slot == "data_type" and definition.status == "core"
        self.as_object = not is_core_type and not definition.captures
        self.question = definition.question
        self.added = [
            rules
            for rules in definition.scope.pack_rules
            if rules.is_about(definition.slot, definition.name) and rules.question is not None
        ]
        self.questions = questions((rules.question, rules) for rules in self.added)
        self.outputs = definition.outputs
        names = frozenset() if self.question is None else self.question.names
        self.lets = definition.lets if names & definition.lets.keys() else None
        self.needs = tuple(names & {"document", "axes", "data_type", "grid"})
        self.places = _places(definition)
        self.others = [member for member, _, slot in self.places or () if slot != "codec"]
        self.pipelines = _pipelines(definition)
        self.asks = bool(self.question or self.outputs or definition.pipelines or self.added or self.others)
        self.facts = facts_of(definition, definition.name, {}) if self.as_name else None
        self.reads = definition.reads
        if definition.slot != "document":
            self.reads = self.reads.union(*(rules.reads for rules in self.added))

    def ask(self, config: Any, name: str, extra: dict[str, Any], base: Facts) -> Mapping[str, Any]:
        """Judge the rules, those of packs as well; the facts that they were judged on."""
        env: Any = {"config": config, "name": name, **extra}
        if self.lets is not None or self.outputs or self.added:
            env = facts(env, self.definition.lets, base)
        else:
            for need in self.needs:
                env[need] = base[need]
        ask(self.question, env)
        if self.added:
            self.ask_packs(env)
        seen: Mapping[str, Any] = env
        return seen

    def ask_packs(self, seen: Facts) -> None:
        """Judge the rules that packs add, on the facts that the definition's own rules saw."""
        if not fits(self.questions, seen):
            raise Doubt


class DocumentPlan(Plan):
    """What the quick walk needs of one kind of document.

    Attributes:
        members: those that the schema names.
        is_alone: whether nothing but these and the extension points is judged.
        memory: what was found before.
        packs: the rules that packs add; None where there are none.
    """

    __slots__ = ("is_alone", "members", "memory", "packs")

    def __init__(self, definition: Definition, most_remembered: int) -> None:
        """Gather what is asked again and again."""
        super().__init__(definition)
        self.members = definition.members
        self.is_alone = not self.added and not definition.scope.has_attributes
        self.memory = MemberMemory(definition, [member for member, _, _ in self.places or ()], most_remembered)
        self.packs = DocumentPacks(self.added, self.memory.told, most_remembered) if self.added else None


def ask(question: Program | None, env: Mapping[str, Any]) -> None:
    """Raise Doubt where the answer is not a plain yes."""
    if question is not None and not question.surely(env):
        raise Doubt


def _places(definition: Definition) -> list[tuple[str, bool, str]] | None:
    """Members of the configuration that hold extension points: (member, whether a list, slot); None: elsewhere too."""
    places = []
    prefix = 0 if definition.slot == "document" else 1
    for tokens, slot in definition.schema_pass.slots:
        tail = tokens[prefix:]
        if tokens[:prefix] != ("configuration",)[:prefix] or len(tail) not in (1, 2) or tail[1:] not in ((), ("*",)):
            return None
        places.append((str(tail[0]), len(tail) == 2, slot))
    return places


def _pipelines(definition: Definition) -> list[tuple[str, Lets]] | None:
    """Members that hold lists of codecs, and the programs of what those start from.

    None where there are lists elsewhere, and where one starts from bytes.
    """
    depth = 1 if definition.slot == "document" else 2
    if any(len(path) != depth or "in" in start for path, start, _ in definition.pipelines):
        return None
    return [(str(path[-1]), programs) for path, _, programs in definition.pipelines]


class Resolved:
    """One extension point that its definition's schema accepts."""

    __slots__ = ("config", "inside", "name", "plan", "slot")

    def __init__(self, plan: Plan, name: str, config: Any, inside: dict[str, Any]) -> None:
        """Keep the plan, the configuration as rules see it, and the extension points inside by member."""
        self.plan = plan
        self.slot = plan.definition.slot
        self.name = name
        self.config = config
        self.inside = inside

    def nested(self) -> list[Resolved]:
        """The extension points directly inside, in order."""
        return flat(self.inside)

    @property
    def definition(self) -> Definition:
        """What claims it."""
        return self.plan.definition

    @property
    def facts(self) -> Definite:
        """The facts of the definition for this configuration."""
        if self.plan.facts is not None and not self.config:
            return self.plan.facts
        return facts_of(self.plan.definition, self.name, self.config)


class ToldClean:
    """A document about which nothing was found, as the facts of packs read it (see `packfacts.Told`)."""

    problems: list[dict[str, Any]] = []
    unclaimed: list[dict[str, Any]] = []

    def __init__(self, document: dict[str, Any], path: str | None, read: Callable[[], dict[str, Any]]) -> None:
        """Take the document; `read` resolves its extension points, when they are first needed."""
        self.written = document
        self.path = path
        self.meter = Meter(MOST_STEPS_OF_PACKS)
        self._read = read

    @cached_property
    def inside(self) -> dict[str, Any]:
        """The extension points by member."""
        return self._read()

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
