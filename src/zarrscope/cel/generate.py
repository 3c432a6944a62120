"""Tree -> source of one Python expression of native operators.

A native operator stands only where, on values of the static types, it gives what the exact evaluator gives, or raises.
Work that a loop repeats on a whole list or text is charged to a meter. The source holds no text of the expression but
literals written by `repr`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from zarrscope.cel import nodes
from zarrscope.cel.helpers import BEGINNING, NAMESPACE, READ, literal
from zarrscope.cel.types import BOOL, DOUBLE, INT, NULL, NUMERIC, STRING, ListOf, MapOf, Type

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.cel.nodes import Node
    from zarrscope.cel.types import Function

_FLAT: Final = frozenset({INT, STRING, BOOL})
_SCALAR: Final = frozenset({NULL, *_FLAT, *NUMERIC})
_ROUNDING: Final = {"/": "//", "%": "%"}
"""The native operators that give the same where nothing is below zero."""
_HELPERS: Final = {"+": "_add", "-": "_sub", "*": "_mul", "/": "_div", "%": "_mod"}


def generate(node: Node, types: Mapping[Node, Type], functions: Mapping[str, Function]) -> tuple[str, dict[str, Any]]:
    """The source of `lambda env: ...` and the globals to evaluate it with."""
    generator = _Generator(types, functions)
    source = generator.visit(node, _Scope())
    if generator.metered:
        source = f"(lambda meter: {source})(_meter(env))"
    return f"{BEGINNING}{source}", generator.namespace


SHORT = 20


class _Scope:
    """What local names stand for, and which of them are the variables of loops around the node."""

    __slots__ = ("names", "variables")

    def __init__(self, names: Mapping[str, str] | None = None, variables: frozenset[str] = frozenset()) -> None:
        self.names: Final = names or {}
        self.variables: Final = variables

    def with_name(self, name: str, local: str, variable: bool) -> _Scope:
        variables = self.variables | {name} if variable else self.variables - {name}
        return _Scope({**self.names, name: local}, variables)


class _Generator:
    """Writes the source of one expression."""

    def __init__(self, types: Mapping[Node, Type], functions: Mapping[str, Function]) -> None:
        self.types = types
        self.functions = functions
        self.namespace = dict(NAMESPACE)
        self.locals = 0
        self.indices: set[str] = set()  # the locals among them that are never below zero
        self.loops = 0
        self.metered = False
        self.outside = _Scope()  # around the outermost loop
        self.hoisted: dict[str, str] = {}  # what that loop repeats: source -> local name
        self.certain = True  # the node is evaluated in every round of that loop

    def visit(self, node: Node, scope: _Scope) -> str:
        return _VISIT[node.__class__](self, node, scope)

    def new_local(self, items: str = "") -> str:
        """A new name, that of a variable where it goes through items."""
        self.locals += 1
        local = f"v{self.locals}"
        if items.startswith("range("):
            self.indices.add(local)
        return local

    def meter(self) -> str:
        """The meter as a last argument, in a loop; outside of loops every helper has its own."""
        if not self.loops:
            return ""
        self.metered = True
        return ", meter"

    def scanned(self, source: str, node: Node, scope: _Scope, helper: str = "_scan") -> str:
        """The source of a value that is about to be looked at whole, and pays for it in a loop."""
        if not self.loops:
            return source
        if self.loops == 1 and self.certain and helper == "_scan" and self.is_same_outside(node, scope):
            if source not in self.hoisted:
                self.hoisted[source] = self.new_local()
            return self.hoisted[source]
        self.metered = True
        return f"{helper}(meter, {source})"

    def is_same_outside(self, node: Node, scope: _Scope) -> bool:
        """Whether the node is a member or an item of what the outermost loop does not change."""
        while isinstance(node, nodes.Select) or (
            isinstance(node, nodes.Index) and isinstance(node.index, nodes.Literal)
        ):
            node = node.operand
        return isinstance(node, nodes.Name) and scope.names.get(node.name) == self.outside.names.get(node.name)

    def perhaps(self, node: Node, scope: _Scope, boolean: bool = False) -> str:
        """The source of a node that need not be evaluated."""
        certain, self.certain = self.certain, False
        source = self.boolean(node, scope) if boolean else self.visit(node, scope)
        self.certain = certain
        return source

    def boolean(self, node: Node, scope: _Scope) -> str:
        """A boolean; UNKNOWN only if Python will ask for its truth."""
        source = self.visit(node, scope)
        return source if self.types[node] is BOOL else f"_bool({source})"

    def forced(self, node: Node, scope: _Scope) -> str:
        """The value, having raised if it is UNKNOWN."""
        source = self.visit(node, scope)
        found = self.types[node]
        if _is_known(node):
            return source
        if found is INT:
            return f"({source} or 0)"
        if found is STRING:
            return f"({source} or '')"
        if isinstance(found, ListOf):
            return f"({source} or [])"
        return f"_known({source})"

    def iterable(self, node: Node, scope: _Scope) -> str:
        if isinstance(node, nodes.Call) and (function := self.functions.get(node.function)) and function.loop:
            (argument,) = node.arguments
            if isinstance(self.types[argument], ListOf):
                return function.loop.format(self.scanned(self.visit(argument, scope), argument, scope))
        source = self.visit(node, scope)
        if not isinstance(self.types[node], (ListOf, MapOf)):
            source = f"_items({source})"
        return self.scanned(source, node, scope)

    def literal(self, node: nodes.Literal, scope: _Scope) -> str:
        if isinstance(node.value, float) and not math.isfinite(node.value):
            raise ValueError("a literal must be finite")
        source = literal(node.value)
        return f"({source})" if source[0] == "-" or isinstance(node.value, int) else source

    def name(self, node: nodes.Name, scope: _Scope) -> str:
        return scope.names.get(node.name) or READ.format(node.name)

    def select(self, node: nodes.Select, scope: _Scope) -> str:
        operand = self.visit(node.operand, scope)
        return f"_index({operand}, {node.field!r})" if _is_display(node.operand) else f"{operand}[{node.field!r}]"

    def has(self, node: nodes.Has, scope: _Scope) -> str:
        return f"_has({self.visit(node.operand, scope)}, {node.field!r})"

    def index(self, node: nodes.Index, scope: _Scope) -> str:
        operand = self.visit(node.operand, scope)
        container = self.types[node.operand]
        key = self.types[node.index]
        if _is_display(node.operand):
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

    def call(self, node: nodes.Call, scope: _Scope) -> str:
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

    def builtin(self, node: nodes.Builtin, scope: _Scope) -> str:
        operands = [self.visit(argument, scope) for argument in node.arguments]
        if node.function == "size":
            return f"len({operands[0]})"
        text, part = operands
        if self.loops and not _is_cheap(node.arguments[0], scope):
            self.metered = True
            return f"_text({node.function!r}, {text}, {part}, meter)"
        if node.function == "contains":
            if self.types[node.arguments[0]] is STRING:
                return f"({part} in {text})"
            return f"({text}.find({part}) >= 0)"
        return f"{text}.{node.function.lower()}({part})"

    def unary(self, node: nodes.Unary, scope: _Scope) -> str:
        if node.operator == "!":
            return f"(not {self.boolean(node.operand, scope)})"
        operand = self.visit(node.operand, scope)
        return f"(-{operand})" if self.types[node.operand] in NUMERIC else f"_neg({operand})"

    def binary(self, node: nodes.Binary, scope: _Scope) -> str:
        if node.operator in ("==", "!="):
            return self.equality(node, scope)
        if node.operator == "in":
            return self.membership(node, scope)
        if node.operator in _HELPERS:
            return self.arithmetic(node, scope)
        return self.ordering(node, scope)

    def arithmetic(self, node: nodes.Binary, scope: _Scope) -> str:
        left, right = self.visit(node.left, scope), self.visit(node.right, scope)
        types = {self.types[node.left], self.types[node.right]}
        if (types == {INT} and node.operator in "+-") or (types == {DOUBLE} and node.operator != "%"):
            return f"({left} {node.operator} {right})"
        if types == {INT} and node.operator in _ROUNDING and _is_place(node.left) and _is_place(node.right):
            native = f"{left} {_ROUNDING[node.operator]} {right} if {left} >= 0 < {right}"
            return f"({native} else {_HELPERS[node.operator]}({left}, {right}))"
        meter = self.meter() if node.operator == "+" and not types & NUMERIC else ""
        return f"{_HELPERS[node.operator]}({left}, {right}{meter})"

    def is_plain(self, node: nodes.Binary, scope: _Scope) -> bool:
        """Comparing the operands once more in a loop costs next to nothing."""
        return not self.loops or _is_cheap(node.left, scope) or _is_cheap(node.right, scope)

    def equality(self, node: nodes.Binary, scope: _Scope) -> str:
        left, right = self.visit(node.left, scope), self.visit(node.right, scope)
        types = {self.types[node.left], self.types[node.right]}
        if NULL in types or types <= NUMERIC or types == {BOOL} or (STRING in types and self.is_plain(node, scope)):
            return f"({left} {node.operator} {right})"
        negation = "not " if node.operator == "!=" else ""
        (only, *others) = types
        if not self.loops and not others and isinstance(only, ListOf) and only.item in _FLAT:
            return f"({negation}_eq_lists({left}, {right}))"
        return f"({negation}_eq({left}, {right}{self.meter()}))"

    def membership(self, node: nodes.Binary, scope: _Scope) -> str:
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
                right = right if _is_short(node.right) else self.scanned(right, node.right, scope)
                return f"({self.forced(node.left, scope)} in {right})"
        elif element is STRING:
            right = self.scanned(right, node.right, scope, "_haystack") if self.loops else f"_items({right})"
            return f"({self.forced(node.left, scope)} in {right})"
        return f"_in({right}, {self.visit(node.left, scope)}{self.meter()})"

    def ordering(self, node: nodes.Binary, scope: _Scope) -> str:
        left, right = self.visit(node.left, scope), self.visit(node.right, scope)
        types = {self.types[node.left], self.types[node.right]}
        if types <= NUMERIC or types == {BOOL} or (STRING in types and self.is_plain(node, scope)):
            return f"({left} {node.operator} {right})"
        if types & NUMERIC:
            left = left if self.types[node.left] in NUMERIC else f"_number({left})"
            right = right if self.types[node.right] in NUMERIC else f"_number({right})"
            return f"({left} {node.operator} {right})"
        return f"_compare({node.operator!r}, {left}, {right}{self.meter()})"

    def logical(self, node: nodes.Logical, scope: _Scope) -> str:
        operator = " and " if node.operator == "&&" else " or "
        first, *others = node.operands
        operands = [self.boolean(first, scope), *(self.perhaps(operand, scope, boolean=True) for operand in others)]
        return f"({operator.join(operands)})"

    def conditional(self, node: nodes.Conditional, scope: _Scope) -> str:
        condition = self.boolean(node.condition, scope)
        return f"({self.perhaps(node.then, scope)} if {condition} else {self.perhaps(node.otherwise, scope)})"

    def list_literal(self, node: nodes.ListLiteral, scope: _Scope) -> str:
        return f"[{', '.join([self.visit(item, scope) for item in node.items])}]"

    def map_literal(self, node: nodes.MapLiteral, scope: _Scope) -> str:
        entries = [f"({self.visit(key, scope)}, {self.visit(value, scope)})" for key, value in node.entries]
        return f"_map([{', '.join(entries)}])"

    def comprehension(self, node: nodes.Comprehension, scope: _Scope) -> str:
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

    def enter_loop(self, scope: _Scope) -> bool:
        """Whether it is an outermost one."""
        outermost = not self.loops
        if outermost:
            self.outside, self.hoisted, self.certain = scope, {}, True
        self.loops += 1
        return outermost

    def let(self, node: nodes.Let, scope: _Scope) -> str:
        value = self.visit(node.value, scope)
        local = self.new_local()
        return f"(lambda {local}: {self.visit(node.body, scope.with_name(node.name, local, variable=False))})({value})"


def _loop(kind: str, body: str, condition: str, loop: str) -> str:
    if kind in ("all", "exists"):
        return f"{'all' if kind == 'all' else 'any'}({condition} {loop})"
    if kind == "exists_one":
        return f"(sum({condition} {loop}) == 1)"
    return f"[{body} {loop}{f' if {condition}' if condition else ''}]"


def _is_known(node: Node) -> bool:
    """Whether the generated source of a node never gives UNKNOWN."""
    if isinstance(node, nodes.Conditional):
        return _is_known(node.then) and _is_known(node.otherwise)
    if isinstance(node, nodes.Logical):
        return _is_known(node.operands[-1])
    if isinstance(node, nodes.Let):
        return _is_known(node.body)
    return isinstance(node, _NEVER_UNKNOWN)


def _is_short(node: Node) -> bool:
    """A written list that takes no longer to look through than any other step."""
    return (
        isinstance(node, nodes.ListLiteral)
        and len(node.items) <= SHORT
        and all(isinstance(item, nodes.Literal) for item in node.items)
    )


def _is_place(node: Node) -> bool:
    """A number that is written, or looked up without much ado, so that it may stand in the source twice."""
    while isinstance(node, nodes.Select) or (isinstance(node, nodes.Index) and isinstance(node.index, nodes.Name)):
        node = node.operand
    return isinstance(node, (nodes.Name, nodes.Literal))


def _is_display(node: Node) -> bool:
    """Whether Python sees the type of the source, and would warn of a subscript that does not fit."""
    return isinstance(node, (nodes.Literal, nodes.ListLiteral, nodes.Comprehension))


def _is_cheap(node: Node, scope: _Scope) -> bool:
    """A literal, or a part of what a loop goes through: looking at each once more is linear in the document."""
    while isinstance(node, (nodes.Select, nodes.Index)):
        node = node.operand
    return isinstance(node, nodes.Literal) or (isinstance(node, nodes.Name) and node.name in scope.variables)


_NEVER_UNKNOWN: Final = (
    nodes.Literal, nodes.Has, nodes.Builtin, nodes.Unary, nodes.Binary,
    nodes.ListLiteral, nodes.MapLiteral, nodes.Comprehension,
)  # fmt: skip

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
