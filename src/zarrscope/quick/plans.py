"""What the quick walk needs of each definition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.chunks import Fixed
from zarrscope.codecorder import STEPS
from zarrscope.facts import facts_of
from zarrscope.identifiers import ENVELOPE, FIELDS
from zarrscope.quick.memory import VARYING, WITH_SHAPE, MemberMemory
from zarrscope.quick.resolved import NOTHING, Resolved

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.cel import Program
    from zarrscope.definitions import Definition
    from zarrscope.facts import Facts
    from zarrscope.findings import Findings
    from zarrscope.quick.resolved import Step
    from zarrscope.schemas import SchemaPass

    Place = tuple[str, bool, str]
    Programs = Mapping[str, Callable[[Any], Any]]

ARGUMENTS = ("config", "name", "chunk", "after")
"""What the question of an extension point is handed, and then the environment of all else that it reads."""
SCALAR_ARGUMENTS = ("value", "data_type", "config", "name")
UNRELATED = frozenset(("$schema", "$id", "$defs", "title", "description", "examples", "type", "properties", "required"))
"""The keywords of a schema that judge each member by itself, or only whether it is there."""
PLAIN = frozenset((*ARGUMENTS, "document", "axes", "data_type", "grid"))
"""What a question can read without facts of its own."""


class Doubt(Exception):
    """Something is not a plain yes."""


class Plan:
    """What the quick walk needs of one definition.

    Attributes:
        schema: the schema that it meets, as it is written in a document.
        as_object: whether it may be written as an object.
        bare: it as it is without a configuration; None where that is not enough. `bare_facts`: its facts then.
        places: members of the configuration that hold extension points; None where there are others.
        pipelines: the members that hold lists of codecs, and the programs of what those start from; None where there
            are lists elsewhere.
        others: the places that are no such lists.
        outputs: the programs of what is handed on.
        steps: what a codec makes of an array, and of bytes; see `codecorder`.
        question: all its own rules as one function of ARGUMENTS; None where there are none.
        shown: the places that the question looks into.
        of_facts: whether what is asked reads more than the arguments and the facts of the document.
        of_after: whether it reads the codecs that follow.
        is_about_value: whether it reads nothing but the value of a field.
    """

    __slots__ = (
        "added",
        "as_object",
        "bare",
        "bare_facts",
        "definition",
        "fits",
        "is_about_value",
        "of_after",
        "of_facts",
        "others",
        "outputs",
        "pipelines",
        "places",
        "question",
        "reads",
        "schema",
        "shown",
        "steps",
    )

    def __init__(self, definition: Definition) -> None:
        """Gather what is asked again and again."""
        self.definition = definition
        self.steps = STEPS[definition.kind]
        self.schema = definition.schema_pass
        self.places = _places(definition)
        is_core_type = definition.slot == "data_type" and definition.status == "core"
        is_told = self.places is not None and _is_envelope(definition.schema or {})
        self.as_object = is_told and not is_core_type and not definition.captures
        as_name = definition.is_extension and not definition.needs_configuration and not definition.captures
        self.bare = Resolved(self, definition.name, NOTHING, NOTHING) if as_name and self.places is not None else None
        self.bare_facts = facts_of(definition, definition.name, {})
        self.pipelines = _pipelines(definition, self.places or [])
        walked = [member for member, _ in self.pipelines or ()]
        self.others = [place for place in self.places or () if place[0] not in walked]
        self.outputs = _of_steps(definition.outputs)
        self.added = [
            rules
            for rules in definition.scope.pack_rules
            if rules.is_about(definition.slot, definition.name) and rules.question is not None
        ]
        self.fits: Callable[[Facts], bool] | None = None
        if self.added:
            from zarrscope.quick.packs import asking

            self.fits = asking(self.added)
        self.reads = definition.reads
        if definition.slot != "document":
            self.reads = self.reads.union(*(rules.reads for rules in self.added))
        self._set_question(None if definition.slot == "document" else definition.question)  # those the memory asks

    def _set_question(self, program: Program | None) -> None:
        definition = self.definition
        names = frozenset() if program is None else program.names
        self.question = None if program is None else program.plain(*ARGUMENTS)
        self.shown = [place for place in self.places or () if program and program.may_select("config", place[0])]
        self.of_after = "after" in names
        lets = definition.own_lets if definition.slot in FIELDS else {}
        read = names.union(*(let.names for let in lets.values()))
        self.is_about_value = definition.slot in FIELDS and not self.added and read <= {"value", *lets}
        self.of_facts = bool(self.added) or not names <= PLAIN or (definition.slot == "data_type" and bool(names))

    def ask_packs(self, seen: Facts) -> None:
        """Judge the rules that packs add, on the facts that the definition's own rules saw."""
        if self.fits is not None and not self.fits(seen):
            raise Doubt


