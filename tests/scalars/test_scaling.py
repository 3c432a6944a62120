"""`scaled` and `unscaled`, against exact arithmetic step by step and against numpy's."""

from __future__ import annotations

import itertools
import math
import operator
import random
from fractions import Fraction

import numpy as np
import pytest

from tests.scalars import reference
from tests.scalars.reference import FLOATS, INTEGERS, TYPES, alike, hex_form, limits
from zarrscope.cel import UNKNOWN, EvaluationError, Unknown
from zarrscope.host.scalars import real, scaled, unscaled


def step(name, operation, left, right):
    """One operation of two values of the type; None where the text demands an error."""
    if left is None or (operation is operator.truediv and right == 0):
        return None
    if not (math.isfinite(left) and math.isfinite(right)):
        return operation(left, right)
    exact = operation(Fraction(left), Fraction(right))
    if name in INTEGERS:
        return int(exact) if reference.holds(name, exact) else None
    return reference.cast(name, exact if exact else operation(left, right))  # Python's zero has the right sign


def expected(name, value, offset, scale):
    difference = value if offset == 0 else step(name, operator.sub, value, offset)
    quotient = step(name, operator.truediv, value, scale)
    scaled_value = step(name, operator.mul, difference, scale)
    return scaled_value, (quotient if offset == 0 else step(name, operator.add, quotient, offset))


@pytest.mark.parametrize("name", [name for name in INTEGERS if TYPES[name]["bits"] <= 4])
def test_every_small_integer(name):
    values = range(int(limits(name)[0]), int(limits(name)[1]) + 1)
    for triple in itertools.product(values, repeat=3):
        assert (scaled(*triple, TYPES[name]), unscaled(*triple, TYPES[name])) == expected(name, *triple), triple


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_at_the_ends(name):
    low, high = (int(limit) for limit in limits(name))
    values = {low, low + 1, low // 2, 0, 1, high // 2, high - 1, high} | ({-1} if low else set())
    for triple in itertools.product(sorted(values), repeat=3):
        assert (scaled(*triple, TYPES[name]), unscaled(*triple, TYPES[name])) == expected(name, *triple), triple


@pytest.mark.parametrize("name", FLOATS)
def test_floats(name):
    facts = TYPES[name]
    chosen = random.Random(name)
    values = [real(hex_form(name, chosen.getrandbits(facts["bits"])), facts) for _ in range(24)]
    values += [real(number, facts) for number in (0.0, -0.0, 1.0, 1.5, *map(float, limits(name)))]
    triples = [chosen.choices(values, k=3) for _ in range(800)]
    for triple in triples:
        ours = scaled(*triple, facts), unscaled(*triple, facts)
        theirs = expected(name, *triple)
        assert alike(ours[0], theirs[0]), triple
        assert alike(ours[1], theirs[1]), triple


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
def test_floats_as_numpy_has_them(name):
    dtype = np.dtype(name).type
    chosen = random.Random(name)
    span = {"float16": 6, "float32": 50, "float64": 400}[name]
    for _ in range(2000):
        value, offset, scale = (dtype(chosen.uniform(-1, 1) * 2.0 ** chosen.randint(-span, span)) for _ in range(3))
        with np.errstate(all="ignore"):
            forward, back = float((value - offset) * scale), float(value / scale + offset)
        facts = TYPES[name]
        numbers = float(value), float(offset), float(scale)
        assert alike(scaled(*numbers, facts), forward if math.isfinite(forward) else None)
        assert alike(unscaled(*numbers, facts), back if math.isfinite(back) else None)


def test_the_examples_of_the_text():
    assert alike(scaled("NaN", -10, 0.1, TYPES["float64"]), math.nan)
    assert scaled(2540.0, -10, 0.1, TYPES["float64"]) == 255.0
    assert scaled(1255, 1000, 1, TYPES["uint16"]) == 255
    assert unscaled(255, 1000, 1, TYPES["uint16"]) == 1255
    assert scaled(999, 1000, 1, TYPES["uint16"]) is None


def test_forms_are_values_of_the_type():
    assert scaled(1.0, 0, 0.1, TYPES["float32"]) == 0.10000000149011612
    assert scaled("0x3f800000", "0x00000000", "0x40000000", TYPES["float32"]) == 2.0
    assert alike(scaled("Infinity", 5, 2, TYPES["float32"]), math.inf)
    assert scaled(1 << 4_000_000, 0, 1, TYPES["float8_e4m3fnuz"]) == 240.0


def test_an_absent_offset_changes_nothing():
    assert scaled(4.0, 0, 1, TYPES["float8_e8m0fnu"]) == 4.0
    assert unscaled(4.0, 0, 1, TYPES["float8_e8m0fnu"]) == 4.0
    assert alike(unscaled(-0.0, 0, 1, TYPES["float32"]), -0.0)


@pytest.mark.parametrize("function", [scaled, unscaled])
def test_holes_and_misuse(function):
    for arguments in [(UNKNOWN, 0, 1), (1, UNKNOWN, 1), (1, 0, UNKNOWN), ("x", 0, 1), (1, 0.5, 1), (1, 0, None)]:
        with pytest.raises(Unknown):
            function(*arguments, TYPES["int8"])
    for data_type in (UNKNOWN, {"class": "string", "real": False}, {}):
        with pytest.raises(Unknown):
            function(1, 0, 1, data_type)
    with pytest.raises(EvaluationError):
        function(1, 0, 1, "int8")
    with pytest.raises(Unknown):
        real(UNKNOWN, TYPES["int8"])
