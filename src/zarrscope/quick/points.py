"""Extension points as the quick walk finds them: by their names, and accepted by their schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.definitions import captured
from zarrscope.facts import facts_of
from zarrscope.quick.plans import Doubt, Plan, TypePlan
from zarrscope.quick.resolved import NOTHING, Resolved, name_and_configuration

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from zarrscope.definitions import Definition
    from zarrscope.quick.plans import Place
    from zarrscope.scope import Scope

DEEPEST = 50


class Points:
    """The extension points that one scope knows; whatever is no plain yes raises Doubt."""

    def __init__(self, scope: Scope) -> None:
        """Make plans when they are first needed."""
        self._scope = scope
        self._plans: dict[tuple[str, str], Plan] = {}

    def plan(self, slot: str, name: Any) -> Plan:
        """The plan of what a name means at a slot."""
        try:
            return self._plans[slot, name]
        except KeyError:
            definition = self._scope.find(slot, name) if name.__class__ is str else None
            # only what is written under its own name is remembered, so that strangers' names cannot pile up
            if definition is None or name in definition.aliases:
                raise Doubt from None
            return self.plan_of(definition)
        except TypeError:
            raise Doubt from None

    def plan_of(self, definition: Definition) -> Plan:
        """The plan of a definition."""
        plan = self._plans.get((definition.slot, definition.name))
        if plan is None:
            kind = TypePlan if definition.slot == "data_type" else Plan
            plan = self._plans[definition.slot, definition.name] = kind(definition)
        return plan

    def accepted(self, slot: str, raw: Any) -> Plan:
        """The plan of an extension point that its schema accepts; of what stands inside nothing is said."""
        if raw.__class__ is dict:
            try:
                plan = self._plans[slot, raw["name"]]
            except (KeyError, TypeError):
                plan = self.plan(slot, raw.get("name"))
            if not plan.as_object or "must_understand" in raw or not plan.schema.accepts(raw):
                raise Doubt
            return plan
        plan = self.plan(slot, raw)
        if plan.bare is None:
            raise Doubt
        return plan

    def resolve(self, slot: str, raw: Any, depth: int) -> Resolved:
        """An extension point that is accepted, and so are those inside."""
        if depth > DEEPEST:
            raise Doubt
        if raw.__class__ is str:
            plan = self.plan(slot, raw)
            return plan.bare or self._captured(plan, raw)
        plan = self.accepted(slot, raw)
        config = raw.get("configuration")
        if not config:
            return plan.bare or Resolved(plan, raw["name"], NOTHING, NOTHING)
        return Resolved(plan, raw["name"], config, self.inside(config, plan.places, depth) if plan.places else NOTHING)

    def _captured(self, plan: Plan, name: str) -> Resolved:
        """An extension point whose name carries its configuration."""
        if not plan.definition.captures:
            raise Doubt
        config = captured(plan.definition, name)
        if not plan.schema.accepts({"name": name, "configuration": config}):
            raise Doubt
        return Resolved(plan, name, config, NOTHING)

    def inside(self, value: dict[str, Any], places: Iterable[Place] | None, depth: int) -> dict[str, Any]:
        """The extension points at some members of a configuration or document, by member."""
        if places is None:
            raise Doubt
        found: dict[str, Any] = {}
        for member, many, slot in places:
            if member in value:
                raw = value[member]
                found[member] = (
                    [self.resolve(slot, one, depth + 1) for one in raw] if many else self.resolve(slot, raw, depth + 1)
                )
        return found

    def shown(self, config: dict[str, Any], places: Iterable[Place], depth: int) -> dict[str, Any]:
        """A configuration with the facts of accepted extension points at some members, as rules see them."""
        seen = config.copy()
        for member, many, slot in places:
            if member in config:
                raw = config[member]
                seen[member] = [self.facts(slot, one, depth) for one in raw] if many else self.facts(slot, raw, depth)
        return seen

    def facts(self, slot: str, raw: Any, depth: int) -> Any:
        """The facts of an extension point that is accepted, or will be."""
        name, config = name_and_configuration(raw)
        plan = self.plan(slot, name)
        if not config and plan.bare is not None:
            return plan.bare_facts
        if plan.places or raw.__class__ is str:
            return self.resolve(slot, raw, depth + 1).facts
        return facts_of(plan.definition, name, config)

    def reads(self, value: dict[str, Any], plan: Plan) -> set[str]:
        """The members of the document that judging a definition, and what its accepted value holds, reads."""
        found = set(plan.reads)
        for _, _, raw, inner in self.each(value, plan):
            found |= self.reads(name_and_configuration(raw)[1], inner)
        return found

    def each(self, value: dict[str, Any], plan: Plan) -> Iterator[tuple[str, int | None, Any, Plan]]:
        """The extension points in an accepted value: the member, the index where it is a list, as written, the plan."""
        for member, many, slot in plan.places or ():
            if member in value:
                for index, raw in enumerate(value[member] if many else (value[member],)):
                    yield member, index if many else None, raw, self.plan(slot, name_and_configuration(raw)[0])
