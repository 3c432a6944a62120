"""Tree of a question -> the statements of one Python function, which returns False where the answer is not yes.

What is repeated, named, or asked on a condition is a loop, an assignment or a condition of Python, and takes no calls.
Anything else is an expression, as `generate` writes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import nodes
from zarrscope.cel.generate import _Generator
from zarrscope.cel.locals import Locals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from zarrscope.cel.nodes import Node
    from zarrscope.cel.types import Function, Type


def generate_statements(
    node: Node, types: Mapping[Node, Type], functions: Mapping[str, Function]
) -> tuple[str, dict[str, Any]]:
    """The lines of the body, which ends where the answer is still yes, and the globals to evaluate it with."""
    generator = _Statements(types, functions)
    lines = generator.statements(node, Locals(), "  ")
    if generator.metered:
        lines.insert(0, "  meter = _meter(env)")
    return "".join(f"{line}\n" for line in lines), generator.namespace


class _Statements(_Generator):
    def statements(self, node: Node, scope: Locals, indent: str) -> list[str]:
        """The statements that return False where the node is not true."""
        if isinstance(node, nodes.Logical) and node.operator == "&&":
            first, *others = node.operands
            lines = self.statements(first, scope, indent)
            return lines + [line for other in others for line in self.perhaps_statements(other, scope, indent)]
        if isinstance(node, nodes.Conditional) and _is_true(node.otherwise):
            condition = f"{indent}if {self.boolean(node.condition, scope)}:"
            return [condition, *self.perhaps_statements(node.then, scope, indent + " ")]
        if isinstance(node, nodes.Let):
            value, local = self.visit(node.value, scope), self.new_local()
            inner = scope.with_name(node.name, local, variable=False)
            return [f"{indent}{local} = {value}", *self.statements(node.body, inner, indent)]
        if isinstance(node, nodes.Comprehension) and node.kind == "all":
            return self.loop(node, scope, indent)
        return [f"{indent}if not {self.boolean(node, scope)}: return False"]

    def perhaps_statements(self, node: Node, scope: Locals, indent: str) -> list[str]:
        """The statements of a node that need not be evaluated."""
        certain, self.certain = self.certain, False
        lines = self.statements(node, scope, indent)
        self.certain = certain
        return lines

    def loop(self, node: nodes.Comprehension, scope: Locals, indent: str) -> list[str]:
        """The statements for each item of a list or map; see `_Generator.comprehension`."""
        items = self.iterable(node.range, scope)
        outermost = self.enter_loop(scope)
        local = self.new_local(items)
        body = self.statements(node.body, scope.with_name(node.variable, local, variable=True), indent + " ")
        self.loops -= 1
        if not outermost or not self.hoisted:
            return [f"{indent}for {local} in {items}:", *body]
        held = [f"{indent}{name} = {source}" for source, name in self.hoisted.items()]
        return [*held, f"{indent}for {local} in _nested(env, {items}, {', '.join(self.hoisted.values())}):", *body]


def _is_true(node: Node) -> bool:
    return isinstance(node, nodes.Literal) and node.value is True
