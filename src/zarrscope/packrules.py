"""What a pack adds: rules about documents and definitions that stand elsewhere."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from zarrscope import cel
from zarrscope.identifiers import SLOTS
from zarrscope.reads import reads
from zarrscope.ruleset import Ruleset, as_expression

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Set

    from zarrscope.rules import Rule
    from zarrscope.scope import Scope

EVERY_DOCUMENT = "any"


class PackRules(Ruleset):
    """The rules that one file of a pack adds to what it is about.

    Attributes:
        name: the definition in the slot; empty where the rules are about all of them.
        record: the file as plain data, as `packfolder` has read it.
    """

    of_pack = True

    def __init__(self, pack: str, record: Mapping[str, Any], scope: Scope) -> None:
        """Wrap a record of a pack (see `packfolder`); nothing is compiled yet."""
        super().__init__(record["slot"], pack, record["rules"], record["file"], record["lines"], scope)
        self.record = record
        self.name = record["name"] or ""
        self._read: dict[str, set[str]] = {}
        if self.name:
            self.schema = scope.definition(self.slot, self.name).schema

    @property
    def context(self) -> str:
        """A document's own name or `any`, or else the slot."""
        return self.name or EVERY_DOCUMENT if self.slot == "document" else self.slot

    @cached_property
    def reads(self) -> frozenset[str]:
        """The members of the document that the rules read, notes aside; see `reads.reads`."""
        return frozenset(member for rule in self.rules() for member in self._reads_of(rule))

    def reading(self, is_asked: Callable[[Set[str]], bool]) -> list[Rule]:
        """The rules, notes aside, that read such members of the document."""
        return [rule for rule in self.rules() if is_asked(self._reads_of(rule))]

    def settled(self, told: frozenset[str]) -> frozenset[str]:
        """The ids of the rules whose verdicts, texts and places follow from these members of the document alone."""
        return frozenset(
            rule.text.id
            for rule in self.rules()
            if self._reads_of(rule) <= told and all(self._members(node) <= told for node in rule.expressions_told())
        )

    def _reads_of(self, rule: Rule) -> set[str]:
        known = self._read.get(rule.text.id)
        if known is None:
            known = self._read[rule.text.id] = self._members(rule.question())
        return known

    def _members(self, node: cel.Node) -> set[str]:
        """The members that an expression reads, by itself or through the shared names of the file."""
        return reads(self.written_out(node))

    def written_out(self, node: cel.Node) -> cel.Node:
        """An expression that stands on its own, with the shared names of the file."""
        for name, source in reversed(self.data.get("let", {}).items()):
            node = cel.Let(name, self.compiler.program(as_expression(source)).node, node, 0)
        return node

    def is_about(self, slot: str, name: str) -> bool:
        """Whether the rules are about a definition."""
        return slot == self.slot and self.name in ("", name)


def target(text: str) -> tuple[str, str | None]:
    """What `for` names, as slot and name; a name of None is every definition of the slot.

    A word alone that is no slot is a kind of document, such as `array`; `any` is both kinds.
    """
    slot, slash, name = text.partition("/")
    if slash:
        return slot, name
    if text in SLOTS:
        return text, None
    return "document", None if text == EVERY_DOCUMENT else text
