"""One function for all documents of a structure: the questions of its definitions, one after the other.

What the quick walk finds out about each document anew is written down once: which definitions stand where, what each
rule is handed, and what codecs hand on. The function asks the same schemas and the same questions; its lines are those
that `cel` has made of the rules, with places in the document instead of the names that they read.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN
from zarrscope.codecorder import ARRAY, BYTES
from zarrscope.quick.folding import folded
from zarrscope.quick.lookups import Lookups, is_of_data_type, selected
from zarrscope.quick.plans import TypePlan
from zarrscope.quick.structure import Joined, Point, Unwritten, structure_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.cel import Program
    from zarrscope.quick.lookups import Reads
    from zarrscope.quick.plans import DocumentPlan
    from zarrscope.quick.points import Points

    Judge = Callable[[dict[str, Any]], bool | None]
    Programs = Mapping[str, Callable[[Any], Any]]

UNCERTAIN = ("bytes", "independent")
"""What of a chunk is worked out by more than the program of a codec."""
SIZES = ("lengths", "shapes")
"""What is worked out so where a codec gives shapes."""
METER = "  meter = _meter(env)"


def straight(document: dict[str, Any], plan: DocumentPlan, points: Points) -> Judge:
    """The function for documents like this one, which is clean: whether there is surely nothing to say about one.

    None where its structure is another one, or its schemas do not accept it. Raises Unwritten.
    """
    return _Writer(structure_of(document, plan, points), document, points).function()


class _Chunk:
    """What a codec is handed, of which each member is written when something reads it."""

    def __init__(self, lookups: Lookups, previous: _Chunk | None, programs: Programs, reads: Reads) -> None:
        self._lookups = lookups
        self._previous = previous
        self._programs = programs
        self._reads = reads
        self._known: dict[str, str] = {}

    def read(self, member: str | None) -> str:
        if member is None or member in UNCERTAIN or (member in SIZES and "shapes" in self._programs):
            raise Unwritten
        if member not in self._known:
            program = self._programs.get(member)
            if member == "shapes" and "lengths" in self._programs:
                self._known[member] = self._lookups.combinations(self.read("lengths"))
            elif program is not None:
                self._known[member] = self._lookups.worked_out(program, self._reads)
            elif self._previous is not None:
                self._known[member] = self._previous.read(member)
            else:
                raise Unwritten
        return self._known[member]


class _Writer:
    """Writes the function of one structure."""

    def __init__(self, root: Point, document: dict[str, Any], points: Points) -> None:
        if not root.inside:
            raise Unwritten
        self._points = points
        self._lookups = lookups = Lookups(root)
        reads, definition = lookups.of_document, root.plan.definition
        scalars = {str(path[0]): _data_type_of(root, path, program) for path, program in definition.scalars}
        scalars = {member: data_type for member, data_type in scalars.items() if member in document}
        self._schema = lookups.constant(Joined(root, scalars).schema_pass())
        self._ask(definition.question, reads)
        self._ask_found(root)
        for member, data_type in scalars.items():
            self._ask_scalar(data_type, reads["document"](member))
        self._pipelines(root, _Chunk(lookups, None, {}, {}), reads)

    def function(self) -> Judge:
        """The function of what was written."""
        lines = "".join(f"  {line}\n" for line in (*self._lookups.lines, "return True"))
        accepts = f" if not {self._schema}.accepts(document): return None\n"
        namespace = self._lookups.namespace
        try:
            exec(f"def judge(document):\n{accepts} try:\n{lines} except Exception: return False", namespace)
        except (SyntaxError, RecursionError, MemoryError):  # nested more deeply than Python can read
            raise Unwritten from None
        judge: Judge = namespace["judge"]
        return judge

    def _ask(self, question: Program | None, reads: Reads) -> None:
        lines = self._lookups.lines
        if question is not None:
            for line in folded(self._lookups.source(question, reads).splitlines()):
                if line != METER or METER[2:] not in lines:
                    lines.append(line[2:])

    def _ask_found(self, point: Point) -> None:
        """Write the questions about the extension points inside that are no codecs, and those inside of these."""
        for member, _, slot in point.plan.places or ():
            for inner in point.inside.get(member, ()) if slot != "codec" else ():
                self._ask(inner.plan.definition.question, self._lookups.reads_of(inner))
                self._ask_found(inner)

    def _ask_scalar(self, data_type: Point, value: str) -> None:
        """Write the questions about a scalar, whose form the schema tells, and about its parts."""
        definition = data_type.plan.definition
        self._ask(definition.scalar_question, self._lookups.reads_of(data_type, {"value": partial(selected, value)}))
        kind, types = definition.parts or ("items", ())
        if kind != "items":
            raise Unwritten
        for index, part_type in enumerate(types):
            plan = None if part_type is UNKNOWN else self._points.plan_of(part_type.source)
            if not isinstance(plan, TypePlan) or plan.definition.parts is not None:
                raise Unwritten
            part = f"{value}[{index}]"
            if plan.form is not None:
                self._lookups.lines.append(f"if not {self._lookups.constant(plan.form)}.accepts({part}): return False")
            known = {"data_type": part_type, "config": part_type["config"], "name": part_type["name"]}
            reads: Reads = {name: partial(selected, self._lookups.constant(one)) for name, one in known.items()}
            self._ask(plan.definition.scalar_question, {**reads, "value": partial(selected, part)})

    def _pipelines(self, point: Point, chunk: _Chunk, reads: Reads) -> None:
        """Write what is asked about the lists of codecs inside, whose chunks start from this one."""
        if point.plan.pipelines is None:
            raise Unwritten
        for path, _, programs in point.plan.definition.pipelines:
            if path[-1] in point.inside:
                self._codecs(point.inside[str(path[-1])], _Chunk(self._lookups, chunk, programs, reads))

    def _codecs(self, points: list[Point], chunk: _Chunk) -> None:
        form = ARRAY
        for index, point in enumerate(points):
            definition = point.plan.definition
            forms = point.plan.steps[form]
            if not forms or (definition.scalars and point.has_configuration):
                raise Unwritten
            form = forms[0]
            after = partial(self._lookups.all_facts, points[index + 1 :])
            reads = self._lookups.reads_of(point, {"chunk": chunk.read, "after": after})
            self._ask_found(point)
            self._ask(definition.question, reads)
            self._pipelines(point, chunk, reads)
            chunk = _Chunk(self._lookups, chunk, definition.outputs, reads)
        if form is not BYTES:
            raise Unwritten


def _data_type_of(root: Point, path: tuple[str | int, ...], program: Callable[[Any], Any]) -> Point:
    """The data type of the scalar that is a member of the document; Unwritten where it is another one."""
    data_type = root.only("data_type")
    if len(path) != 1 or not is_of_data_type(program):
        raise Unwritten
    return data_type
