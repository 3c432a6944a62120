"""The texts of all rules, by id, and what to write instead of a name that nothing claims."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from zarrscope.nearby import nearest
from zarrscope.rules import RuleText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Set

    from zarrscope.definitions import Definition
    from zarrscope.scope import Scope

WORDS = ("missing-member", "unexpected-member", "wrong-type", "invalid-value", "fill-value")


class Catalogue:
    """The texts of a scope."""

    def __init__(self, scope: Scope, shared: Mapping[str, Any]) -> None:
        """Take the texts of what the engine finds and the old names from `shared`, those of rules from the scope."""
        self._scope = scope
        self._shared = shared

    def text(self, rule_id: str) -> RuleText:
        """The texts of what the engine itself finds, such as `envelope/name-syntax`; KeyError where there are none."""
        return self._engine_texts[rule_id]

    @cached_property
    def _engine_texts(self) -> dict[str, RuleText]:
        texts = {}
        for family, record in self._shared["texts"].items():
            for name, data in record["rules"].items():
                known = {"spec": record.get("spec"), **data}
                texts[f"{family}/{name}"] = RuleText(
                    f"{family}/{name}", known, record["file"], record["lines"].get(name)
                )
        return texts

    @property
    def of_engine(self) -> Set[str]:
        """The ids of what the engine itself finds."""
        return self._engine_texts.keys()

    def texts_of_engine(self) -> list[RuleText]:
        """The texts of what the engine itself finds, but for the violations of schemas."""
        return [text for rule_id, text in self._engine_texts.items() if not rule_id.startswith("schema/")]

    def rules(self) -> Iterator[RuleText]:
        """The texts of all rules: of the engine, then of every definition."""
        yield from self.texts_of_engine()
        for definition in self._scope.definitions():
            yield from definition.texts
        for rules in self._scope.pack_rules:
            yield from rules.texts

    def rule(self, rule_id: str) -> RuleText | None:
        """The texts of one rule; also of the violations of a schema, such as `codec/<name>/invalid-value`."""
        for text in self.rules():
            if text.id == rule_id:
                return text
        slot, _, rest = rule_id.partition("/")
        name, _, word = rest.rpartition("/")
        definition = self._scope.known(slot, name)
        if definition is None or word not in WORDS or (word == "fill-value" and slot != "data_type"):
            return None
        return self.violation(definition, word)

    def violation(self, definition: Definition, word: str) -> RuleText:
        """The texts of a violation of a definition's schema."""
        generic = self._engine_texts[f"schema/{word}"]
        data = {**generic.data, "spec": definition.spec or generic.spec}
        return RuleText(f"{definition.slot}/{definition.name}/{word}", data, definition.file, None)

    def advice(self, slot: str, name: str, known: Iterable[str]) -> str | None:
        """What to write instead of a name that no definition claims; None where nothing can be said."""
        names = self._shared["names"]
        renamed = names["renamed"].get(slot, {}).get(name)
        if renamed is not None:
            return f'write "{renamed}"'
        for pattern, text in names["advice"].get(slot, {}).items():
            if name == pattern or (pattern.endswith("*") and name.startswith(pattern[:-1])):
                return str(text)
        near = nearest(name, known)
        return None if near is None else f'did you mean "{near}"?'
