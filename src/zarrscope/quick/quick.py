"""What there is to say about a document, as far as that is known without the walk that tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import EvaluationError
from zarrscope.findings import CLEAN, Findings
from zarrscope.quick.alike import Basis
from zarrscope.quick.budget import Budget
from zarrscope.quick.fields import PASSED_OVER
from zarrscope.quick.memory import MOST_REMEMBERED
from zarrscope.quick.plans import DocumentPlan, Doubt
from zarrscope.quick.structures import MOST_WRITTEN
from zarrscope.quick.walk import QuickWalk
from zarrscope.quick.whole import WholeMemory

if TYPE_CHECKING:
    from zarrscope.definitions import Definition
    from zarrscope.problems import Loc
    from zarrscope.quick.alike import KnownAlike
    from zarrscope.scope import Scope

DOUBTED = frozenset((PASSED_OVER, "envelope/must-understand-true"))
"""What the engine notes, and the quick walk doubts; of anything else that it notes, the quick walk sees nothing."""


class Quick:
    """The quick answers of one scope: by a boolean walk, and by what was found before in the same content."""

    def __init__(self, scope: Scope, most_remembered: int = MOST_REMEMBERED, most_written: int = MOST_WRITTEN) -> None:
        """Start with nothing; `most_remembered` bounds each of the memories, `most_written` the functions."""
        self._scope = scope
        self._is_blind = not scope.raised_of_engine <= DOUBTED
        self._walk = QuickWalk(scope, most_remembered, most_written, self.known)
        self._whole = WholeMemory(most_remembered)
        self._can_learn = not (scope.pack_rules or scope.has_attributes)
        self._budget = Budget(256, 16, 4)

    def is_clean(self, document: Any, path: str | None = None, depth: int = 0) -> bool:
        """Whether there is surely nothing to say about a document; see `known`."""
        return self.known(document, path, depth) is CLEAN

    def known(
        self, document: Any, path: str | None = None, depth: int = 0, source: bytes | dict[str, Any] | None = None
    ) -> Findings | None:
        """What there is to say about a document; None where that takes the walk that tells.

        `path` is that of the node, `depth` says how many documents it stands in, `source` is what it was read from.
        """
        if document.__class__ is not dict or self._is_blind:
            return None
        try:
            return self._walk.judge(document, path, depth, source)
        except (Doubt, EvaluationError, ValueError):  # a ValueError: what the fast schema engine cannot take
            plan = self._plan(document)
            return None if plan is None else self._known_whole(plan, document, source)

    def _known_whole(
        self, plan: DocumentPlan, document: dict[str, Any], source: bytes | dict[str, Any] | None
    ) -> Findings | None:
        """What was found in a document that is the same but for members about which there is nothing to say."""
        recalled = self._whole.recall(plan, document)
        if recalled is None:
            return None
        known, holes = recalled
        self._budget.useful += 1
        if source is not None and holes:
            always = plan.memory.always if "shape" in holes else None
            self._walk.before.learn(source, Basis(document, holes, plan, None, known, always))
        return known

    def known_alike(self, source: Any, path: str | None) -> KnownAlike | None:
        """What there is to say about a text, or a mapping, that is like one before; that, and what was read."""
        try:
            recent = self._walk.before.recent.get(source.__class__)
            found = None if recent is None or self._is_blind else recent.find(source)
            if found is None:
                return None
            alike, match = found
            return self._walk.judge_alike(match[0], alike, path), alike, match
        except (Doubt, EvaluationError, ValueError):
            return None
        except Exception:
            if source.__class__ is bytes:
                raise
            return None  # a stranger's class may do anything

    def accepted(self, slot: str, raw: Any) -> Definition | None:
        """The definition of an extension point about which, taken by itself, there is surely nothing to say but rules.

        None where that is not known; of what stands inside nothing is said.
        """
        if self._is_blind:
            return None
        try:
            return self._walk.points.accepted(slot, raw).definition
        except (Doubt, ValueError):
            return None

    def is_worth_learning(self) -> bool:
        """Count a document that was told about; whether to remember it, or too many were remembered in vain."""
        self._budget.met += 1
        return self._can_learn and self._budget.allows()

    def learn(self, document: dict[str, Any], definitions: set[Definition], findings: Findings) -> None:
        """Remember what the walk that tells found in a document without nested ones, by these definitions."""
        plan = self._plan(document)
        if plan is None:
            return
        findings = findings if any(findings) else CLEAN
        read = self._members_read(definitions, {one.rule for one in findings.found})
        if self._is_told(plan, document) and all(_within(plan, one.loc) for one in findings.found):
            plan.memory.remember(plan.memory.recall(document)[0], document, read, findings)
        else:
            self._whole.remember(plan, document, definitions, read, findings)

    def _plan(self, document: dict[str, Any]) -> DocumentPlan | None:
        """The plan of a document; None where it does not say what kind it is."""
        try:
            return self._walk.document_plan(document.get("node_type"))
        except Doubt:
            return None

    def _is_told(self, plan: DocumentPlan, document: dict[str, Any]) -> bool:
        """Whether there is nothing wrong with a document that is not told by the members of its memory."""
        always = plan.memory.always
        return (
            plan.is_alone
            and plan.members.issuperset(document)
            and plan.schema.accepts(document)
            and (always is None or always(document, {}))
        )

    def _members_read(self, definitions: set[Definition], told: set[str]) -> set[str]:
        """The members that judging by these definitions reads, and what the messages of the rules `told` have read."""
        read: set[str] = set()
        for definition in definitions:
            read |= self._walk.points.plan_of(definition).reads
            for rule in definition.all_rules:
                if rule.text.id in told:
                    read |= rule.members_told
        return read


def _within(plan: DocumentPlan, loc: Loc) -> bool:
    return bool(loc) and loc[0] in plan.memory.told
