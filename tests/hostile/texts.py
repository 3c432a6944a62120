"""Texts made to hurt: too deep, too long, too many, or with a nasty token in every kind of place.

The longest have 30 kB, or 10 MB where ZARRSCOPE_EXAMPLES asks for a thorough run.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LITTLE = {"name": "bytes", "configuration": {"endian": "little"}}
FULL = "ZARRSCOPE_EXAMPLES" in os.environ
LONG = 10_000_000 if FULL else 30_000
MANY = 100_000 if FULL else 3_000
NASTY = {
    "nan": "NaN",
    "infinity": "-Infinity",
    "overflow": "1e400",
    "negative-zero": "-0",
    "5000-digits": "7" * 5000,
    "4300-digits": "7" * 4300,
    "lone-surrogate": '"\\ud800"',
    "given-twice": '{"a": 1, "a": 2}',
    "float": "4.0",
    "deep": "[" * 300 + "]" * 300,
    "too-deep": "[" * 10_000 + "]" * 10_000,
    "long-name": '"' + "n" * 10_000 + '"',
    "r-1000-digits": '"r' + "8" * 1000 + '"',
}
SHARD: dict[str, Any] = {
    "name": "sharding_indexed",
    "configuration": {
        "chunk_shape": [2, 3],
        "codecs": [{"name": "transpose", "configuration": {"order": [1, 0]}}, LITTLE],
        "index_codecs": [LITTLE, {"name": "crc32c"}],
        "index_location": "end",
    },
}
BLOSC = {"cname": "lz4", "clevel": 5, "shuffle": "shuffle", "typesize": 4, "blocksize": 0}
ARRAY: dict[str, Any] = {
    "zarr_format": 3,
    "node_type": "array",
    "shape": [40, 60],
    "data_type": "complex64",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4, 6]}},
    "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
    "fill_value": [0.5, "NaN"],
    "codecs": [SHARD, {"name": "blosc", "configuration": BLOSC}, {"name": "zstd", "configuration": {"level": 3}}],
    "attributes": {"a": [1, {"b": "c"}]},
    "dimension_names": ["y", None],
    "storage_transformers": [{"name": "acme.transformer", "configuration": {"a": 1}}],
    "extra": {"must_understand": False, "a": 1},
}


def array(**members: Any) -> bytes:
    """The array with other members."""
    return json.dumps({**ARRAY, **members}).encode()


def with_token_everywhere(token: str) -> Iterator[bytes]:
    """The array with a token in the place of every value in turn, and of every name where the token is a string."""
    mark = "@mark@"

    def marked(value: Any) -> Iterator[Any]:
        yield mark
        if isinstance(value, dict):
            for name, below in value.items():
                for other in marked(below):
                    yield {**value, name: other}
                if token.startswith('"'):
                    yield {mark if known == name else known: below for known, below in value.items()}
        if isinstance(value, list):
            for index, below in enumerate(value):
                for other in marked(below):
                    yield [*value[:index], other, *value[index + 1 :]]

    for value in marked(ARRAY):
        yield json.dumps(value).replace(f'"{mark}"', token).encode()


def with_every_member_twice() -> Iterator[bytes]:
    """The array with every member given twice in turn."""
    text = json.dumps(ARRAY)
    for at in range(len(text)):
        if text[at] == '"' and text[at - 1] in "{ " and text[at - 2] in ",:[{ ":
            name = text[at : text.index('"', at + 1) + 1]
            if text[at + len(name)] == ":":
                yield f"{text[:at]}{name}: null, {text[at:]}".encode()
                yield f"{text[:at]}{name}: {name}, {text[at:]}".encode()


def shards(depth: int, **members: Any) -> bytes:
    """Shards in shards, written without recursion."""
    opening = '{"name":"sharding_indexed","configuration":{"chunk_shape":[1,1],"index_codecs":["bytes"],"codecs":['
    return array(codecs=["@"], **members).replace(b'"@"', (opening * depth + '"bytes"' + "]}}" * depth).encode())


def _repeated(text: str, size: int) -> str:
    return ",".join([text] * (size // (len(text) + 1)))


SMALL: dict[str, Callable[[], bytes]] = {
    "deep-lists": lambda: b"[" * 10_000 + b"]" * 10_000,
    "deep-objects": lambda: b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "deep-attributes": lambda: array(attributes="@").replace(b'"@"', b'{"a":' * 900 + b"1" + b"}" * 900),
    "utf-16": lambda: array().decode().encode("utf-16"),
    "utf-32": lambda: array().decode().encode("utf-32"),
    "empty": lambda: b"",
    "10000-axes": lambda: array(
        shape=[2] * 10_000,
        chunk_grid={"name": "regular", "configuration": {"chunk_shape": [2] * 10_000}},
        dimension_names=[f"d{axis}" for axis in range(10_000)],
        codecs=[{"name": "transpose", "configuration": {"order": list(range(10_000))[::-1]}}, LITTLE],
    ),
    "10000-axes-of-chunks-only": lambda: array(
        chunk_grid={"name": "regular", "configuration": {"chunk_shape": [2] * 10_000}}
    ),
    "10000-axes-out-of-order": lambda: array(
        shape=[2] * 10_000,
        chunk_grid={"name": "regular", "configuration": {"chunk_shape": [2] * 10_000}},
        codecs=[{"name": "transpose", "configuration": {"order": [0] * 10_000}}, LITTLE],
    ),
    "10000-shard-axes-that-do-not-divide": lambda: array(
        shape=[2] * 10_000,
        chunk_grid={"name": "regular", "configuration": {"chunk_shape": [2] * 10_000}},
        codecs=[{"name": "sharding_indexed", "configuration": {**SHARD["configuration"], "chunk_shape": [3] * 10_000}}],
    ),
    "10000-equal-names": lambda: array(shape=[1] * 10_000, dimension_names=["x"] * 10_000),
    "300-shards": lambda: shards(300, data_type="int8", fill_value=0),
    "300-shards-of-a-wrong-rank": lambda: shards(300, data_type="int8", fill_value=0, shape=[4]),
    "100000-digit-name": lambda: array(data_type="r" + "8" * 100_000),
    "long-codec-name": lambda: array(codecs=["a" * 100_000, LITTLE]),
    "long-member-name": lambda: array(**{"m" * 100_000: 1}),
    "huge-lengths": lambda: array(
        shape=[10**4000] * 2, chunk_grid={"name": "regular", "configuration": {"chunk_shape": [10**4000] * 2}}
    ),
}
LARGE: dict[str, Callable[[], bytes]] = {
    "many-codecs": lambda: array(codecs=[LITTLE] * MANY),
    "many-names-of-codecs": lambda: array(codecs=["bytes"] * MANY),
    "many-checksums": lambda: array(codecs=[LITTLE] + ["crc32c"] * MANY),
    "many-unknown-codecs": lambda: array(codecs=["acme.codec"] * MANY),
    "many-transposes": lambda: array(
        codecs=[{"name": "transpose", "configuration": {"order": [1, 0]}}] * MANY + [LITTLE]
    ),
    "many-shards": lambda: array(codecs=[SHARD] * (MANY // 10)),
    "many-index-codecs": lambda: array(
        codecs=[
            {
                "name": "sharding_indexed",
                "configuration": {**SHARD["configuration"], "index_codecs": ["acme.codec"] * MANY},
            }
        ]
    ),
    "many-transformers": lambda: array(storage_transformers=["acme.transformer"] * MANY),
    "many-extra-members": lambda: array(**{f"extra{number}": number for number in range(MANY)}),
    "many-unexpected-members": lambda: array(
        codecs=[{"name": "bytes", "configuration": {f"m{number}": 0 for number in range(MANY)}}]
    ),
    "long-string": lambda: array(attributes={"a": "x" * LONG}),
    "long-name": lambda: array(codecs=["x" * LONG]),
    "long-fill-value": lambda: array(data_type="r8", fill_value="A" * LONG),
    "long-fill-list": lambda: array(data_type="r8", fill_value=[1] * (LONG // 3)),
    "long-shape": lambda: array(shape="@").replace(b'"@"', f"[{_repeated('12', LONG)}]".encode()),
    "long-negative-shape": lambda: array(shape="@").replace(b'"@"', f"[{_repeated('-1', LONG)}]".encode()),
    "long-names": lambda: array(dimension_names="@").replace(b'"@"', f"[{_repeated('0', LONG)}]".encode()),
    "long-nan": lambda: array(attributes="@").replace(b'"@"', f'{{"a":[{_repeated("NaN", LONG)}]}}'.encode()),
    "long-overflow": lambda: array(fill_value="@").replace(b'"@"', f"[{_repeated('1e400', LONG)}]".encode()),
    "long-surrogates": lambda: array(codecs="@").replace(b'"@"', _repeated('"\\ud800"', LONG).join("[]").encode()),
    "long-codecs-null": lambda: array(codecs="@").replace(b'"@"', f"[{_repeated('null', LONG)}]".encode()),
    "long-empty-codecs": lambda: array(codecs="@").replace(b'"@"', f"[{_repeated('{}', LONG)}]".encode()),
    "long-5000-digits": lambda: array(shape="@").replace(b'"@"', f"[{_repeated('9' * 5000, LONG)}]".encode()),
    "long-order": lambda: array(codecs=[{"name": "transpose", "configuration": {"order": [0] * (LONG // 3)}}, LITTLE]),
    "long-of-one-member": lambda: array(attributes="@").replace(b'"@"', _repeated('"a":1', LONG).join("{}").encode()),
}