class DocumentPlan(Plan):
    """What the quick walk needs of one kind of document.

    Attributes:
        members: those that the schema names.
        has_attributes: whether some attribute has a definition.
        first: the member that holds the first extension point; empty where there is none.
        is_alone: whether nothing but these and the extension points is judged.
        memory: what was found before.
        packs: the rules that packs add; None where there are none.
    """

    __slots__ = ("_varying", "first", "has_attributes", "is_alone", "members", "memory", "packs")

    def __init__(self, definition: Definition, most_remembered: int) -> None:
        """Gather what is asked again and again."""
        super().__init__(definition)
        self.members = definition.members
        self.has_attributes = definition.scope.has_attributes
        self.first = next((member for member, _, _ in self.places or ()), "")
        self.is_alone = not definition.scope.pack_rules and not self.has_attributes
        self.memory = MemberMemory(definition, [member for member, _, _ in self.places or ()], most_remembered)
        self.packs: DocumentPacks | None = None
        if self.added:
            from zarrscope.quick.packs import DocumentPacks

            self.packs = DocumentPacks(self.added, self.memory.told, most_remembered)
        self._varying: dict[str, SchemaPass] | None = None

    @property
    def varying(self) -> Mapping[str, SchemaPass] | None:
        """The schemas of the members that vary; None where the schema of the document relates its members."""
        schema = self.definition.schema or {}
        if self._varying is None and schema.keys() <= UNRELATED:
            properties = schema.get("properties", {})
            members = sorted(VARYING & properties.keys())
            self._varying = {member: self.definition.part(properties[member]) for member in members}
        return self._varying

    def settled(self, key: bytes) -> Findings | None:
        """What is known to be found in all documents with this key; None where that follows from more as well."""
        known = None if self.packs is not None or self.has_attributes else self.memory.recall_key(key)
        return None if known is WITH_SHAPE else known


class TypePlan(Plan):
    """What the quick walk needs of one data type.

    Attributes:
        form: the schema of a scalar; None where there is none.
        scalar_question: the rules about one scalar, as one function of SCALAR_ARGUMENTS; None where there are none.
    """

    __slots__ = ("form", "scalar_question")

    def __init__(self, definition: Definition) -> None:
        """Gather what is asked again and again."""
        super().__init__(definition)
        form, program = definition.fill_pass, definition.scalar_question
        self.form = form
        self.scalar_question = None if program is None else program.plain(*SCALAR_ARGUMENTS)


def ask(question: Callable[..., bool] | None, *arguments: Any) -> None:
    """Raise Doubt where the answer to a question (see `Question.plain`) is not yes."""
    if question is not None and not question(*arguments):
        raise Doubt


def _is_envelope(schema: Mapping[str, Any]) -> bool:
    """Whether a schema allows the members of an extension point only, and for its configuration an object only."""
    properties = schema.get("properties", {})
    configuration = properties.get("configuration", False)
    is_object = configuration is False or (isinstance(configuration, dict) and configuration.get("type") == "object")
    return is_object and schema.get("additionalProperties") is False and properties.keys() <= frozenset(ENVELOPE)


def _is_of_one_format(schema: Mapping[str, Any]) -> bool:
    """Whether a schema of a document says which format this is, and not 2."""
    zarr_format = schema.get("properties", {}).get("zarr_format")
    return isinstance(zarr_format, dict) and zarr_format.get("const", 2) != 2


def _places(definition: Definition) -> list[Place] | None:
    """Members of the configuration that hold extension points: (member, whether a list, slot); None: elsewhere too."""
    if definition.slot == "document" and not _is_of_one_format(definition.schema or {}):
        return None  # the engine has the word, which knows format 2
    places = []
    prefix = 0 if definition.slot == "document" else 1
    for tokens, slot in definition.schema_pass.slots:
        tail = tokens[prefix:]
        if tokens[:prefix] != ("configuration",)[:prefix] or len(tail) not in (1, 2) or tail[1:] not in ((), ("*",)):
            return None
        places.append((str(tail[0]), len(tail) == 2, slot))
    return places


def _pipelines(definition: Definition, places: list[Place]) -> list[tuple[str, Programs]] | None:
    """Members that hold lists of codecs, and the programs of what those start from.

    None where there are lists elsewhere, and where one starts from bytes.
    """
    depth = 1 if definition.slot == "document" else 2
    found: list[tuple[str, Programs]] = []
    for path, start, programs in definition.pipelines:
        member = str(path[-1])
        if len(path) != depth or "in" in start or (member, True, "codec") not in places:
            return None
        found.append((member, programs if definition.slot == "document" else _of_steps(programs)))
    return found


def _of_steps(programs: Programs) -> Programs:
    """Programs that are handed a step, and have it work out what they see."""
    return {name: program if isinstance(program, Fixed) else _seeing(program) for name, program in programs.items()}


def _seeing(program: Callable[[Any], Any]) -> Callable[[Step], Any]:
    return lambda step: program(step.seen)
