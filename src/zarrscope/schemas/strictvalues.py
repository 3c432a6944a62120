"""The keywords that look at one value and at no schema below it, read strictly; a part of the reference engine."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from jsonschema.exceptions import ValidationError

from zarrscope.schemas.engines import is_type
from zarrscope.schemas.holes import canonical, has_hole
from zarrscope.schemas.patterns import matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Keyword = Any


class HoleError(ValidationError):
    """Not a fault: what a keyword says of a value that is not known."""

    def __init__(self) -> None:
        """Say nothing."""
        super().__init__("")


class KeywordError(ValidationError):
    """A fault at the value that a keyword judges; `name` is the member that is missing or unexpected."""

    def __init__(self, name: str | None = None) -> None:
        """Keep the name; the text is written elsewhere."""
        super().__init__("")
        self.name = name


def _check(types: str, test: Callable[[Any, Any, Any], bool]) -> Keyword:
    """A keyword that holds of all values but those of the given types that fail the test."""

    def keyword(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
        if is_type(value, types) and not test(wanted, value, schema):
            yield KeywordError()

    return keyword


def _type(validator: Any, types: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if not is_type(value, types):
        yield KeywordError()


def _equal(options: list[Any], value: Any) -> Iterator[ValidationError]:
    if has_hole(value):
        yield HoleError()
    else:
        found = canonical(value)
        if all(canonical(option) != found for option in options):
            yield KeywordError()


def _unique(validator: Any, wanted: bool, value: Any, schema: Any) -> Iterator[ValidationError]:
    if wanted and isinstance(value, list | tuple):
        seen = [canonical(item) for item in value if not has_hole(item)]
        if len(set(seen)) < len(seen):
            yield KeywordError()
        elif len(seen) < len(value):
            yield HoleError()


def _multiple(divisor: Any, value: Any, schema: Any) -> bool:
    if isinstance(value, int) and isinstance(divisor, int):
        return value % divisor == 0
    if value in (float("inf"), float("-inf")) or value != value:
        return False
    return (_exact(value) / _exact(divisor)).denominator == 1


def _exact(number: int | float) -> Fraction:
    """A number as its decimal digits say it: 0.1 is a tenth."""
    return Fraction(number) if isinstance(number, int) else Fraction(repr(number))


def _required(validator: Any, names: list[str], value: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(value, dict):
        yield from (KeywordError(name) for name in names if name not in value)


def _dependent_required(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(value, dict):
        for name, names in wanted.items():
            if name in value:
                yield from (KeywordError(other) for other in names if other not in value)


def _size(types: str, test: Callable[[int, int], bool]) -> Keyword:
    return _check(types, lambda wanted, value, schema: test(len(value), wanted))


def _bound(test: Callable[[Any, Any], bool]) -> Keyword:
    return _check("number", lambda wanted, value, schema: test(value, wanted))


def _at_least(found: Any, wanted: Any) -> bool:
    return bool(found >= wanted)


def _at_most(found: Any, wanted: Any) -> bool:
    return bool(found <= wanted)


SIMPLE: dict[str, Keyword] = {
    "type": _type,
    "const": lambda validator, wanted, value, schema: _equal([wanted], value),
    "enum": lambda validator, wanted, value, schema: _equal(wanted, value),
    "minimum": _bound(_at_least),
    "maximum": _bound(_at_most),
    "exclusiveMinimum": _bound(lambda found, wanted: bool(found > wanted)),
    "exclusiveMaximum": _bound(lambda found, wanted: bool(found < wanted)),
    "multipleOf": _check("number", _multiple),
    "minLength": _size("string", _at_least),
    "maxLength": _size("string", _at_most),
    "minItems": _size("array", _at_least),
    "maxItems": _size("array", _at_most),
    "minProperties": _size("object", _at_least),
    "maxProperties": _size("object", _at_most),
    "pattern": _check("string", lambda wanted, value, schema: matches(wanted, value)),
    "uniqueItems": _unique,
    "required": _required,
    "dependentRequired": _dependent_required,
}
