"""A text is known by one that it is like only where it is like it."""

from __future__ import annotations

import json
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import orjson
import pytest

import zarrscope
from tests.hostile.mutations import mutated
from tests.hostile.test_switches import forgetful, fresh, nothing, told
from zarrscope import Scope
from zarrscope.quick import patterns
from zarrscope.schemas import SchemaError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zarrscope.quick.texts import Pattern

ARRAY: dict[str, Any] = {
    "zarr_format": 3,
    "node_type": "array",
    "shape": [6, 4],
    "data_type": "int8",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [3, 2]}},
    "chunk_key_encoding": {"name": "default"},
    "fill_value": 0,
    "codecs": ["bytes", {"name": "gzip", "configuration": {"level": 1}}],
    "attributes": {"title": "a [list], a {thing}"},
    "dimension_names": ["y", "x"],
}
WRONG = {
    **ARRAY,
    "fill_value": 1000,
    "codecs": ["bytes", {"name": "gzip", "configuration": {"level": 12, "more": 1}}],
}
WRONG_ITSELF: dict[str, Any] = {**WRONG, "zarr_format": 3.0, "dimension_names": ["y", 5, "z"]}
ORDERS = {
    "shape first": list(ARRAY),
    "attributes first": ["attributes", *(member for member in ARRAY if member != "attributes")],
    "side by side": ["zarr_format", "shape", "attributes", *(m for m in ARRAY if m not in ("shape", "attributes"))],
    "at the ends": ["shape", *(m for m in ARRAY if m not in ("shape", "attributes")), "attributes"],
    "shape alone": [member for member in ARRAY if member != "attributes"],
    "out of order, shape last": ["attributes", *(m for m in ARRAY if m not in ("shape", "attributes")), "shape"],
}
SHAPES = [
    "[7, 5]", "[ 7,5 ]", "[7,5,3]", "[]", "[7]", "[7,-5]", "[7,5.0]", "[7,1e400]", "[7,05]", "[-0,5]", "[7,true]",
    '["]",5]', "[[7],5]", "[7,5]]", "[7,5", "7,5", "[7,5],[8]", '[7,5],"shape":[8,8]', "[7,99999999999999999999]", "{}",
    "[7,5],\n", '"[7,5]"', "null", "", "[7,\u00a05]",
]  # fmt: skip
ATTRIBUTES = [
    "{}", '{"a":1}', '{"a":1,"a":2}', '{"a":"]"}', '{"shape":[1,2]}', '{"a":"\\u00b0"}', '{"a":1e5}', '{"a":NaN}',
    '{"a":1}}', '{"a":1', "[]", "null", '{"a":1},"more":{"b":2}', '{"a":1},"attributes":{}', '{"a":"\\ud800"}',
    '{"a":' + "[" * 62 + "]" * 62 + "}", '{"a":' + "[" * 63 + "]" * 63 + "}", '{"a":' + "[" * 64 + "]" * 64 + "}",
    '{"a":' * 2000 + "1" + "}" * 2000, '{"a":"é"}', '{"a":18446744073709551616}', '{"a":-0.0}', '{"a":1.50}', "{} ", "",
]  # fmt: skip


@pytest.fixture(scope="module", name="forgetful")
def _forgetful() -> Scope:
    return forgetful()


def texts(array: dict[str, Any], order: list[str], *, indent: bool) -> Iterator[bytes]:
    """Texts that differ in the shape and in the attributes, or are not JSON for what stands there."""
    marked: dict[str, Any] = {**array, "shape": "?shape", "attributes": "?attributes"}
    text = orjson.dumps({member: marked[member] for member in order}, option=orjson.OPT_INDENT_2 if indent else 0)
    for shape, attributes in product(SHAPES, ATTRIBUTES):
        filled = text.replace(b'"?shape"', shape.encode()).replace(b'"?attributes"', attributes.encode())
        yield filled


@pytest.mark.parametrize("array", [ARRAY, WRONG, WRONG_ITSELF], ids=["clean", "wrong", "wrong itself"])
@pytest.mark.parametrize("indent", [False, True], ids=["in a line", "in lines"])
@pytest.mark.parametrize("order", ORDERS.values(), ids=list(ORDERS))
def test_what_stands_in_the_holes_is_judged(
    array: dict[str, Any], order: list[str], indent: bool, forgetful: Scope
) -> None:
    scope = fresh()
    plain = orjson.dumps({member: array[member] for member in order}, option=orjson.OPT_INDENT_2 if indent else 0)
    for number in range(60):  # the first documents of a process are read by another parser
        zarrscope.validate(plain.replace(b"6", b"%d" % (60 + number), 1), scope=scope)
    assert scope.quick.known_alike(plain, None) is not None, "there is a pattern that it fits"
    for text in texts(array, order, indent=indent):
        assert told(text, scope) == told(text, forgetful), text[:1000]


