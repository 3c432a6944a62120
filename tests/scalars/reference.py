"""The real data types as numpy and ml_dtypes hold them; rounding and casting by search among neighbours."""

from __future__ import annotations

import bisect
import functools
import math
from fractions import Fraction
from pathlib import Path

import ml_dtypes
import numpy as np
import yaml

TYPES = yaml.safe_load(Path(__file__).with_name("types.yaml").read_text("utf-8"))["types"]
INTEGERS = [name for name, facts in TYPES.items() if facts["class"] == "integer"]
FLOATS = [name for name, facts in TYPES.items() if facts["class"] == "float"]
MODES = ["nearest-even", "nearest-away", "towards-zero", "towards-positive", "towards-negative"]
DTYPES = {name: np.dtype(getattr(ml_dtypes, name, None) or name) for name in TYPES}


def hex_form(name, code):
    return f"0x{code:0{2 * -(-TYPES[name]['bits'] // 8)}x}"


def decoded(name, codes):
    """The values that numpy gives to codes, as doubles."""
    unsigned = np.dtype(f"u{DTYPES[name].itemsize}")
    with np.errstate(invalid="ignore"):  # signalling NaNs
        return np.array(codes, unsigned).view(DTYPES[name]).astype(np.float64).tolist()


@functools.cache
def all_values(name):
    """The finite values of a float type of at most 16 bits, in order, each once; -0 is 0."""
    values = decoded(name, list(range(1 << TYPES[name]["bits"])))
    return [Fraction(value) for value in sorted({value for value in values if math.isfinite(value)})]


@functools.cache
def limits(name):
    """The least and the greatest finite value."""
    bits = TYPES[name]["bits"]
    if name in INTEGERS:
        low = -(2 ** (bits - 1)) if TYPES[name]["signed"] else 0
        return Fraction(low), Fraction(low + 2**bits - 1)
    if bits > 16:
        greatest = Fraction(float(np.finfo(name).max))
        return -greatest, greatest
    return all_values(name)[0], all_values(name)[-1]


def alike(left, right):
    """Equal, of one class, and of one sign."""
    if left is None or right is None:
        return left is right
    if math.isnan(left) or math.isnan(right):
        return math.isnan(left) and math.isnan(right)
    return left.__class__ is right.__class__ and left == right and (left or sign(left) == sign(right))


def sign(number):
    return math.copysign(1, number) if isinstance(number, float) else 1.0 if number >= 0 else -1.0


def _is_odd(name, value):
    dtype = DTYPES[name]
    return bool(int(np.array([float(value)]).astype(dtype).view(f"u{dtype.itemsize}")[0]) & 1)


def beyond(name):
    """What would be the next value below the least and the next above the greatest, if the range went on."""
    values = all_values(name)
    if TYPES[name]["precision"] == 1:
        return values[0] / 2, values[-1] * 2
    return 2 * values[0] - values[1], 2 * values[-1] - values[-2]


def neighbours(name, number):
    """The values of a type below and above a number that it does not hold; beyond the range as if it went on."""
    low, high = limits(name)
    if TYPES[name]["bits"] <= 16:
        values = all_values(name)
        if number > high:
            return high, beyond(name)[1]
        if number < low:
            return beyond(name)[0], low
        at = bisect.bisect(values, number)
        return values[at - 1], values[at]
    if abs(number) > high:
        step = high - Fraction(float(np.nextafter(np.finfo(name).max, DTYPES[name].type(0))))
        return (high, high + step) if number > 0 else (-high - step, -high)
    near = DTYPES[name].type(float(number))
    near = np.clip(near, np.finfo(name).min, np.finfo(name).max)
    if Fraction(float(near)) < number:
        return Fraction(float(near)), Fraction(float(np.nextafter(near, DTYPES[name].type(np.inf))))
    return Fraction(float(np.nextafter(near, DTYPES[name].type(-np.inf)))), Fraction(float(near))


def holds(name, number):
    low, high = limits(name)
    if not low <= number <= high:
        return False
    if name in INTEGERS:
        return number.denominator == 1
    if TYPES[name]["bits"] <= 16:
        values = all_values(name)
        at = bisect.bisect_left(values, number)
        return at < len(values) and values[at] == number
    try:
        return Fraction(float(DTYPES[name].type(float(number)))) == number
    except OverflowError:
        return False


def rounded(name, number, mode):
    """A number rounded to a value of the type, or of the type as if its range went on."""
    if name in INTEGERS:
        lower = Fraction(math.floor(number))
        upper = lower if lower == number else lower + 1
        even = lower if lower % 2 == 0 else upper
    else:
        if holds(name, number):
            return number
        lower, upper = neighbours(name, number)
        if not lower < number < upper:
            return number  # further beyond the range than rounding can bring it back
        even = _even_neighbour(name, lower, upper)
    if lower == upper:
        return lower
    nearer = lower if number - lower < upper - number else upper
    tie = number - lower == upper - number
    outer = upper if number > 0 else lower
    return {
        "towards-negative": lower,
        "towards-positive": upper,
        "towards-zero": lower if number > 0 else upper,
        "nearest-even": even if tie else nearer,
        "nearest-away": outer if tie else nearer,
    }[mode]


def _even_neighbour(name, lower, upper):
    if TYPES[name]["precision"] == 1:
        return upper  # no value has an even digit: the one larger in magnitude, says IEEE 754
    inside = lower if holds(name, lower) else upper
    other = upper if inside is lower else lower
    return other if _is_odd(name, inside) else inside


def cast(name, number, mode="nearest-even", out_of_range=None):
    """What a value (int or float) becomes in another type: an int or a float, or None for an error."""
    facts = TYPES[name]
    if isinstance(number, float) and not math.isfinite(number):
        return number if facts.get("nan" if math.isnan(number) else "inf") else None
    low, high = limits(name)
    exact = Fraction(number)
    result = rounded(name, exact, mode)
    if not low <= result <= high:
        if out_of_range == "wrap" and name in INTEGERS:
            bits = facts["bits"]
            result = result % 2**bits
            result = result - 2**bits if result > high else result
        elif out_of_range != "clamp":
            return None
        elif facts.get("inf"):
            return math.inf if result > high else -math.inf
        else:
            result = high if result > high else low
    if name in INTEGERS:
        return int(result)
    negative = result < 0 or (result == 0 and sign(number) < 0 and (not facts["nan"] or facts["inf"]))
    return -abs(float(result)) if negative else float(result)
