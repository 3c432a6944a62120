"""Definitions: what one name at one slot means, from its schema and its rule file, compiled when first used."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from zarrscope import cel
from zarrscope.facts import CODEC_FACTS
from zarrscope.identifiers import EXTENSIONS, Path, is_slot, path
from zarrscope.messages import show
from zarrscope.rules import Compiler, Rule, RuleText, passes
from zarrscope.schemas import SchemaPass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from zarrscope.scope import Scope


class Definition:
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
        self.record = record
        self.slot: str = record["slot"]
        self.name: str = record["name"]
        self.schema: Mapping[str, Any] | None = record.get("schema")
        self.data: Mapping[str, Any] = record.get("rules", {})
        self.status: str = self.data.get("status", "registered")
        self.file: str | None = record.get("file")
        self.scope = scope
        self.kind: str | None = self.data.get("kind")
        self.pattern = re.compile(self.data["pattern"]) if "pattern" in self.data else None
        self.captures: Mapping[str, str] = self.data.get("config", {}) if self.pattern else {}
        self.is_extension = self.slot in EXTENSIONS

    def __repr__(self) -> str:
        return f"<Definition {self.slot}/{self.name}>"

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

    @cached_property
    def schema_pass(self) -> SchemaPass:
        """The schema pass for the definition as it is written in a document."""
        return SchemaPass(self.schema if self.schema is not None else True, self.scope.resource, is_slot)

    @cached_property
    def fill_pass(self) -> SchemaPass | None:
        """The schema pass for a scalar of this data type."""
        if self.schema is None or "fill_value" not in self.schema.get("$defs", {}):
            return None
        form = self.schema["$defs"]["fill_value"]
        schema = form if isinstance(form, bool) else {**form, "$defs": self.schema["$defs"]}
        return SchemaPass(schema, self.scope.resource, is_slot)

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
    def compiler(self) -> Compiler:
        """Makes the programs of this definition's file."""
        names = self.scope.declarations.names(self)
        lets = dict.fromkeys(self.data.get("let", {}), cel.DYN)
        return Compiler({**names, **lets}, self.scope.declarations.functions)

    def _programs(self, sources: Mapping[str, Any]) -> dict[str, Callable[[Any], Any]]:
        return {name: self.compiler.program(as_expression(source)) for name, source in sources.items()}

    @cached_property
    def own_lets(self) -> Mapping[str, Callable[[Any], Any]]:
        """Shared names of the file."""
        return self._programs(self.data.get("let", {}))

    @cached_property
    def lets(self) -> Mapping[str, Callable[[Any], Any]]:
        """Shared names of the file, and what the context works out on demand."""
        return {**CODEC_FACTS, **self.own_lets} if self.slot == "codec" else self.own_lets

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

    def _chunk_programs(self, sources: Mapping[str, Any]) -> dict[str, Callable[[Any], Any]]:
        """Programs of what a chunk is made of; a data type given as text is the type of that name."""
        programs = self._programs(sources)
        if "data_type" in programs:
            data_type, named = programs["data_type"], self.scope.type_named

            def resolved(env: Any) -> Any:
                value = data_type(env)
                return named(value) if isinstance(value, str) else value

            programs["data_type"] = resolved
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
        hint: str | None = hints.get(show(value), hints.get("*"))
        return hint

    @cached_property
    def texts(self) -> list[RuleText]:
        """The texts of the rules, in the order of the file."""
        lines = self.record.get("lines", {})
        return [
            RuleText(f"{self.slot}/{self.name}/{name}", data, self.file, lines.get(name))
            for name, data in self.data.get("rules", {}).items()
        ]

    @cached_property
    def all_rules(self) -> list[Rule]:
        """The rules, compiled, in the order in which they are judged: those about what is handed in come first."""
        rules = [Rule(text, self.compiler) for text in self.texts]
        return sorted(rules, key=lambda rule: rule.at != "chunk")

    @cached_property
    def _selections(self) -> dict[tuple[bool, bool, bool], list[Rule]]:
        return {}

    def rules(self, notes: bool = False, scalar: bool = False, early: bool = False) -> list[Rule]:
        """The rules to judge.

        Args:
            notes: whether rules of severity note take part.
            scalar: the rules about one scalar of this data type, instead of those about the definition.
            early: in a document, the rules that read nothing but the raw document, instead of the others.
        """
        key = (notes, scalar, early)
        if key not in self._selections:
            self._selections[key] = [
                rule
                for rule in self.all_rules
                if (notes or rule.severity != "note")
                and (self.slot == "data_type" and "value" in rule.reads) == scalar
                and (self.slot == "document" and rule.stage == 3) == early
            ]
        return self._selections[key]

    @cached_property
    def question(self) -> cel.Program | None:
        """One program for all rules, notes aside: true where none of them is at fault."""
        return passes(self.rules() + self.rules(early=True) if self.slot == "document" else self.rules(), self.compiler)

    @cached_property
    def scalar_question(self) -> cel.Program | None:
        """One program for all rules about one scalar of this data type."""
        return passes(self.rules(scalar=True), self.compiler)

    def programs(self) -> Iterator[cel.Program]:
        """Every expression that judging this evaluates, apart from the rules of a document and the counts of a grid."""
        if self.question is not None and self.slot != "document":
            yield self.question
        handed_on = {name: text for name, text in self.data.get("output", {}).items() if name != "counts"}
        sources = [self.data.get("let", {}), handed_on, self.data.get("scalars", {})]
        sources += [start for _, start, _ in self.pipelines]
        for source in sources:
            yield from (self.compiler.program(text) for name, text in source.items() if name != "in")

    @property
    def counts(self) -> cel.Program:
        """The numbers of chunks along each axis, of a grid that gives them."""
        return self.compiler.program(self.data["output"]["counts"])

    @cached_property
    def members(self) -> frozenset[str]:
        """The members that the schema names."""
        return frozenset((self.schema or {}).get("properties", {}))


def as_expression(source: Any) -> str | cel.Node:
    """An expression; a number, a boolean or null stands for itself."""
    return source if isinstance(source, str) else cel.Literal(source)


def is_literal(fact: str, value: Any) -> bool:
    """Whether a fact is written as it is, and not as an expression."""
    return not isinstance(value, str) or fact in ("class", "kind") or value in ("static", "dynamic")
