"""Every codec on every data type, in an array, in a shard and in its index: whatever is wrong, each rule can say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from zarrscope import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator

SCOPE = Scope.proposed()
LITTLE = {"name": "bytes", "configuration": {"endian": "little"}}
CAST = {"name": "cast_value", "configuration": {"data_type": "uint8"}}
FILLS = [0, 0.5, "NaN", "", False, [0, 0], None, {}]


def written(slot: str, name: str) -> Any:
    """A definition as its schema shows it, or its name."""
    examples = (SCOPE.definition(slot, name).schema or {}).get("examples", [])
    return examples[0] if examples else name


def names(slot: str) -> list[str]:
    return sorted(name for known, name in SCOPE.keys if known == slot)


def lists(codec: Any, kind: str) -> Iterator[list[Any]]:
    """Lists of codecs with this one in its place."""
    own = {"array_to_array": [codec, LITTLE], "array_to_bytes": [codec], "bytes_to_bytes": [LITTLE, codec]}[kind]
    yield own
    yield [CAST, *own]
    for inner, index in ((own, [LITTLE]), ([LITTLE], own)):
        shard = {"chunk_shape": [2, 2], "codecs": inner, "index_codecs": index}
        yield [{"name": "sharding_indexed", "configuration": shard}]


@pytest.mark.parametrize("codec", names("codec"))
def test_every_rule_can_be_evaluated(codec: str) -> None:
    kind = SCOPE.definition("codec", codec).kind
    assert kind is not None
    for number, data_type in enumerate(names("data_type")):
        for codecs in lists(written("codec", codec), kind):
            array = {
                "zarr_format": 3,
                "node_type": "array",
                "shape": [4, 6],
                "data_type": written("data_type", data_type),
                "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}},
                "chunk_key_encoding": {"name": "v2", "configuration": {"separator": "/"}},
                "fill_value": FILLS[number % len(FILLS)],
                "codecs": codecs,
            }
            assert zarrscope.validate(array, scope=SCOPE, notes=True).faults == (), array
