"""How deep a document is nested is said where it is asked for, and costs nothing where it is not."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from tests.hostile.test_costs import shards
from tests.hostile.test_switches import fresh
from tests.hostile.test_texts_alike import ARRAY
from zarrscope.grades import Grade
from zarrscope.problems import Severity
from zarrscope.reading import read_exactly, read_value, reading

if TYPE_CHECKING:
    from collections.abc import Callable

NOTE = "json/depth-portability"


def in_lists(depth: int) -> dict[str, Any]:
    value: Any = 1
    for _ in range(depth - 2):
        value = [value]
    return {**ARRAY, "attributes": {"a": value}}


def in_objects(depth: int) -> dict[str, Any]:
    value: Any = {}
    for _ in range(depth - 2):
        value = {"a": value}
    return {**ARRAY, "attributes": value}


def in_shards(depth: int) -> dict[str, Any]:
    return shards((depth - 4) // 3)


def exactly(data: Any, _: int) -> Any:
    return read_exactly(data) if isinstance(data, bytes) else read_value(data)


def said(document: dict[str, Any], scope: zarrscope.Scope) -> list[Any]:
    """What there is to say about it as a text, in lines, and as a mapping; each without notes and with them."""
    forms = [json.dumps(document).encode(), json.dumps(document, indent=1).encode(), document]
    return [zarrscope.validate(form, scope=scope, notes=notes).to_dict() for form in forms for notes in (False, True)]


@pytest.mark.parametrize("graded", [False, True], ids=["as it is", "graded"])
@pytest.mark.parametrize("depth", [63, 64, 65, 66, 100, 127, 128, 129, 130])
@pytest.mark.parametrize("make", [in_lists, in_objects, in_shards])
def test_depth_is_said_as_by_the_exact_scanner(
    make: Callable[[int], dict[str, Any]], depth: int, graded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    grades = [Grade(NOTE, Severity.WARNING)] if graded else []
    scope, slow = fresh().graded(grades), fresh().graded(grades)
    with monkeypatch.context() as patch:
        for name in ("read", "read_value"):
            patch.setattr(sys.modules["zarrscope.validate"], name, exactly)
        expected = said(make(depth), slow)
    for _ in range(3):
        assert said(make(depth), scope) == expected


def test_a_deep_document_is_read_by_the_fast_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    scope = fresh()
    for number in range(30):  # the first ones of a process are read by another parser
        zarrscope.validate(json.dumps({**ARRAY, "attributes": {"number": number}}).encode(), scope=scope)
    monkeypatch.setattr(reading, "read_exactly", None)
    for document in (in_lists(127), in_objects(127), in_shards(120)):
        assert not zarrscope.validate(json.dumps(document).encode(), scope=scope).problems
