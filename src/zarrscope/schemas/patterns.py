"""Patterns of JSON Schema, matched in linear time: an ASCII `\\d`, and `$` at the very end only."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# written here, and compiled by `re` when they are first needed, which takes longer than judging a document
SURROGATES = "[\ud800-\udfff]"
NOT_LINEAR = r"\(\?(?:[=!]|<[=!]|P=)|\\[1-9]|\\k"
ATOM = r"(?:[\w @:/,;=%#!<>\"'`-]|\\[d.+*?/]|\[\^?[^\[\]\\]+\])"
REPEATS = r"[*+?]|\{[0-9]{1,3}(?:,(?:[0-9]{1,3})?)?\}"
SIMPLE = rf"\^?(?:{ATOM}(?:{REPEATS})?)*\$?"
VARYING = rf"{ATOM}(?:[*+?]|\{{[0-9]+,[0-9]*\}})"
LONGEST_SIMPLE, MOST_STEPS = 100, 200_000


def check_pattern(pattern: str) -> str | None:
    """Say what is wrong with a pattern, or None."""
    if longest_for_python(pattern) is not None:
        return None
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
    return _matcher(pattern)(re.sub(SURROGATES, "\ufffd", text))


@lru_cache(maxsize=1024)
def _matcher(pattern: str) -> Callable[[str], bool]:
    if re.search(NOT_LINEAR, pattern.replace("\\\\", "")):
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


def short_matcher(pattern: str) -> Callable[[str], bool]:
    """A matcher for a stranger's pattern that imports the linear engine only where Python could take long."""
    longest = longest_for_python(pattern)
    if longest is None:
        return partial(matches, pattern)
    python = python_matcher(pattern)
    return lambda text: python(text) if len(text) <= longest and text.isascii() else matches(pattern, text)


@lru_cache(maxsize=1024)
def longest_for_python(pattern: str) -> int | None:
    """How long a text may be for Python to match a pattern quickly; None where it may read it in another way.

    That is known of characters and classes of characters, one after the other, each perhaps repeated: there are not
    more ways to match those than ways to choose how long each repetition is.
    """
    odd = "&&" in pattern or "--" in pattern or "~~" in pattern  # which the linear engine reads as operators
    if len(pattern) > LONGEST_SIMPLE or odd or not pattern.isascii() or re.fullmatch(SIMPLE, pattern, re.ASCII) is None:
        return None
    try:
        python_matcher(pattern)
    except ValueError:
        return None
    choices = len(re.findall(VARYING, pattern, re.ASCII)) + (not pattern.startswith("^"))
    return int(MOST_STEPS ** (1 / max(choices, 1)))


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
