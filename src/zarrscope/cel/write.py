"""Tree -> text that parses to the same tree."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Final

from zarrscope.cel import nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_POWERS: Final = {
    "||": 2, "&&": 3,
    "==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "in": 4,
    "+": 5, "-": 5, "*": 6, "/": 6, "%": 6,
}  # fmt: skip
_CONDITIONAL: Final = 1
_UNARY: Final = 7
_MEMBER: Final = 8


def write(node: nodes.Node) -> str:
    """The expression as text. The value of a `Let`, which has no text of its own, stands wherever it is used."""
    return _Writer({}).write(node)


class _Writer:
    def __init__(self, lets: Mapping[str, str]) -> None:
        self.lets = lets

    def write(self, node: nodes.Node, power: int = 0) -> str:
        """The text of a node, in parentheses where what stands around it binds more tightly than `power`."""
        text, own = _WRITE[node.__class__](self, node)
        return f"({text})" if own < power else text

    def but(self, variable: str) -> _Writer:
        return _Writer({name: text for name, text in self.lets.items() if name != variable})

    def literal(self, node: nodes.Literal) -> tuple[str, int]:
        value = node.value
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError("no literal stands for this number")
        text = json.dumps(value, ensure_ascii=False)
        return text, _UNARY if text.startswith("-") else _MEMBER

    def name(self, node: nodes.Name) -> tuple[str, int]:
        return self.lets.get(node.name, node.name), _MEMBER

    def select(self, node: nodes.Select) -> tuple[str, int]:
        field = node.field if _NAME.fullmatch(node.field) else f"`{node.field}`"
        return f"{self.write(node.operand, _MEMBER)}.{field}", _MEMBER

    def has(self, node: nodes.Has) -> tuple[str, int]:
        return f"has({self.select(node)[0]})", _MEMBER

    def index(self, node: nodes.Index) -> tuple[str, int]:
        return f"{self.write(node.operand, _MEMBER)}[{self.write(node.index)}]", _MEMBER

    def call(self, node: nodes.Call) -> tuple[str, int]:
        return f"{node.function}({', '.join(map(self.write, node.arguments))})", _MEMBER

    def builtin(self, node: nodes.Builtin) -> tuple[str, int]:
        if node.function == "size":
            return self.call(node)
        receiver, *arguments = node.arguments
        return f"{self.write(receiver, _MEMBER)}.{node.function}({', '.join(map(self.write, arguments))})", _MEMBER

    def unary(self, node: nodes.Unary) -> tuple[str, int]:
        operand = node.operand
        same = isinstance(operand, nodes.Unary) and operand.operator == node.operator
        return f"{node.operator}{self.write(operand, _UNARY if same else _MEMBER)}", _UNARY

    def binary(self, node: nodes.Binary) -> tuple[str, int]:
        power = _POWERS[node.operator]
        return f"{self.write(node.left, power)} {node.operator} {self.write(node.right, power + 1)}", power

    def logical(self, node: nodes.Logical) -> tuple[str, int]:
        power = _POWERS[node.operator]
        return f" {node.operator} ".join(self.write(operand, power + 1) for operand in node.operands), power

    def conditional(self, node: nodes.Conditional) -> tuple[str, int]:
        condition, then = self.write(node.condition, _CONDITIONAL + 1), self.write(node.then, _CONDITIONAL + 1)
        return f"{condition} ? {then} : {self.write(node.otherwise, _CONDITIONAL)}", _CONDITIONAL

    def list_literal(self, node: nodes.ListLiteral) -> tuple[str, int]:
        return f"[{', '.join(map(self.write, node.items))}]", _MEMBER

    def map_literal(self, node: nodes.MapLiteral) -> tuple[str, int]:
        return f"{{{', '.join(f'{self.write(key)}: {self.write(value)}' for key, value in node.entries)}}}", _MEMBER

    def comprehension(self, node: nodes.Comprehension) -> tuple[str, int]:
        inner = self.but(node.variable)
        parts = [node.variable, *(inner.write(part) for part in (node.condition, node.body) if part)]
        return f"{self.write(node.range, _MEMBER)}.{node.kind}({', '.join(parts)})", _MEMBER

    def let(self, node: nodes.Let) -> tuple[str, int]:
        return _Writer({**self.lets, node.name: self.write(node.value, _MEMBER)}).write(node.body, _MEMBER), _MEMBER


_WRITE: Final[dict[type[nodes.Node], Callable[..., tuple[str, int]]]] = {
    nodes.Literal: _Writer.literal,
    nodes.Name: _Writer.name,
    nodes.Select: _Writer.select,
    nodes.Has: _Writer.has,
    nodes.Index: _Writer.index,
    nodes.Call: _Writer.call,
    nodes.Builtin: _Writer.builtin,
    nodes.Unary: _Writer.unary,
    nodes.Binary: _Writer.binary,
    nodes.Logical: _Writer.logical,
    nodes.Conditional: _Writer.conditional,
    nodes.ListLiteral: _Writer.list_literal,
    nodes.MapLiteral: _Writer.map_literal,
    nodes.Comprehension: _Writer.comprehension,
    nodes.Let: _Writer.let,
}
