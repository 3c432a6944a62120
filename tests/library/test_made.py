"""What is made beforehand of the built-in expressions is what would be made of them now, and judges as they do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import zarrscope
from tests.shared import document, lines
from zarrscope import Scope
from zarrscope.precompute import made
from zarrscope.quick import memory
from zarrscope.reading import fastparser, reading
from zarrscope.schemas import schemapass

SCOPES = [Scope.core, Scope.default, Scope.proposed]
CASES = lines(Path(__file__).parents[1] / "cases" / "v3.jsonl")

FORBIDDEN = {
    *("dataclasses", "inspect", "orjson", "jsonschema_rs", "jsonschema", "referencing", "yaml", "rich", "argparse"),
    *("importlib.resources", "importlib.metadata", "urllib.parse", "zarrscope.cel.parser", "zarrscope.nodes"),
}


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


def test_the_same_is_found_while_nothing_is_imported(monkeypatch) -> None:
    scope, early = Scope.default(), Scope.default().with_records({}, {})
    expected = [zarrscope.validate(document(case), scope=scope) for case in CASES]
    monkeypatch.setattr(fastparser, "is_early", lambda _: True)
    monkeypatch.setattr(schemapass, "is_early", lambda _: True)
    monkeypatch.setattr(reading, "fast_parser", lambda _: None)
    monkeypatch.setattr(memory, "fast_parser", lambda: None)
    for case, report in zip(CASES, expected, strict=True):
        assert zarrscope.validate(document(case), scope=early) == report, case["id"]


def test_one_clean_document_imports_little() -> None:
    case = next(case for case in CASES if case["id"] == "ok-array")
    script = "import sys, zarrscope; print(zarrscope.validate(sys.stdin.buffer.read()).valid, *sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], input=document(case), capture_output=True, check=True)
    valid, *modules = run.stdout.decode().split()
    assert valid == "True"
    assert FORBIDDEN.isdisjoint(modules)


def test_a_pack_keeps_what_was_made_of_others() -> None:
    scope = Scope.default()
    record = scope.definition("codec", "gzip").record
    extended = scope.with_records({("codec", "gzip"): record}, {})
    assert [one.prefix for one in extended.definitions() if not one.made] == ["codec/gzip"]
