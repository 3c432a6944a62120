"""Whatever makes judging by packs faster can be switched off here, and then gives the same reports."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from tests.hostile.seeds import BYTES
from tests.hostile.test_switches import nothing, told
from tests.shared import SHARED, lines
from zarrscope import Scope
from zarrscope.definitions import Definition
from zarrscope.quick import Quick
from zarrscope.quick.packs import DocumentPacks

if TYPE_CHECKING:
    from collections.abc import Callable

POLICY = Path(__file__).parents[2] / "examples" / "archive-policy"
PACKS = {
    "a policy": [str(POLICY)],
    "good practice": ["recommended", "xarray", "writers", "conventions"],
    "readers": ["readers"],
}
SWITCHES: dict[str, Callable[[pytest.MonkeyPatch, Scope], None]] = {
    "all as it is": lambda patch, scope: None,
    "nothing said before is recalled": lambda patch, scope: patch.setattr(DocumentPacks, "recall", nothing),
    "no plain outputs": lambda patch, scope: patch.setattr(Definition, "plain_output", nothing),
}
SEEDS = BYTES[::4]
EVERY = int(os.environ.get("ZARRSCOPE_EVERY", "4"))  # so many documents of the corpus are left out for one
NODES = [None, "/", "/a/b", "/converted/x", "/A B/\u00e9", "/9x"]
ATTRIBUTES: list[dict[str, Any]] = [
    *(
        {},
        {"title": "a title that is long"},
        {"units": "m", "standard_name": "x"},
        {"contact": "a@b.c"},
        {"contact": 3},
    ),
    *({"_FillValue": 1.0}, {"licence": "CC0-1.0"}, {"a": [1, {"b": None}]}, {"ome": {}}, {"zarr_conventions": []}),
]


def documents() -> list[tuple[Any, str | None]]:
    """Documents with other shapes and attributes, as texts and as mappings, in any order."""
    random = Random(0)
    found: list[tuple[Any, str | None]] = []
    corpus = [entry["text"].encode() for entry in lines(SHARED / "corpus" / "documents.jsonl")[::EVERY]]
    for text in (*SEEDS, *corpus):
        found.append((text, random.choice(NODES)))
        try:
            document = json.loads(text)
        except ValueError:
            continue
        for _ in range(4 if isinstance(document, dict) else 0):
            varied = {**document, "attributes": random.choice(ATTRIBUTES)}
            if isinstance(document.get("shape"), list):
                varied["shape"] = [random.choice([0, 1, 5, 7, 100, 10**6, 10**12]) for _ in document["shape"]]
            found.append((varied, random.choice(NODES)))
            found.append((json.dumps(varied, indent=2).encode(), random.choice(NODES)))
    random.shuffle(found)
    return found


def with_packs(packs: list[str], *, forgetful: bool = False) -> Scope:
    """A scope of which nothing is compiled or remembered."""
    scope = Scope.default()
    for pack in packs:
        scope = scope.extended(pack)
    scope = scope.with_records({}, {})
    if forgetful:
        scope.quick = Quick(scope, most_remembered=0)
    return scope


@pytest.fixture(scope="module", params=PACKS.values(), ids=list(PACKS))
def expected(request: pytest.FixtureRequest) -> tuple[list[str], list[tuple[Any, str | None, Any]]]:
    scope = with_packs(request.param, forgetful=True)
    return request.param, [(data, node, told(data, scope, node)) for data, node in documents()]


@pytest.mark.parametrize("switch", SWITCHES)
def test_reports_are_the_same(
    switch: str, expected: tuple[list[str], list[tuple[Any, str | None, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    packs, said = expected
    scope = with_packs(packs)
    SWITCHES[switch](monkeypatch, scope)
    for data, node, report in said:
        assert told(data, scope, node) == report, (node, data)


def test_something_is_said() -> None:
    scope = with_packs(PACKS["a policy"])
    rules = {
        problem.rule
        for data, node in documents()
        for problem in zarrscope.validate(data, scope=scope, node=node).problems
    }
    assert len([rule for rule in rules if rule.startswith("tide-archive/")]) > 5
