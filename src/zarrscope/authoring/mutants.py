"""Small changes of an expression, each with the change in words: what an author may have meant to write instead."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from zarrscope.authoring.expressions import short
from zarrscope.cel import nodes
from zarrscope.cel.write import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from zarrscope.cel.nodes import Node

BORDERS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ORDERS = ("<", "<=", ">", ">=")


class Mutant(NamedTuple):
    """A changed expression: what could stand there, what no example has, and the place, as an offset of the text."""

    node: Node
    change: str
    missing: str
    offset: int


def mutants(node: Node) -> Iterator[Mutant]:
    """Every change of one place of an expression; of those that give one text, the first."""
    seen = {write(node)}
    for mutant in _changes(node, lambda changed: changed):
        text = write(mutant.node)
        if text not in seen:
            seen.add(text)
            yield mutant


def _changes(node: Node, whole: Callable[[Node], Node]) -> Iterator[Mutant]:
    """The changes of a node and below it; `whole` puts a changed node back into the whole expression."""
    for changed, change, missing in _own(node):
        yield Mutant(whole(changed), change, missing, node.offset)
    for index, child in enumerate(node.children()):
        yield from _changes(child, partial(_put, whole, node, index))


def _put(whole: Callable[[Node], Node], node: Node, index: int, changed: Node) -> Node:
    return whole(_with_child(node, index, changed))


def _own(node: Node) -> Iterator[tuple[Node, str, str]]:
    match node:
        case nodes.Logical(operator=operator, operands=operands):
            outcome = "false" if operator == "&&" else "true"
            for index, operand in enumerate(operands):
                rest = operands[:index] + operands[index + 1 :]
                kept = rest[0] if len(rest) == 1 else nodes.Logical(operator, rest, node.offset)
                yield kept, f"`{short(operand)}` could be left out", f"no example has it alone be {outcome}"
        case nodes.Binary(operator=operator) if operator in BORDERS:
            yield from _borders(node)
        case nodes.Comprehension(kind=("all" | "exists") as kind):
            other: nodes.MacroKind = "exists" if kind == "all" else "all"
            changed = nodes.Comprehension(other, node.variable, node.range, None, node.body, node.offset)
            missing = f"no example has `{short(node.body)}` be true for one item and false for another"
            yield changed, f"`{kind}` could be `{other}`", missing
        case nodes.Comprehension(kind="filter"):
            change = f"`.filter({node.variable}, {short(node.body)})` could be left out"
            yield node.range, change, "no example needs it"
        case nodes.Unary(operator="!"):
            yield node.operand, f"the `!` of `{short(node)}` could be left out", "no example needs it"
        case nodes.Conditional():
            for part, outcome in ((node.then, "false"), (node.otherwise, "true")):
                missing = f"no example needs `{short(node.condition)}` to be {outcome}"
                yield part, f"`{short(node)}` could be `{short(part)}`", missing


def _borders(node: nodes.Binary) -> Iterator[tuple[Node, str, str]]:
    """Another comparison, and a border one further on; one the other way is what `<` for `<=` says."""
    operator, left, right = node.operator, node.left, node.right
    other = BORDERS[operator]
    value = short(right)
    change, missing = f"`{operator} {value}` could be", f"no example has `{short(left)}` be"
    yield nodes.Binary(other, left, right, node.offset), f"{change} `{other} {value}`", f"{missing} {value}"
    if operator in ORDERS and isinstance(right, nodes.Literal) and right.value.__class__ is int:
        moved = int(right.value or 0) + (1 if operator in ("<=", ">") else -1)
        changed = nodes.Binary(operator, left, nodes.Literal(moved, right.offset), node.offset)
        yield changed, f"{change} `{operator} {moved}`", f"{missing} {moved}"


def _with_child(node: Node, index: int, child: Node) -> Node:
    """The node with another child in the place of one."""
    children = list(node.children())
    children[index] = child
    match node:
        case nodes.Has(field=field, offset=offset):
            return nodes.Has(children[0], field, offset)
        case nodes.Select(field=field, offset=offset):
            return nodes.Select(children[0], field, offset)
        case nodes.Index(offset=offset):
            return nodes.Index(children[0], children[1], offset)
        case nodes.Builtin(function=function, offset=offset):
            return nodes.Builtin(function, tuple(children), offset)
        case nodes.Call(function=function, offset=offset):
            return nodes.Call(function, tuple(children), offset)
        case nodes.Unary(operator=operator, offset=offset):
            return nodes.Unary(operator, children[0], offset)
        case nodes.Binary(operator=operator, offset=offset):
            return nodes.Binary(operator, children[0], children[1], offset)
        case nodes.Logical(operator=operator, offset=offset):
            return nodes.Logical(operator, tuple(children), offset)
        case nodes.Conditional(offset=offset):
            return nodes.Conditional(children[0], children[1], children[2], offset)
        case nodes.ListLiteral(offset=offset):
            return nodes.ListLiteral(tuple(children), offset)
        case nodes.MapLiteral(offset=offset):
            return nodes.MapLiteral(tuple(zip(children[::2], children[1::2], strict=True)), offset)
        case nodes.Comprehension(kind=kind, variable=variable, offset=offset):
            condition = children[1] if node.condition else None
            return nodes.Comprehension(kind, variable, children[0], condition, children[-1], offset)
    raise TypeError(f"{node.__class__.__name__} has no children to replace")
