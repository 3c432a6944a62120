"""The source of operators: native ones where these give what the exact evaluator gives, or raise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zarrscope.cel.locals import Locals, is_cheap, is_place, is_short
from zarrscope.cel.source import _Source
from zarrscope.cel.types import BOOL, DOUBLE, INT, NULL, NUMERIC, STRING, ListOf, MapOf

if TYPE_CHECKING:
    from zarrscope.cel import nodes

_FLAT: Final = frozenset({INT, STRING, BOOL})
_ROUNDING: Final = {"/": "//", "%": "%"}
"""The native operators that give the same where nothing is below zero."""
_HELPERS: Final = {"+": "_add", "-": "_sub", "*": "_mul", "/": "_div", "%": "_mod"}


class _Operators(_Source):
    """Writes the source of operators on one and on two values."""

    def unary(self, node: nodes.Unary, scope: Locals) -> str:
        if node.operator == "!":
            return f"(not {self.boolean(node.operand, scope)})"
        operand = self.visit(node.operand, scope)
        return f"(-{operand})" if self.types[node.operand] in NUMERIC else f"_neg({operand})"

    def binary(self, node: nodes.Binary, scope: Locals) -> str:
        if node.operator in ("==", "!="):
            return self.equality(node, scope)
        if node.operator == "in":
            return self.membership(node, scope)
        if node.operator in _HELPERS:
            return self.arithmetic(node, scope)
        return self.ordering(node, scope)

    def arithmetic(self, node: nodes.Binary, scope: Locals) -> str:
        left, right = self.visit(node.left, scope), self.visit(node.right, scope)
        types = {self.types[node.left], self.types[node.right]}
        if (types == {INT} and node.operator in "+-") or (types == {DOUBLE} and node.operator != "%"):
            return f"({left} {node.operator} {right})"
        if types == {INT} and node.operator in _ROUNDING and is_place(node.left) and is_place(node.right):
            native = f"{left} {_ROUNDING[node.operator]} {right} if {left} >= 0 < {right}"
            return f"({native} else {_HELPERS[node.operator]}({left}, {right}))"
        meter = self.meter() if node.operator == "+" and not types & NUMERIC else ""
        return f"{_HELPERS[node.operator]}({left}, {right}{meter})"

    def is_plain(self, node: nodes.Binary, scope: Locals) -> bool:
        """Comparing the operands once more in a loop costs next to nothing."""
        return not self.loops or is_cheap(node.left, scope) or is_cheap(node.right, scope)

    def equality(self, node: nodes.Binary, scope: Locals) -> str:
        left, right = self.visit(node.left, scope), self.visit(node.right, scope)
        types = {self.types[node.left], self.types[node.right]}
        if NULL in types or types <= NUMERIC or types == {BOOL} or (STRING in types and self.is_plain(node, scope)):
            return f"({left} {node.operator} {right})"
        negation = "not " if node.operator == "!=" else ""
        (only, *others) = types
        if not self.loops and not others and isinstance(only, ListOf) and only.item in _FLAT:
            return f"({negation}_eq_lists({left}, {right}))"
        return f"({negation}_eq({left}, {right}{self.meter()}))"

    def membership(self, node: nodes.Binary, scope: Locals) -> str:
        element, container = self.types[node.left], self.types[node.right]
        right = self.visit(node.right, scope)
        if isinstance(container, MapOf) and element is STRING:
            return f"({self.forced(node.left, scope)} in {right})"
        if isinstance(container, ListOf):
            item = container.item
            if (
                element in (STRING, NULL)
                or item is STRING
                or element is item is BOOL
                or (element is INT and item in NUMERIC)
            ):
                right = right if is_short(node.right) else self.scanned(right, node.right, scope)
                return f"({self.forced(node.left, scope)} in {right})"
        elif element is STRING:
            right = self.scanned(right, node.right, scope, "_haystack") if self.loops else f"_items({right})"
            return f"({self.forced(node.left, scope)} in {right})"
        return f"_in({right}, {self.visit(node.left, scope)}{self.meter()})"

    def ordering(self, node: nodes.Binary, scope: Locals) -> str:
        left, right = self.visit(node.left, scope), self.visit(node.right, scope)
        types = {self.types[node.left], self.types[node.right]}
        if types <= NUMERIC or types == {BOOL} or (STRING in types and self.is_plain(node, scope)):
            return f"({left} {node.operator} {right})"
        if types & NUMERIC:
            left = left if self.types[node.left] in NUMERIC else f"_number({left})"
            right = right if self.types[node.right] in NUMERIC else f"_number({right})"
            return f"({left} {node.operator} {right})"
        return f"_compare({node.operator!r}, {left}, {right}{self.meter()})"
