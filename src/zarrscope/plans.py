"""What the quick walk needs of each definition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.facts import facts_of
from zarrscope.memory import MemberMemory
from zarrscope.quickpacks import DocumentPacks, fits, questions
from zarrscope.resolved import Resolved, of_steps

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.cel import Program
    from zarrscope.definitions import Definition
    from zarrscope.facts import Facts

    Programs = Mapping[str, Callable[[Any], Any]]

ARGUMENTS = ("config", "name", "chunk", "after")
"""What the question of an extension point is handed, and then the environment of all else that it reads."""
SCALAR_ARGUMENTS = ("value", "data_type", "config", "name")
PLAIN = frozenset((*ARGUMENTS, "document", "axes", "data_type", "grid"))
"""What a question can read without facts of its own."""


class Doubt(Exception):
    """Something is not a plain yes."""


class Plan:
    """What the quick walk needs of one definition.

    Attributes:
        as_name: whether it may be written as a name alone; `as_object`: whether as an object.
        bare: it as it is without a configuration; None where that is not enough. `bare_facts`: its facts then.
        places: members of the configuration that hold extension points, as (member, whether a list, slot); None where
            there are others.
        others: the members among them that hold no codecs.
        shown: the members among them that the question looks into.
        pipelines: the members that hold lists of codecs, and the programs of what those start from; None where there
            are lists elsewhere.
        question: all its own rules as one function of ARGUMENTS; None where there are none.
        of_facts: whether the question reads more than the arguments and the facts of the document.
        of_chunk: whether something about it reads the chunk that it is handed.
        asks: whether there is anything to ask about it and what is inside.
    """

    __slots__ = (
        "accepts",
        "added",
        "as_name",
        "as_object",
        "asks",
        "bare",
        "bare_facts",
        "definition",
        "kind",
        "of_after",
        "of_chunk",
        "of_facts",
        "others",
        "outputs",
        "pipelines",
        "places",
        "question",
        "questions",
        "reads",
        "shown",
    )

    def __init__(self, definition: Definition) -> None:
        """Gather what is asked again and again."""
        self.definition = definition
        self.kind = definition.kind
        self.accepts = definition.schema_pass.accepts
        self.as_name = definition.is_extension and not definition.needs_configuration and not definition.captures
        is_core_type = definition.slot == "data_type" and definition.status == "core"
        self.as_object = not is_core_type and not definition.captures
        self.bare = Resolved(self, definition.name, {}, {}) if self.as_name else None
        self.bare_facts = facts_of(definition, definition.name, {})
        self.places = _places(definition)
        self.others = [member for member, _, slot in self.places or () if slot != "codec"]
        self.pipelines = _pipelines(definition)
        self.outputs = of_steps(definition.outputs)
        self.added = [
            rules
            for rules in definition.scope.pack_rules
            if rules.is_about(definition.slot, definition.name) and rules.question is not None
        ]
        self.questions = questions((rules.question, rules) for rules in self.added)
        self.reads = definition.reads
        if definition.slot != "document":
            self.reads = self.reads.union(*(rules.reads for rules in self.added))
        self._set_question(None if definition.slot == "document" else definition.question)  # those the memory asks

    def _set_question(self, program: Program | None) -> None:
        definition = self.definition
        names = frozenset() if program is None else program.names
        self.question = None if program is None else program.plain(*ARGUMENTS)
        self.shown = [member for member, *_ in self.places or () if program and program.may_select("config", member)]
        self.of_after = "after" in names
        self.of_facts = bool(self.added) or not names <= PLAIN or (definition.slot == "data_type" and names)
        self.of_chunk = "chunk" in names or bool(self.of_facts or definition.pipelines or definition.scalars)
        self.asks = bool(program or self.added or definition.pipelines or definition.scalars or self.others)

    def ask(self, one: Resolved, chunk: Any, after: Any, seen: Facts) -> None:
        """Judge the rules about an extension point, those of packs as well, on these facts."""
        if self.question is not None:
            config = one.config_with(self.shown) if self.shown else one.written
            if not is_sure(self.question, config, one.name, chunk, after, seen):
                raise Doubt
        if self.added:
            self.ask_packs(seen)

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


class TypePlan(Plan):
    """What the quick walk needs of one data type.

    Attributes:
        form: says quickly that a value has the form of a scalar; None where there is none.
        scalar_question: the rules about one scalar, as one function of SCALAR_ARGUMENTS; None where there are none.
    """

    __slots__ = ("form", "scalar_question")

    def __init__(self, definition: Definition) -> None:
        """Gather what is asked again and again."""
        super().__init__(definition)
        form, program = definition.fill_pass, definition.scalar_question
        self.form = None if form is None else form.accepts
        self.scalar_question = None if program is None else program.plain(*SCALAR_ARGUMENTS)


def ask(question: Callable[..., Any] | None, *arguments: Any) -> None:
    """Raise Doubt where the answer of the fast function of a program is not a plain yes."""
    if question is not None and not is_sure(question, *arguments):
        raise Doubt


def is_sure(question: Callable[..., Any], *arguments: Any) -> bool:
    """Whether the answer of the fast function of a program is a plain yes."""
    try:
        return question(*arguments) is True
    except Exception:  # then the exact evaluator would decide
        return False


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


def _pipelines(definition: Definition) -> list[tuple[str, Programs]] | None:
    """Members that hold lists of codecs, and the programs of what those start from.

    None where there are lists elsewhere, and where one starts from bytes.
    """
    depth = 1 if definition.slot == "document" else 2
    if any(len(path) != depth or "in" in start for path, start, _ in definition.pipelines):
        return None
    is_codec = definition.slot == "codec"
    return [(str(path[-1]), of_steps(programs) if is_codec else programs) for path, _, programs in definition.pipelines]
