"""Patterns of JSON Schema, matched in linear time: an ASCII `\\d`, and `$` at the very end only."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

SURROGATES = re.compile("[\ud800-\udfff]")
NOT_LINEAR = re.compile(r"\(\?(?:[=!]|<[=!]|P=)|\\[1-9]|\\k")


def check_pattern(pattern: str) -> str | None:
    """Say what is wrong with a pattern, or None."""
    try:
        _matcher(pattern)
    except ValueError as error:
        return str(error)
    return None


def check_safe(pattern: str) -> str | None:
    """Say why a stranger's pattern must not be used here, or None.

    Where there is no linear engine a repeated repetition may take exponential time.
    """
    try:
        import jsonschema_rs  # noqa: F401
    except ImportError:
        if _repeats_a_choice(pattern):
            return f"the pattern {pattern!r} repeats a repetition, which may take exponential time"
    return None


def matches(pattern: str, text: str) -> bool:
    """Whether the pattern is found in the text. A lone surrogate counts as one odd character."""
    return _matcher(pattern)(SURROGATES.sub("\ufffd", text))


@lru_cache(maxsize=1024)
def _matcher(pattern: str) -> Callable[[str], bool]:
    if NOT_LINEAR.search(pattern.replace("\\\\", "")):
        raise ValueError(f"the pattern {pattern!r} looks around or back, which cannot be matched in linear time")
    try:
        import jsonschema_rs
    except ImportError:
        return python_matcher(pattern)
    try:
        validator = jsonschema_rs.Draft202012Validator(
            {"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions()
        )
    except (jsonschema_rs.ValidationError, ValueError):
        raise ValueError(f"the pattern {pattern!r} is not one that can be matched in linear time") from None
    return validator.is_valid


def python_matcher(pattern: str) -> Callable[[str], bool]:
    """A matcher made with `re`, for platforms without a linear engine."""
    try:
        compiled = re.compile(_python(pattern), re.ASCII)
    except (re.error, RecursionError, OverflowError):
        raise ValueError(f"the pattern {pattern!r} is not a regular expression that Python reads") from None
    return lambda text: compiled.search(text) is not None


def _repeats_a_choice(pattern: str) -> bool:
    """Whether a repeated group holds a repetition or alternatives: what backtracking can take exponential time for."""
    plain = re.sub(r"\\.|\[(?:\\.|[^\]\\])*\]", "x", pattern, flags=re.DOTALL)
    while True:
        shorter = re.sub(r"\(([^()]*)\)([*+{]?)", _closed_group, plain)
        if "!" in shorter or shorter == plain:
            return "!" in shorter
        plain = shorter


def _closed_group(group: re.Match[str]) -> str:
    inside, repeat = group.groups()
    many = re.search(r"[*+{|]", inside) is not None
    return "!" if many and repeat else ("x+" if many else "x") + repeat


def _python(pattern: str) -> str:
    """Write `$` outside brackets as Python's end of text."""
    out, in_class, i = [], False, 0
    while i < len(pattern):
        token = pattern[i : i + 2] if pattern[i] == "\\" else pattern[i]
        i += len(token)
        if token == "[" or (token == "]" and in_class):
            in_class = token == "["
        out.append(r"\Z" if token == "$" and not in_class else token)
    return "".join(out)
