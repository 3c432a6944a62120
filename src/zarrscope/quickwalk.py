"""The quick walk: one boolean walk over plain values, which asks whether there is anything to say about a document.

It asks the same schemas and the same rules as the walk that tells, compiled to one function a definition. Whatever is
not a plain yes, an unknown name included, is left to the walk that tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN
from zarrscope.codecorder import order
from zarrscope.context import document_facts
from zarrscope.definitions import captured
from zarrscope.facts import Chunk, Facts, facts
from zarrscope.findings import CLEAN, Findings
from zarrscope.paths import child_path, values_at
from zarrscope.plans import DocumentPlan, Doubt, Plan, TypePlan, ask
from zarrscope.resolved import Resolved, Step, ToldClean, all_reads

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.definitions import Definition
    from zarrscope.scope import Scope

    Known = Callable[[Any, str | None, int], Findings | None]

PASSED_OVER = "envelope/passed-over-member"
DEEPEST = 50
DEEPEST_DOCUMENTS = 10
NOTHING: dict[str, Any] = {}
START = Chunk.start({"independent": True})


class QuickWalk:
    """The quick walk of one scope."""

    def __init__(self, scope: Scope, most_remembered: int, known: Known) -> None:
        """Make plans when they are first needed; `known` says what there is to say about a nested document."""
        self._scope = scope
        self._passes_over = PASSED_OVER not in scope.raised
        self._most = most_remembered
        self._known = known
        self._plans: dict[tuple[str, str], Plan] = {}
        self._documents: dict[str, DocumentPlan] = {}

    def _plan(self, slot: str, name: Any) -> Plan:
        try:
            plan = self._plans[slot, name]
        except KeyError:
            definition = self._scope.find(slot, name) if name.__class__ is str else None
            # only what is written under its own name is remembered, so that strangers' names cannot pile up
            if definition is None or name in definition.aliases:
                raise Doubt from None
            plan = self.plan_of(definition)
        except TypeError:
            raise Doubt from None
        if plan.places is None:
            raise Doubt
        return plan

    def plan_of(self, definition: Definition) -> Plan:
        """The plan of a definition."""
        plan = self._plans.get((definition.slot, definition.name))
        if plan is None:
            kind = TypePlan if definition.slot == "data_type" else Plan
            plan = self._plans[definition.slot, definition.name] = kind(definition)
        return plan

    def document_plan(self, kind: Any) -> DocumentPlan:
        """The plan of a kind of document; raises Doubt where there is none."""
        plan = self._documents.get(kind) if kind.__class__ is str else None
        if plan is None:
            definition = self._scope.find("document", kind) if kind.__class__ is str else None
            if definition is None:
                raise Doubt
            plan = self._documents[definition.name] = DocumentPlan(definition, self._most)
        return plan

    def judge(self, document: dict[str, Any], path: str | None, depth: int) -> Findings:
        """What there is to say about a document; raises Doubt, or EvaluationError, where that is not settled here."""
        plan = self.document_plan(document.get("node_type"))
        if plan.places is None or not plan.accepts(document):
            raise Doubt
        memory = plan.memory
        key, known = memory.recall(document)
        if known is not None and plan.is_alone and plan.members.issuperset(document):
            ask(memory.always, document, NOTHING)
            return known
        told = ToldClean(document, path, lambda: self._inside(document, plan, 0))
        base = document_facts(document, told.member, told)
        if plan.packs is not None:
            plan.packs.recall(key, told, base)
        self._fields(document, plan.definition, base, path, depth)
        ask(memory.always, document, base)
        if known is not CLEAN:
            ask(memory.once, document, base)
            self._extensions(document, plan, told.inside, base)
            if key is not None:
                memory.remember(key, document, all_reads(told.inside) | plan.reads)
        if plan.packs is None:
            return CLEAN
        return plan.packs.judge(key, base, told, lambda: self._told_by_packs(document, plan, path, depth))

    def _told_by_packs(self, document: dict[str, Any], plan: DocumentPlan, path: str | None, depth: int) -> Findings:
        """What rules of packs say about a document that is sound but for them."""
        if depth:
            raise Doubt
        from zarrscope.packjudging import told_by_packs

        findings = told_by_packs(document, plan, path, lambda copy: self._inside(copy, plan, 0))
        if findings.faults:
            raise Doubt
        return findings

    def _extensions(self, document: dict[str, Any], plan: Plan, inside: dict[str, Any], base: Facts) -> None:
        self._judge_others(plan, inside, base)
        self._scalars(plan.definition, document, base)
        self._pipelines(plan, inside, START, base, base)

    def _scalars(self, definition: Definition, value: Any, env: Any) -> None:
        for pattern, program in definition.scalars:
            for _, scalar in values_at(value, pattern):
                self._scalar(program(env), scalar)

    def _fields(
        self, document: dict[str, Any], definition: Definition, base: Facts, path: str | None, depth: int
    ) -> None:
        """Ask about extra members and attributes that have a definition of their own."""
        if not document.keys() <= definition.members:
            for member in document.keys() - definition.members:
                value = document[member]
                if self._scope.find(f"{definition.name}_field", member) is not None:
                    self._field(self._plan(f"{definition.name}_field", member), value, base, path, depth)
                elif not self._passes_over or value.__class__ is not dict or value.get("must_understand") is not False:
                    raise Doubt
        if self._scope.has_attributes and document.get("attributes"):
            for name, value in document["attributes"].items():
                if self._scope.find("attribute", name) is not None:
                    self._field(self._plan("attribute", name), value, base, path, depth)

    def _field(self, plan: Plan, value: Any, base: Facts, path: str | None, depth: int) -> None:
        if depth >= DEEPEST_DOCUMENTS or not plan.accepts(value):
            raise Doubt
        env = facts({"value": value}, plan.definition.lets, base)
        ask(plan.question, None, None, None, None, env)
        if plan.added:
            plan.ask_packs(env)
        for pattern in plan.definition.documents:
            for tokens, nested in values_at(value, pattern):
                if self._known(nested, child_path(path, tokens), depth + 1) is not CLEAN:
                    raise Doubt

    def _inside(self, value: dict[str, Any], plan: Plan, depth: int) -> dict[str, Any]:
        inside: dict[str, Any] = {}
        for member, many, slot in plan.places or ():
            if member in value:
                if many:
                    inside[member] = [self._resolve(raw, slot, depth) for raw in value[member]]
                else:
                    inside[member] = self._resolve(value[member], slot, depth)
        return inside

    def _resolve(self, raw: Any, slot: str, depth: int) -> Resolved:
        if raw.__class__ is str:
            plan = self._plan(slot, raw)
            return plan.bare or self._captured(plan, raw)
        if raw.__class__ is not dict or "must_understand" in raw or depth > DEEPEST:
            raise Doubt
        plan = self._plan(slot, raw.get("name"))
        if not plan.as_object or not plan.accepts(raw):
            raise Doubt
        config = raw.get("configuration")
        if not config:
            return plan.bare or Resolved(plan, raw["name"], {}, NOTHING)
        return Resolved(plan, raw["name"], config, self._inside(config, plan, depth + 1) if plan.places else NOTHING)

    def _captured(self, plan: Plan, name: str) -> Resolved:
        """An extension point whose name carries its configuration."""
        if not plan.definition.captures:
            raise Doubt
        config = captured(plan.definition, name)
        if not plan.accepts({"name": name, "configuration": config}):
            raise Doubt
        return Resolved(plan, name, config, NOTHING)

    def _judge_others(self, plan: Plan, inside: Mapping[str, Any], base: Facts) -> None:
        """Judge the extension points inside that are no codecs."""
        for member in plan.others:
            if member in inside:
                found = inside[member]
                for one in found if found.__class__ is list else (found,):
                    if one.plan.asks:
                        one.plan.ask(one, None, None, one.seen(base) if one.plan.of_facts else base)
                        self._judge_others(one.plan, one.inside, base)

    def _scalar(self, data_type: Any, value: Any) -> None:
        if data_type is UNKNOWN:
            raise Doubt
        definition = data_type.source
        plan = self.plan_of(definition)
        assert isinstance(plan, TypePlan)
        if plan.form is not None and not plan.form(value):
            raise Doubt
        if definition.parts is not None:
            self._parts(definition.parts, data_type, value)
        if plan.scalar_question is not None:
            config, name = data_type["config"], data_type["name"]
            seen = NOTHING
            if definition.lets:
                seen = facts({"value": value, "data_type": data_type, "config": config, "name": name}, definition.lets)
            ask(plan.scalar_question, value, data_type, config, name, seen)

    def _parts(self, parts: tuple[str, Any], data_type: Any, value: Any) -> None:
        kind, types = parts
        if kind == "items":
            for part_type, part in zip(types, value, strict=False):
                self._scalar(part_type, part)
            return
        members = types(data_type)
        if members is UNKNOWN or value.__class__ is not dict:
            raise Doubt
        for name, part_type in members:
            if name in value:
                self._scalar(part_type, value[name])

    def _pipelines(self, plan: Plan, inside: Mapping[str, Any], chunk: Chunk, seen: Any, base: Facts) -> None:
        """Walk the lists of codecs inside; their chunks start from `chunk`, by programs that are run on `seen`."""
        if plan.pipelines is None:
            raise Doubt
        for member, programs in plan.pipelines:
            if member in inside:
                self._walk(inside[member], chunk.handed_on(programs, seen), seen is not base, base)

    def _walk(self, codecs: list[Resolved], chunk: Chunk, is_nested: bool, base: Facts) -> None:
        if order(tuple([one.plan.kind for one in codecs]))[0] is not None:
            raise Doubt
        last = len(codecs) - 1  # that something is asked of which reads the chunk
        while last > 0 and not codecs[last].plan.of_chunk:
            last -= 1
        for index, one in enumerate(codecs):
            plan = one.plan
            if not plan.asks and index >= last:
                continue
            step = Step(codecs, index, chunk, is_nested, base)
            if plan.asks:
                self._judge_others(plan, one.inside, base)
                after = [later.facts for later in codecs[index + 1 :]] if plan.of_after else None
                plan.ask(one, chunk, after, step.seen if plan.of_facts else base)
                if plan.definition.scalars and one.written:
                    self._scalars(plan.definition, {"configuration": one.config}, step.seen)
                self._pipelines(plan, one.inside, chunk, step, base)
            if index < last:
                chunk = chunk.handed_on(plan.outputs, step)
