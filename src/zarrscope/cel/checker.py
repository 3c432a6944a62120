"""Static checks: names, members, functions and types, before there is a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zarrscope.cel import nodes
from zarrscope.cel.hints import NOT_IN_PROFILE, meant, requoted
from zarrscope.cel.tokens import METHODS
from zarrscope.cel.types import (
    BOOL,
    DOUBLE,
    DYN,
    INT,
    NULL,
    NUMBER,
    NUMERIC,
    STRING,
    Function,
    ListOf,
    MapOf,
    Type,
    arithmetic,
    fits,
    join,
    joined,
    may_equal,
)
from zarrscope.cel.values import CheckError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


def check(node: nodes.Node, names: Mapping[str, Type], functions: Mapping[str, Function] | None = None) -> Type:
    """Check an expression against the names and functions it may use; the type of its value.

    Raises CheckError for what can never be right. A value of the type `dyn` passes everywhere.
    """
    return _Checker(functions or {}, strict=True).visit(node, names)


def infer(
    node: nodes.Node, names: Mapping[str, Type] | None, functions: Mapping[str, Function]
) -> dict[nodes.Node, Type]:
    """The type of every node. What `check` would refuse is `dyn`, and so is every name where `names` is None."""
    checker = _Checker(functions, strict=False)
    checker.visit(node, names or {})
    return checker.types


class _Checker:
    def __init__(self, functions: Mapping[str, Function], strict: bool) -> None:
        self.functions = functions
        self.strict = strict
        self.types: dict[nodes.Node, Type] = {}

    def visit(self, node: nodes.Node, names: Mapping[str, Type]) -> Type:
        found = _VISIT[node.__class__](self, node, names)
        # One node may stand in two places, under different names.
        self.types[node] = join(self.types[node], found) if node in self.types else found
        return found

    def fault(
        self, message: str, node: nodes.Node, near: str = "", known: Iterable[str] = (), hint: str | None = None
    ) -> Type:
        if self.strict:
            raise CheckError(message, node.offset, hint or meant(near, known))
        return DYN

    def literal(self, node: nodes.Literal, names: Mapping[str, Type]) -> Type:
        return _LITERALS[node.value.__class__]

    def name(self, node: nodes.Name, names: Mapping[str, Type]) -> Type:
        found = names.get(node.name)
        return found or self.fault(f"undeclared name {node.name!r}", node, node.name, names)

    def select(self, node: nodes.Select, names: Mapping[str, Type]) -> Type:
        operand = self.visit(node.operand, names)
        if operand is DYN:
            return DYN
        if not isinstance(operand, MapOf):
            return self.fault(f"a value of type {operand} has no member {node.field!r}", node, node.field)
        return self.member(operand, node.field, node)

    def member(self, operand: MapOf, name: str, node: nodes.Node) -> Type:
        return operand.member(name) or self.fault(f"unknown member {name!r}", node, name, operand.members)

    def has(self, node: nodes.Has, names: Mapping[str, Type]) -> Type:
        self.select(node, names)
        return BOOL

    def index(self, node: nodes.Index, names: Mapping[str, Type]) -> Type:
        operand = self.visit(node.operand, names)
        index = self.visit(node.index, names)
        if isinstance(operand, ListOf):
            if index is DYN or index in NUMERIC:
                return operand.item
            return self.fault(f"a list cannot be indexed by a value of type {index}", node)
        if isinstance(operand, MapOf):
            if not may_equal(index, operand.key):
                return self.fault(f"a map with keys of type {operand.key} has no key of type {index}", node)
            if isinstance(node.index, nodes.Literal) and isinstance(node.index.value, str):
                return self.member(operand, node.index.value, node.index)
            return DYN if operand.members else operand.value
        if operand is DYN:
            return DYN
        return self.fault(f"a value of type {operand} cannot be indexed", node)

    def call(self, node: nodes.Call, names: Mapping[str, Type]) -> Type:
        arguments = [self.visit(argument, names) for argument in node.arguments]
        function = self.functions.get(node.function)
        if function is None:
            if node.function in NOT_IN_PROFILE:
                hint = f"write `text.{node.function}(part)`" if node.function in METHODS else None
                message = f"the function {node.function}() is not in the profile"
                return self.fault(message, node, node.function, hint=hint)
            known = {*self.functions, "size", "has"}
            return self.fault(f"unknown function {node.function}()", node, node.function, known)
        count = len(function.params)
        if len(arguments) != count:
            plural = "" if count == 1 else "s"
            return self.fault(f"{node.function}() takes {count} argument{plural}, not {len(arguments)}", node)
        for place, (found, wanted) in enumerate(zip(arguments, function.params, strict=True)):
            if not fits(found, wanted):
                self.fault(f"{node.function}() takes {wanted} here, not {found}", node.arguments[place])
        return function.result

    def builtin(self, node: nodes.Builtin, names: Mapping[str, Type]) -> Type:
        for argument in node.arguments:
            found = self.visit(argument, names)
            if node.function == "size":
                if not (found is DYN or found is STRING or isinstance(found, (ListOf, MapOf))):
                    self.fault(f"a value of type {found} has no size", argument)
            elif found is not DYN and found is not STRING:
                self.fault(f"{node.function}() is for strings, not for {found}", argument)
        return INT if node.function == "size" else BOOL

    def unary(self, node: nodes.Unary, names: Mapping[str, Type]) -> Type:
        operand = self.visit(node.operand, names)
        if node.operator == "!":
            self.boolean(operand, "!", node)
            return BOOL
        if operand is DYN:
            return NUMBER
        return operand if operand in NUMERIC else self.fault(f"- cannot be applied to {operand}", node)

    def boolean(self, found: Type, operator: str, node: nodes.Node) -> None:
        if found is not DYN and found is not BOOL:
            self.fault(f"{operator} takes a bool, not {found}", node)

    def binary(self, node: nodes.Binary, names: Mapping[str, Type]) -> Type:
        left = self.visit(node.left, names)
        right = self.visit(node.right, names)
        if node.operator in ("==", "!="):
            if not may_equal(left, right):
                self.fault(f"{left} and {right} are never equal", node, hint=requoted(node))
            return BOOL
        if node.operator == "in":
            self.membership(node, left, right)
            return BOOL
        if node.operator in ("<", "<=", ">", ">="):
            if not may_equal(left, right) or not {left, right} <= _ORDERED:
                self.fault(f"{left} and {right} have no order", node, hint=requoted(node))
            return BOOL
        result = arithmetic(node.operator, left, right)
        return result or self.fault(f"no such operation: {left} {node.operator} {right}", node)

    def membership(self, node: nodes.Binary, element: Type, container: Type) -> None:
        if isinstance(container, ListOf):
            if not may_equal(element, container.item):
                self.fault(f"a {container} never contains a value of type {element}", node)
        elif isinstance(container, MapOf):
            if not may_equal(element, container.key):
                self.fault(f"a map with keys of type {container.key} has no key of type {element}", node)
            elif isinstance(node.left, nodes.Literal) and isinstance(node.left.value, str):
                self.member(container, node.left.value, node.left)
        elif container is not DYN:
            self.fault(f"in looks into a list or a map, not into {container}", node)

    def logical(self, node: nodes.Logical, names: Mapping[str, Type]) -> Type:
        for operand in node.operands:
            self.boolean(self.visit(operand, names), node.operator, operand)
        return BOOL

    def conditional(self, node: nodes.Conditional, names: Mapping[str, Type]) -> Type:
        self.boolean(self.visit(node.condition, names), "?", node.condition)
        return join(self.visit(node.then, names), self.visit(node.otherwise, names))

    def list_literal(self, node: nodes.ListLiteral, names: Mapping[str, Type]) -> Type:
        return ListOf(joined([self.visit(item, names) for item in node.items]))

    def map_literal(self, node: nodes.MapLiteral, names: Mapping[str, Type]) -> Type:
        members = {}
        keys = []
        values = []
        for key, value in node.entries:
            keys.append(self.visit(key, names))
            values.append(self.visit(value, names))
            if keys[-1] not in (DYN, STRING, INT, BOOL, NUMBER):
                self.fault(f"a map cannot have keys of type {keys[-1]}", key)
            if isinstance(key, nodes.Literal) and isinstance(key.value, str):
                members[key.value] = values[-1]
        if len(members) < len(values):
            return MapOf({}, True, DYN, joined(keys))
        return MapOf(members, True, DYN)

    def comprehension(self, node: nodes.Comprehension, names: Mapping[str, Type]) -> Type:
        items = self.visit(node.range, names)
        variable = DYN
        if isinstance(items, ListOf):
            variable = items.item
        elif isinstance(items, MapOf):
            variable = items.key
        elif items is not DYN:
            self.fault(f"{node.kind}() is for lists and maps, not for {items}", node)
        inner = {**names, node.variable: variable}
        if node.condition:
            self.boolean(self.visit(node.condition, inner), "the condition of map()", node.condition)
        body = self.visit(node.body, inner)
        if node.kind == "map":
            return ListOf(body)
        self.boolean(body, f"{node.kind}()", node.body)
        return ListOf(variable) if node.kind == "filter" else BOOL

    def let(self, node: nodes.Let, names: Mapping[str, Type]) -> Type:
        return self.visit(node.body, {**names, node.name: self.visit(node.value, names)})


_LITERALS: Final[dict[type, Type]] = {type(None): NULL, bool: BOOL, int: INT, float: DOUBLE, str: STRING}
_ORDERED: Final = frozenset({DYN, BOOL, STRING}) | NUMERIC

_VISIT: Final[dict[type[nodes.Node], Callable[..., Type]]] = {
    nodes.Literal: _Checker.literal,
    nodes.Name: _Checker.name,
    nodes.Select: _Checker.select,
    nodes.Has: _Checker.has,
    nodes.Index: _Checker.index,
    nodes.Call: _Checker.call,
    nodes.Builtin: _Checker.builtin,
    nodes.Unary: _Checker.unary,
    nodes.Binary: _Checker.binary,
    nodes.Logical: _Checker.logical,
    nodes.Conditional: _Checker.conditional,
    nodes.ListLiteral: _Checker.list_literal,
    nodes.MapLiteral: _Checker.map_literal,
    nodes.Comprehension: _Checker.comprehension,
    nodes.Let: _Checker.let,
}
