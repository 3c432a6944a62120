"""`real`: the values of codes and of JSON numbers, against numpy and ml_dtypes."""

from __future__ import annotations

import itertools
import math
import random
import struct

import numpy as np
import pytest

from tests.scalars import reference
from tests.scalars.reference import FLOATS, INTEGERS, TYPES, alike, decoded, hex_form, limits
from zarrscope.facts import facts
from zarrscope.host.scalars import real

SMALL = [name for name in FLOATS if TYPES[name]["bits"] <= 8]
WIDE = ["float32", "float64"]


@pytest.mark.parametrize("name", [name for name in FLOATS if TYPES[name]["bits"] <= 16])
def test_every_code(name):
    codes = range(1 << TYPES[name]["bits"])
    for code, value in zip(codes, decoded(name, codes), strict=True):
        assert alike(real(hex_form(name, code), TYPES[name]), value), hex(code)


@pytest.mark.parametrize("name", WIDE)
def test_some_codes_of_wide_types(name):
    bits = TYPES[name]["bits"]
    chosen = random.Random(name)
    edges = [0, 1, 2, (1 << bits - 1) - 1, 1 << bits - 1, (1 << bits) - 1, TYPES[name]["precision"]]
    codes = edges + [chosen.getrandbits(bits) for _ in range(3000)]
    codes += [code & ~(((1 << bits - TYPES[name]["precision"]) - 1) << TYPES[name]["precision"] - 1) for code in codes]
    letter = {32: "f", 64: "d"}[bits]
    for code in codes:
        (value,) = struct.unpack(f">{letter}", code.to_bytes(bits // 8, "big"))
        assert alike(real(hex_form(name, code), TYPES[name]), value), hex(code)


@pytest.mark.parametrize("name", [name for name in FLOATS if TYPES[name]["bits"] < 8])
def test_bits_above_the_width_are_ignored(name):
    bits = TYPES[name]["bits"]
    for code in range(256):
        assert alike(real(f"0x{code:02X}", TYPES[name]), real(f"0x{code % (1 << bits):02x}", TYPES[name]))


@pytest.mark.parametrize("name", FLOATS)
def test_what_real_gives_is_a_form(name):
    data_type = TYPES[name]
    chosen = random.Random(name)
    values = [real(hex_form(name, chosen.getrandbits(data_type["bits"])), data_type) for _ in range(300)]
    for value in [*values, *(real(form, data_type) for form in ("NaN", "Infinity", "-Infinity", -0.0, 1))]:
        if value is not None:
            assert alike(real(value, data_type), value)


def test_the_nan_of_the_text_is_the_nan_of_its_code():
    forms = {"float8_e3m4": "0x78", "float8_e4m3": "0x7c", "float8_e5m2": "0x7e", "float8_e8m0fnu": "0xff"}
    forms |= dict.fromkeys(["float8_e4m3b11fnuz", "float8_e4m3fnuz", "float8_e5m2fnuz"], "0x80")
    forms |= {"bfloat16": "0x7fc0", "float32": "0x7fc00000"}
    for name, form in forms.items():
        assert math.isnan(real(form, TYPES[name])), name
        assert math.isnan(real("NaN", TYPES[name])), name


@pytest.mark.parametrize("name", FLOATS)
@pytest.mark.parametrize(("form", "fact"), [("NaN", "nan"), ("Infinity", "inf"), ("-Infinity", "inf")])
def test_named_forms(name, form, fact):
    value = real(form, TYPES[name])
    assert alike(value, float(form)) if TYPES[name][fact] else value is None


def halfway_points(name):
    """Values of a float type (of a wider one, some), the middles of two, and the numbers beside the middles."""
    values = reference.all_values(name)
    below, above = reference.beyond(name)
    middles = [float((a + b) / 2) for a, b in itertools.pairwise([below, *values, above])]
    if len(values) > 256:
        values, middles = values[::20], middles[::-20]
    middles = np.array(middles, np.float32)  # ml_dtypes rounds a double twice, first to single precision
    up, down = np.nextafter(middles, np.float32(np.inf)), np.nextafter(middles, np.float32(-np.inf))
    points = np.concatenate([np.array([float(value) for value in values], np.float32), middles, up, down])
    return points if values[0] < 0 else points[points >= np.finfo(np.float32).tiny]  # and here a subnormal one too


@pytest.mark.parametrize("name", [name for name in FLOATS if TYPES[name]["bits"] <= 16])
def test_numbers_round_as_ml_dtypes_rounds_them(name):
    """In the range. Beyond it ml_dtypes gives NaN where there is no infinity, or the greatest value where no NaN."""
    points = halfway_points(name)
    with np.errstate(all="ignore"):
        theirs = points.astype(reference.DTYPES[name]).astype(np.float64)
    low, high = (float(limit) for limit in limits(name))
    for point, value in zip(points.tolist(), theirs.tolist(), strict=True):
        ours = real(point, TYPES[name])
        if math.isnan(value):
            assert not TYPES[name]["inf"]
            assert ours == (high if point > high else low)
        else:
            assert alike(ours, value), point


@pytest.mark.parametrize("name", ["float16", "float32", "float64"])
def test_numbers_round_as_numpy_rounds_them(name):
    chosen = random.Random(name)
    numbers = [chosen.uniform(-1, 1) * 2.0 ** chosen.randint(-160, 130) for _ in range(5000)]
    numbers += [*(value * f for value in (65504.0, 3.4028235677973366e38) for f in (1.0, 1 - 2**-53, 1 + 2**-52)), -0.0]
    with np.errstate(all="ignore"):
        theirs = np.array(numbers).astype(name).astype(np.float64)
    for number, value in zip(numbers, theirs.tolist(), strict=True):
        assert alike(real(number, TYPES[name]), value), number


@pytest.mark.parametrize("name", FLOATS)
def test_integers_round_once(name):
    step = 1 << TYPES[name]["precision"]
    numbers = {n for power in (1, 8, step, step * 256) for n in (power - 1, power, power + 1, 3 * power // 2)}
    numbers |= {2**k + d for k in range(50, 70) for d in (-1, 0, 1, 2 ** (k - 24), 2 ** (k - 24) + 1)}
    for number in sorted(numbers | {-n for n in numbers}):
        expected = reference.cast(name, number, out_of_range="clamp")
        assert alike(real(number, TYPES[name]), expected), number


@pytest.mark.parametrize("name", FLOATS)
def test_numbers_beyond_every_range(name):
    low, high = (-math.inf, math.inf) if TYPES[name]["inf"] else (float(limit) for limit in limits(name))
    for number in (10**4000, 1 << 4_000_000, math.inf):
        assert real(number, TYPES[name]) == high
        assert real(-number, TYPES[name]) == low


@pytest.mark.parametrize("name", INTEGERS)
def test_integers(name):
    low, high = (int(limit) for limit in limits(name))
    for number in {low, low + 1, -1, 0, 1, high - 1, high} - ({-1} if low == 0 else set()):
        assert alike(real(number, TYPES[name]), number)
    for other in (low - 1, high + 1, 10**4000, 1.0, 0.0, True, "0x00", "NaN", None, [1], {}):
        assert real(other, TYPES[name]) is None


@pytest.mark.parametrize("name", FLOATS)
def test_what_is_no_form(name):
    digits = 2 * -(-TYPES[name]["bits"] // 8)
    wrong = ["", "0x", "nan", "inf", "+Infinity", "1.5", "0x" + "0" * (digits + 1), "0x" + "0" * (digits - 1)]
    wrong += ["0X" + "0" * digits, "0x" + "g" * digits, "0x" + " " * digits, "0x" + "f" * 1_000_000, "-0x0", "0x+1"]
    wrong += ["0x" + "0" * (digits - 1) + "_", "0x" + "\u0661" * digits]
    for form in [*wrong, True, None, [0.0], {"a": 1}]:
        assert real(form, TYPES[name]) is None, form


def test_a_type_without_zero_takes_the_least():
    least = 2.0**-127
    for number in (0, 0.0, -0.0, -1, -1e300, 1e-300, least * 0.76, least):
        assert real(number, TYPES["float8_e8m0fnu"]) == least
    assert real(1.5, TYPES["float8_e8m0fnu"]) == 2.0


def test_facts_that_are_worked_out_when_they_are_read():
    worked_out = facts({"class": "integer", "real": True}, {"bits": lambda seen: 8, "signed": lambda seen: False})
    assert real(255, worked_out) == 255
    assert real(-1, worked_out) is None
