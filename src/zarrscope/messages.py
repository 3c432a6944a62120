"""Texts with expressions in braces: messages of rules, and the pointers that rules report at."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN, EvaluationError, ParseError
from zarrscope.schemas.excerpt import show as excerpt

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

LONGEST = 200


@lru_cache(maxsize=1024)
def pieces(template: str) -> tuple[str | tuple[str, int], ...]:
    """Cut a template into literal texts and expressions with their offsets.

    Raises ParseError where a brace has no partner. Braces inside an expression, in its strings and maps, are its own.
    """
    out: list[str | tuple[str, int]] = []
    start = position = 0
    while position < len(template):
        character = template[position]
        if character == "}":
            raise ParseError('"}" without "{"', position)
        if character == "{":
            if position > start:
                out.append(template[start:position])
            end = _closing_brace(template, position)
            out.append((template[position + 1 : end], position + 1))
            start = position = end
            start += 1
        position += 1
    if start < len(template):
        out.append(template[start:])
    return tuple(out)


def _closing_brace(template: str, opening: int) -> int:
    depth, quote, position = 0, "", opening
    while position < len(template):
        character = template[position]
        if quote:
            if character == "\\":
                position += 1
            elif character == quote:
                quote = ""
        elif character in "\"'":
            quote = character
        elif character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth == 0:
                return position
        position += 1
    raise ParseError('"{" is never closed', opening)


def render(parts: Sequence[str | Callable[[Mapping[str, Any]], Any]], env: Mapping[str, Any]) -> str:
    """Fill a message in; what cannot be worked out reads as `?`."""
    return "".join(part if isinstance(part, str) else show(_value(part, env)) for part in parts)


def _value(program: Callable[[Mapping[str, Any]], Any], env: Mapping[str, Any]) -> Any:
    try:
        return program(env)
    except EvaluationError:
        return UNKNOWN


def show(value: Any) -> str:
    """A value as people read it: a text as it is, anything else as JSON, clipped."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST else value[:LONGEST] + "..."
    return "?" if value is UNKNOWN else excerpt(value)


def tokens(template: str) -> list[list[str | tuple[str, int]]]:
    """Cut a relative pointer into tokens, each a list of literal texts and expressions."""
    out: list[list[str | tuple[str, int]]] = [[]]
    for piece in pieces(template):
        if not isinstance(piece, str):
            out[-1].append(piece)
            continue
        first, *rest = piece.split("/")
        if first:
            out[-1].append(first)
        out.extend([part] if part else [] for part in rest)
    return out


def literal_token(text: str) -> str | int:
    """A reference token as a member name or an index (RFC 6901, section 4)."""
    if text.isascii() and text.isdigit() and (text == "0" or text[0] != "0"):
        return int(text)
    return text.replace("~1", "/").replace("~0", "~")
