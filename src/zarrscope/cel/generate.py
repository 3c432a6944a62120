"""Tree -> source of one Python expression of native operators.

A native operator stands only where, on values of the static types, it gives what the exact evaluator gives, or raises.
Work that a loop repeats on a whole list or text is charged to a meter. The source holds no text of the expression but
literals written by `repr`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from zarrscope.cel import nodes
from zarrscope.cel.helpers import BEGINNING, READ, literal
from zarrscope.cel.locals import Locals, is_cheap, is_display
from zarrscope.cel.operators import _Operators
from zarrscope.cel.types import BOOL, INT, NULL, NUMERIC, STRING, ListOf

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.cel.nodes import Node
    from zarrscope.cel.types import Function, Type

_SCALAR: Final = frozenset({NULL, INT, STRING, BOOL, *NUMERIC})


def generate(node: Node, types: Mapping[Node, Type], functions: Mapping[str, Function]) -> tuple[str, dict[str, Any]]:
    """The source of `lambda env: ...` and the globals to evaluate it with."""
    generator = _Generator(types, functions)
    source = generator.visit(node, Locals())
    if generator.metered:
        source = f"(lambda meter: {source})(_meter(env))"
    return f"{BEGINNING}{source}", generator.namespace


class _Generator(_Operators):
    """Writes an expression as one expression of Python."""

    def visit(self, node: Node, scope: Locals) -> str:
        return _VISIT[node.__class__](self, node, scope)

    def literal(self, node: nodes.Literal, scope: Locals) -> str:
        if isinstance(node.value, float) and not math.isfinite(node.value):
            raise ValueError("a literal must be finite")
        source = literal(node.value)
        return f"({source})" if source[0] == "-" or isinstance(node.value, int) else source

    def name(self, node: nodes.Name, scope: Locals) -> str:
        return scope.names.get(node.name) or READ.format(node.name)

    def select(self, node: nodes.Select, scope: Locals) -> str:
        operand = self.visit(node.operand, scope)
        return f"_index({operand}, {node.field!r})" if is_display(node.operand) else f"{operand}[{node.field!r}]"

    def has(self, node: nodes.Has, scope: Locals) -> str:
        return f"_has({self.visit(node.operand, scope)}, {node.field!r})"

    def index(self, node: nodes.Index, scope: Locals) -> str:
        operand = self.visit(node.operand, scope)
        container = self.types[node.operand]
        key = self.types[node.index]
        if is_display(node.operand):
            return f"_index({operand}, {self.visit(node.index, scope)})"
        if key is STRING and not isinstance(container, ListOf):
            return f"{operand}[{self.forced(node.index, scope)}]"
        index = self.visit(node.index, scope)
        if key is INT and isinstance(container, ListOf):
            if isinstance(node.index, nodes.Literal):
                return f"{operand}[{index}]" if index[1] != "-" else f"_at({operand}, {index})"
            if index in self.indices:
                return f"{operand}[{index}]"
            if index.isidentifier():
                return f"{operand}[{index} if {index} >= 0 else _below()]"
            return f"_at({operand}, {index})"
        return f"_index({operand}, {index})"

    def call(self, node: nodes.Call, scope: Locals) -> str:
        function = self.functions.get(node.function)
        if function is None:
            return "_below()"
        place = f"f{list(self.functions).index(node.function)}"
        self.namespace[place] = function.call
        arguments = []
        for argument in node.arguments:
            source = self.forced(argument, scope)
            arguments.append(source if self.types[argument] in _SCALAR else self.scanned(source, argument, scope))
        return f"{place}({', '.join(arguments)})"

    def builtin(self, node: nodes.Builtin, scope: Locals) -> str:
        operands = [self.visit(argument, scope) for argument in node.arguments]
        if node.function == "size":
            return f"len({operands[0]})"
        text, part = operands
        if self.loops and not is_cheap(node.arguments[0], scope):
            self.metered = True
            return f"_text({node.function!r}, {text}, {part}, meter)"
        if node.function == "contains":
            if self.types[node.arguments[0]] is STRING:
                return f"({part} in {text})"
            return f"({text}.find({part}) >= 0)"
        return f"{text}.{node.function.lower()}({part})"

    def logical(self, node: nodes.Logical, scope: Locals) -> str:
        operator = " and " if node.operator == "&&" else " or "
        first, *others = node.operands
        operands = [self.boolean(first, scope), *(self.perhaps(operand, scope, boolean=True) for operand in others)]
        return f"({operator.join(operands)})"

    def conditional(self, node: nodes.Conditional, scope: Locals) -> str:
        condition = self.boolean(node.condition, scope)
        return f"({self.perhaps(node.then, scope)} if {condition} else {self.perhaps(node.otherwise, scope)})"

    def list_literal(self, node: nodes.ListLiteral, scope: Locals) -> str:
        return f"[{', '.join([self.visit(item, scope) for item in node.items])}]"

    def map_literal(self, node: nodes.MapLiteral, scope: Locals) -> str:
        entries = [f"({self.visit(key, scope)}, {self.visit(value, scope)})" for key, value in node.entries]
        return f"_map([{', '.join(entries)}])"

    def comprehension(self, node: nodes.Comprehension, scope: Locals) -> str:
        items = self.iterable(node.range, scope)
        outermost = self.enter_loop(scope)
        local = self.new_local(items)
        inner = scope.with_name(node.variable, local, variable=True)
        test = node.condition if node.kind == "map" else node.body
        condition = self.boolean(test, inner) if test else ""
        body = local
        if node.kind == "map":
            body = self.perhaps(node.body, inner) if test else self.visit(node.body, inner)
        self.loops -= 1
        if not outermost or not self.hoisted:
            return _loop(node.kind, body, condition, f"for {local} in {items}")
        locals = ", ".join(self.hoisted.values())
        loop = _loop(node.kind, body, condition, f"for {local} in _nested(env, {items}, {locals})")
        return f"(lambda {locals}: {loop})({', '.join(self.hoisted)})"

    def enter_loop(self, scope: Locals) -> bool:
        """Whether it is an outermost one."""
        outermost = not self.loops
        if outermost:
            self.outside, self.hoisted, self.certain = scope, {}, True
        self.loops += 1
        return outermost

    def let(self, node: nodes.Let, scope: Locals) -> str:
        value = self.visit(node.value, scope)
        local = self.new_local()
        return f"(lambda {local}: {self.visit(node.body, scope.with_name(node.name, local, variable=False))})({value})"


def _loop(kind: str, body: str, condition: str, loop: str) -> str:
    if kind in ("all", "exists"):
        return f"{'all' if kind == 'all' else 'any'}({condition} {loop})"
    if kind == "exists_one":
        return f"(sum({condition} {loop}) == 1)"
    return f"[{body} {loop}{f' if {condition}' if condition else ''}]"


_VISIT: Final[dict[type[nodes.Node], Callable[..., str]]] = {
    nodes.Literal: _Generator.literal,
    nodes.Name: _Generator.name,
    nodes.Select: _Generator.select,
    nodes.Has: _Generator.has,
    nodes.Index: _Generator.index,
    nodes.Call: _Generator.call,
    nodes.Builtin: _Generator.builtin,
    nodes.Unary: _Generator.unary,
    nodes.Binary: _Generator.binary,
    nodes.Logical: _Generator.logical,
    nodes.Conditional: _Generator.conditional,
    nodes.ListLiteral: _Generator.list_literal,
    nodes.MapLiteral: _Generator.map_literal,
    nodes.Comprehension: _Generator.comprehension,
    nodes.Let: _Generator.let,
}
