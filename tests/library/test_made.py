"""What is made beforehand of the built-in expressions is what would be made of them now, and judges as they do."""

from __future__ import annotations

from pathlib import Path

import pytest

import zarrscope
from tests.shared import document, lines
from zarrscope import Scope
from zarrscope.precompute import made

SCOPES = [Scope.core, Scope.default, Scope.proposed]
CASES = lines(Path(__file__).parents[1] / "cases" / "v3.jsonl")


def fresh(scope: Scope) -> Scope:
    """The same scope with everything still to be made."""
    return scope.with_records({("document", "array"): scope.definition("document", "array").record}, {})


@pytest.mark.parametrize("make", SCOPES, ids=["core", "default", "proposed"])
def test_nothing_is_stale(make) -> None:
    scope = make()
    for definition in fresh(scope).definitions():
        assert definition.made == {}
        assert made(definition) == scope.definition(definition.slot, definition.name).made, definition.prefix


def test_the_same_is_found() -> None:
    scope = Scope.proposed()
    other = fresh(scope)
    for case in CASES:
        raw = document(case)
        assert zarrscope.validate(raw, scope=scope) == zarrscope.validate(raw, scope=other)


def test_a_pack_keeps_what_was_made_of_others() -> None:
    scope = Scope.default()
    record = scope.definition("codec", "gzip").record
    extended = scope.with_records({("codec", "gzip"): record}, {})
    assert [one.prefix for one in extended.definitions() if not one.made] == ["codec/gzip"]
