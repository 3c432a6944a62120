"""On random schemas and values the fast engine, plain Python and the reference find the same."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from zarrscope.cel.values import UNKNOWN
from zarrscope.schemas import SchemaError, SchemaPass
from zarrscope.schemas.holes import traits
from zarrscope.schemas.plain import Unsupported, verdict_of

pytest.importorskip("jsonschema_rs", reason="there is no fast engine on this platform")

NAMES = st.sampled_from(["a", "b", "c", "ab"])
BIG = [2**53, 2**53 + 1, 2**63, 2**64, 10**30, -(2**63) - 1, 10**400]
NUMBERS = st.sampled_from([0, 1, 2, 3, -1, 1.0, 2.0, 1.5, 0.1, 1e300, *BIG])
TEXTS = st.sampled_from(["", "a", "ab", "abc", "a\n", "1", "\u0661", "\u00e9", "\U0001f600"])
SCALARS = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS)
ODD = st.one_of(SCALARS, st.sampled_from([float("inf"), -float("inf"), "\ud800", UNKNOWN]))
TYPES = st.sampled_from(["null", "boolean", "object", "array", "number", "integer", "string"])
PATTERNS = st.sampled_from(["^a", "b$", "^[a-z]+$", r"^\d$", r"^\w$", ".", "^(a+)+$"])
SIZES = st.integers(0, 3)


def containers(inner):
    return st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3))


VALUES = st.recursive(SCALARS, containers, max_leaves=6)
ODD_VALUES = st.recursive(ODD, containers, max_leaves=6)


def keywords(inner):
    named = st.dictionaries(NAMES, inner, max_size=3)
    several = st.lists(inner, min_size=1, max_size=3)
    plain = {
        "type": st.one_of(TYPES, st.lists(TYPES, min_size=1, max_size=3, unique=True)),
        "const": VALUES,
        "enum": st.lists(SCALARS, min_size=1, max_size=3),
        **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), NUMBERS),
        "multipleOf": st.sampled_from([1, 2, 3, 0.5, 0.1]),
        **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), SIZES),
        "pattern": PATTERNS,
        "uniqueItems": st.booleans(),
        "required": st.lists(NAMES, max_size=2, unique=True),
        "dependentRequired": st.dictionaries(NAMES, st.lists(NAMES, max_size=2, unique=True), max_size=2),
        "$ref": st.sampled_from(["#/$defs/small", "#/$defs/closed"]),
    }
    deep = {
        **dict.fromkeys(("properties", "dependentSchemas"), named),
        "patternProperties": st.dictionaries(PATTERNS, inner, max_size=2),
        **dict.fromkeys(
            ("items", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else"), inner
        ),
        **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), several),
        **dict.fromkeys(("unevaluatedProperties", "unevaluatedItems"), st.just(False)),
        "minContains": SIZES,
        "maxContains": SIZES,
    }
    pairs = [st.tuples(st.just(name), strategy) for name, strategy in {**plain, **deep}.items()]
    return st.one_of(st.booleans(), st.lists(st.one_of(pairs), max_size=4).map(dict))


LEAVES = st.one_of(st.booleans(), TYPES.map(lambda name: {"type": name}))
SCHEMAS = st.recursive(LEAVES, keywords, max_leaves=8)
DEFS = {
    "small": {"type": "integer", "maximum": 2},
    "closed": {"properties": {"a": {"type": "number"}}, "additionalProperties": False},
}


def compare(schema, value):
    if isinstance(schema, dict):
        schema = {**schema, "$defs": DEFS}
    fast, reference = SchemaPass(schema), SchemaPass(schema, fast=False)
    found = reference.violations(value)
    assert fast.is_valid(value) is reference.is_valid(value) is (not found)
    assert fast.violations(value) == found
    assert len({(v.loc, v.word) for v in found}) == len(found)


@settings(max_examples=400, deadline=None)
@given(SCHEMAS, VALUES)
@example({"type": "number", "enum": [1, 2]}, 1.0)
@example({"additionalProperties": False}, {"a": 1, "b": 2})
def test_on_plain_values(schema, value):
    compare(schema, value)


@settings(max_examples=300, deadline=None)
@given(SCHEMAS, ODD_VALUES)
def test_on_odd_values(schema, value):
    compare(schema, value)


def check_plain(schema, value):
    if isinstance(schema, dict):
        schema = {**schema, "$defs": DEFS}
    reference = SchemaPass(schema, fast=False)
    try:
        verdict = verdict_of(reference.tree, is_ours=True)(value)
    except (Unsupported, TypeError):
        return
    assert verdict is reference.is_valid(value) or (not verdict and traits(value).odd)


@settings(max_examples=800, deadline=None)
@given(SCHEMAS, VALUES)
@example({"enum": [0, 1]}, False)
@example({"const": 1}, 1.0)
@example({"maximum": 2}, True)
@example({"type": "integer"}, 2.0)
def test_plain_on_plain_values(schema, value):
    check_plain(schema, value)


@settings(max_examples=400, deadline=None)
@given(SCHEMAS, ODD_VALUES)
@example({"not": {"type": "string"}}, UNKNOWN)
@example({"type": "number"}, float("inf"))
def test_plain_on_odd_values(schema, value):
    check_plain(schema, value)


def holes(value):
    """The value with one hole after the other: every place once."""
    yield UNKNOWN
    if isinstance(value, dict):
        for name, member in value.items():
            yield from ({**value, name: other} for other in holes(member))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from ([*value[:i], other, *value[i + 1 :]] for other in holes(item))


@settings(max_examples=300, deadline=None)
@given(SCHEMAS, VALUES)
def test_a_hole_never_adds_a_violation(schema, value):
    if isinstance(schema, dict):
        schema = {**schema, "$defs": DEFS}
    judge = SchemaPass(schema)
    if judge.is_valid(value):
        assert all(judge.is_valid(other) for other in holes(value))


def test_a_schema_that_cannot_be_used_says_so_on_first_use():
    with pytest.raises(SchemaError):
        SchemaPass({"$ref": "#/nowhere"}).is_valid(1)
