"""What expressions read, as places in the documents of one structure: the first lines of a function for these."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN, Program
from zarrscope.cel.helpers import BEGINNING, READ, literal
from zarrscope.chunks import Fixed, OrNamed, combinations
from zarrscope.facts import Definite, facts_of
from zarrscope.quick.resolved import NOTHING
from zarrscope.quick.structure import Point, Unwritten

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.definitions import Definition

    Reads = Mapping[str, Callable[[str | None], str]]  # by name: what stands for it, or for one of its members

OF_DATA_TYPE = BEGINNING + READ.format("data_type")
_reads = re.compile(r"env\['(\w+)'\](?:\['(\w+)'\])?(?:\['(\w+)'\])?")
_asks = re.compile(r"_has\(env\['(\w+)'\](?:\['(\w+)'\])?, '(\w+)'\)")


class Lookups:
    """Writes what expressions read, each once, and the expressions with what it is called.

    Attributes:
        lines: what was written so far.
        namespace: the globals of the function.
        of_document: what the expressions of the document read.
    """

    def __init__(self, root: Point) -> None:
        """Start with nothing, for documents of this structure."""
        self._root = root
        self.lines: list[str] = []
        self.namespace: dict[str, Any] = {
            "env": NOTHING,
            "nothing": NOTHING,
            "facts_of": facts_of,
            "combinations": combinations,
        }
        self._count = 0
        self._held: dict[tuple[str, str], str] = {}  # by what it is of: what is looked up, or worked out, once
        self._facts_held: dict[int, str] = {}
        self._fixed: dict[str, Mapping[str, Any]] = {}  # facts that are the same for all documents
        self._objects = {"document"}
        self._configurations = {id(root): "document"}
        self.of_document: Reads = {
            "document": partial(self._member, "document", root.plan.definition.schema or {}),
            "data_type": self._of_data_type,
            "grid": self._of_grid,
            "axes": self._axes,
        }

    def _new(self, value: str) -> str:
        if value.isidentifier():
            return value
        self._count += 1
        self.lines.append(f"x{self._count} = {value}")
        return f"x{self._count}"

    def constant(self, value: Any) -> str:
        """What a value is called that is the same for all documents."""
        self._count += 1
        self.namespace[f"x{self._count}"] = value
        return f"x{self._count}"

    def _member(self, value: str, schema: Mapping[str, Any], member: str | None) -> str:
        """A value or one of its members; those that its schema requires are looked up once."""
        if member is None:
            return value
        if member not in schema.get("required", ()):
            return f"{value}[{member!r}]"
        if (value, member) not in self._held:
            self._held[value, member] = self._new(f"{value}[{member!r}]")
        return self._held[value, member]

    def _configuration(self, point: Point) -> str:
        """What the configuration of an extension point is called."""
        if id(point) not in self._configurations:
            if not point.has_configuration:
                return "nothing"
            self._configurations[id(point)] = held = self._new(f"{self._place(point)}['configuration']")
            if (point.plan.definition.configuration or NOTHING).get("type") == "object":
                self._objects.add(held)
        return self._configurations[id(point)]

    def _place(self, point: Point) -> str:
        assert point.parent is not None
        return f"{self._configuration(point.parent)}{point.place}"

    def _facts(self, point: Point) -> str:
        """What the facts of an extension point are called."""
        if id(point) not in self._facts_held:
            plan, definition = point.plan, point.plan.definition
            if not point.has_configuration and plan.bare is not None:
                held = self.constant(plan.bare_facts)
                if not definition.computed:
                    self._fixed[held] = plan.bare_facts
            elif plan.places or not point.has_configuration:
                raise Unwritten
            else:
                held = self._new(self._facts_with(definition, self._configuration(point)))
            self._facts_held[id(point)] = held
        return self._facts_held[id(point)]

    def _facts_with(self, definition: Definition, config: str) -> str:
        if definition.computed or definition.slot == "data_type":  # of which the definition may be asked
            return f"facts_of({self.constant(definition)}, {definition.name!r}, {config})"
        return f"{{**{self.constant(dict(facts_of(definition, definition.name, None)))}, 'config': {config}}}"

    def all_facts(self, points: list[Point], member: str | None = None) -> str:
        """What a list of the facts of extension points is called."""
        if member is not None:
            raise Unwritten
        return self._new(f"[{', '.join(map(self._facts, points))}]")

    def reads_of(self, point: Point, more: Reads = NOTHING) -> Reads:
        """What the expressions of an extension point read, with more of this; its shared names as well."""
        definition = point.plan.definition
        own: Reads = {"name": partial(selected, literal(point.name)), "config": partial(self._of_config, point)}
        reads: dict[str, Callable[[str | None], str]] = {**self.of_document, **own, **more}
        if definition.slot == "data_type":
            reads["data_type"] = lambda member: self._part(self._facts(point), member)
        shared: dict[str, str] = {}

        def of_shared(name: str, program: Callable[[Any], Any], member: str | None) -> str:
            if name not in shared:
                shared[name] = self.worked_out(program, reads, may_be_null=True)
            return self._part(shared[name], member)

        for name, program in definition.own_lets.items():
            reads[name] = partial(of_shared, name, program)
        return reads

    def combinations(self, lengths: str) -> str:
        """What the shapes of chunks are called whose axes have these lengths."""
        return self._new(f"combinations({lengths})")

    def _of_config(self, point: Point, member: str | None) -> str:
        shown = {place: many for place, many, _ in point.plan.shown}
        config = self._configuration(point)
        if member in shown and member in point.inside:
            if (config, member) not in self._held:
                inside = point.inside[member]
                self._held[config, member] = self.all_facts(inside) if shown[member] else self._facts(inside[0])
            return self._held[config, member]
        if member is None and shown:
            raise Unwritten
        return self._member(config, point.plan.definition.configuration or NOTHING, member)

    def _of_data_type(self, member: str | None) -> str:
        return self._part(self._facts(self._root.only("data_type")), member)

    def _of_grid(self, member: str | None) -> str:
        point = self._root.only("chunk_grid")
        program = None if member is None else point.plan.definition.outputs.get(member)
        if program is None or member is None:
            raise Unwritten
        if ("grid", member) not in self._held:
            self._held["grid", member] = self.worked_out(program, self.reads_of(point))
        return self._held["grid", member]

    def _axes(self, member: str | None) -> str:
        if member is not None:
            raise Unwritten
        if ("document", "axes") not in self._held:
            self._held["document", "axes"] = self._new(f"[*range(len({self.of_document['document']('shape')}))]")
        return self._held["document", "axes"]

    def worked_out(self, program: Callable[[Any], Any], reads: Reads, *, may_be_null: bool = False) -> str:
        """What the value of a program is called; of what is handed on, null says that it is unknown."""
        if isinstance(program, OrNamed) and is_of_data_type(program.program):
            return reads["data_type"](None)
        if isinstance(program, Fixed):
            value = program(None)
            held = self.constant(value)
            if value.__class__ is Definite:
                self._fixed[held] = value
            if value is UNKNOWN:
                raise Unwritten
            return held
        if not isinstance(program, Program):
            raise Unwritten
        held = self._new(self.source(program, reads).removeprefix(BEGINNING))
        if not may_be_null:
            self.lines.append(f"if {held} is None: return False")
        return held

    def source(self, program: Program, reads: Reads) -> str:
        """The source of a program with what it reads in its place."""
        source, namespace = program.written()
        for name, value in namespace.items():
            if self.namespace.setdefault(name, value) is not value:
                raise Unwritten
        source = _asks.sub(partial(self._is_there, reads), source)
        return _reads.sub(partial(self._read, reads), source)

    def _read(self, reads: Reads, found: re.Match[str]) -> str:
        """What stands for something that is read."""
        name, member, part = found.groups()
        return self._part(_place(reads, name, member), part)

    def _part(self, value: str, part: str | None) -> str:
        """A value, or a part of it; a fact that is the same for all documents stands for itself."""
        fixed = self._fixed.get(value, NOTHING).get(part)
        return literal(fixed) if fixed.__class__ in (str, int, bool) else selected(value, part)

    def _is_there(self, reads: Reads, found: re.Match[str]) -> str:
        """Whether a member is there, without a call where that is certain."""
        name, member, part = found.groups()
        value = _place(reads, name, member)
        if value in self._fixed:
            return repr(part in self._fixed[value])
        return f"({part!r} in {value})" if value in self._objects else f"_has({value}, {part!r})"


def is_of_data_type(program: Callable[[Any], Any]) -> bool:
    """Whether a program gives the data type of the document."""
    return isinstance(program, Program) and program.written()[0] == OF_DATA_TYPE


def _place(reads: Reads, name: str, member: str | None) -> str:
    if name not in reads:
        raise Unwritten
    return reads[name](member)


def selected(value: str, member: str | None) -> str:
    """A value, or one of its members."""
    return value if member is None else f"{value}[{member!r}]"
