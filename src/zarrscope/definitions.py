"""Definitions: what one name at one slot means, from its schema and its rule file, compiled when first used."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from zarrscope.cel import Program
from zarrscope.chunks import Fixed, OrNamed
from zarrscope.compiling import NOTHING
from zarrscope.identifiers import EXTENSIONS, Path, is_slot, path
from zarrscope.rules import passes
from zarrscope.ruleset import Ruleset
from zarrscope.schemas import SchemaPass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from zarrscope import cel
    from zarrscope.rules import Rule
    from zarrscope.scope import Scope

OUTPUT_ARGUMENTS = ("config", "name", "document", "axes")
MOST_DIGITS = 4300


class Definition(Ruleset):
    """What one name at one slot means.

    Attributes:
        slot, name: where it stands; `name` is the canonical one.
        schema: its JSON Schema, None where there is none.
        data: its rule file as plain data.
        status: core, registered or proposed.
        file: the rule file, or else the schema.
    """

    def __init__(self, record: Mapping[str, Any], scope: Scope) -> None:
        """Wrap a record of a scope; nothing is compiled yet."""
        slot, self.name = record["slot"], str(record["name"])
        rules = record.get("rules", {})
        super().__init__(slot, f"{slot}/{self.name}", rules, record.get("file"), record.get("lines", {}), scope)
        self.record = record
        self.made = record.get("made", NOTHING)
        self.schema: Mapping[str, Any] | None = record.get("schema")
        self.status: str = self.data.get("status", "registered")
        self.kind: str | None = self.data.get("kind")
        self.is_pattern = "pattern" in self.data
        self.captures: Mapping[str, str] = self.data.get("config", {}) if self.is_pattern else {}
        self.is_extension = self.slot in EXTENSIONS

    def __repr__(self) -> str:
        return f"<Definition {self.slot}/{self.name}>"

    @property
    def context(self) -> str:
        """A document's own name, or else the slot."""
        return self.name if self.slot == "document" else self.slot

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """What names look like that this claims; None where it claims one."""
        return re.compile(self.data["pattern"]) if self.is_pattern else None

    @property
    def title(self) -> str:
        """The title of the schema, or else the name."""
        return str((self.schema or {}).get("title", self.name))

    @property
    def description(self) -> str:
        """The description of the schema."""
        return str((self.schema or {}).get("description", ""))

    @property
    def spec(self) -> str | None:
        """Link to the specification."""
        spec: str | None = self.data.get("spec")
        return spec

    @property
    def aliases(self) -> Mapping[str, str]:
        """Other names that are read as this one, each with the severity of its use."""
        aliases: Mapping[str, str] = self.data.get("aliases", {})
        return aliases

    @property
    def is_checked(self) -> bool:
        """Whether the schema is known to be sound: what was made beforehand was checked then."""
        return bool(self.made)

    @cached_property
    def schema_pass(self) -> SchemaPass:
        """The schema pass for the definition as it is written in a document."""
        return SchemaPass(
            self.schema if self.schema is not None else True, self.scope.resource, is_slot, checked=self.is_checked
        )

    @cached_property
    def fill_pass(self) -> SchemaPass | None:
        """The schema pass for a scalar of this data type."""
        if self.schema is None or "fill_value" not in self.schema.get("$defs", {}):
            return None
        return self.part(self.schema["$defs"]["fill_value"])

    def part(self, form: Mapping[str, Any] | bool) -> SchemaPass:
        """The schema pass for a part of the schema."""
        definitions = (self.schema or {}).get("$defs", {})
        schema = form if isinstance(form, bool) else {**form, "$defs": definitions}
        return SchemaPass(schema, self.scope.resource, is_slot, checked=self.is_checked)

    @cached_property
    def slots(self) -> dict[Any, Any]:
        """Where other extension points stand, as a tree: `{"configuration": {"codecs": {"*": "codec"}}}`."""
        tree: dict[Any, Any] = {}
        for tokens, slot in self.schema_pass.slots:
            below = tree
            for token in tokens[:-1]:
                below = below.setdefault(token, {})
            below[tokens[-1]] = slot
        return tree

    @cached_property
    def needs_configuration(self) -> bool:
        """Whether the bare name is not enough."""
        return not self.schema_pass.is_valid({"name": self.name})

    @cached_property
    def constants(self) -> Mapping[str, Any]:
        """The facts that are written as they are."""
        return {name: value for name, value in self._facts.items() if is_literal(name, value)}

    @cached_property
    def computed(self) -> Mapping[str, Callable[[Any], Any]]:
        """The facts that are expressions, and the shared names that they may use."""
        sources = {name: value for name, value in self._facts.items() if name not in self.constants}
        return {**self.own_lets, **self._programs(sources)} if sources else {}

    @property
    def _facts(self) -> Mapping[str, Any]:
        facts = dict(self.data.get("facts", {}))
        for name in ("kind", "size"):
            if name in self.data:
                facts[name] = self.data[name]
        return facts

    @cached_property
    def outputs(self) -> Mapping[str, Callable[[Any], Any]]:
        """What is handed on: lengths, shapes, data_type, fill, size; a grid's lengths and counts."""
        return self._chunk_programs(self.data.get("output", {}))

    def plain_output(self, name: str) -> Callable[..., Any] | None:
        """One of them as a function of OUTPUT_ARGUMENTS (see `Program.plain`); None where it reads anything else."""
        if name not in self._plain_outputs:
            program = self.outputs.get(name)
            plain = None
            if isinstance(program, Program) and program.names.issubset(OUTPUT_ARGUMENTS):
                plain = program.plain(*OUTPUT_ARGUMENTS)
            self._plain_outputs[name] = plain
        return self._plain_outputs[name]

    @cached_property
    def _plain_outputs(self) -> dict[str, Callable[..., Any] | None]:
        return {}

    def _chunk_programs(self, sources: Mapping[str, Any]) -> dict[str, Callable[[Any], Any]]:
        """Programs of what a chunk is made of; a data type given as text is the type of that name."""
        made = self._programs(sources)
        programs: dict[str, Callable[[Any], Any]] = {**made}
        if "data_type" in made:
            named = OrNamed(made["data_type"], self.scope.type_named)
            programs["data_type"] = named if made["data_type"].names else Fixed(lambda: named({}))
        return programs

    @cached_property
    def pipelines(self) -> list[tuple[Path, Mapping[str, Any], Mapping[str, Callable[[Any], Any]]]]:
        """Lists of codecs inside: where, as written, and the programs of what they start from."""
        return [
            (path(where), start, self._chunk_programs({key: value for key, value in start.items() if key != "in"}))
            for where, start in self.data.get("pipelines", {}).items()
        ]

    @cached_property
    def scalars(self) -> list[tuple[Path, Callable[[Any], Any]]]:
        """Where scalars stand, and the program of their data type."""
        return [(path(where), program) for where, program in self._programs(self.data.get("scalars", {})).items()]

    @cached_property
    def documents(self) -> list[Path]:
        """Where nested documents stand."""
        return [path(where) for where in self.data.get("documents", {})]

    @cached_property
    def parts(self) -> tuple[str, Any] | None:
        """The parts of a scalar: `("items", programs)` or `("members", program)`."""
        fill = self.data.get("fill")
        if fill is None:
            return None
        if "items" in fill:
            return "items", [self.scope.type_named(name) for name in fill["items"]]
        return "members", self.compiler.program(fill["members"])

    def hint(self, loc: Path, value: Any) -> str | None:
        """What the rule file says to write instead of a value that the schema refuses; `*` stands for any value."""
        hints = self.data.get("hints", {}).get("/".join("*" if token.__class__ is int else str(token) for token in loc))
        if hints is None:
            return None
        from zarrscope.messages import show

        hint: str | None = hints.get(show(value), hints.get("*"))
        return hint

    def _is_scalar(self, rule: Rule) -> bool:
        return self.slot == "data_type" and "value" in rule.reads

    def _is_early(self, rule: Rule) -> bool:
        return self.slot == "document" and rule.stage == 3

    @cached_property
    def scalar_question(self) -> cel.Program | None:
        """One program for all rules about one scalar of this data type."""
        return passes(self.rules(scalar=True), self.compiler)

    @cached_property
    def reads(self) -> frozenset[str]:
        """The members of the document around it that judging this reads; see `reads`."""
        if "reads" in self.made:
            return frozenset(self.made["reads"])
        from zarrscope.reads import reads

        found = {member for program in self.programs() for member in reads(program.node)}
        if "counts" in self.outputs:  # whoever asks for them reads the shape, which is said there
            found |= reads(self.counts.node) - {"shape"}
        return frozenset(found)

    def programs(self) -> Iterator[cel.Program]:
        """Every expression that judging this evaluates, apart from the rules of a document and the counts of a grid."""
        if self.question is not None and self.slot != "document":
            yield self.question
        handed_on = {name: text for name, text in self.data.get("output", {}).items() if name != "counts"}
        sources = [self.data.get("let", {}), handed_on, self.data.get("scalars", {})]
        sources += [start for _, start, _ in self.pipelines]
        for source in sources:
            yield from (self.compiler.program(text) for name, text in source.items() if name != "in")

    def expressions(self) -> Iterator[Any]:
        """Every expression of the file as it is written, apart from those of its rules."""
        for part in ("let", "output", "scalars"):
            yield from self.data.get(part, {}).values()
        for _, start, _ in self.pipelines:
            yield from (source for name, source in start.items() if name != "in")
        yield from (source for name, source in self._facts.items() if name not in self.constants)
        if "members" in self.data.get("fill", {}):
            yield self.data["fill"]["members"]

    @property
    def counts(self) -> cel.Program:
        """The numbers of chunks along each axis, of a grid that gives them."""
        return self.compiler.program(self.data["output"]["counts"])

    @cached_property
    def members(self) -> frozenset[str]:
        """The members that the schema names."""
        return frozenset((self.schema or {}).get("properties", {}))


def is_literal(fact: str, value: Any) -> bool:
    """Whether a fact is written as it is, and not as an expression."""
    return not isinstance(value, str) or fact in ("class", "kind") or value in ("static", "dynamic")


def captured(definition: Definition, name: str) -> dict[str, Any]:
    """The configuration that a name carries, such as `{"bits": 16}` for a name that matches `^r([0-9]+)$`."""
    assert definition.pattern is not None
    match = definition.pattern.fullmatch(name)
    groups = match.groups() if match else ()
    return {
        member: int(text) if form == "int" and _is_number(text) else text
        for (member, form), text in zip(definition.captures.items(), groups, strict=False)
    }


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
