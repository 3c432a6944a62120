"""Array documents made at random from every registered data type, grid and codec.

Most are valid, some are nearly so; every configuration fits its schema: what is wrong is wrong between two places.
Values that stand in for scalars (fill values, maps, scales) are 0 and 1, which every type of numbers can hold.
All choices come from a `random.Random`, so that a seed, or hypothesis, can drive them.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

from tests.pipeline.array_documents import UNKNOWN_GRIDS
from tests.pipeline.choices import UNKNOWN_CODECS
from tests.pipeline.registered_types import (
    COMPLEX,
    DEEPEST,
    INTEGERS,
    OF_N5,
    OF_ZFP,
    REAL,
    SINGLE_BYTES,
    TIMES,
    TypeMaker,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

LENGTHS = [1, 2, 3, 4, 6, 8, 12, 24, 60]
EXTENTS = [0, 1, 60, 100, 100, 10**9]
KEYS_OF_N5 = {"name": "v2", "configuration": {"separator": "/"}}
KEY_ENCODINGS = [
    *["default", "v2", "acme.keys", {"name": "v2"}, {"name": "acme.keys", "configuration": {"separator": "/"}}],
    {"name": "default", "configuration": {"separator": "/"}},
    {"name": "v2", "configuration": {"separator": "."}},
]

Axes = list[list[int]]
"""The lengths that a chunk takes along each axis."""


class Maker(TypeMaker):
    """Makes one document; `slip` is how likely each choice is to be a wrong one."""

    def array(self) -> dict[str, Any]:
        rank = self.random.choice([0, 1, 2, 2, 2, 3, 3, 4, 5])
        shape = [self.random.choice(EXTENTS) for _ in range(rank)]
        name, data_type, fill_value = self.data_type(0)
        grid, axes = self.grid(shape)
        codecs = self.pipeline(axes, name, depth=0)
        of_n5 = any(isinstance(codec, dict) and codec.get("name") == "n5_default" for codec in codecs)
        keys = KEYS_OF_N5 if of_n5 and not self.slips() else self.random.choice([*KEY_ENCODINGS, KEYS_OF_N5])
        return {
            "zarr_format": 3,
            "node_type": "array",
            "shape": shape,
            "data_type": data_type,
            "chunk_grid": grid,
            "chunk_key_encoding": keys,
            "fill_value": fill_value,
            "codecs": codecs,
        }

    # grids

    def grid(self, shape: list[int]) -> tuple[Any, Axes]:
        axes = [[self.random.choice(LENGTHS)] for _ in shape]
        if self.slips(0.5):
            return self.random.choice(UNKNOWN_GRIDS), axes
        if self.chance(0.55):
            written: list[Any] = [axis[0] for axis in axes]
            name, member, more = "regular", "chunk_shape", {}
        else:
            written = [self.edges(axis, length) for axis, length in zip(axes, shape, strict=True)]
            name, member, more = "rectilinear", "chunk_shapes", {"kind": "inline"}
        if self.slips(0.5):
            written = written[1:] if written and self.chance(0.5) else [*written, 4]
        return {"name": name, "configuration": {**more, member: written}}, axes

    def edges(self, axis: list[int], length: int) -> Any:
        """The chunks along an axis; they are multiples of the length that stands in `axis`, which gets them all."""
        if self.chance(0.25):
            return axis[0]
        if self.slips(0.3):
            return []
        part = axis[0]
        edges: list[Any] = []
        for _ in range(self.random.randint(0, 3)):
            edge = part * self.random.choice([1, 1, 2, 3])
            edges.append(edge if self.chance(0.5) else [edge, self.random.choice([1, 2, 10, 10**9])])
        if self.chance(0.05):  # with a few such axes there are too many chunk shapes to look at each
            edges += [part * times for times in range(1, self.random.choice([10, 20, 70]))]
        covered = sum(edge[0] * edge[1] if isinstance(edge, list) else edge for edge in edges)
        if not edges or (covered < length and not self.slips()):
            edges.append([part, max(1, -(-(length - covered) // part))])
        self.random.shuffle(edges)
        axis[:] = sorted({edge[0] if isinstance(edge, list) else edge for edge in edges})
        return edges

    # pipelines

    def pipeline(self, axes: Axes, name: str, *, depth: int, index: bool = False) -> list[Any]:
        """A list of codecs for such chunks; in the index of a shard it must not change the numbers."""
        codecs: list[Any] = []
        for _ in range(self.random.choice([0, 0, 1, 1, 2, 3])):
            codec, axes, name = self.array_codec(axes, name, index)
            codecs.append(codec)
        codecs.append(self.bytes_maker(axes, name, depth, index))
        for _ in range(self.random.choice([0, 0, 1, 2])):
            codec = self.plain("crc32c") if index and not self.slips() else self.bytes_codec()
            codecs.append(codec)
        if self.slips(1.5):
            self.disturb(codecs, lambda: [self.bytes(""), self.bytes_codec()])
        return codecs

    def array_codec(self, axes: Axes, name: str, index: bool) -> tuple[Any, Axes, str]:
        """A codec from array to array, and the chunks and the type that it hands on."""
        deeds = ["transpose", "reshape"]
        if name in REAL or self.slips():
            deeds += ["cast_value", "scale_offset", "bitround"]
        deed = self.random.choice(deeds)
        if deed == "transpose":
            order = self.order(len(axes))
            turned = [axes[axis] if 0 <= axis < len(axes) else [1] for axis in order]
            return {"name": deed, "configuration": {"order": order}}, turned, name
        if deed == "reshape":
            spec, axes = self.reshaping(axes)
            return {"name": deed, "configuration": {"shape": spec}}, axes, name
        if deed == "cast_value":
            target, configuration = ("uint64", {"data_type": "uint64"}) if index else self.cast()
            return {"name": deed, "configuration": configuration}, axes, target
        if deed == "scale_offset":
            if index or self.chance(0.3):
                return self.plain(deed), axes, name
            scale = 0 if self.slips() else 1
            return {"name": deed, "configuration": {"offset": 0, "scale": scale}}, axes, name
        deed = self.random.choice(["bitround", "numcodecs.bitround"])
        keepbits = 64 if index else self.random.choice([1, 3, 10, 64])
        return {"name": deed, "configuration": {"keepbits": keepbits}}, axes, name

    def order(self, rank: int) -> list[int]:
        rank += self.random.choice([-1, 1]) if self.slips(0.7) else 0
        order = list(range(max(rank, 0)))
        self.random.shuffle(order)
        if order and self.slips(0.5):
            order[self.random.randrange(len(order))] = self.random.choice([-1, 0, 1, len(order)])
        return order

    def reshaping(self, axes: Axes) -> tuple[list[Any], Axes]:
        """The shape of a reshape: neighbouring axes are merged, given as a number, or split."""
        spec: list[Any] = []
        out: Axes = []
        axis = 0
        while axis < len(axes):
            dims = list(range(axis, min(len(axes), axis + self.random.choice([1, 1, 2, 3]))))
            axis += len(dims)
            lengths = products([axes[dim] for dim in dims])
            deed = self.random.randrange(5)
            if deed == 0 and -1 not in spec:
                spec.append(-1)
            elif deed <= 2 and len(lengths) == 1:
                part = self.random.choice([part for part in range(1, lengths[0] + 1) if lengths[0] % part == 0])
                spec += [part, lengths[0] // part] if part > 1 else [lengths[0]]
                out.append([part])
                lengths = [lengths[0] // part]
                if part == 1:
                    out.pop()
            else:
                spec.append(dims)
            out.append(lengths)
        if self.chance(0.1):
            spec.append([])
            out.append([1])
        if self.slips(1.5):
            self.spoil(spec)
        return spec, out

    def spoil(self, spec: list[Any]) -> None:
        dims = [item for item in spec if isinstance(item, list) and item]
        deed = self.random.randrange(5)
        if deed == 0:
            spec.insert(self.random.randrange(len(spec) + 1), self.random.choice([-1, 2, [0], [len(spec)], []]))
        elif deed == 1 and dims:
            chosen = self.random.choice(dims)
            chosen[self.random.randrange(len(chosen))] = self.random.randrange(5)
        elif deed == 2 and dims:
            self.random.choice(dims).append(self.random.randrange(6))
        elif deed == 3:
            self.random.shuffle(spec)
        elif spec:
            spec[self.random.randrange(len(spec))] = self.random.choice([-1, 1, 5, 24, [0, 1]])

    def cast(self) -> tuple[str, dict[str, Any]]:
        target: Any = self.random.choice(REAL)
        name = target
        if self.slips():
            name, target, _ = self.data_type(0)
        configuration = {"data_type": target}
        if self.chance(0.4):
            fits = name in INTEGERS or self.slips()
            configuration["out_of_range"] = self.random.choice(["clamp", "wrap"]) if fits else "clamp"
        if self.chance(0.3):
            configuration["rounding"] = self.random.choice(["nearest-even", "towards-zero", "nearest-away"])
        if self.chance(0.3):
            configuration["scalar_map"] = {"encode": [[1, 1]], "decode": [[1, 1]]}
        return name, configuration

    # codecs from array to bytes

    def bytes_maker(self, axes: Axes, name: str, depth: int, index: bool) -> Any:
        choices: list[Callable[[], Any]] = [lambda: self.bytes(name)]
        if name in ("string", "bytes"):
            fitting = "vlen-utf8" if name == "string" else "vlen-bytes"
            choices = [lambda: self.plain(fitting)]
        elif name in [*REAL, *COMPLEX, "bool", *TIMES]:
            choices.append(lambda: self.packbits(name, index))
        if name in OF_ZFP and len(axes) <= 4 and not index:
            choices.append(self.zfp)
        if depth < DEEPEST and not index:
            choices += [lambda: self.shard(axes, name, depth, index)] * 2
            if name in OF_N5:
                choices += [lambda: self.n5(axes, name, depth, index)] * 3
        if self.slips():
            choices = [
                *[lambda: self.plain("vlen-utf8"), lambda: self.plain("vlen-bytes"), self.zfp],
                *[
                    lambda: self.packbits(name, index),
                    lambda: self.n5(axes, name, depth, index),
                    lambda: self.bytes("int8"),
                ],
            ]
            if depth < DEEPEST:
                choices.append(lambda: self.shard(axes, name, depth, index))
        return self.random.choice(choices)()

    def bytes(self, name: str) -> Any:
        if (name in SINGLE_BYTES and self.chance(0.7)) or self.slips():
            return self.plain("bytes")
        return {"name": "bytes", "configuration": {"endian": self.random.choice(["little", "big"])}}

    def packbits(self, name: str, index: bool) -> Any:
        if index or self.chance(0.4):
            return self.plain("packbits")
        configuration: dict[str, Any] = {}
        if self.chance(0.5):
            configuration["padding_encoding"] = self.random.choice(["first_byte", "last_byte", "none"])
        wrong = self.slips(2)
        if self.chance(0.4):
            configuration["first_bit"] = self.random.choice([1, 4, 8, 40] if wrong else [0, None])
        if self.chance(0.4):
            configuration["last_bit"] = self.random.choice([0, 2, 7, 40] if wrong else [0, None])
        return {"name": "packbits", "configuration": configuration}

    def zfp(self) -> dict[str, Any]:
        modes: list[dict[str, Any]] = [
            {"mode": "reversible"},
            {"mode": "expert", "minbits": 1, "maxbits": 13, "maxprec": 19, "minexp": -2},
            {"mode": "fixed_accuracy", "tolerance": 0.05},
            {"mode": "fixed_rate", "rate": 10.5},
            {"mode": "fixed_precision", "precision": 19},
        ]
        return {"name": "zfp", "configuration": self.random.choice(modes)}

    def shard(self, axes: Axes, name: str, depth: int, index: bool) -> dict[str, Any]:
        inner = [self.part_of(lengths) for lengths in axes]
        if self.slips(0.7):
            inner = inner[1:] if inner and self.chance(0.5) else [*inner, 2]
        shards = [[max(length // part, 1) for length in axis] for axis, part in zip(axes, inner, strict=False)]
        configuration: dict[str, Any] = {
            "chunk_shape": inner,
            "codecs": self.pipeline([[part] for part in inner], name, depth=depth + 1, index=index),
            "index_codecs": self.pipeline([*shards, [2]], "uint64", depth=depth + 1, index=True),
        }
        if self.chance(0.3):
            configuration["index_location"] = self.random.choice(["start", "end"])
        return {"name": "sharding_indexed", "configuration": configuration}

    def part_of(self, lengths: list[int]) -> int:
        common = math.gcd(*lengths)
        if self.slips(0.7):
            return self.random.choice([5, 7, common + 1, 2 * common])
        return self.random.choice([part for part in range(1, common + 1) if common % part == 0])

    def n5(self, axes: Axes, name: str, depth: int, index: bool) -> dict[str, Any]:
        big = {"name": "bytes", "configuration": {"endian": "little" if self.slips() else "big"}}
        order = self.order(len(axes)) if self.slips() else list(range(len(axes)))[::-1]
        codecs: list[Any] = [
            {"name": "transpose", "configuration": {"order": order}},
            self.plain("bytes") if name in SINGLE_BYTES and self.chance(0.3) else big,
        ]
        if self.chance(0.7):
            codecs.append(self.bytes_codec())
        if self.slips(1.5):
            place = self.random.randrange(len(codecs))
            codec, _, _ = self.array_codec(axes, name, index)
            others = [codec, self.bytes(name), self.bytes_codec(), self.random.choice(UNKNOWN_CODECS)]
            if depth < DEEPEST:
                others.append(self.shard(axes, name, depth, index))
            codecs[place] = self.random.choice([*others, self.plain("packbits")])
        return {"name": "n5_default", "configuration": {"codecs": codecs}}

    # codecs from bytes to bytes

    def bytes_codec(self, depth: int = 0) -> Any:
        shuffle = self.random.choice(["noshuffle", "shuffle", "bitshuffle"])
        blosc = {"cname": "zstd", "clevel": 5, "shuffle": shuffle, "blocksize": 0}
        if shuffle != "noshuffle" or self.chance(0.3):
            blosc["typesize"] = 4
        choices: list[Any] = [
            self.plain("crc32c"),
            {"name": "gzip", "configuration": {"level": self.random.randrange(10)}},
            {"name": "zstd", "configuration": {"level": self.random.choice([-131072, 0, 22]), "checksum": True}},
            {"name": "zstd", "configuration": {"level": 3}},
            {"name": "blosc", "configuration": blosc},
        ]
        if depth < DEEPEST and self.chance(0.25):
            return self.conditional(depth)
        return self.random.choice(choices)

    def conditional(self, depth: int) -> dict[str, Any]:
        codecs = [self.bytes_codec(depth + 1) for _ in range(self.random.choice([0, 1, 2, 9]))]
        configuration: dict[str, Any] = {"codecs": codecs}
        if codecs and self.slips():
            wrong: list[Any] = [*UNKNOWN_CODECS, "bytes", {"name": "transpose", "configuration": {"order": [1, 0]}}]
            codecs[self.random.randrange(len(codecs))] = self.random.choice(wrong)
        if self.chance(0.4):
            least = 0 if self.slips(2) else -(-len(codecs) // 8)
            configuration["header_bits"] = 8 * self.random.choice([least, least + 1])
        return {"name": "conditional", "configuration": configuration}


def products(axes: Axes) -> list[int]:
    """The products of all combinations of lengths."""
    return sorted({math.prod(shape) for shape in itertools.islice(itertools.product(*axes), 100)})


def array_document(random: Random) -> dict[str, Any]:
    """One array document."""
    return Maker(random, random.choice([0.0, 0.03, 0.08, 0.2, 0.4])).array()
