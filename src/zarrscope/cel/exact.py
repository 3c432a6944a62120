"""The exact evaluator: a walk over the tree that does precisely what CEL says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from zarrscope.cel import nodes, semantics
from zarrscope.cel.outcomes import OPERATORS, decide
from zarrscope.cel.semantics import Meter
from zarrscope.cel.values import UNKNOWN, CostExceeded, EvaluationError, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.cel.types import Function

MAX_STEPS: Final = 2_000_000

_HOST_ERRORS: Final = (TypeError, ValueError, LookupError, ArithmeticError, AttributeError)


def evaluate(node: nodes.Node, env: Mapping[str, Any], functions: Mapping[str, Function] | None = None) -> Any:
    """Evaluate an expression: its value, or UNKNOWN. EvaluationError where CEL has an error.

    Args:
        node: the expression.
        env: the values of its free names; one that raises Unknown when it is read is UNKNOWN.
        functions: the host functions.
    """
    evaluator = _Evaluator(env, functions or {})
    try:
        return evaluator.value(node, {})
    except RecursionError:
        raise EvaluationError("the expression or the document is nested too deeply") from None


class _Lazy:
    """The value of a `Let`, evaluated when it is first used."""

    __slots__ = ("error", "node", "scope", "value")

    def __init__(self, node: nodes.Node, scope: dict[str, Any]) -> None:
        self.node: nodes.Node | None = node
        self.scope = scope
        self.value: Any = None
        self.error: EvaluationError | None = None

    def force(self, evaluator: _Evaluator) -> Any:
        if self.node:
            node, self.node = self.node, None
            try:
                self.value = evaluator.value(node, self.scope)
            except EvaluationError as error:
                self.error = error
        if self.error:
            raise self.error
        return self.value


class _Evaluator:
    def __init__(self, env: Mapping[str, Any], functions: Mapping[str, Function]) -> None:
        self.env = env
        self.functions = functions
        self.meter = env.get("@meter") or Meter(MAX_STEPS)

    def value(self, node: nodes.Node, scope: dict[str, Any]) -> Any:
        self.meter.charge(1)
        try:
            return _EVALUATE[node.__class__](self, node, scope)
        except Unknown:
            return UNKNOWN

    def values(self, parts: tuple[nodes.Node, ...], scope: dict[str, Any]) -> list[Any] | None:
        """The operands of a strict operation, None where one is UNKNOWN."""
        values = []
        for part in parts:
            value = self.value(part, scope)
            if value is UNKNOWN:
                return None
            values.append(value)
        return values

    def literal(self, node: nodes.Literal, scope: dict[str, Any]) -> Any:
        return node.value

    def name(self, node: nodes.Name, scope: dict[str, Any]) -> Any:
        if node.name in scope:
            value = scope[node.name]
            return value.force(self) if value.__class__ is _Lazy else value
        try:
            return self.env[node.name]
        except KeyError:
            raise EvaluationError(f"undeclared name {node.name!r}") from None

    def select(self, node: nodes.Select, scope: dict[str, Any]) -> Any:
        operand = self.value(node.operand, scope)
        return UNKNOWN if operand is UNKNOWN else semantics.member(operand, node.field)

    def has(self, node: nodes.Has, scope: dict[str, Any]) -> Any:
        operand = self.value(node.operand, scope)
        if operand is UNKNOWN:
            return UNKNOWN
        if not isinstance(operand, dict):
            raise EvaluationError(f"no such member: {node.field!r} of {semantics.kind(operand)}")
        if node.field not in operand:
            return False
        return UNKNOWN if operand[node.field] is UNKNOWN else True

    def index(self, node: nodes.Index, scope: dict[str, Any]) -> Any:
        operands = self.values((node.operand, node.index), scope)
        return UNKNOWN if operands is None else semantics.lookup(*operands)

    def call(self, node: nodes.Call, scope: dict[str, Any]) -> Any:
        function = self.functions.get(node.function)
        if function is None:
            raise EvaluationError(f"unknown function {node.function!r}")
        arguments = self.values(node.arguments, scope)
        if arguments is None:
            return UNKNOWN
        try:
            return function.call(*arguments)
        except _HOST_ERRORS as error:
            raise EvaluationError(f"{node.function}(): {error}") from error

    def builtin(self, node: nodes.Builtin, scope: dict[str, Any]) -> Any:
        operands = self.values(node.arguments, scope)
        if operands is None:
            return UNKNOWN
        if node.function == "size":
            return semantics.size(*operands)
        return semantics.text_test(node.function, operands[0], operands[1], self.meter)

    def unary(self, node: nodes.Unary, scope: dict[str, Any]) -> Any:
        operand = self.value(node.operand, scope)
        if operand is UNKNOWN:
            return UNKNOWN
        if node.operator == "-":
            return semantics.negate(operand)
        if operand.__class__ is not bool:
            raise semantics.no_overload("!", operand)
        return not operand

    def binary(self, node: nodes.Binary, scope: dict[str, Any]) -> Any:
        operands = self.values((node.left, node.right), scope)
        if operands is None:
            return UNKNOWN
        return OPERATORS[node.operator](node.operator, operands[0], operands[1], self.meter)

    def logical(self, node: nodes.Logical, scope: dict[str, Any]) -> Any:
        decisive = node.operator == "||"
        return decide(decisive, (self.outcome(operand, scope) for operand in node.operands))

    def outcome(self, node: nodes.Node, scope: dict[str, Any]) -> Any:
        """True, False, UNKNOWN, or the error instead of raising it."""
        try:
            value = self.value(node, scope)
        except CostExceeded:
            raise
        except EvaluationError as error:
            return error
        return value if value is UNKNOWN or value.__class__ is bool else semantics.no_overload("condition", value)

    def conditional(self, node: nodes.Conditional, scope: dict[str, Any]) -> Any:
        condition = self.condition(node.condition, scope)
        if condition is UNKNOWN:
            return UNKNOWN
        return self.value(node.then if condition else node.otherwise, scope)

    def condition(self, node: nodes.Node, scope: dict[str, Any]) -> Any:
        """True, False or UNKNOWN."""
        value = self.value(node, scope)
        if value is not UNKNOWN and value.__class__ is not bool:
            raise semantics.no_overload("condition", value)
        return value

    def list_literal(self, node: nodes.ListLiteral, scope: dict[str, Any]) -> Any:
        return [self.value(item, scope) for item in node.items]

    def map_literal(self, node: nodes.MapLiteral, scope: dict[str, Any]) -> Any:
        entries = [(self.value(key, scope), self.value(value, scope)) for key, value in node.entries]
        if any(key is UNKNOWN for key, _ in entries):
            return UNKNOWN
        return semantics.build_map(entries)

    def let(self, node: nodes.Let, scope: dict[str, Any]) -> Any:
        return self.value(node.body, {**scope, node.name: _Lazy(node.value, scope)})

    def comprehension(self, node: nodes.Comprehension, scope: dict[str, Any]) -> Any:
        items = self.value(node.range, scope)
        if items is UNKNOWN:
            return UNKNOWN
        if not isinstance(items, (list, dict)):
            raise semantics.no_overload(node.kind, items)
        inner = dict(scope)
        if node.kind in ("all", "exists"):
            return decide(node.kind == "exists", self.outcomes(node, items, inner))
        if node.kind == "exists_one":
            return self.exists_one(node, items, inner)
        return self.collected(node, items, inner)

    def outcomes(self, node: nodes.Comprehension, items: Any, scope: dict[str, Any]) -> Any:
        for item in items:
            scope[node.variable] = item
            yield self.outcome(node.body, scope)

    def exists_one(self, node: nodes.Comprehension, items: Any, scope: dict[str, Any]) -> Any:
        true = unknown = 0
        for item in items:
            scope[node.variable] = item
            outcome = self.condition(node.body, scope)
            if outcome is UNKNOWN:
                unknown += 1
            else:
                true += outcome
        if true > 1:
            return False
        return UNKNOWN if unknown else true == 1

    def collected(self, node: nodes.Comprehension, items: Any, scope: dict[str, Any]) -> Any:
        """`map` and `filter`."""
        test = node.body if node.kind == "filter" else node.condition
        collected = []
        unknown = False
        for item in items:
            scope[node.variable] = item
            chosen = self.condition(test, scope) if test else True
            if chosen is UNKNOWN:
                unknown = True
            elif chosen:
                collected.append(item if node.kind == "filter" else self.value(node.body, scope))
        return UNKNOWN if unknown else collected


_EVALUATE: Final[dict[type[nodes.Node], Callable[..., Any]]] = {
    nodes.Literal: _Evaluator.literal,
    nodes.Name: _Evaluator.name,
    nodes.Select: _Evaluator.select,
    nodes.Has: _Evaluator.has,
    nodes.Index: _Evaluator.index,
    nodes.Call: _Evaluator.call,
    nodes.Builtin: _Evaluator.builtin,
    nodes.Unary: _Evaluator.unary,
    nodes.Binary: _Evaluator.binary,
    nodes.Logical: _Evaluator.logical,
    nodes.Conditional: _Evaluator.conditional,
    nodes.ListLiteral: _Evaluator.list_literal,
    nodes.MapLiteral: _Evaluator.map_literal,
    nodes.Comprehension: _Evaluator.comprehension,
    nodes.Let: _Evaluator.let,
}
