"""What expressions do with scalars of real data types: their values, casting, scaling, comparing."""

from __future__ import annotations

import math
import operator
import sys
from typing import TYPE_CHECKING, Any, Final

from zarrscope.cel import UNKNOWN, EvaluationError, Unknown
from zarrscope.cel.semantics import Meter, equal
from zarrscope.host.realtypes import Floats, Integers, is_finite, member, real_type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_DIRECTIONS: Final = ("encode", "decode")

# An operation on two ratios.
_ON_RATIOS: Final[Mapping[Callable[[Any, Any], Any], Callable[[int, int, int, int], tuple[int, int]]]] = {
    operator.add: lambda a, b, c, d: (a * d + c * b, b * d),
    operator.sub: lambda a, b, c, d: (a * d - c * b, b * d),
    operator.mul: lambda a, b, c, d: (a * c, b * d),
    operator.truediv: lambda a, b, c, d: (a * d, b * c) if c > 0 else (-a * d, -b * c),
}


def real(value: Any, data_type: Any) -> int | float | None:
    """The value of a fill form in a real type; None where it is no form of the type.

    A number of a float type is the nearest value of the type; beyond the largest, an infinity where the type has one.
    What `real` gives is a form too.
    """
    if value is UNKNOWN:
        raise Unknown
    return real_type(data_type).read(value)


def cast(value: Any, source: Any, target: Any, config: Any, direction: str) -> int | float | None:
    """A scalar of one real type as one of another; None where the cast is an error.

    Args:
        value: the scalar, a fill form of the source type.
        source: the data type that it has.
        target: the data type that it is to have.
        config: what may hold `rounding`, `out_of_range` and `scalar_map`; a hole matters only where it is needed.
        direction: "encode" or "decode", the list of the scalar map that applies.
    """
    if direction not in _DIRECTIONS:
        raise EvaluationError(f"the direction of a cast is {' or '.join(_DIRECTIONS)}")
    before, after = real_type(source), real_type(target)
    number = _known(before.read(value))
    for key, mapped in _pairs(config, direction):
        if same(_known(before.read(key)), number):
            return _known(after.read(mapped))
    return after.convert(number, config)


def scaled(value: Any, offset: Any, scale: Any, data_type: Any) -> int | float | None:
    """`(value - offset) * scale` in the arithmetic of the type; None where a step has no result in it."""
    kind = real_type(data_type)
    difference = _step(operator.sub, _known(kind.read(value)), offset, kind)
    return _step(operator.mul, difference, scale, kind)


def unscaled(value: Any, offset: Any, scale: Any, data_type: Any) -> int | float | None:
    """`value / scale + offset` in the arithmetic of the type; None where a step has no result in it."""
    kind = real_type(data_type)
    quotient = _step(operator.truediv, _known(kind.read(value)), scale, kind)
    return _step(operator.add, quotient, offset, kind)


def same(left: Any, right: Any) -> bool:
    """Whether two values are equal, NaN being equal to NaN."""
    if left.__class__ is float is right.__class__ and math.isnan(left):
        return math.isnan(right)
    result = equal(left, right, Meter(sys.maxsize))
    if result is UNKNOWN:
        raise Unknown
    return bool(result)


def _known(number: float | None) -> float:
    """A value; Unknown where there is none, because the form that it is read from is at fault itself."""
    if number is None:
        raise Unknown
    return number


def _pairs(config: Any, direction: str) -> Iterator[tuple[Any, Any]]:
    """The pairs of one list of the scalar map."""
    scalar_map = member(config, "scalar_map")
    pairs = None if scalar_map is None else member(scalar_map, direction)
    if pairs is not None and not isinstance(pairs, list):
        raise EvaluationError("a scalar map holds lists")
    for pair in pairs or []:
        if pair is UNKNOWN:
            raise Unknown
        if not isinstance(pair, list) or len(pair) != 2:
            raise EvaluationError("a scalar map holds pairs")
        yield pair[0], pair[1]


def _step(
    operation: Callable[[Any, Any], Any], left: float | None, form: Any, kind: Integers | Floats
) -> int | float | None:
    """One operation in the arithmetic of a type; None where finite numbers give no finite one of the type."""
    if form.__class__ in (int, float) and form == 0 and operation in (operator.add, operator.sub):
        return left  # 0 stands for an absent offset, also in a type without zero
    right = _known(kind.read(form))
    if left is None or (right == 0 and operation is operator.truediv):
        return None
    if not (is_finite(left) and is_finite(right)):
        result: float = operation(left, right)
        return result
    numerator, denominator = _ON_RATIOS[operation](*left.as_integer_ratio(), *right.as_integer_ratio())
    if numerator == 0:
        return kind.zero(math.copysign(1, operation(left, right)) < 0)
    return kind.result(numerator, denominator)
