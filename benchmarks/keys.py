"""How long `KeyTemplate.encode` takes beside zarr-python's default encoding, and what a collision check costs."""

from __future__ import annotations

import statistics
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from zarrscope.template import KeyTemplate

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 25
CALLS = 2000
COORDINATES = [(7,), (7, 1234, 56), (7, 1234, 56, 0, 8)]


def seconds(call: Callable[[], Any], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) / calls


def main() -> None:
    from zarr.core.chunk_key_encodings import DefaultChunkKeyEncoding

    theirs: Any = DefaultChunkKeyEncoding(separator="/")
    print("| axes | zarr-python default | `c/{*}` | ratio | `i/{*:04}.jpeg` | ratio |\n|--:|--:|--:|--:|--:|--:|")
    for coordinate in COORDINATES:
        plain, padded = KeyTemplate("c/{*}", "/"), KeyTemplate("i/{*:04}.jpeg", "_")
        assert plain.encode(coordinate) == theirs.encode_chunk_key(coordinate)
        encoders: list[Callable[[Any], str]] = [theirs.encode_chunk_key, plain.encode, padded.encode]
        rounds = [[seconds(partial(encode, coordinate), CALLS) for encode in encoders] for _ in range(ROUNDS)]
        base, one, two = (statistics.median(times) * 1e9 for times in zip(*rounds, strict=True))
        print(
            f"| {len(coordinate)} | {base:.0f} ns | {one:.0f} ns | {one / base:.2f} | {two:.0f} ns | {two / base:.2f} |"
        )
    grid = [10**12] * 5
    template = KeyTemplate("{0}{1}/{2}{3}{4}")
    spent = statistics.median(seconds(lambda: template.collision(chunks_per_axis=grid), 1) for _ in range(ROUNDS))
    print(
        f"\ncollision check on 5 axes of 10^12 chunks: {spent * 1e3:.2f} ms, {template.collision(chunks_per_axis=grid)}"
    )


if __name__ == "__main__":
    main()
