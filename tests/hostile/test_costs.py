"""What judging takes grows with a document no faster than the document: counted, not timed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hostile.test_switches import fresh
from zarrscope.quick import Quick
from zarrscope.quick.points import Points

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
