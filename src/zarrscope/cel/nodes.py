"""The tree of an expression: one class a construct, never changed after it is made.

`offset` is where a reader should look: the operator of an operation, the name of a member, a function or a macro, the
start of anything else. `height` is the number of nodes on the longest way down.
"""

from __future__ import annotations

from typing import Final
from typing import Literal as OneOf

MacroKind = OneOf["all", "exists", "exists_one", "map", "filter"]


class Node:
    """A part of an expression."""

    __slots__ = ("_children", "height", "offset")

    def __init__(self, offset: int, *children: Node) -> None:
        """Keep the offset and the nodes directly below, and measure the height."""
        self.offset: Final = offset
        self._children: Final = children
        self.height: Final[int] = 1 + max([child.height for child in children], default=0)

    def children(self) -> tuple[Node, ...]:
        """The nodes directly below, in the order of the text."""
        return self._children


class Literal(Node):
    """A constant: null, a boolean, a number or a string."""

    __slots__ = ("value",)

    def __init__(self, value: bool | int | float | str | None, offset: int = 0) -> None:
        """Keep the value."""
        super().__init__(offset)
        self.value: Final = value


class Name(Node):
    """A variable."""

    __slots__ = ("name",)

    def __init__(self, name: str, offset: int = 0) -> None:
        """Keep the name."""
        super().__init__(offset)
        self.name: Final = name


class Select(Node):
    """`operand.field`."""

    __slots__ = ("field", "operand")

    def __init__(self, operand: Node, field: str, offset: int = 0) -> None:
        """Keep the parts."""
        super().__init__(offset, operand)
        self.operand: Final = operand
        self.field: Final = field


class Has(Select):
    """`has(operand.field)`."""

    __slots__ = ()


class Index(Node):
    """`operand[index]`."""

    __slots__ = ("index", "operand")

    def __init__(self, operand: Node, index: Node, offset: int = 0) -> None:
        """Keep the parts."""
        super().__init__(offset, operand, index)
        self.operand: Final = operand
        self.index: Final = index


class Call(Node):
    """A call of a host function."""

    __slots__ = ("arguments", "function")

    def __init__(self, function: str, arguments: tuple[Node, ...], offset: int = 0) -> None:
        """Keep the parts."""
        super().__init__(offset, *arguments)
        self.function: Final = function
        self.arguments: Final = arguments


class Builtin(Call):
    """A call of one of CEL's own functions; the receiver of a method is its first argument."""

    __slots__ = ()


class Unary(Node):
    """`!operand` or `-operand`."""

    __slots__ = ("operand", "operator")

    def __init__(self, operator: str, operand: Node, offset: int = 0) -> None:
        """Keep the parts."""
        super().__init__(offset, operand)
        self.operator: Final = operator
        self.operand: Final = operand


class Binary(Node):
    """Arithmetic, a comparison, or `in`."""

    __slots__ = ("left", "operator", "right")

    def __init__(self, operator: str, left: Node, right: Node, offset: int = 0) -> None:
        """Keep the parts."""
        super().__init__(offset, left, right)
        self.operator: Final = operator
        self.left: Final = left
        self.right: Final = right


class Logical(Node):
    """A chain of two or more operands joined by `&&`, or by `||`."""

    __slots__ = ("operands", "operator")

    def __init__(self, operator: str, operands: tuple[Node, ...], offset: int = 0) -> None:
        """Keep the parts."""
        super().__init__(offset, *operands)
        self.operator: Final = operator
        self.operands: Final = operands


class Conditional(Node):
    """`condition ? then : otherwise`."""

    __slots__ = ("condition", "otherwise", "then")

    def __init__(self, condition: Node, then: Node, otherwise: Node, offset: int = 0) -> None:
        """Keep the parts."""
        super().__init__(offset, condition, then, otherwise)
        self.condition: Final = condition
        self.then: Final = then
        self.otherwise: Final = otherwise


class ListLiteral(Node):
    """`[item, ...]`."""

    __slots__ = ("items",)

    def __init__(self, items: tuple[Node, ...], offset: int = 0) -> None:
        """Keep the items."""
        super().__init__(offset, *items)
        self.items: Final = items


class MapLiteral(Node):
    """`{key: value, ...}`."""

    __slots__ = ("entries",)

    def __init__(self, entries: tuple[tuple[Node, Node], ...], offset: int = 0) -> None:
        """Keep the entries."""
        super().__init__(offset, *(part for entry in entries for part in entry))
        self.entries: Final = entries


class Comprehension(Node):
    """`range.kind(variable, body)`; `condition` is the middle argument of `map(variable, condition, body)`."""

    __slots__ = ("body", "condition", "kind", "range", "variable")

    def __init__(
        self, kind: MacroKind, variable: str, range: Node, condition: Node | None, body: Node, offset: int = 0
    ) -> None:
        """Keep the parts."""
        super().__init__(offset, range, *([condition] if condition else []), body)
        self.kind: Final = kind
        self.variable: Final = variable
        self.range: Final = range
        self.condition: Final = condition
        self.body: Final = body


class Let(Node):
    """`value` under the name `name` inside `body`, evaluated when it is first used. Not in the grammar."""

    __slots__ = ("body", "name", "value")

    def __init__(self, name: str, value: Node, body: Node, offset: int = 0) -> None:
        """Keep the parts."""
        super().__init__(offset, value, body)
        self.name: Final = name
        self.value: Final = value
        self.body: Final = body


def free_names(node: Node) -> frozenset[str]:
    """The names that the expression reads from its environment."""
    free = set()
    pending: list[tuple[Node, frozenset[str]]] = [(node, frozenset())]
    while pending:
        node, bound = pending.pop()
        if isinstance(node, Name):
            if node.name not in bound:
                free.add(node.name)
        elif isinstance(node, Comprehension):
            inner = bound | {node.variable}
            pending.append((node.range, bound))
            pending.append((node.body, inner))
            if node.condition:
                pending.append((node.condition, inner))
        elif isinstance(node, Let):
            pending.append((node.value, bound))
            pending.append((node.body, bound | {node.name}))
        else:
            pending.extend((child, bound) for child in node.children())
    return frozenset(free)