@pytest.mark.parametrize(
    "changed",
    [
        {"shape": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 5}}},
        {"shape": {"type": "array", "items": {"type": "integer", "minimum": 0.5}, "maxItems": 1}},
        {"shape": {"type": "array", "items": {"type": "integer", "multipleOf": 2}}},
        {"shape": {"$ref": "#/$defs/lengths"}},
        {"shape": {"not": {"type": "string"}}},
        {"shape": {"type": "array", "uniqueItems": True}},
        {"shape": True, "attributes": True},
        {"attributes": {"type": "object", "maxProperties": 0}},
        {"attributes": {"required": ["a"], "patternProperties": {"^a$": {"type": "integer"}}}},
        {"attributes": {"$ref": "#/$defs/nowhere"}},
    ],
)
def test_what_a_schema_of_ones_own_says_of_the_holes(changed: dict[str, Any]) -> None:
    known = Scope.default().definition("document", "array").schema or {}
    lengths = {"type": "array", "items": {"type": "integer", "exclusiveMinimum": 4}}
    schema = {**known, "$defs": {"lengths": lengths}, "properties": {**known["properties"], **changed}}
    scope, slow = (Scope.default().with_records({("document", "array"): {"schema": schema}}, {}) for _ in range(2))
    slow.quick.known = slow.quick.known_alike = nothing  # type: ignore[method-assign]
    for text in texts(ARRAY, list(ARRAY), indent=False):
        for _ in range(2):
            try:
                expected: Any = told(text, slow)
            except SchemaError as error:
                expected = str(error)
            try:
                found: Any = told(text, scope)
            except SchemaError as error:
                found = str(error)
            assert found == expected, text[:1000]


def test_pattern_that_takes_python_for_ever() -> None:
    known = Scope.default().definition("document", "array").schema or {}
    title = {"properties": {"title": {"pattern": "^(a+)+$"}}}
    schema = {**known, "properties": {**known["properties"], "attributes": title}}
    scope = Scope.default().with_records({("document", "array"): {"schema": schema}}, {})
    for number in range(60):
        good = {**ARRAY, "shape": [6 + number, 4], "attributes": {"title": "a" * (1 + number)}}
        assert not zarrscope.validate(orjson.dumps(good), scope=scope).problems
    bad = {**ARRAY, "attributes": {"title": "a" * 100 + "!"}}
    assert [problem.loc for problem in zarrscope.validate(orjson.dumps(bad), scope=scope).problems] == [
        ("attributes", "title")
    ]


def test_damaged_texts_are_judged_as_they_are(forgetful: Scope) -> None:
    scope = fresh()
    for seed in range(400):
        random = Random(seed)
        array = {**ARRAY, "shape": [random.randint(1, 99), 4]}
        text = orjson.dumps(array)
        assert told(text, scope) == told(text, forgetful)
        damaged = mutated(random, array)
        assert told(damaged, scope) == told(damaged, forgetful), damaged


@pytest.mark.parametrize("shape", ["[64,-1]", "[6.0,4]", "[]", "7", '["6",4]'])
def test_a_shape_at_fault_is_no_hole(shape: str, forgetful: Scope) -> None:
    scope = fresh()
    text = orjson.dumps({**ARRAY, "shape": "?shape", "attributes": "?attributes"}).replace(b'"?shape"', shape.encode())
    for number in range(60):
        zarrscope.validate(text.replace(b'"?attributes"', b'{"number":%d}' % number), scope=scope)
    assert scope.quick.known_alike(text.replace(b'"?attributes"', b"{}"), None) is not None
    for attributes in ATTRIBUTES:
        filled = text.replace(b'"?attributes"', attributes.encode())
        assert told(filled, scope) == told(filled, forgetful), filled[:1000]


def test_no_more_patterns_are_kept_than_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "MOST_BYTES", 10_000)
    scope, sizes, found = fresh(), [], []
    for number in range(6 * 60):
        text = orjson.dumps({**ARRAY, "fill_value": number // 3 % 60, "attributes": {"number": number}})
        assert zarrscope.validate(text, scope=scope).valid
        if bytes in (recent := scope.quick._walk.before.recent):
            kept = [one for _, known in recent[bytes]._layouts for of_key in known.values() for one in of_key]
            assert sum(map(_size, kept)) <= 10_000
            assert all(one.next in kept for one in kept), "what is forgotten is let go"
            sizes.append(len(kept))
        found.append(scope.quick.known_alike(text, None) is not None)
    assert max(sizes) > 10
    assert sizes != sorted(sizes), "all were forgotten once"
    assert found[-1]


def _size(pattern: Pattern) -> int:
    return len(pattern.before + pattern.between + pattern.after)


@pytest.mark.parametrize("order", range(8))
def test_pattern_is_found_wherever_the_members_stand(order: int) -> None:
    random = Random(order)
    names = [*ARRAY, "storage_transformers", "attributes"]
    random.shuffle(names)
    scope = fresh()
    for number in range(300):
        shape = [random.randrange(1, 10_000) for _ in range(2)]
        values = {**ARRAY, "shape": shape, "storage_transformers": [], "attributes": {"n": number, "shape": [number]}}
        values["fill_value"] = random.randrange(8)
        values["chunk_grid"] = {"name": "regular", "configuration": {"chunk_shape": [random.choice([2, 40, 800]), 4]}}
        text = json.dumps({name: values[name] for name in names}, indent=random.choice([None, 2])).encode()
        assert zarrscope.validate(text, scope=scope).valid
        if number >= 250 and names.index("attributes") > names.index("shape"):
            assert scope.quick.known_alike(text, None) is not None, text
