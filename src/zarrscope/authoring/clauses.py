"""Clauses that come out the same on every document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zarrscope import cel
from zarrscope.authoring.expressions import of_rule, short
from zarrscope.cel.truth import truth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zarrscope.rulechecking import RuleChecker
    from zarrscope.rulefiles import Fault


def constant_clauses(checker: RuleChecker) -> Iterator[Fault]:
    """Clauses that decide nothing."""
    marked = checker.marked
    for name, rule in checker.sound_rules():
        for path, node in of_rule(rule):
            where = ("rules", name, *path)
            for part in _clauses(node):
                always = truth(part)
                if always is not None:
                    position = marked.text_position(where, part.offset)
                    message = f"`{short(part)}` is {'always' if always else 'never'} true, so it decides nothing"
                    yield marked.fault(position, message, "take it out, or compare something else")


def _clauses(node: cel.Node) -> Iterator[cel.Node]:
    """The clauses of an expression, those inside a constant one left out."""
    operands = node.operands if isinstance(node, cel.Logical) else ()
    for child in node.children():
        is_clause = child in operands or (isinstance(node, cel.Conditional) and child is node.condition)
        if is_clause and truth(child) is not None:
            yield child
        else:
            yield from _clauses(child)
