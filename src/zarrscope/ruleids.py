"""All ids of rules: those listed, and those made from a definition and a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zarrscope.catalogue import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zarrscope.rules import RuleText
    from zarrscope.scope import Scope


def all_rules(scope: Scope) -> Iterator[RuleText]:
    """Give the rules listed, then what a violation of each definition's schema is called."""
    yield from scope.catalogue.rules()
    for definition in scope.definitions():
        for word in WORDS:
            if word != "fill-value" or definition.slot == "data_type":
                yield scope.catalogue.violation(definition, word)
