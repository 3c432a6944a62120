"""What judging takes grows with a document no faster than the document: counted, not timed."""

from __future__ import annotations

import tracemalloc
from typing import Any

import orjson
import pytest

import zarrscope
from tests.hostile.test_switches import fresh
from zarrscope.findings import CLEAN
from zarrscope.quick import Quick, patterns, texts
from zarrscope.quick.memory import Memory
from zarrscope.quick.points import Points
from zarrscope.reading import reading, values

BYTES: dict[str, Any] = {"name": "bytes", "configuration": {"endian": "little"}}


def array(codecs: list[Any]) -> dict[str, Any]:
    return {
        "zarr_format": 3,
        "node_type": "array",
        "shape": [8],
        "data_type": "float32",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [8]}},
        "chunk_key_encoding": "default",
        "fill_value": 0,
        "codecs": codecs,
    }


def shards(depth: int) -> dict[str, Any]:
    """Shards in shards."""
    codecs = [BYTES]
    for _ in range(depth):
        inside = {"chunk_shape": [4], "codecs": codecs, "index_codecs": [BYTES]}
        codecs = [{"name": "sharding_indexed", "configuration": inside}]
    return array(codecs)


def listed(count: int) -> dict[str, Any]:
    """A long list of codecs."""
    gzip = {"name": "gzip", "configuration": {"level": 1}}
    transpose = {"name": "transpose", "configuration": {"order": [0]}}
    return array([*[transpose] * count, BYTES, *[gzip] * count])


@pytest.mark.parametrize("make", [shards, listed])
def test_extension_points_are_resolved_once(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    resolve, counts = Points.resolve, []

    def counted(self: Points, *arguments: Any) -> Any:
        counts.append(1)
        return resolve(self, *arguments)

    monkeypatch.setattr(Points, "resolve", counted)
    scope = fresh()
    scope.quick = Quick(scope, 0, most_written=0)
    taken = []
    for size in (10, 20, 40):
        counts.clear()
        assert scope.quick.is_clean(make(size))
        taken.append(len(counts))
    assert taken[2] - taken[1] <= 2 * (taken[1] - taken[0]), taken


def test_what_is_remembered_takes_no_more_room_than_it_needs() -> None:
    memory = Memory()
    tracemalloc.start()
    for number in range(2000):
        memory.remember(orjson.dumps(["key" * 100, number]), CLEAN)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size < 2000 * 700


def test_no_text_is_looked_up_in_too_many_ways() -> None:
    scope = fresh()
    for number in range(3000):
        document = {"zarr_format": 3, "node_type": "group", "attributes": {"number": number}}
        names = list(document) if number % 2 else [*reversed(document)]
        text = orjson.dumps({name: document[name] for name in names})
        zarrscope.validate(b" " * (number // 2 % 200) + text + b" " * (number // 10 % 300), scope=scope)
        recent = scope.quick._walk.before.recent.get(bytes)
        assert recent is None or len(recent._layouts) <= patterns.MOST_LAYOUTS
    assert recent is not None
    assert len(recent._layouts) > 1


LONG = {"values": [[number] for number in range(20_000)]}


def of_rank(rank: int, attributes: dict[str, Any]) -> dict[str, Any]:
    """Arrays that differ but in the rank: the chunks of most of them are of another."""
    return {**array([BYTES]), "shape": [8] * rank, "attributes": attributes}


def test_no_long_attributes_are_read_for_each_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    scope = fresh()
    for number in range(400):
        zarrscope.validate(orjson.dumps(of_rank(number % 20, {"number": number})), scope=scope)
    assert scope.quick._walk.before.recent[bytes]._last is not None
    sizes = []

    def counted(raw: bytes, *arguments: Any) -> Any:
        sizes.append(len(raw))
        return reading.read_quickly(raw, *arguments)

    monkeypatch.setattr(texts, "read_quickly", counted)
    assert zarrscope.validate(orjson.dumps(of_rank(30, LONG)), scope=scope).problems
    assert sum(sizes) == 0


def test_no_long_attributes_are_looked_through_for_each_form(monkeypatch: pytest.MonkeyPatch) -> None:
    scope = fresh()
    for number in range(400):
        zarrscope.validate(of_rank(number % 20, {"number": number}), scope=scope)
    assert scope.quick._walk.before.recent[dict]._size > 10
    looked_through, counts = values._looked_through, []

    def counted(value: object, deepest: int) -> Any:
        counts.append(1)
        return looked_through(value, deepest)

    monkeypatch.setattr(values, "_looked_through", counted)
    assert zarrscope.validate(of_rank(30, LONG), scope=scope).problems
    assert zarrscope.validate({**of_rank(30, {}), "shape": LONG["values"]}, scope=scope).problems
    assert len(counts) == 2
