"""A strict, hole-aware Draft 2020-12 validator made of python-jsonschema: the reference engine.

A hole yields a `HoleError` wherever a keyword would judge it, so that each schema has three verdicts: a fault, none, or
none that can be told. Messages are written elsewhere; no keyword prints a value here, which may be huge.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator
from jsonschema._utils import find_evaluated_item_indexes_by_schema, find_evaluated_property_keys_by_schema
from jsonschema.validators import extend

from zarrscope.cel.values import UNKNOWN
from zarrscope.schemas.engines import TYPES
from zarrscope.schemas.holes import has_hole
from zarrscope.schemas.patterns import matches
from zarrscope.schemas.strictvalues import SIMPLE, HoleError, Keyword, KeywordError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jsonschema.exceptions import ValidationError


def verdict(validator: Any, schema: Any, value: Any) -> bool | None:
    """True, False, or None where a hole decides."""
    known = True
    for error in validator.descend(value, schema):
        if not isinstance(error, HoleError):
            return False
        known = False
    return True if known else None


def _pattern_properties(validator: Any, patterns: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(value, dict):
        for pattern, part in patterns.items():
            for name, member in value.items():
                if isinstance(name, str) and matches(pattern, name):
                    yield from validator.descend(member, part, path=name, schema_path=pattern)


def _additional(validator: Any, part: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if not isinstance(value, dict):
        return
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for name, member in value.items():
        if name in known or any(matches(pattern, str(name)) for pattern in patterns):
            continue
        if part is False:
            yield HoleError() if member is UNKNOWN else KeywordError(name)
        else:
            yield from validator.descend(member, part, path=name)


def _unevaluated_properties(validator: Any, part: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if not isinstance(value, dict):
        return
    if has_hole(value):
        yield HoleError()
        return
    known = set(find_evaluated_property_keys_by_schema(validator, value, schema))
    for name, member in value.items():
        if name not in known and (part is False or verdict(validator, part, member) is False):
            yield KeywordError(name)


def _unevaluated_items(validator: Any, part: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if not isinstance(value, list | tuple):
        return
    if has_hole(value):
        yield HoleError()
        return
    known = set(find_evaluated_item_indexes_by_schema(validator, value, schema))
    if any(
        index not in known and (part is False or verdict(validator, part, item) is False)
        for index, item in enumerate(value)
    ):
        yield KeywordError()


def _items(validator: Any, part: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(value, list | tuple):
        for index in range(len(schema.get("prefixItems", ())), len(value)):
            yield from validator.descend(value[index], part, path=index)


def _contains(validator: Any, part: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if not isinstance(value, list | tuple):
        return
    verdicts = [verdict(validator, part, item) for item in value]
    least, most = schema.get("minContains", 1), schema.get("maxContains", len(value))
    sure, open_ = verdicts.count(True), verdicts.count(None)
    if sure > most or sure + open_ < least:
        yield KeywordError()
    elif sure < least or sure + open_ > most:
        yield HoleError()


def _property_names(validator: Any, part: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(value, dict):
        yield from (KeywordError(name) for name in value if verdict(validator, part, name) is False)


def _any_of(validator: Any, parts: list[Any], value: Any, schema: Any) -> Iterator[ValidationError]:
    verdicts = [verdict(validator, part, value) for part in parts]
    if True not in verdicts:
        yield HoleError() if None in verdicts else KeywordError()


def _one_of(validator: Any, parts: list[Any], value: Any, schema: Any) -> Iterator[ValidationError]:
    verdicts = [verdict(validator, part, value) for part in parts]
    if verdicts.count(True) > 1 or (True not in verdicts and None not in verdicts):
        yield KeywordError()
    elif None in verdicts:
        yield HoleError()


def _not(validator: Any, part: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    found = verdict(validator, part, value)
    if found is not False:
        yield KeywordError() if found else HoleError()


def _if(validator: Any, condition: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
    found = verdict(validator, condition, value)
    if found is None:
        yield HoleError()
    elif (branch := "then" if found else "else") in schema:
        yield from validator.descend(value, schema[branch], schema_path=branch)


STOCK = ("$ref", "allOf", "dependentSchemas", "properties", "prefixItems")
KEYWORDS: dict[str, Keyword] = {
    **SIMPLE,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional,
    "unevaluatedProperties": _unevaluated_properties,
    "unevaluatedItems": _unevaluated_items,
    "items": _items,
    "contains": _contains,
    "propertyNames": _property_names,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "if": _if,
}


def _hole_aware(keyword: Keyword) -> Keyword:
    def judge(validator: Any, wanted: Any, value: Any, schema: Any) -> Iterator[ValidationError]:
        if value is UNKNOWN:
            yield HoleError()
        else:
            yield from keyword(validator, wanted, value, schema) or ()

    return judge


def _is_type(test: Callable[[Any], bool], checker: Any, value: Any) -> bool:
    return test(value)


@cache
def strict_validator() -> Any:
    """The validator class."""
    keywords = {**{name: Draft202012Validator.VALIDATORS[name] for name in STOCK}, **KEYWORDS}
    types = Draft202012Validator.TYPE_CHECKER.redefine_many(
        {name: partial(_is_type, test) for name, test in TYPES.items()}
    )
    return extend(  # type: ignore[no-untyped-call]
        Draft202012Validator,
        validators={name: _hole_aware(keyword) for name, keyword in keywords.items()},
        type_checker=types,
    )
