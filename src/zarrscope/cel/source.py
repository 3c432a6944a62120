"""Writing the source of an expression: what all sorts of nodes have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from zarrscope.cel import nodes
from zarrscope.cel.helpers import NAMESPACE
from zarrscope.cel.locals import Locals, is_known
from zarrscope.cel.types import BOOL, INT, STRING, ListOf, MapOf

if TYPE_CHECKING:
    from collections.abc import Mapping

    from zarrscope.cel.nodes import Node
    from zarrscope.cel.types import Function, Type


class _Source(ABC):
    """Writes the source of one expression.

    Attributes:
        namespace: the globals to evaluate it with.
        metered: whether something in it is charged to a meter.
    """

    def __init__(self, types: Mapping[Node, Type], functions: Mapping[str, Function]) -> None:
        self.types = types
        self.functions = functions
        self.namespace = dict(NAMESPACE)
        self.locals = 0
        self.indices: set[str] = set()  # the locals among them that are never below zero
        self.loops = 0
        self.metered = False
        self.outside = Locals()  # around the outermost loop
        self.hoisted: dict[str, str] = {}  # what that loop repeats: source -> local name
        self.certain = True  # the node is evaluated in every round of that loop

    @abstractmethod
    def visit(self, node: Node, scope: Locals) -> str:
        """The source of a node."""

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

    def scanned(self, source: str, node: Node, scope: Locals, helper: str = "_scan") -> str:
        """The source of a value that is about to be looked at whole, and pays for it in a loop."""
        if not self.loops:
            return source
        if self.loops == 1 and self.certain and helper == "_scan" and self.is_same_outside(node, scope):
            if source not in self.hoisted:
                self.hoisted[source] = self.new_local()
            return self.hoisted[source]
        self.metered = True
        return f"{helper}(meter, {source})"

    def is_same_outside(self, node: Node, scope: Locals) -> bool:
        """Whether the node is a member or an item of what the outermost loop does not change."""
        while isinstance(node, nodes.Select) or (
            isinstance(node, nodes.Index) and isinstance(node.index, nodes.Literal)
        ):
            node = node.operand
        return isinstance(node, nodes.Name) and scope.names.get(node.name) == self.outside.names.get(node.name)

    def perhaps(self, node: Node, scope: Locals, boolean: bool = False) -> str:
        """The source of a node that need not be evaluated."""
        certain, self.certain = self.certain, False
        source = self.boolean(node, scope) if boolean else self.visit(node, scope)
        self.certain = certain
        return source

    def boolean(self, node: Node, scope: Locals) -> str:
        """A boolean; UNKNOWN only if Python will ask for its truth."""
        source = self.visit(node, scope)
        return source if self.types[node] is BOOL else f"_bool({source})"

    def forced(self, node: Node, scope: Locals) -> str:
        """The value, having raised if it is UNKNOWN."""
        source = self.visit(node, scope)
        found = self.types[node]
        if is_known(node):
            return source
        if found is INT:
            return f"({source} or 0)"
        if found is STRING:
            return f"({source} or '')"
        if isinstance(found, ListOf):
            return f"({source} or [])"
        return f"_known({source})"

    def iterable(self, node: Node, scope: Locals) -> str:
        if isinstance(node, nodes.Call) and (function := self.functions.get(node.function)) and function.loop:
            (argument,) = node.arguments
            if isinstance(self.types[argument], ListOf):
                return function.loop.format(self.scanned(self.visit(argument, scope), argument, scope))
        source = self.visit(node, scope)
        if not isinstance(self.types[node], (ListOf, MapOf)):
            source = f"_items({source})"
        return self.scanned(source, node, scope)
