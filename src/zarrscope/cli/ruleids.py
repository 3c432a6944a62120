"""Ids of rules: patterns, and near misses."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from zarrscope.cli.arguments import did_you_mean, is_glob
from zarrscope.ruleids import all_rules

if TYPE_CHECKING:
    from zarrscope import Scope


def is_known(scope: Scope, pattern: str) -> bool:
    """Tell whether an id, or a pattern of ids, names any rule."""
    if not is_glob(pattern):
        return scope.catalogue.rule(pattern) is not None
    return any(fnmatchcase(rule.id, pattern) for rule in all_rules(scope))


def suggestion(scope: Scope, rule_id: str) -> str:
    """Ask whether another id was meant, where one is near."""
    return "" if is_glob(rule_id) else did_you_mean(rule_id, (rule.id for rule in all_rules(scope)))
