"""Text -> tree: a Pratt parser for CEL's core profile."""

from __future__ import annotations

from typing import Final, NoReturn, TypeVar, cast

from zarrscope.cel import nodes
from zarrscope.cel.nodes import Literal, MacroKind, Name, Node, Select, Unary
from zarrscope.cel.tokens import ELSEWHERE, KEYWORDS, METHODS, RESERVED, Token, tokens
from zarrscope.cel.values import ParseError

__all__ = ["MAX_DEPTH", "ParseError", "parse"]

MAX_DEPTH: Final = 64
MACROS: Final = frozenset({"all", "exists", "exists_one", "map", "filter"})

_CONSTANTS: Final = {"true": True, "false": False, "null": None}
_CONDITIONAL: Final = 1
_POWERS: Final = {
    "?": _CONDITIONAL, "||": 2, "&&": 3,
    "==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "in": 4,
    "+": 5, "-": 5, "*": 6, "/": 6, "%": 6,
}  # fmt: skip

_N = TypeVar("_N", bound=Node)


def parse(text: str) -> Node:
    """Parse an expression; ParseError says what is wrong, and where."""
    parser = _Parser(list(tokens(text)))
    node = parser.expression()
    if parser.token.kind != "end":
        parser.refuse()
    return node


class _Parser:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.position = 0
        self.token = tokens[0]
        self.depth = 0

    def advance(self) -> Token:
        token = self.token
        if token.kind != "end":
            self.position += 1
            self.token = self.tokens[self.position]
        return token

    def take(self, text: str) -> bool:
        if self.token.text == text and self.token.kind == "operator":
            self.advance()
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.take(text):
            self.refuse(f", expected {text!r}")

    def refuse(self, expected: str = "") -> NoReturn:
        token = self.token
        what = "end of the expression" if token.kind == "end" else repr(token.text)
        before = self.tokens[self.position - 1] if self.position else token
        if before.text in ELSEWHERE:
            raise ParseError(f"unexpected {before.text!r}", before.offset, ELSEWHERE[before.text])
        raise ParseError(f"unexpected {what}{expected}", token.offset, ELSEWHERE.get(token.text))

    def checked(self, node: _N) -> _N:
        if node.height > MAX_DEPTH:
            raise ParseError(f"an expression may be at most {MAX_DEPTH} levels deep", node.offset)
        return node

    def expression(self, power: int = _CONDITIONAL) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ParseError(f"an expression may be at most {MAX_DEPTH} levels deep", self.token.offset)
        left = self.unary()
        while (binding := self.power()) >= power:
            operator = self.advance()
            if operator.text == "?":
                left = self.conditional(left, operator)
            elif operator.text in ("&&", "||"):
                left = self.logical(left, operator, binding)
            else:
                right = self.expression(binding + 1)
                left = self.checked(nodes.Binary(operator.text, left, right, operator.offset))
        self.depth -= 1
        return left

    def power(self) -> int:
        token = self.token
        return _POWERS.get(token.text, 0) if token.kind in ("operator", "word") else 0

    def conditional(self, condition: Node, operator: Token) -> Node:
        then = self.expression(_CONDITIONAL + 1)
        self.expect(":")
        return self.checked(nodes.Conditional(condition, then, self.expression(), operator.offset))

    def logical(self, left: Node, operator: Token, binding: int) -> Node:
        operands = [left, self.expression(binding + 1)]
        while self.take(operator.text):
            operands.append(self.expression(binding + 1))
        return self.checked(nodes.Logical(operator.text, tuple(operands), operator.offset))

    def unary(self) -> Node:
        first = self.token
        if first.kind != "operator" or first.text not in ("!", "-"):
            return self.member()
        count = 0
        while self.take(first.text):
            count += 1
        if self.token.text in ("!", "-") and self.token.kind == "operator":
            self.refuse()
        node = self.member()
        if first.text == "-" and isinstance(node, Literal):
            number = node.value
            if isinstance(number, (int, float)) and not isinstance(number, bool):
                return Literal(-number if count % 2 else number, first.offset)
        # Two of the same do what four do: they still refuse an operand of the wrong type.
        for _ in range(2 - count % 2):
            node = self.checked(Unary(first.text, node, first.offset))
        return node

    def member(self) -> Node:
        node = self.primary()
        while True:
            if self.take("."):
                node = self.checked(self.selection(node))
            elif self.token.text == "[" and self.token.kind == "operator":
                offset = self.advance().offset
                self.no_optional()
                index = self.expression()
                self.expect("]")
                node = self.checked(nodes.Index(node, index, offset))
            elif self.token.text == "{" and isinstance(node, (Name, Select)):
                raise ParseError("messages (Name{...}) are not in the profile", self.token.offset)
            else:
                return node

    def no_optional(self) -> None:
        if self.token.text == "?" and self.token.kind == "operator":
            raise ParseError("optional values (?) are not in the profile", self.token.offset)

    def selection(self, operand: Node) -> Node:
        self.no_optional()
        token = self.advance()
        if token.kind == "quoted":
            return Select(operand, cast("str", token.value), token.offset)
        if token.kind != "word" or token.text in KEYWORDS:
            raise ParseError(f"expected the name of a member, found {token.text!r}", token.offset)
        if not self.take("("):
            return Select(operand, token.text, token.offset)
        arguments = self.listed(")", trailing=False)
        if token.text in MACROS:
            return self.macro(operand, token, arguments)
        count = METHODS.get(token.text)
        if count is None:
            hint = ELSEWHERE.get(token.text)
            raise ParseError(f"the method {token.text}() is not in the profile", token.offset, hint)
        if len(arguments) != count:
            raise ParseError(f"{token.text}() takes {count or 'no'} argument{'s' * (count != 1)}", token.offset)
        return nodes.Builtin(token.text, (operand, *arguments), token.offset)

    def macro(self, range: Node, token: Token, arguments: list[Node]) -> Node:
        if len(arguments) != 2 and not (token.text == "map" and len(arguments) == 3):
            if len(arguments) > 2 and isinstance(arguments[1], Name):
                raise ParseError(f"{token.text}() with two variables is not in the profile", token.offset)
            raise ParseError(f"{token.text}() takes a variable and an expression", token.offset)
        variable = arguments[0]
        if not isinstance(variable, Name):
            raise ParseError(f"the first argument of {token.text}() is the name of a variable", variable.offset)
        condition = arguments[1] if len(arguments) == 3 else None
        kind = cast("MacroKind", token.text)
        return nodes.Comprehension(kind, variable.name, range, condition, arguments[-1], token.offset)

    def primary(self) -> Node:
        token = self.advance()
        if token.kind in ("int", "double", "string"):
            return Literal(token.value, token.offset)
        if token.kind == "word":
            return self.word(token)
        if token.kind == "operator":
            if token.text == "(":
                node = self.expression()
                self.expect(")")
                return node
            if token.text == "[":
                return self.checked(nodes.ListLiteral(tuple(self.listed("]")), token.offset))
            if token.text == "{":
                return self.checked(nodes.MapLiteral(tuple(self.entries()), token.offset))
            if token.text == ".":
                raise ParseError("a name with a leading dot is not in the profile", token.offset)
        if token.kind == "quoted":
            raise ParseError("a quoted name may only follow a dot", token.offset)
        what = "end of the expression" if token.kind == "end" else repr(token.text)
        raise ParseError(f"expected a value, found {what}", token.offset)

    def word(self, token: Token) -> Node:
        if token.text in _CONSTANTS:
            return Literal(_CONSTANTS[token.text], token.offset)
        if token.text in RESERVED or token.text in KEYWORDS:
            raise ParseError(f"{token.text!r} is a reserved word", token.offset, ELSEWHERE.get(token.text))
        if not self.take("("):
            return Name(token.text, token.offset)
        arguments = self.listed(")", trailing=False)
        if token.text == "has":
            return self.presence(token, arguments)
        if token.text == "size":
            if len(arguments) != 1:
                raise ParseError("size() takes 1 argument", token.offset)
            return self.checked(nodes.Builtin("size", tuple(arguments), token.offset))
        return self.checked(nodes.Call(token.text, tuple(arguments), token.offset))

    def presence(self, token: Token, arguments: list[Node]) -> Node:
        member = arguments[0] if len(arguments) == 1 else None
        if not isinstance(member, Select) or isinstance(member, nodes.Has):
            raise ParseError("has() takes one member, such as has(config.level)", token.offset)
        return nodes.Has(member.operand, member.field, member.offset)

    def listed(self, end: str, trailing: bool = True) -> list[Node]:
        items: list[Node] = []
        if self.take(end):
            return items
        while True:
            self.no_optional()
            items.append(self.expression())
            if self.take(end):
                return items
            self.expect(",")
            if trailing and self.take(end):
                return items

    def entries(self) -> list[tuple[Node, Node]]:
        entries: list[tuple[Node, Node]] = []
        while not self.take("}"):
            self.no_optional()
            key = self.expression()
            self.expect(":")
            entries.append((key, self.expression()))
            if not self.take(","):
                self.expect("}")
                break
        return entries
