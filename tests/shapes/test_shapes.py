"""Every row of cases.jsonl ({"$": "?"} is a hole), and what the functions say of shapes made by chance."""

from __future__ import annotations

import itertools
import json
import math
import random
from pathlib import Path

import numpy as np
import pytest

from zarrscope.cel import UNKNOWN, EvaluationError, Unknown
from zarrscope.host import host_function
from zarrscope.host.nodepaths import ancestors
from zarrscope.host.shapes import MAX_LENGTHS, reshaped, runs

ROWS = [json.loads(line) for line in Path(__file__).with_name("cases.jsonl").read_text("utf-8").splitlines()]


def with_holes(part):
    if part == {"$": "?"}:
        return UNKNOWN
    return [with_holes(item) for item in part] if isinstance(part, list) else part


def is_alike(left, right):
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_alike, left, right))
    return left is right if left is UNKNOWN or right is UNKNOWN else left == right


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['call']}-{row['arguments']}"[:60])
def test_case(row):
    call = host_function(row["call"])
    arguments = with_holes(row["arguments"])
    if row["result"] in ("unknown", "error"):
        with pytest.raises(Unknown if row["result"] == "unknown" else EvaluationError):
            call(*arguments)
    else:
        assert is_alike(call(*arguments), with_holes(row["result"]))


def some_spec(chosen, shape):
    """A reshape of a shape that splits, keeps and merges its axes, and may leave one length open."""
    spec, at = [], 0
    while at < len(shape):
        count = chosen.randint(1, 3)
        axes = list(range(at, min(at + count, len(shape))))
        kind = chosen.choice(["merge", "split", "one", "open"])
        if kind == "merge":
            spec.append(axes)
        elif kind == "split":
            spec += [shape[axis] for axis in axes] + [[]]
        elif kind == "open" and -1 not in spec:
            spec.append(-1)
        else:
            spec.append(math.prod(shape[axis] for axis in axes))
        at += count
    return spec


def test_shapes_as_numpy_has_them():
    chosen = random.Random(1)
    for _ in range(500):
        shape = [chosen.randint(1, 7) for _ in range(chosen.randint(1, 6))]
        spec = some_spec(chosen, shape)
        plain = [math.prod(shape[axis] for axis in item) if isinstance(item, list) else item for item in spec]
        assert reshaped(spec, shape) == list(np.broadcast_to(0, shape).reshape(plain).shape)
        assert reshaped(spec, [[length] for length in shape]) == [[length] for length in reshaped(spec, shape)]


def test_lengths_are_those_of_every_shape():
    chosen = random.Random(2)
    for _ in range(200):
        lengths = [[chosen.randint(1, 9) for _ in range(chosen.randint(1, 3))] for _ in range(chosen.randint(2, 4))]
        lengths[0] = [2, 3, 2]
        spec = [item for item in some_spec(chosen, [axis[0] for axis in lengths]) if item != -1]
        results = [reshaped(spec, list(shape)) for shape in itertools.product(*lengths)]
        assert reshaped(spec, lengths) == [sorted({result[k] for result in results}) for k in range(len(spec))]


def test_too_many_combinations_are_not_told():
    axis = list(range(1, 65))
    assert MAX_LENGTHS == 64 * 64
    assert len(reshaped([[0, 1]], [axis, axis])[0]) == len({a * b for a in axis for b in axis})
    assert is_alike(reshaped([[0, 1, 2], [3]], [axis, axis, [1, 2], [5]]), [UNKNOWN, [5]])


def test_long_lists():
    assert runs([[1, 1]] * 100_000, 5) == [[1, 1]] * 100_000
    assert reshaped([[axis] for axis in range(100_000)], [1] * 100_000) == [1] * 100_000
    assert is_alike(reshaped([[0, 1]] * 100_000, [list(range(1, 65))] * 2)[-1], UNKNOWN)
    with pytest.raises(EvaluationError, match="bits"):
        reshaped([list(range(100_000))], [2] * 100_000)
    with pytest.raises(EvaluationError, match="bits"):
        reshaped([list(range(100_000))], [[1, 1]] + [[2]] * 100_000 + [[1, 2]])


def test_long_paths():
    with pytest.raises(EvaluationError, match="characters"):
        ancestors(["a/" * 1_000_000])
    assert len(ancestors(["/".join("x" * 1000)])) == 999
    wide = ancestors([f"g{number}/a" for number in range(100_000)])
    assert wide[0] == "g0"
    assert len(wide) == 100_000
