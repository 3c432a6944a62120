"""Extra members, and attributes, that have a definition of their own, and the documents in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.facts import facts
from zarrscope.findings import CLEAN
from zarrscope.paths import child_path, keys, values_at
from zarrscope.quick.memory import LONGEST_REMEMBERED, Memory
from zarrscope.quick.plans import Doubt, ask
from zarrscope.reading.fastparser import fast_parser

if TYPE_CHECKING:
    from collections.abc import Callable

    from zarrscope.facts import Facts
    from zarrscope.findings import Findings
    from zarrscope.quick.plans import DocumentPlan, Plan
    from zarrscope.quick.points import Points
    from zarrscope.scope import Scope

    Known = Callable[[Any, str | None, int], Findings | None]

PASSED_OVER = "envelope/passed-over-member"
DEEPEST_DOCUMENTS = 10


class Fields:
    """The fields of documents in one scope."""

    def __init__(self, scope: Scope, points: Points, most_remembered: int, known: Known) -> None:
        """Remember nothing yet; `known` says what there is to say about a nested document."""
        self._scope = scope
        self._points = points
        self._passes_over = PASSED_OVER not in scope.raised
        self._memory = Memory(most_remembered)
        self._is_used = most_remembered > 0
        self._known = known

    def ask_for(self, document: dict[str, Any], plan: DocumentPlan, is_ordinary: bool) -> bool:
        """Whether there may be something to ask; an ordinary document has only members that its schema names."""
        names = self._scope.attribute_names
        if plan.has_attributes and (names is None or not names.isdisjoint(document.get("attributes", ()))):
            return True
        if is_ordinary:
            return False
        slot = f"{plan.definition.name}_field"
        return not all(self._is_known(slot, member, document[member]) for member in document.keys() - plan.members)

    def _is_known(self, slot: str, member: str, value: Any) -> bool:
        """Whether the same was met before, and there was nothing to say about it."""
        if self._scope.find(slot, member) is None:
            return False
        return self._memory.recall(self._key(self._points.plan(slot, member), value)) is not None

    def judge(self, document: dict[str, Any], plan: DocumentPlan, base: Facts, path: str | None, depth: int) -> None:
        """Ask about all of a document; raises Doubt where there may be something to say."""
        if not plan.members.issuperset(document):
            slot = f"{plan.definition.name}_field"
            for member in document.keys() - plan.members:
                value = document[member]
                if self._scope.find(slot, member) is not None:
                    self._field(self._points.plan(slot, member), value, base, path, depth)
                elif not self._passes_over or value.__class__ is not dict or value.get("must_understand") is not False:
                    raise Doubt
        attributes = document.get("attributes") if self._scope.has_attributes else None
        if attributes:
            names = self._scope.attribute_names
            for name in attributes if names is None else names.intersection(attributes):
                if self._scope.find("attribute", name) is not None:
                    self._field(self._points.plan("attribute", name), attributes[name], base, path, depth)

    def _field(self, plan: Plan, value: Any, base: Facts, path: str | None, depth: int) -> None:
        if depth >= DEEPEST_DOCUMENTS or not plan.schema.accepts(value):
            raise Doubt
        env = facts({"value": value}, plan.definition.lets, base)
        ask(plan.question, None, None, None, None, env)
        if plan.added:
            plan.ask_packs(env)
        for pattern in plan.definition.documents:
            for _, inside in values_at(value, pattern[:-1]):
                for name in keys(inside, pattern[-1]):
                    if self._known(inside[name], child_path(path, (name,)), depth + 1) is not CLEAN:
                        raise Doubt
        self._memory.remember(self._key(plan, value), CLEAN)

    def _key(self, plan: Plan, value: Any) -> bytes | None:
        """What it is remembered by that there is nothing to say about a field; None where that is not told by it."""
        orjson = fast_parser()
        if orjson is None or not self._is_used or not plan.is_about_value or _holds_documents(plan, value):
            return None
        try:
            key: bytes = orjson.dumps([plan.definition.slot, plan.definition.name, value])
        except TypeError:
            return None
        return key if len(key) <= LONGEST_REMEMBERED else None


def _holds_documents(plan: Plan, value: Any) -> bool:
    """Whether something stands where documents may stand."""
    return any(inside for pattern in plan.definition.documents for _, inside in values_at(value, pattern[:-1]))
