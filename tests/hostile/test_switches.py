"""Whatever makes judging faster can be switched off here, and then gives the same reports."""

from __future__ import annotations

import json
import os
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from tests.hostile.mutations import mutated
from tests.hostile.seeds import BYTES, any_document
from tests.pipeline import array_documents, registered_documents
from tests.shared import SHARED, lines
from zarrscope import Scope
from zarrscope.findings import CLEAN
from zarrscope.quick import Quick
from zarrscope.quick.alike import Alike, Recent
from zarrscope.quick.fields import Fields
from zarrscope.quick.mappings import Forms
from zarrscope.quick.patterns import Patterns
from zarrscope.quick.whole import WholeMemory
from zarrscope.reading import reading, values
from zarrscope.reading.positions import Positions
from zarrscope.schemas import SchemaPass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EXAMPLES = int(os.environ.get("ZARRSCOPE_EXAMPLES", "120"))
SLOW = 9  # python-jsonschema takes its time: one document in so many
LISTING: dict[str, Any] = {"kind": "inline", "must_understand": False}


def nothing(*_: Any, **__: Any) -> None:
    """Know nothing."""


def by_all(alike: Alike, document: dict[str, Any]) -> bool:
    return alike.basis.plan.schema.accepts(document)


def in_turn(recent: Recent[Any], source: Any) -> Any:
    found = ((one, one.match(source)) for one in recent.likely(source))
    return next((each for each in found if each[1] is not None), None)


SWITCHES: dict[str, Callable[[pytest.MonkeyPatch, Scope], None]] = {
    "nothing is remembered": lambda patch, scope: patch.setattr(scope, "quick", Quick(scope, 0)),
    "what the walk that tells found is not remembered": lambda patch, _: patch.setattr(Quick, "learn", nothing),
    "no quick walk": lambda patch, _: patch.setattr(Quick, "known", nothing),
    "no fast parser": lambda patch, _: patch.setattr(reading, "fast_parser", nothing),
    "every value looked through": lambda patch, _: patch.setattr(values, "as_plain", nothing),
    "no mapping like one before": lambda patch, _: patch.setattr(Forms, "find", nothing),
    "no extension point is accepted at once": lambda patch, _: patch.setattr(Quick, "accepted", nothing),
    "no field like one before": lambda patch, _: patch.setattr(Fields, "_key", nothing),
    "no guess at what comes next": lambda patch, _: patch.setattr(Recent, "find", in_turn),
    "shapes and attributes judged with the rest": lambda patch, _: patch.setattr(Alike, "accepts", by_all),
    "no functions for structures": lambda patch, scope: patch.setattr(scope, "quick", Quick(scope, most_written=0)),
    "no text like one before": lambda patch, _: patch.setattr(Patterns, "find", nothing),
    "nothing remembered of whole documents": lambda patch, _: patch.setattr(WholeMemory, "remember", nothing),
    "texts scanned whole for positions": lambda patch, _: patch.setattr(Positions, "_seek", Positions._look_up),
}


def texts() -> Iterator[bytes]:
    """Cases, the corpus, and generated documents, many of them twice, which meets what is remembered."""
    yield from BYTES
    yield from (entry["text"].encode() for entry in lines(SHARED / "corpus" / "documents.jsonl"))
    for seed in range(EXAMPLES):
        random = Random(seed)
        slip = random.choice([0.0, 0.05, 0.3])
        for maker in (array_documents.Maker, registered_documents.Maker):
            made = maker(random, slip).array()
            yield json.dumps(made).encode()
            yield json.dumps({**made, "attributes": {"seed": seed}}, separators=(",", ":")).encode()
        yield json.dumps(listing(random, slip), indent=2).encode()
        yield mutated(random, any_document(random))


def listing(random: Random, slip: float) -> dict[str, Any]:
    """A group that lists arrays, each of them twice, and a group that may list them, too."""
    arrays = {f"{number}": registered_documents.Maker(random, slip).array() for number in range(3)}
    nodes = arrays | {f"again/{name}": array for name, array in arrays.items()}
    group: dict[str, Any] = {"zarr_format": 3, "node_type": "group", "attributes": {}}
    inside: list[Any] = [{}, {}, arrays, {"0": arrays["1"]}, {"__": {}}, None]
    inner = random.choice([None, *({**LISTING, "metadata": metadata} for metadata in inside)])
    again = group if inner is None else {**group, "consolidated_metadata": inner}
    if not random.random() < slip:
        nodes["again"] = again
    return {**group, "consolidated_metadata": {**LISTING, "metadata": nodes}}


def told(data: Any, scope: Scope, node: str | None = None) -> Any:
    report = zarrscope.validate(data, scope=scope, node=node)
    values = [problem.value for problem in report.problems]
    return report.to_dict(), report.skipped, report.node_type, repr(values)


@pytest.fixture(scope="module")
def expected() -> list[tuple[bytes, Any]]:
    return [(data, told(data, Scope.default())) for data in texts()]


def test_what_is_remembered_is_what_was_told(expected: list[tuple[bytes, Any]]) -> None:
    scope = fresh()
    for data, report in expected:
        assert told(data, scope) == report, data[:3000]
        assert told(data, scope) == report, data[:3000]


def test_what_is_like_a_clean_text_has_an_empty_report(expected: list[tuple[bytes, Any]]) -> None:
    scope = fresh()
    kinds = set()
    for data, (report, skipped, kind, _) in expected:
        told(data, scope)
        alike = scope.quick.known_alike(data, None)
        if alike is not None and alike[0] is CLEAN:
            assert (skipped, report["problems"], report["unclaimed"]) == (0, [], []), data
            assert alike[2][0]["node_type"] == kind
            kinds.add(kind)
    assert kinds == {"array", "group"}


@pytest.mark.parametrize("switch", SWITCHES)
def test_reports_are_the_same(switch: str, expected: list[tuple[bytes, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    scope = fresh()
    SWITCHES[switch](monkeypatch, scope)
    for data, report in expected:
        assert told(data, scope) == report, data[:3000]


def test_reports_are_the_same_without_the_fast_schema_engine(
    expected: list[tuple[bytes, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SchemaPass, "_fast_engine", nothing)
    scope = fresh()
    for data, report in expected[::SLOW]:
        assert told(data, scope) == report, data[:3000]


def test_strings_are_judged_as_bytes_are(expected: list[tuple[bytes, Any]]) -> None:
    scope = fresh()
    for data, report in expected:
        if data.isascii() and b"\0" not in data:
            assert told(data.decode(), scope) == report, data[:3000]
            assert told(bytearray(data), scope) == report, data[:3000]


def test_mappings_are_judged_as_texts_are(expected: list[tuple[bytes, Any]]) -> None:
    scope = fresh()
    for data, (report, *others) in expected:
        read = reading.read(data)
        if read.readable and not read.faults and isinstance(read.value, dict):
            found, *rest = told(read.value, scope)
            assert rest == others, data[:3000]
            assert without_places(found) == without_places(report), data[:3000]


def without_places(report: dict[str, Any]) -> dict[str, Any]:
    problems = [{**problem, "line": None, "column": None} for problem in report["problems"]]
    return {**report, "problems": problems}


def fresh() -> Scope:
    """The default scope, without anything that was compiled or remembered."""
    return Scope.default().with_records({}, {})


def forgetful() -> Scope:
    """The same, with nothing remembered from one document to the next."""
    scope = fresh()
    scope.quick = Quick(scope, most_remembered=0)
    return scope
