"""What the source of an expression knows of its parts: local names, and what need not be looked at twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zarrscope.cel import nodes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from zarrscope.cel.nodes import Node

SHORT = 20


class Locals:
    """What local names stand for, and which of them are the variables of loops around the node."""

    __slots__ = ("names", "variables")

    def __init__(self, names: Mapping[str, str] | None = None, variables: frozenset[str] = frozenset()) -> None:
        """Start with these names, and these of them as variables."""
        self.names: Final = names or {}
        self.variables: Final = variables

    def with_name(self, name: str, local: str, variable: bool) -> Locals:
        """The same with one more name, which may be the variable of a loop."""
        variables = self.variables | {name} if variable else self.variables - {name}
        return Locals({**self.names, name: local}, variables)


def is_known(node: Node) -> bool:
    """Whether the generated source of a node never gives UNKNOWN."""
    if isinstance(node, nodes.Conditional):
        return is_known(node.then) and is_known(node.otherwise)
    if isinstance(node, nodes.Logical):
        return is_known(node.operands[-1])
    if isinstance(node, nodes.Let):
        return is_known(node.body)
    return isinstance(node, _NEVER_UNKNOWN)


def is_short(node: Node) -> bool:
    """A written list that takes no longer to look through than any other step."""
    return (
        isinstance(node, nodes.ListLiteral)
        and len(node.items) <= SHORT
        and all(isinstance(item, nodes.Literal) for item in node.items)
    )


def is_place(node: Node) -> bool:
    """A number that is written, or looked up without much ado, so that it may stand in the source twice."""
    while isinstance(node, nodes.Select) or (isinstance(node, nodes.Index) and isinstance(node.index, nodes.Name)):
        node = node.operand
    return isinstance(node, (nodes.Name, nodes.Literal))


def is_display(node: Node) -> bool:
    """Whether Python sees the type of the source, and would warn of a subscript that does not fit."""
    return isinstance(node, (nodes.Literal, nodes.ListLiteral, nodes.Comprehension))


def is_cheap(node: Node, scope: Locals) -> bool:
    """A literal, or a part of what a loop goes through: looking at each once more is linear in the document."""
    while isinstance(node, (nodes.Select, nodes.Index)):
        node = node.operand
    return isinstance(node, nodes.Literal) or (isinstance(node, nodes.Name) and node.name in scope.variables)


_NEVER_UNKNOWN: Final = (
    nodes.Literal, nodes.Has, nodes.Builtin, nodes.Unary, nodes.Binary,
    nodes.ListLiteral, nodes.MapLiteral, nodes.Comprehension,
)  # fmt: skip
