"""The rules of one file with the names that they share, compiled when first used."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from zarrscope import cel
from zarrscope.compiling import NOTHING, Compiler, and_names
from zarrscope.facts import CODEC_FACTS
from zarrscope.rules import Rule, RuleText, passes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.scope import Scope


class Ruleset:
    """The rules of one file.

    Attributes:
        slot: where that which the rules are about stands.
        prefix: what the ids of the rules begin with.
        data: the rule file as plain data.
        file, lines: the file as faults name it, and the line of each rule.
        name: the definition that the rules are about; empty where they are about several.
        schema: the JSON Schema that the rules may rely on, where there is one.
        made: what `precompute` has made of the expressions.
        of_pack: whether a pack adds the rules to definitions of others.
    """

    of_pack = False
    name: str
    schema: Mapping[str, Any] | None = None
    made: Mapping[str, Any] = NOTHING

    def __init__(
        self, slot: str, prefix: str, data: Mapping[str, Any], file: str | None, lines: Mapping[str, int], scope: Scope
    ) -> None:
        """Hold the file; nothing is compiled yet."""
        self.slot = slot
        self.prefix = prefix
        self.data = data
        self.file = file
        self.lines = lines
        self.scope = scope

    @property
    def about(self) -> str:
        """What the rules are about: `slot/name`, or the slot alone where they are about all that stands there."""
        return f"{self.slot}/{self.name}" if self.name else self.slot

    @property
    def context(self) -> str:
        """The context of `schemas/meta/facts.json` that says what the expressions may mention."""
        return self.slot

    @property
    def configuration(self) -> Mapping[str, Any] | None:
        """What the schema says of the configuration; None where it says nothing, or no more than yes or no."""
        found = (self.schema or {}).get("properties", {}).get("configuration")
        return found if isinstance(found, dict) else None

    @cached_property
    def compiler(self) -> Compiler:
        """Makes the programs of this file."""
        lets = dict.fromkeys(self.data.get("let", {}), cel.DYN)
        names = and_names(lets, self.scope.declarations.names(self))
        return Compiler(names, self.scope.declarations.functions, self.made.get("programs", NOTHING))

    def _programs(self, sources: Mapping[str, Any]) -> dict[str, cel.Program]:
        return {name: self.compiler.program(as_expression(source)) for name, source in sources.items()}

    @cached_property
    def own_lets(self) -> Mapping[str, cel.Program]:
        """Shared names of the file."""
        return self._programs(self.data.get("let", {}))

    @cached_property
    def lets(self) -> Mapping[str, Callable[[Any], Any]]:
        """Shared names of the file, and what the context works out on demand."""
        return {**CODEC_FACTS, **self.own_lets} if self.slot == "codec" else self.own_lets

    @cached_property
    def texts(self) -> list[RuleText]:
        """The texts of the rules, in the order of the file."""
        return [
            RuleText(f"{self.prefix}/{name}", data, self.file, self.lines.get(name))
            for name, data in self.data.get("rules", {}).items()
        ]

    @cached_property
    def all_rules(self) -> list[Rule]:
        """The rules, compiled, in the order in which they are judged: those about what is handed in come first."""
        made = self.made.get("rules", NOTHING)
        rules = [Rule(text, self.compiler, made.get(text.name)) for text in self.texts]
        return sorted(rules, key=lambda rule: rule.at != "chunk")

    @cached_property
    def _selections(self) -> dict[tuple[bool, bool, bool], list[Rule]]:
        return {}

    def rules(self, notes: bool = False, scalar: bool = False, early: bool = False) -> list[Rule]:
        """The rules to judge.

        Args:
            notes: whether rules of severity note take part that no grade of the scope can raise.
            scalar: the rules about one scalar of this data type, instead of those about the definition.
            early: in a document, the rules that read nothing but the raw document, instead of the others.
        """
        key = (notes, scalar, early)
        if key not in self._selections:
            self._selections[key] = [
                rule
                for rule in self.all_rules
                if (notes or rule.severity != "note" or rule.text.id in self.scope.raised)
                and self._is_scalar(rule) == scalar
                and self._is_early(rule) == early
            ]
        return self._selections[key]

    def _is_scalar(self, rule: Rule) -> bool:
        return False

    def _is_early(self, rule: Rule) -> bool:
        return False

    @cached_property
    def question(self) -> cel.Program | None:
        """One program for all rules, notes aside: true where none of them is at fault."""
        return passes(self.rules() + self.rules(early=True), self.compiler)


def as_expression(source: Any) -> str | cel.Node:
    """An expression; a number, a boolean or null stands for itself."""
    return source if isinstance(source, str) else cel.Literal(source)
