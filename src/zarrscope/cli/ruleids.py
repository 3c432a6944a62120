"""Ids of rules: those listed and those made from a definition and a word, patterns, and near misses."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from zarrscope.cli.arguments import did_you_mean, is_glob
from zarrscope.scope import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zarrscope import Scope
    from zarrscope.rules import RuleText

PLACEHOLDER = "{message}"


def is_known(scope: Scope, pattern: str) -> bool:
    """Tell whether an id, or a pattern of ids, names any rule."""
    if not is_glob(pattern):
        return scope.rule(pattern) is not None
    return any(fnmatchcase(rule.id, pattern) for rule in all_rules(scope))


def all_rules(scope: Scope) -> Iterator[RuleText]:
    """Give the rules listed, then what a violation of each definition's schema is called."""
    yield from scope.rules()
    for definition in scope.definitions():
        for word in WORDS:
            if word != "fill-value" or definition.slot == "data_type":
                yield scope.violation(definition, word)


def suggestion(scope: Scope, rule_id: str) -> str:
    """Ask whether another id was meant, where one is near."""
    return "" if is_glob(rule_id) else did_you_mean(rule_id, (rule.id for rule in all_rules(scope)))


def says(rule: RuleText) -> str:
    """Give the message of a rule as its file has it, with expressions in braces."""
    return "(what the schema of the definition demands)" if rule.message == PLACEHOLDER else rule.message or ""
