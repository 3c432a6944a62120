"""Array documents made at random: most are valid, some are nearly so, and every configuration fits its schema.

All choices come from a `random.Random`, so that a seed, or hypothesis, can drive them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.pipeline.choices import Chooser

if TYPE_CHECKING:
    from random import Random

FILL_VALUES: dict[str, Any] = {
    "bool": False,
    **{f"{sign}int{bits}": 7 for sign in ("", "u") for bits in (8, 16, 32, 64)},
    **{f"float{bits}": 0.5 for bits in (16, 32, 64)},
    "complex64": [0.5, "NaN"],
    "complex128": [1, 2.5],
    "r8": [0],
    "r16": [0, 255],
    "r040": [1, 2, 3, 4, 5],
}
UNKNOWN_TYPES = ["acme.decimal", {"name": "acme.text", "configuration": {"length": 4}}]
UNKNOWN_GRIDS = ["acme.grid", {"name": "acme.hexagons", "configuration": {"edge": [3]}}]
KEY_ENCODINGS = [
    "default",
    {"name": "default", "configuration": {"separator": "/"}},
    {"name": "v2", "configuration": {"separator": "."}},
    "acme.keys",
]
LENGTHS = [1, 2, 4, 6, 8, 12, 24, 60]
DEEPEST_SHARD = 2


class Maker(Chooser):
    """Makes one document; `slip` is how likely each choice is to be a wrong one."""

    def array(self) -> dict[str, Any]:
        rank = self.random.choice([0, 1, 2, 2, 2, 3, 3, 4])
        chunk = [self.random.choice(LENGTHS) for _ in range(rank)]
        name = self.random.choice(list(FILL_VALUES))
        data_type: Any = name
        fill_value = FILL_VALUES[name]
        if self.slips(0.5):
            data_type, fill_value = self.random.choice(UNKNOWN_TYPES), None
        elif self.slips(0.5):
            data_type = {"name": name}
        return {
            "zarr_format": 3,
            "node_type": "array",
            "shape": [self.random.choice([0, 1, 100, 60]) for _ in range(rank)],
            "data_type": data_type,
            "chunk_grid": self.grid(chunk),
            "chunk_key_encoding": self.random.choice(KEY_ENCODINGS),
            "fill_value": fill_value,
            "codecs": self.pipeline(chunk, endian=name not in ("bool", "int8", "uint8", "r8", "r16", "r040"), depth=0),
        }

    def grid(self, chunk: list[int]) -> Any:
        if self.slips(0.5):
            return self.random.choice(UNKNOWN_GRIDS)
        written = self.of_another_rank(chunk) if self.slips(0.5) else chunk
        return {"name": "regular", "configuration": {"chunk_shape": written}}

    def of_another_rank(self, lengths: list[int]) -> list[int]:
        return lengths[1:] if lengths and self.chance(0.5) else [*lengths, self.random.choice(LENGTHS)]

    def pipeline(self, chunk: list[int], *, endian: bool, depth: int, index: bool = False) -> list[Any]:
        """A list of codecs for a chunk of these lengths; `index` for that of a shard, whose output has a fixed size."""
        codecs: list[Any] = []
        handed = chunk
        for _ in range(self.random.choice([0, 0, 0, 1, 1, 2])):
            order = self.order(len(handed))
            codecs.append({"name": "transpose", "configuration": {"order": order}})
            handed = [handed[axis] if axis in range(len(handed)) else 1 for axis in order]
        if depth < DEEPEST_SHARD and (self.slips() if index else self.chance(0.45)):
            codecs.append(self.shard(handed, endian=endian, depth=depth))
        else:
            codecs.append(self.bytes(endian))
        codecs += [
            self.checksum() if index and not self.slips() else self.compressor()
            for _ in range(self.random.choice([0, 1, 1, 2]))
        ]
        if self.slips(1.5):
            self.disturb(codecs, lambda: [self.bytes(True), self.compressor()])
        return codecs

    def order(self, rank: int) -> list[int]:
        rank += self.random.choice([-1, 1]) if self.slips(0.7) else 0
        order = list(range(max(rank, 0)))
        self.random.shuffle(order)
        if order and self.slips(0.5):
            order[self.random.randrange(len(order))] = self.random.choice([-1, 0, 1, len(order)])
        return order

    def bytes(self, endian: bool) -> Any:
        if (self.slips() if endian else self.chance(0.7)) and self.chance(0.9):
            return self.random.choice(["bytes", {"name": "bytes"}, {"name": "bytes", "configuration": {}}])
        return {"name": "bytes", "configuration": {"endian": self.random.choice(["little", "big"])}}

    def checksum(self) -> Any:
        return self.random.choice(["crc32c", {"name": "crc32c"}, {"name": "crc32c", "configuration": {}}])

    def compressor(self) -> Any:
        return self.random.choice(
            [
                self.checksum(),
                {"name": "gzip", "configuration": {"level": self.random.randrange(10)}},
                {"name": "zstd", "configuration": {"level": self.random.choice([-131072, 0, 22]), "checksum": True}},
                {"name": "zstd", "configuration": {"level": 3}},
                {
                    "name": "blosc",
                    "configuration": {
                        "cname": "zlib",
                        "clevel": 5,
                        "shuffle": "bitshuffle",
                        "typesize": 4,
                        "blocksize": 0,
                    },
                },
            ]
        )

    def shard(self, chunk: list[int], *, endian: bool, depth: int) -> dict[str, Any]:
        inner = [self.inner_length(length) for length in chunk]
        if self.slips(0.7):
            inner = self.of_another_rank(inner)
        grid = [max(length // part, 1) for length, part in zip(chunk, inner, strict=False)]
        configuration = {
            "chunk_shape": inner,
            "codecs": self.pipeline(inner, endian=endian, depth=depth + 1),
            "index_codecs": self.pipeline([*grid, 2], endian=True, depth=depth + 1, index=True),
        }
        if self.chance(0.3):
            configuration["index_location"] = self.random.choice(["start", "end"])
        return {"name": "sharding_indexed", "configuration": configuration}

    def inner_length(self, length: int) -> int:
        if self.slips(0.7):
            return self.random.choice([5, 7, 9, length + 1, 2 * length])
        return self.random.choice([part for part in range(1, length + 1) if length % part == 0])


def array_document(random: Random) -> dict[str, Any]:
    """One array document."""
    return Maker(random, random.choice([0.0, 0.03, 0.08, 0.2, 0.4])).array()
