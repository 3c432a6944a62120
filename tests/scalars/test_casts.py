"""`cast`: every pair of real types against rounding by search, and the cases of casts.jsonl."""

from __future__ import annotations

import functools
import itertools
import json
import math
import random
from fractions import Fraction
from pathlib import Path

import pytest

from tests.scalars import reference
from tests.scalars.reference import FLOATS, INTEGERS, MODES, TYPES, alike, hex_form, limits
from zarrscope.cel import UNKNOWN, EvaluationError, Unknown
from zarrscope.host.scalars import cast, real, same

ROWS = [json.loads(line) for line in Path(__file__).with_name("casts.jsonl").read_text("utf-8").splitlines()]
ACTIONS = [None, "clamp", "wrap"]


def config(mode=None, action=None):
    options = {"rounding": mode, "out_of_range": action}
    return {name: value for name, value in options.items() if value is not None}


@functools.cache
def some_values(name):
    """Special values of a type, its ends, and some by chance."""
    chosen = random.Random(name)
    low, high = limits(name)
    if name in INTEGERS:
        values = {0, 1, int(low), int(low) + 1, int(high) - 1, int(high), int(high) // 2}
        return sorted(values | {chosen.randint(int(low), int(high)) for _ in range(3)})
    values = [real(form, TYPES[name]) for form in ("NaN", "Infinity", "-Infinity")]
    values += [real(number, TYPES[name]) for number in (0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, 1e-300, -1e-300)]
    values += [float(low), float(high)]
    values += [real(hex_form(name, chosen.getrandbits(TYPES[name]["bits"])), TYPES[name]) for _ in range(3)]
    return [value for value in values if value is not None]


def values_at_the_ends(source, target):
    """The ends of the target's range, and what is 1 or 1/2 beside them, as far as the source holds them."""
    beside = [Fraction(0), Fraction(1, 2), Fraction(-1, 2), Fraction(1), Fraction(-1)]
    numbers = {end + offset for end in limits(target) for offset in beside}
    held = [number for number in numbers if reference.holds(source, number)]
    return [int(number) if source in INTEGERS else float(number) for number in held]


@pytest.mark.parametrize("source", TYPES)
def test_every_pair(source):
    for target in TYPES:
        actions = ACTIONS if target in INTEGERS else ACTIONS[:2]
        for value in some_values(source) + values_at_the_ends(source, target):
            for mode, action in itertools.product(MODES, actions):
                expected = reference.cast(target, value, mode, action)
                ours = cast(value, TYPES[source], TYPES[target], config(mode, action), "encode")
                assert alike(ours, expected), (target, value, mode, action)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("target", [name for name in FLOATS if TYPES[name]["bits"] <= 8])
def test_every_value_and_every_middle_of_small_types(target, mode):
    values = [float(value) for value in reference.all_values(target)]
    middles = [(a + b) / 2 for a, b in itertools.pairwise(values)]
    beside = [math.nextafter(middle, end) for middle in middles for end in (-math.inf, math.inf)]
    for number in values + middles + beside:
        ours = cast(number, TYPES["float64"], TYPES[target], config(mode), "decode")
        assert alike(ours, reference.cast(target, number, mode)), number


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("target", [name for name in TYPES if TYPES[name]["bits"] <= 16])
def test_both_ends_of_the_range(target, mode):
    low, high = (float(limit) for limit in limits(target))
    above = high + 1 if target in INTEGERS else float(reference.beyond(target)[1])
    below = low - 1 if target in INTEGERS else float(reference.beyond(target)[0])
    parts = (-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 2)
    numbers = [end + part * (other - end) for end, other in ((low, below), (high, above)) for part in parts]
    for number in [*numbers, 0.0, -0.0, 2.0**-140, -(2.0**-140)]:
        for action in ACTIONS:
            ours = cast(number, TYPES["float64"], TYPES[target], config(mode, action), "encode")
            assert alike(ours, reference.cast(target, number, mode, action)), (number, action)


@pytest.mark.parametrize("source", [name for name in FLOATS if TYPES[name]["bits"] <= 8])
def test_every_code_goes_to_double_precision_and_back(source):
    for code in range(1 << TYPES[source]["bits"]):
        value = real(hex_form(source, code), TYPES[source])
        stored = cast(value, TYPES[source], TYPES["float64"], {}, "encode")
        assert alike(stored, value)
        assert alike(cast(stored, TYPES["float64"], TYPES[source], {}, "decode"), value)


def as_value(part):
    """A JSON value in which {"$": "?"} is a hole, {"$": "big"} a very long number and {"$": text} a float."""
    if isinstance(part, dict):
        if part.keys() == {"$"}:
            return {"?": UNKNOWN, "big": 10**4000}[part["$"]] if part["$"] in ("?", "big") else float(part["$"])
        return {name: as_value(member) for name, member in part.items()}
    return [as_value(item) for item in part] if isinstance(part, list) else part


def as_type(part):
    return TYPES[part] if isinstance(part, str) and part in TYPES else as_value(part)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_case(row):
    arguments = (as_value(row["value"]), as_type(row["source"]), as_type(row["target"]), as_value(row["config"]))
    direction = row.get("direction", "encode")
    if row["result"] in ("unknown", "error"):
        with pytest.raises(Unknown if row["result"] == "unknown" else EvaluationError):
            cast(*arguments, direction)
    else:
        assert alike(cast(*arguments, direction), as_value(row["result"]))


def test_same():
    for left, right in [(math.nan, math.nan), (1, 1.0), (0.0, -0.0), ("a", "a"), (None, None), ([1], [1]), ({}, {})]:
        assert same(left, right)
    for left, right in [(math.nan, 1.0), (1, 2), (1, True), (0, False), ("1", 1), (None, 0), ([], {}), (10**400, 1.0)]:
        assert not same(left, right)
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    assert not same(deep, [[]])
    for hole in (UNKNOWN, [UNKNOWN]):
        with pytest.raises(Unknown):
            same(hole, [1])
