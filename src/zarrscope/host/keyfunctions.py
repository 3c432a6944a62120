"""The host functions that expressions may call on chunk key templates."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from zarrscope.cel import UNKNOWN, Unknown
from zarrscope.keys.syntax import Scan, TemplateError, scan
from zarrscope.template import KeyTemplate, RankedTemplate

MOST_REMEMBERED = 16  # the rules of one document ask about one template again and again


def key_terms(template: str) -> list[dict[str, Any]]:
    """The expressions of a template; the width is 1 where none is given."""
    return [
        {"index": term.index, "rest": term.rest, "width": term.width or 1, "text": term.text, "offset": term.offset}
        for term in _scan(template).terms
    ]


def key_literals(template: str) -> list[str]:
    """The unescaped texts before, between and after the expressions: one more than expressions."""
    return list(_scan(template).literals)


def key_unique(template: str, separator: str, rank: int) -> bool:
    """Whether every chunk has a key of its own on every grid of a rank."""
    return _ranked(template, separator, rank).is_injective()


def key_collision(template: str, separator: str, counts: list[int]) -> dict[str, Any] | None:
    """Two chunks of a grid that share a key: {first, second, key}; null where there are none."""
    ranked = _ranked(template, separator, len(counts))
    if ranked.is_injective():
        return None
    try:
        found = ranked.collision(_known(counts))
    except TemplateError:  # undecided
        raise Unknown from None
    return None if found is None else {"first": list(found.first), "second": list(found.second), "key": found.key}


def key_encode(template: str, separator: str, coordinate: list[int]) -> str:
    """The key of a chunk."""
    ranked = _ranked(template, separator, len(coordinate))
    try:
        return ranked.encode(_known(coordinate))
    except TemplateError:
        raise Unknown from None


@lru_cache(MOST_REMEMBERED)
def _scan(template: str) -> Scan:
    try:
        return scan(template)
    except TemplateError:  # another rule refuses it
        raise Unknown from None


@lru_cache(MOST_REMEMBERED)
def _ranked(template: str, separator: str, rank: int) -> RankedTemplate:
    try:
        return KeyTemplate(template, separator).for_rank(rank)
    except TemplateError:
        raise Unknown from None


def _known(numbers: list[int]) -> list[int]:
    if any(number is UNKNOWN for number in numbers):
        raise Unknown
    return numbers
