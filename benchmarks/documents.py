"""The documents that are judged: arrays that differ from call to call, twenty of every sort, and some that grow."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
LITTLE = {"name": "bytes", "configuration": {"endian": "little"}}
TYPES = [("float64", 0.0), ("float32", "NaN"), ("int32", 0), ("int16", -1), ("uint8", 0), ("bool", False)]
COMPRESSIONS: list[list[Any]] = [
    [],
    [{"name": "zstd", "configuration": {"level": 0, "checksum": False}}],
    [{"name": "gzip", "configuration": {"level": 5}}],
    [{"name": "crc32c"}],
]
FAULTS: list[tuple[tuple[Any, ...], Any]] = [
    (("fill_value",), "nan"),
    (("chunk_grid", "configuration", "chunk_shape"), [64, 64, 64, 64]),
    (("chunk_grid", "configuration", "chunk_shape", 0), 0),
    (("chunk_key_encoding", "configuration", "separator"), "-"),
    (("shape", 0), -1),
    (("data_type",), "float99"),
    (("zarr_format",), "3"),
    (("codecs",), [{"name": "gzip", "configuration": {"level": 5}}]),
    (("codecs", 0, "configuration"), {"endian": "middle"}),
    (("dimension_names",), ["a", "b", "c", "d"]),
    (("attributes",), ["K"]),
]


def document(number: int) -> dict[str, Any]:
    """A sharded float64 array with attributes; every number gives another shape and other attributes."""
    blosc = {"cname": "zstd", "clevel": 5, "shuffle": "shuffle", "typesize": 8, "blocksize": 0}
    sharding = {
        "chunk_shape": [512, 512],
        "codecs": [LITTLE, {"name": "blosc", "configuration": blosc}],
        "index_codecs": [LITTLE, {"name": "crc32c"}],
        "index_location": "end",
    }
    return {
        "zarr_format": 3,
        "node_type": "array",
        "shape": [4096 + number, 8192 - number],
        "data_type": "float64",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1024, 1024]}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": 0.0,
        "codecs": [{"name": "sharding_indexed", "configuration": sharding}],
        "attributes": {"units": "K", "long_name": f"temperature of run {1000 + number}", "range": [180.5, 330.0]},
        "dimension_names": ["y", "x"],
    }


def faulty(number: int) -> dict[str, Any]:
    """The same array with three faults: rank of the chunks, fill value, compression level."""
    made = document(number)
    made["chunk_grid"]["configuration"]["chunk_shape"] = [1024]
    made["fill_value"] = "nan"
    sharding = made["codecs"][0]["configuration"]
    sharding["codecs"][1] = {"name": "blosc", "configuration": sharding["codecs"][1]["configuration"] | {"clevel": 12}}
    return made


def varied(number: int) -> dict[str, Any]:
    """An array as zarr-python writes it, of one of many data types, pipelines and chunk shapes."""
    random = Random(number)
    rank = random.choice([1, 2, 3])
    data_type, fill_value = random.choice(TYPES)
    chunk = [random.choice([32, 64, 128]) for _ in range(rank)]
    codecs: list[Any] = [{"name": "bytes"} if data_type in ("bool", "uint8") else LITTLE, *random.choice(COMPRESSIONS)]
    if random.random() < 0.3:
        shard = {"chunk_shape": chunk, "codecs": codecs, "index_codecs": [LITTLE, {"name": "crc32c"}]}
        codecs, chunk = [{"name": "sharding_indexed", "configuration": shard}], [4 * length for length in chunk]
    return {
        "shape": [random.randrange(1, 10_000) for _ in range(rank)],
        "data_type": data_type,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": fill_value,
        "codecs": codecs,
        "attributes": {"units": random.choice("Kms"), "run": number},
        "zarr_format": 3,
        "node_type": "array",
        "storage_transformers": [],
    }


def varied_faulty(number: int) -> dict[str, Any]:
    """Such an array with one or two faults of many kinds."""
    random = Random(-number - 1)
    made = deepcopy(varied(number))
    for path, value in random.sample(FAULTS, random.choice([1, 1, 2])):
        holder = made
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = deepcopy(value)
    return made


def text(value: Any) -> bytes:
    """A document as compact JSON."""
    return json.dumps(value, separators=(",", ":")).encode()


def twenty(rounds: int) -> list[bytes]:
    """Documents as archives have them, of many data types and codecs, with two blanks of indent; six have faults.

    They come in turn, each time with another attribute.
    """
    lines = (HERE / "twenty.jsonl").read_text(encoding="utf-8").splitlines()
    made = [json.loads(line) for _ in range(rounds) for line in lines]
    for number, value in enumerate(made):
        value.setdefault("attributes", {})["run"] = number
    return [json.dumps(value, indent=2).encode() for value in made]


def consolidated(entries: int) -> dict[str, Any]:
    """A group that lists so many nodes below it, one group to ten, as zarr-python writes it: these list nothing."""
    group = {"zarr_format": 3, "node_type": "group", "attributes": {}}
    listing = {"kind": "inline", "must_understand": False}
    inner = {**group, "consolidated_metadata": {**listing, "metadata": {}}}
    listed: dict[str, Any] = {}
    for number in range(entries):
        above = f"group_{number // 10}"
        listed |= {f"{above}/array_{number}": document(number % 8192)} if number % 10 else {above: inner}
    return {**group, "consolidated_metadata": {**listing, "metadata": listed}}


# ------------------------------------------------------------------------------------------------ what grows in one way


def nested(depth: int) -> dict[str, Any]:
    """Shards in shards; `depth` says how many levels."""
    made = document(0)
    inner: list[Any] = [LITTLE]
    for _ in range(depth):
        shard = {"chunk_shape": [256, 256], "codecs": inner, "index_codecs": [LITTLE], "index_location": "end"}
        inner = [{"name": "sharding_indexed", "configuration": shard}]
    return {**made, "codecs": inner}


def ranked(rank: int) -> dict[str, Any]:
    """An array of so many axes."""
    grid = {"name": "regular", "configuration": {"chunk_shape": [16] * rank}}
    names = [f"axis_{axis}" for axis in range(rank)]
    codecs = [{"name": "transpose", "configuration": {"order": list(range(rank))[::-1]}}, LITTLE]
    return {**document(0), "shape": [64] * rank, "chunk_grid": grid, "dimension_names": names, "codecs": codecs}


def with_codecs(count: int) -> dict[str, Any]:
    """An array whose list of codecs is so long."""
    compressors = [{"name": "gzip", "configuration": {"level": 1 + number % 9}} for number in range(count - 1)]
    return {**document(0), "codecs": [LITTLE, *compressors]}


def with_attributes(count: int) -> dict[str, Any]:
    """An array with so many attributes."""
    return {**document(0), "attributes": {f"attribute_{number}": [number, "value", 0.5] for number in range(count)}}
