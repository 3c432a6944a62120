"""Real data types: which numbers they hold, worked out from their facts, and how other numbers are fitted into them.

A value is an int in an integer type and a float in a float type: every value of a float type of 64 bits or fewer is a
float exactly. Arithmetic is on ratios of integers. Those have at most 2 * MAX_BITS bits; a longer integer of a document
is only measured against the range of its type, in linear time.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from zarrscope.cel import UNKNOWN, EvaluationError, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAX_BITS: Final = 4096
"""The widest integer type that is computed with."""

STRICT: Final[Mapping[str, str]] = {}
"""Options of an arithmetic step: to the nearest value, none beyond the range."""

_NEAREST_VALUE: Final = {"out_of_range": "clamp"}
_NAMED: Final = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_HEX_DIGITS: Final = frozenset("0123456789abcdefABCDEF")

# Whether a number between two neighbours rounds up, from the lower one and from how far it lies above their middle.
# Where no neighbour is even, because there is only one digit, IEEE 754 takes the one larger in magnitude: so does this.
_ROUNDS_UP: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "nearest-even": lambda lower, past: past > 0 or (past == 0 and lower % 2 == 1),
    "nearest-away": lambda lower, past: past > 0 or (past == 0 and lower >= 0),
    "towards-zero": lambda lower, _past: lower < 0,
    "towards-positive": lambda _lower, _past: True,
    "towards-negative": lambda _lower, _past: False,
}


class Integers(NamedTuple):
    """An integer type."""

    bits: int
    low: int
    high: int

    def read(self, value: Any) -> int | None:
        """The value of a fill form; None where it is no form of the type."""
        return value if value.__class__ is int and self.low <= value <= self.high else None

    def convert(self, number: float, options: Any) -> int | None:
        """A number as one of the type, by the options `rounding` and `out_of_range`; None where there is none."""
        if not is_finite(number):
            return None
        rounded = _quotient(*number.as_integer_ratio(), options)
        if self.low <= rounded <= self.high:
            return rounded
        action = _out_of_range(options)
        if action == "clamp":
            return self.low if rounded < self.low else self.high
        return (rounded - self.low) % (1 << self.bits) + self.low if action == "wrap" else None

    def result(self, numerator: int, denominator: int) -> int | None:
        """The result of an arithmetic step; None where the type does not hold it exactly."""
        quotient, rest = divmod(numerator, denominator)
        return None if rest else self.read(quotient)

    def zero(self, _negative: bool) -> int:
        """Zero."""
        return 0


class Floats(NamedTuple):
    """A float type; without a sign it has neither zero nor subnormal numbers."""

    bits: int
    precision: int
    emin: int
    emax: int
    signed: bool
    inf: bool
    nan: bool

    @property
    def one_zero(self) -> bool:
        """Whether the code of -0 is the only NaN."""
        return self.nan and not self.inf

    def read(self, value: Any) -> float | None:
        """The value of a fill form, a number being rounded to the nearest; None where it is no form of the type."""
        if value.__class__ is str:
            return self.convert(_NAMED[value], STRICT) if value in _NAMED else self._from_code(value)
        if value.__class__ is float and math.isinf(value):
            return self._beyond(value < 0, _NEAREST_VALUE)
        return self.convert(value, _NEAREST_VALUE) if value.__class__ in (int, float) else None

    def _from_code(self, text: str) -> float | None:
        if len(text) != 2 + 2 * -(-self.bits // 8) or not text.startswith("0x") or not _HEX_DIGITS.issuperset(text[2:]):
            return None
        code = int(text, 16) % (1 << self.bits)
        if self.signed:
            negative, magnitude = divmod(code, 1 << self.bits - 1)
            if negative and not magnitude and self.one_zero:
                return math.nan
            return -self._from_magnitude(magnitude) if negative else self._from_magnitude(magnitude)
        if self.nan and code == (1 << self.bits) - 1:
            return math.nan
        return math.ldexp(1, self.emin + code)

    def _from_magnitude(self, code: int) -> float:
        field, fraction = divmod(code, 1 << self.precision - 1)
        if self.inf and field == (1 << self.bits - self.precision) - 1:
            return math.nan if fraction else math.inf
        digits = fraction + (1 << self.precision - 1) if field else fraction
        return math.ldexp(digits, self.emin + max(field - 1, 0) - self.precision + 1)

    def convert(self, number: float, options: Any) -> float | None:
        """A number as one of the type, by the options `rounding` and `out_of_range`; None where there is none."""
        if number == 0 and self.signed:
            return self.zero(math.copysign(1, number) < 0)
        if not is_finite(number):
            return number if (self.nan if math.isnan(number) else self.inf) else None
        return self._fit(*number.as_integer_ratio(), options)

    def result(self, numerator: int, denominator: int) -> float | None:
        """The result of an arithmetic step, rounded; None where it is beyond the range."""
        return self._fit(numerator, denominator, STRICT)

    def zero(self, negative: bool) -> float | None:
        """The zero of that sign, or the only one; None where the type has none."""
        return None if not self.signed else -0.0 if negative and not self.one_zero else 0.0

    def _fit(self, numerator: int, denominator: int, options: Any) -> float | None:
        """A ratio rounded as if the range had no end, and then fitted into the range."""
        if numerator <= 0 and not self.signed:
            return self._beyond(True, options)
        exponent = _exponent(abs(numerator), denominator)
        if exponent <= self.emax:
            last = (max(exponent, self.emin) if self.signed else exponent) - self.precision + 1
            digits = _quotient(numerator << max(-last, 0), denominator << max(last, 0), options)
            if not digits:
                return self.zero(numerator < 0)
            exponent = last + digits.bit_length() - 1
            if exponent <= self.emax and (self.signed or exponent >= self.emin):
                return math.ldexp(digits, last)
        return self._beyond(numerator < 0 or exponent < self.emin, options)

    def _beyond(self, low: bool, options: Any) -> float | None:
        """What a number below or above the range becomes."""
        if _out_of_range(options) != "clamp":
            return None
        if low and not self.signed:
            return math.ldexp(1, self.emin)
        largest = math.inf if self.inf else math.ldexp((1 << self.precision) - 1, self.emax - self.precision + 1)
        return -largest if low else largest


def real_type(data_type: Any) -> Integers | Floats:
    """What a real type holds, from its facts; Unknown where they do not say or where it is no real type.

    The exponent field of a float type has the bits that sign and precision leave. With infinities its highest value is
    kept for them and for NaN; without, NaN has the code of -0 or, in a type without a sign, the highest code.
    """
    if data_type is UNKNOWN:
        raise Unknown
    if not isinstance(data_type, dict):
        raise EvaluationError("wants a data type")
    if not _fact(data_type, "real", bool):
        raise Unknown
    family, bits = _fact(data_type, "class", str), _fact(data_type, "bits", int)
    if family == "integer" and 0 < bits <= MAX_BITS:
        low = -(1 << bits - 1) if _fact(data_type, "signed", bool) else 0
        return Integers(bits, low, low + (1 << bits) - 1)
    if family != "float":
        raise Unknown
    precision, emin, emax = (_fact(data_type, name, int) for name in ("precision", "emin", "emax"))
    signed = "signed" not in data_type or _fact(data_type, "signed", bool)
    inf, nan = _fact(data_type, "inf", bool), _fact(data_type, "nan", bool)
    if precision > 53 or emin < -1022 or emax > 1023:
        raise Unknown
    width = bits - precision + (not signed)
    exponents = (1 << width) - (1 + inf if signed else nan) if 0 < width <= 11 else None
    if emax - emin + 1 != exponents or precision < 1 or (inf and not nan) or (not signed and (inf or precision > 1)):
        raise EvaluationError("the facts of the float type contradict each other")
    return Floats(bits, precision, emin, emax, signed, inf, nan)


def member(container: Any, name: str) -> Any:
    """A member of a map, None where it is absent; Unknown where it is a hole."""
    if container is UNKNOWN:
        raise Unknown
    if not isinstance(container, dict):
        raise EvaluationError(f"wants a map that may have the member {name}")
    if name not in container:
        return None
    value = container[name]
    if value is UNKNOWN:
        raise Unknown
    return value


def is_finite(number: float) -> bool:
    """Whether it is neither an infinity nor NaN; an int may be longer than a float."""
    return number.__class__ is int or math.isfinite(number)


def _fact(data_type: Any, name: str, kind: type) -> Any:
    value = member(data_type, name)
    if value is None:
        raise Unknown
    if value.__class__ is not kind:
        raise EvaluationError(f"the fact {name} of a real type must be of the type {kind.__name__}")
    return value


def _out_of_range(options: Any) -> Any:
    action = member(options, "out_of_range")
    if action not in (None, "clamp", "wrap"):
        raise EvaluationError("out_of_range is clamp or wrap")
    return action


def _quotient(numerator: int, denominator: int, options: Any) -> int:
    """The integer that a ratio is rounded to."""
    lower, rest = divmod(numerator, denominator)
    if not rest:
        return lower
    rounding = member(options, "rounding")
    if rounding is None:
        rounding = "nearest-even"
    if rounding.__class__ is not str or rounding not in _ROUNDS_UP:
        raise EvaluationError(f"rounding is one of {', '.join(_ROUNDS_UP)}")
    return lower + _ROUNDS_UP[rounding](lower, 2 * rest - denominator)


def _exponent(numerator: int, denominator: int) -> int:
    """The integer part of the binary logarithm of a ratio."""
    exponent = numerator.bit_length() - denominator.bit_length()
    return exponent - (numerator << max(-exponent, 0) < denominator << max(exponent, 0))
