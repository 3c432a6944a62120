"""Ids of rules that are near misses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zarrscope.cli.arguments import did_you_mean, is_glob
from zarrscope.ruleids import all_rules

if TYPE_CHECKING:
    from zarrscope import Scope


def suggestion(scope: Scope, rule_id: str) -> str:
    """Ask whether another id was meant, where one is near."""
    return "" if is_glob(rule_id) else did_you_mean(rule_id, (rule.id for rule in all_rules(scope)))
