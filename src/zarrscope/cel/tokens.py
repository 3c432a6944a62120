"""Text of an expression -> tokens."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from zarrscope.cel.values import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LENGTH: Final = 20_000
METHODS: Final = {"size": 0, "startsWith": 1, "endsWith": 1, "contains": 1}
RESERVED: Final = frozenset(
    [
        "as",
        "break",
        "const",
        "continue",
        "else",
        "for",
        "function",
        "if",
        "import",
        "let",
        "loop",
        "package",
        "namespace",
        "return",
        "var",
        "void",
        "while",
    ]
)
KEYWORDS: Final = frozenset({"true", "false", "null", "in"})
# what other languages write, and what to write here
ELSEWHERE: Final = {
    "=": "write `==`",
    "&": "write `&&`",
    "|": "write `||`",
    "and": "write `&&`",
    "or": "write `||`",
    "not": "write `!`",
    "is": "write `==`",
    "if": "write `condition ? value : other value`",
    "True": "write `true`",
    "False": "write `false`",
    "None": "write `null`",
    "len": "write `size(...)`",
    "length": "write `size(...)`",
    "matches": "write startsWith, endsWith or contains",
}

_TOKEN = re.compile(
    r"""(?:[\t\n\f\r ]++|//[^\n]*+)*+(?:
      (?P<double>(?:[0-9]+\.[0-9]+|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+)
    | (?P<int>0x[0-9a-fA-F]+|[0-9]+)
    | (?P<raw>[rR](?:\"""(?s:.*?)\"""|'''(?s:.*?)'''|"(?!"")[^"\n\r]*"|'(?!'')[^'\n\r]*'))
    | (?P<string>\"""(?s:[^\\]|\\.)*?\"""|'''(?s:[^\\]|\\.)*?'''
      |"(?!"")(?:[^\\"\n\r]|\\[^\n\r])*"|'(?!'')(?:[^\\'\n\r]|\\[^\n\r])*')
    | (?P<bytes>(?:[bB][rR]?|[rR][bB])['"])
    | (?P<word>(?![rR]["'])[A-Za-z_][A-Za-z0-9_]*)
    | (?P<quoted>`[A-Za-z0-9_.\-/ ]+`)
    | (?P<operator>&&|\|\||[=!<>]=|[-+*/%!<>?:.,()\[\]{}])
    | (?P<end>\Z)
    )""",
    re.VERBOSE,
)
_BLANK = re.compile(r"(?:[\t\n\f\r ]++|//[^\n]*+)*+")
_ESCAPE = re.compile(
    r"\\(?:([abfnrtv\\?\"'`])|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|(?s:(.)))"
)
_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


class Token(NamedTuple):
    """`kind` is `double`, `int`, `string`, `word`, `quoted`, `operator` or `end`."""

    kind: str
    text: str
    value: int | float | str | None
    offset: int


def tokens(text: str) -> Iterator[Token]:
    """Split `text`; the last token is of kind `end`."""
    if len(text) > MAX_LENGTH:
        raise ParseError(f"an expression may have at most {MAX_LENGTH} characters, this has {len(text)}", MAX_LENGTH)
    position = 0
    kind = ""
    while kind != "end":
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            raise _unreadable(text, position)
        kind = match.lastgroup
        token = match[kind]
        offset, position = match.start(kind), match.end()
        value: int | float | str | None = None
        if kind in ("int", "double"):
            value = _number(token, kind, text[position : position + 1], offset)
        elif kind == "string":
            quotes = 3 if token[:3] in ('"""', "'''") else 1
            value = _unescape(token[quotes:-quotes], offset + quotes)
        elif kind == "raw":
            quotes = 3 if token[1:4] in ('"""', "'''") else 1
            kind, value = "string", token[1 + quotes : -quotes]
        elif kind == "bytes":
            raise ParseError("bytes literals are not in the profile", offset)
        elif kind == "quoted":
            value = token[1:-1]
        yield Token(kind, token, value, offset)


def _unreadable(text: str, position: int) -> ParseError:
    blank = _BLANK.match(text, position)
    offset = blank.end() if blank else position
    start = text[offset : offset + 2].lstrip("rR")[:1]
    if start in ("'", '"'):
        return ParseError("this string does not end", offset)
    character = text[offset : offset + 1]
    return ParseError(f"unexpected character {character!r}", offset, ELSEWHERE.get(character))


def _number(token: str, kind: str, following: str, offset: int) -> int | float:
    if following in ("u", "U"):
        raise ParseError("unsigned literals (1u) are not in the profile: integers are unbounded", offset)
    if following and (following.isalnum() or following == "_"):
        raise ParseError(f"unexpected {following!r} after the number {token}", offset + len(token))
    if kind == "double":
        number = float(token)
        if math.isinf(number):
            raise ParseError("this number is too large for a double", offset)
        return number
    try:
        return int(token, 16 if token[:2] == "0x" else 10)
    except ValueError:
        raise ParseError("this number has too many digits", offset) from None


def _unescape(body: str, offset: int) -> str:
    if "\\" not in body:
        return body

    def replace(match: re.Match[str]) -> str:
        simple, hexadecimal, short, long, octal, _ = match.groups()
        if simple:
            return _SIMPLE.get(simple, simple)
        digits = hexadecimal or short or long
        code = int(digits, 16) if digits else int(octal, 8) if octal else -1
        if code < 0 or 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
            raise ParseError(f"{match[0]} is not an escape", offset + match.start())
        return chr(code)

    return _ESCAPE.sub(replace, body)
