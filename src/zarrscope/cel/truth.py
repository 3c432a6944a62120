"""Expressions that come out the same whatever the facts are."""

from __future__ import annotations

from typing import Any, Final

from zarrscope.cel import nodes
from zarrscope.cel.exact import evaluate
from zarrscope.cel.values import EvaluationError
from zarrscope.cel.write import write

ORDER: Final = {"<": (1, True), "<=": (1, False), ">": (-1, True), ">=": (-1, False)}


def truth(node: nodes.Node) -> bool | None:
    """Whether an expression is true on every document, or false; None where that depends."""
    if not nodes.free_names(node) and not _calls_host(node):
        return _value(node)
    match node:
        case nodes.Unary(operator="!", operand=operand):
            inner = truth(operand)
            return None if inner is None else not inner
        case nodes.Logical(operator=operator, operands=operands):
            decisive = operator == "||"
            outcomes = [truth(operand) for operand in operands]
            if decisive in outcomes or _decided(operands, decisive):
                return decisive
            return not decisive if all(outcome is (not decisive) for outcome in outcomes) else None
        case nodes.Binary(operator=operator, left=left, right=right):
            if operator in ("==", "<=", ">=") and write(left) == write(right):
                return True
            if operator in ("!=", "<", ">") and write(left) == write(right):
                return False
            return _of_size(operator, left, right)
    return None


def _calls_host(node: nodes.Node) -> bool:
    is_host = isinstance(node, nodes.Call) and not isinstance(node, nodes.Builtin)
    return is_host or any(map(_calls_host, node.children()))


def _value(node: nodes.Node) -> bool | None:
    try:
        value = evaluate(node, {})
    except EvaluationError:
        return None
    return value if isinstance(value, bool) else None


def _of_size(operator: str, left: nodes.Node, right: nodes.Node) -> bool | None:
    """A size is never below 0."""
    if not (isinstance(left, nodes.Builtin) and left.function == "size" and isinstance(right, nodes.Literal)):
        return None
    border = right.value
    if border.__class__ is not int:
        return None
    if (operator, border) in ((">=", 0), (">", -1)):
        return True
    return False if (operator, border) in (("<", 0), ("<=", -1)) else None


def _decided(operands: tuple[nodes.Node, ...], decisive: bool) -> bool:
    """Whether clauses about one thing leave nothing over: `a != 1 || a != 2`, `a < 1 && a > 2`, `a && !a`."""
    texts = {write(operand) for operand in operands}
    if any(
        isinstance(operand, nodes.Unary) and operand.operator == "!" and write(operand.operand) in texts
        for operand in operands
    ):
        return True
    apart = "!=" if decisive else "=="
    met: dict[str, Any] = {}
    limits: dict[str, list[tuple[int, float, bool]]] = {}
    for operand in operands:
        if not isinstance(operand, nodes.Binary) or not isinstance(operand.right, nodes.Literal):
            continue
        subject, value = write(operand.left), operand.right.value
        if operand.operator == apart and met.setdefault(subject, value) != value:
            return True
        if operand.operator in ORDER and isinstance(value, (int, float)) and not isinstance(value, bool):
            side, strict = ORDER[operand.operator]
            limits.setdefault(subject, []).append((-side, value, not strict) if decisive else (side, value, strict))
    return any(_empty(borders) for borders in limits.values())


def _empty(borders: list[tuple[int, float, bool]]) -> bool:
    """Whether no number is within all borders: an upper one is 1, a lower one -1, and strict or not."""
    upper = min(((value, not strict) for side, value, strict in borders if side == 1), default=None)
    lower = max(((value, strict) for side, value, strict in borders if side == -1), default=None)
    if upper is None or lower is None:
        return False
    return upper[0] < lower[0] or (upper[0] == lower[0] and (not upper[1] or lower[1]))
