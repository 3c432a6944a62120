"""The quick walk: one boolean walk over plain values, which asks whether there is anything to say about a document.

It asks the same schemas and the same rules as the walk that tells, compiled to one function a definition. Whatever is
not a plain yes, an unknown name included, is left to the walk that tells.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from zarrscope.chunks import Chunk
from zarrscope.codecorder import ARRAY, BYTES
from zarrscope.context import document_facts
from zarrscope.findings import CLEAN, Findings
from zarrscope.quick.alike import Basis
from zarrscope.quick.before import Before
from zarrscope.quick.fields import Fields
from zarrscope.quick.memory import VARYING
from zarrscope.quick.plans import DocumentPlan, Doubt, Plan, ask
from zarrscope.quick.points import DEEPEST, Points
from zarrscope.quick.resolved import NOTHING, Step, ToldClean
from zarrscope.quick.scalars import ask_scalars
from zarrscope.quick.structures import Structures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from zarrscope.facts import Facts
    from zarrscope.packjudging import Asked
    from zarrscope.quick.alike import Alike
    from zarrscope.quick.fields import Known
    from zarrscope.quick.plans import Place
    from zarrscope.quick.resolved import Resolved
    from zarrscope.scope import Scope

    Source = bytes | dict[str, Any] | None
    Inside = Callable[[str], list[Resolved]]

START = Chunk.start({"independent": True})


class QuickWalk:
    """The quick walk of one scope."""

    def __init__(self, scope: Scope, most_remembered: int, most_written: int, known: Known) -> None:
        """Make plans when they are first needed; `known` says what there is to say about a nested document."""
        self._scope = scope
        self._most = most_remembered
        self.points = Points(scope)
        self._fields = Fields(scope, self.points, most_remembered, known)
        self.before = Before()
        self.structures = Structures(self.points, most_written)
        self._documents: dict[str, DocumentPlan] = {}

    def document_plan(self, kind: Any) -> DocumentPlan:
        """The plan of a kind of document; raises Doubt where there is none."""
        plan = self._documents.get(kind) if kind.__class__ is str else None
        if plan is None:
            definition = self._scope.find("document", kind) if kind.__class__ is str else None
            if definition is None:
                raise Doubt
            plan = self._documents[definition.name] = DocumentPlan(definition, self._most)
        return plan

    def judge(self, document: dict[str, Any], path: str | None, depth: int, source: Source = None) -> Findings:
        """What there is to say about a document; raises Doubt, or EvaluationError, where that is not settled here.

        `source` is what it was read from, for later ones to be compared with.
        """
        plan = self.document_plan(document.get("node_type"))
        key, known = plan.memory.recall(document)
        if known is None and plan.is_alone:
            reads = self.structures.judge(document, plan)
            if reads is not None:
                if key is not None:
                    plan.memory.remember(key, document, reads)
                return CLEAN
        if plan.places is None or not plan.schema.accepts(document):
            raise Doubt
        is_ordinary = plan.members.issuperset(document)
        if source is not None and key is not None and known is not None:
            settled = plan.settled(key) if is_ordinary else None
            holes = [member for member in VARYING if member in document]
            self.before.learn(source, Basis(document, holes, plan, key, settled, plan.memory.always))
        return self._judge(plan, document, is_ordinary, key, known, path, depth)

    def judge_alike(self, document: dict[str, Any], alike: Alike, path: str | None) -> Findings:
        """The same about a document that is like one before."""
        _, _, plan, key, known, always = alike.basis
        if not alike.accepts(document):
            raise Doubt
        if known is not None:
            if always is not None and not always(document, NOTHING):
                raise Doubt
            return known
        known = None if key is None else plan.memory.recall_by(key, document)
        return self._judge(plan, document, alike.is_ordinary, key, known, path, 0)

    def _judge(
        self,
        plan: DocumentPlan,
        document: dict[str, Any],
        is_ordinary: bool,
        key: bytes | None,
        known: Findings | None,
        path: str | None,
        depth: int,
    ) -> Findings:
        """Judge a document that its schema accepts; it is ordinary where the schema names all its members."""
        memory, packs = plan.memory, plan.packs
        has_more = self._fields.ask_for(document, plan, is_ordinary)
        if known is not None and not has_more:
            findings = known if packs is None else packs.recall(key, document, path)
            if findings is not None:
                ask(memory.always, document, NOTHING)
                return findings
        told = ToldClean(document, path, lambda: self.points.inside(document, plan.places, 0))
        base = document_facts(document, told.member, told)
        if packs is not None:
            packs.fill_in(key, told, base)
        if has_more:
            self._fields.judge(document, plan, base, path, depth)
        ask(memory.always, document, base)
        if known is not CLEAN:
            ask(memory.once, document, base)
            told.found = self.points.inside(document, plan.others, 0)
            self._judge_found(plan.others, told.found, base)
            ask_scalars(self.points, plan.definition, document, base)
            self._pipelines(plan, document, START, base, base, 0, told.inside_of)
            if key is not None:
                memory.remember(key, document, self.points.reads(document, plan))
            if is_ordinary and plan.is_alone:
                self.structures.learn(document, plan)
        findings = CLEAN
        if packs is not None:
            findings = packs.judge(key, base, told, lambda only: self._told_by_packs(document, plan, path, depth, only))
        base.clear()  # its grid leads back to it, and what goes in a circle waits for the garbage collector
        return findings

    def _told_by_packs(
        self, document: dict[str, Any], plan: DocumentPlan, path: str | None, depth: int, only: list[Asked] | None
    ) -> Findings:
        """What rules of packs, or only those, say about a document that is sound but for them."""
        if depth:
            raise Doubt
        from zarrscope.packjudging import told_by_packs

        findings = told_by_packs(document, plan, path, lambda copy: self.points.inside(copy, plan.places, 0), only)
        if findings.faults:
            raise Doubt
        return findings

    def _judge_found(self, places: Iterable[Place], found: Mapping[str, Any], base: Facts) -> None:
        """Judge extension points that are no codecs, found at these places, and those inside."""
        for member, many, slot in places:
            if member in found and slot != "codec":
                for one in found[member] if many else (found[member],):
                    plan = one.plan
                    seen = one.seen(base) if plan.of_facts else base
                    if plan.question is not None:
                        ask(plan.question, one.config if plan.shown else one.written, one.name, None, None, seen)
                    if plan.added:
                        plan.ask_packs(seen)
                    if one.inside:
                        self._judge_found(plan.others, one.inside, base)

    def _pipelines(
        self, plan: Plan, value: Any, chunk: Chunk, seen: Any, base: Facts, depth: int, inside: Inside
    ) -> None:
        """Judge the lists of codecs inside; their chunks start from `chunk`, by programs that are run on `seen`.

        `inside` resolves the list of a member where something reads it; what stands in it is resolved with it.
        """
        if plan.pipelines is None or depth > DEEPEST:
            raise Doubt
        for member, programs in plan.pipelines:
            if member in value:
                self._codecs(value[member], chunk.handed_on(programs, seen), base, depth, partial(inside, member))

    def _codecs(
        self, raws: list[Any], chunk: Chunk, base: Facts, depth: int, find: Callable[[], list[Resolved]]
    ) -> None:
        """Judge a list of codecs, the first of which is handed `chunk`; `depth` says how many codecs it stands in."""
        form = ARRAY
        for index, raw in enumerate(raws):
            plan = self.points.accepted("codec", raw)
            forms = plan.steps[form]
            if not forms:
                raise Doubt
            form = forms[0]
            step = Step(plan, raws, index, chunk, base, depth, find)
            self._codec(step)
            chunk = chunk.handed_on(plan.outputs, step)
        if form is not BYTES:
            raise Doubt

    def _codec(self, step: Step) -> None:
        plan, config, base = step.plan, step.config, step.base
        if plan.others:
            found = self.points.inside(config, plan.others, step.depth + 1)
            self._judge_found(plan.others, found, base)
        if plan.question is not None:
            shown = self.points.shown(config, plan.shown, step.depth + 1) if plan.shown else config
            rest = step.raws[step.index + 1 :]
            after = [self.points.facts("codec", raw, step.depth) for raw in rest] if plan.of_after else None
            ask(plan.question, shown, step.name, step.chunk, after, step.seen if plan.of_facts else base)
        if plan.added:
            plan.ask_packs(step.seen)
        if plan.definition.scalars and config:
            ask_scalars(self.points, plan.definition, {"configuration": step.seen["config"]}, step.seen)
        if config:
            self._pipelines(plan, config, step.chunk, step, base, step.depth + 1, step.inside)
