"""What CEL's operators mean on plain JSON values: the one place that both evaluators use."""

from __future__ import annotations

import math
from typing import Any, Final

from zarrscope.cel.values import UNKNOWN, CostExceeded, EvaluationError

MAX_BITS: Final = 65_536


class Meter:
    """Counts down the steps that an evaluation may still take."""

    __slots__ = ("left",)

    def __init__(self, steps: int) -> None:
        """Start with `steps`."""
        self.left = steps

    def charge(self, steps: int) -> None:
        """Take `steps` off; raise CostExceeded when there are none left."""
        self.left -= steps
        if self.left < 0:
            raise CostExceeded("the expression takes too many steps on this document")


def kind(value: Any) -> str:
    """CEL's name of a value's type."""
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "map"
    name = type(value).__name__
    return {"float": "double", "str": "string"}.get(name, name)


def no_overload(operator: str, *operands: Any) -> EvaluationError:
    """The error for operands of the wrong types."""
    return EvaluationError(f"no such overload: {operator} of {' and '.join(map(kind, operands))}")


def equal(left: Any, right: Any, meter: Meter) -> Any:
    """`left == right`: True, False, or UNKNOWN where only holes keep them apart."""
    pending = [(left, right)]
    unknown = False
    while pending:
        left, right = pending.pop()
        if left.__class__ is int is right.__class__:
            if left != right:
                return False
        elif left is UNKNOWN or right is UNKNOWN:
            unknown = True
        elif isinstance(left, list):
            if not isinstance(right, list) or len(left) != len(right):
                return False
            meter.charge(4 + len(left))
            pending.extend(zip(left, right, strict=True))
        elif isinstance(left, dict):
            if not isinstance(right, dict) or len(left) != len(right):
                return False
            meter.charge(4 + len(left))
            for key in left:
                if not has_key(right, key):
                    return False
                pending.append((left[key], right[key]))
        else:
            if left.__class__ is str:
                meter.charge(len(left) >> 6)
            if not same_scalar(left, right):
                return False
    return UNKNOWN if unknown else True


def same_scalar(left: Any, right: Any) -> bool:
    """`left == right` where left is no container."""
    return bool(left == right) and (left.__class__ is bool) == (right.__class__ is bool)


def contains(container: Any, element: Any, meter: Meter) -> Any:
    """`element in container`: True, False or UNKNOWN."""
    if isinstance(container, dict):
        return has_key(container, element)
    if not isinstance(container, list):
        raise no_overload("in", element, container)
    meter.charge(len(container))
    unknown = False
    for item in container:
        found = equal(item, element, meter)
        if found is UNKNOWN:
            unknown = True
        elif found:
            return True
    return UNKNOWN if unknown else False


def has_key(container: dict[Any, Any], key: Any) -> bool:
    """Whether a map has a key; `true` and 1 are two keys, 1 and 1.0 are one."""
    if key.__class__ is str:
        return key in container
    if key.__class__ not in (int, float, bool):
        raise EvaluationError(f"no such overload: a map has no {kind(key)} keys")
    if key not in container:
        return False
    boolean = key.__class__ is bool
    return any(own == key and (own.__class__ is bool) == boolean for own in container)


def lookup(container: Any, index: Any) -> Any:
    """`container[index]`."""
    if isinstance(container, dict):
        if index.__class__ is not str and not has_key(container, index):
            raise EvaluationError(f"no such key: {index!r}")
        try:
            return container[index]
        except KeyError:
            raise EvaluationError(f"no such key: {index!r}") from None
    if isinstance(container, list) and index.__class__ in (int, float):
        if 0 <= index < len(container) and int(index) == index:
            return container[int(index)]
        raise EvaluationError(f"index {index} is out of range: the list has {len(container)} items")
    raise no_overload("[]", container, index)


def member(container: Any, name: str) -> Any:
    """`container.name`."""
    if not isinstance(container, dict):
        raise EvaluationError(f"no such member: {name!r} of {kind(container)}")
    return lookup(container, name)


def size(value: Any) -> int:
    """`size(value)`."""
    if isinstance(value, (str, list, dict)):
        return len(value)
    raise no_overload("size", value)


def add(left: Any, right: Any, meter: Meter) -> Any:
    """`left + right`."""
    kinds = left.__class__
    if kinds is not right.__class__:
        raise no_overload("+", left, right)
    if kinds is int or kinds is float:
        return left + right
    if kinds is str or kinds is list:
        meter.charge(len(left) + len(right))
        return left + right
    raise no_overload("+", left, right)


def subtract(left: Any, right: Any) -> Any:
    """`left - right`."""
    _same_number("-", left, right)
    return left - right


def multiply(left: Any, right: Any) -> Any:
    """`left * right`; the product of two integers may have 65,536 bits."""
    _same_number("*", left, right)
    product = left * right
    if product.__class__ is int and product.bit_length() > MAX_BITS:
        raise EvaluationError(f"an integer may have at most {MAX_BITS} bits")
    return product


def divide(left: Any, right: Any) -> Any:
    """`left / right`: truncated towards zero for integers, IEEE 754 for doubles."""
    if _same_number("/", left, right) is int:
        if right == 0:
            raise EvaluationError("division by zero")
        quotient = abs(left) // abs(right)
        return quotient if (left < 0) == (right < 0) else -quotient
    if right == 0:
        if left == 0 or left != left:
            return math.nan
        return math.copysign(math.inf, left) * math.copysign(1.0, right)
    return left / right


def remainder(left: Any, right: Any) -> int:
    """`left % right`, with the sign of `left`."""
    if left.__class__ is not int or right.__class__ is not int:
        raise no_overload("%", left, right)
    if right == 0:
        raise EvaluationError("modulus by zero")
    rest: int = abs(left) % abs(right)
    return rest if left >= 0 else -rest


def negate(value: Any) -> Any:
    """`-value`."""
    if value.__class__ not in (int, float):
        raise no_overload("-", value)
    return -value


def compare(operator: str, left: Any, right: Any, meter: Meter) -> bool:
    """`left < right` and its like, on two numbers, two strings or two booleans."""
    kinds = left.__class__
    if kinds is not right.__class__ and not (kinds in (int, float) and right.__class__ in (int, float)):
        raise no_overload(operator, left, right)
    if kinds is str:
        meter.charge(len(left) >> 6)
    elif kinds not in (int, float, bool):
        raise no_overload(operator, left, right)
    if operator == "<":
        return bool(left < right)
    if operator == "<=":
        return bool(left <= right)
    if operator == ">":
        return bool(left > right)
    return bool(left >= right)


def text_test(function: str, text: Any, part: Any, meter: Meter) -> bool:
    """`startsWith`, `endsWith`, `contains`."""
    if text.__class__ is not str or part.__class__ is not str:
        raise no_overload(function, text, part)
    meter.charge(len(text) >> 6)
    if function == "contains":
        return part in text
    return bool(text.startswith(part) if function == "startsWith" else text.endswith(part))


def build_map(entries: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """`{key: value, ...}`; a key may stand once."""
    built: dict[Any, Any] = {}
    for key, value in entries:
        if key.__class__ not in (str, int, bool):
            raise EvaluationError(f"a map cannot have {kind(key)} keys")
        if key in built:
            raise EvaluationError(f"the key {key!r} stands twice in a map")
        built[key] = value
    return built


def _same_number(operator: str, left: Any, right: Any) -> type:
    if left.__class__ is not right.__class__ or left.__class__ not in (int, float):
        raise no_overload(operator, left, right)
    return type(left)
