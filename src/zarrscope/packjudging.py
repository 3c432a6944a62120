"""Judging the rules of packs, when everything else about a document is settled."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from zarrscope.context import document_facts
from zarrscope.facts import facts
from zarrscope.judgement import Judgement
from zarrscope.judging import judge
from zarrscope.paths import loc_of, value_at
from zarrscope.problems import pointer
from zarrscope.quick.resolved import ToldClean
from zarrscope.reading import Reading
from zarrscope.reporting import ordered
from zarrscope.resolving import Node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from zarrscope.facts import Facts
    from zarrscope.findings import Findings
    from zarrscope.packrules import PackRules
    from zarrscope.problems import Loc
    from zarrscope.quick.plans import DocumentPlan
    from zarrscope.rules import Rule

    Asked = tuple[PackRules, list[Rule]]


class ToldNode:
    """A document that was judged, as the facts of packs read it (see `packfacts.Told`)."""

    def __init__(self, judgement: Judgement, node: Node, path: str | None) -> None:
        """Take the document that `node` stands for."""
        self._judgement = judgement
        self._node = node
        self.path = path

    @property
    def written(self) -> Any:
        """The document as it was read."""
        return value_at(self._judgement.reading.value, self._node.loc)

    @cached_property
    def problems(self) -> list[dict[str, Any]]:
        """What has been found in it when this is first asked."""
        return [
            {"rule": found.rule, "severity": str(found.severity), **_place(found.loc[self._depth :])}
            for found in self._judgement.found
            if self._is_inside(found.loc)
        ]

    @cached_property
    def unclaimed(self) -> list[dict[str, Any]]:
        """What no definition claims."""
        return [
            {"name": entry.name, "slot": entry.slot, **_place(loc[self._depth :])}
            for entry in self._judgement.unclaimed
            if self._is_inside(loc := loc_of(self._judgement.reading.value, entry.pointer))
        ]

    @property
    def members(self) -> Sequence[Node]:
        """The extension points that are members of the document, or items of its members."""
        return self._node.nested()

    @property
    def _depth(self) -> int:
        return len(self._node.loc)

    def _is_inside(self, loc: Loc) -> bool:
        return loc[: self._depth] == self._node.loc


def _place(loc: Loc) -> dict[str, Any]:
    return {"pointer": pointer(loc), "loc": list(loc)}


def told_by_packs(
    document: dict[str, Any],
    plan: DocumentPlan,
    path: str | None,
    read: Callable[[dict[str, Any]], dict[str, Any]],
    only: Iterable[Asked] | None = None,
) -> Findings:
    """What rules of packs say, in its order, about a document that is clean but for them.

    `read` resolves its extension points; `only` has the rules to be asked, where the others say nothing.
    """
    definition = plan.definition
    judgement = Judgement(definition.scope, Reading(document), notes=False, path=path)
    inside = read(judgement.root)  # before there are holes, as in the walk that tells
    told = ToldClean(document, path, lambda: inside)
    node = Node("document", (), judgement.root, definition.name, definition)
    judge_packs(judgement, [(node, document_facts(judgement.root, told.member, told))], only)
    findings = judgement.findings()
    return findings._replace(found=tuple(ordered(findings.found, document)))


def judge_packs(judgement: Judgement, judged: list[tuple[Node, Facts]], only: Iterable[Asked] | None = None) -> None:
    """Judge the rules of packs, or only those, on what was judged, each with the facts that its own rules saw."""
    everything = ((rules, rules.rules(judgement.notes)) for rules in judgement.scope.pack_rules)
    for rules, chosen in everything if only is None else only:
        for node, seen in judged:
            if chosen and node.definition is not None and rules.is_about(node.definition.slot, node.definition.name):
                env = facts({"@meter": judgement.pack_meter}, rules.lets, seen)
                judge(judgement, node, env, chosen, question=rules.question if only is None else None)
