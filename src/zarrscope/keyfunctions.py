"""The host functions that expressions may call on chunk key templates."""

from __future__ import annotations

from typing import Any

from zarrscope.cel import UNKNOWN, Unknown
from zarrscope.keysyntax import scan
from zarrscope.template import KeyTemplate, RankedTemplate, TemplateError


def key_terms(template: str) -> list[dict[str, Any]]:
    """The expressions of a template; the width is 1 where none is given."""
    return [
        {"index": term.index, "rest": term.rest, "width": term.width or 1, "text": term.text, "offset": term.offset}
        for term in _or_unknown(scan, template).terms
    ]


def key_literals(template: str) -> list[str]:
    """The unescaped texts before, between and after the expressions: one more than expressions."""
    return list(_or_unknown(scan, template).literals)


def key_unique(template: str, separator: str, rank: int) -> bool:
    """Whether every chunk has a key of its own on every grid of a rank."""
    return _ranked(template, separator, rank).is_injective()


def key_collision(template: str, separator: str, counts: list[int]) -> dict[str, Any] | None:
    """Two chunks of a grid that share a key: {first, second, key}; null where there are none."""
    ranked = _ranked(template, separator, len(counts))
    if 0 in counts or ranked.is_injective():
        return None
    found = _or_unknown(ranked.collision, _known(counts))
    return None if found is None else {"first": list(found.first), "second": list(found.second), "key": found.key}


def key_encode(template: str, separator: str, coordinate: list[int]) -> str:
    """The key of a chunk."""
    return str(_or_unknown(_ranked(template, separator, len(coordinate)).encode, _known(coordinate)))


def characters(text: str) -> list[str]:
    """The different characters of a text, in the order in which they first stand in it."""
    return list(dict.fromkeys(text))


def _ranked(template: str, separator: str, rank: int) -> RankedTemplate:
    ranked: RankedTemplate = _or_unknown(lambda: KeyTemplate(template, separator).for_rank(rank))
    return ranked


def _known(numbers: list[int]) -> list[int]:
    if any(number is UNKNOWN for number in numbers):
        raise Unknown
    return numbers


def _or_unknown(function: Any, *arguments: Any) -> Any:
    """What a function gives; unknown where the template is one that another rule refuses."""
    try:
        return function(*arguments)
    except TemplateError:
        raise Unknown from None
