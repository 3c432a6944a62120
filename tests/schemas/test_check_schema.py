"""Schemas that cannot be used, and what is read from those that can."""

import sys

import pytest

from zarrscope.schemas import SchemaError, SchemaPass, check_schema, is_slot_uri, patterns

BASE = "https://w3id.org/zarrscope/v3/"
NESTED = {}
for _ in range(5000):
    NESTED = {"not": NESTED}
DEEP = {}
for _ in range(150):
    DEEP = {"items": DEEP}
TWICE = {f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(40)}
DOUBLING = {"$ref": "#/$defs/d0", "$defs": {**TWICE, "d40": True}}

BAD = [
    ("an unknown type", {"properties": {"a": {"type": "int"}}}, '/properties/a/type: "int" is not valid here'),
    ("no schema at all", [], "#: [] is not valid here"),
    ("a minimum that is no number", {"minimum": "1"}, '/minimum: "1"'),
    ("look-ahead", {"items": {"pattern": "a(?=b)"}}, "/items/pattern: the pattern"),
    ("look-behind", {"pattern": "(?<!a)b"}, "/pattern: the pattern"),
    ("a back-reference", {"patternProperties": {"(a)\\1": True}}, "/patternProperties/(a)\\1: the pattern"),
    (
        "a pattern in a definition that is used",
        {"$ref": "#/$defs/a", "$defs": {"a": {"pattern": "(?!a)"}}},
        "/$defs/a/pattern",
    ),
    ("a broken pattern", {"pattern": "["}, "/pattern: "),
    ("a pattern too large", {"pattern": "((a{100}){100}){100}"}, "/pattern: the pattern"),
    ("an unknown resource", {"$ref": "https://example.org/x"}, "/$ref: https://example.org/x cannot be resolved"),
    ("nothing at the pointer", {"items": {"$ref": "#/$defs/x"}}, "/items/$ref: there is nothing at #/$defs/x"),
    ("no schema at the pointer", {"$ref": "#/required", "required": ["a"]}, "not a schema"),
    ("an anchor", {"$ref": "#here", "$defs": {"x": {"$anchor": "here"}}}, "/$ref: a reference names its target"),
    ("a dynamic reference", {"$dynamicRef": "#x"}, "/$dynamicRef: $dynamicRef is not supported"),
    ("a resource in the resource", {"items": {"$id": "x"}}, "/items/$id: $id is not supported"),
    ("a loop at once", {"$ref": "#"}, "leads back to itself"),
    ("a loop over two", {"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"$ref": "#"}]}}}, "leads back to itself"),
    ("a loop through if", {"if": {"$ref": "#"}}, "leads back to itself"),
    ("references that double", DOUBLING, "too large"),
    ("nested beyond Python", NESTED, "nested too deeply"),
    ("nested beyond reason", DEEP, "nested too deeply"),
]


@pytest.mark.parametrize(("schema", "message"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_bad_schema_is_refused(schema, message):
    with pytest.raises(SchemaError) as caught:
        check_schema(schema)
    assert message in str(caught.value)


GOOD = [
    True,
    {},
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.org/x", "$comment": "c"},
    {"properties": {"a": {"$ref": "#"}}},
    {"items": {"$ref": BASE + "codec"}},
    {"properties": {"pattern": {"type": "string"}, "$ref": {"type": "string"}}},
    {"pattern": "^\\\\(?:a)\\d$"},
    {"$defs": {"unused": {"$ref": "https://example.org/x"}}},
]


@pytest.mark.parametrize("schema", GOOD, ids=str)
def test_a_good_schema_is_not_refused(schema):
    check_schema(schema)


def test_slots_are_told_by_their_uri():
    assert is_slot_uri(BASE + "codec")
    assert not is_slot_uri(BASE + "codec/one")
    assert not is_slot_uri("https://example.org/v3/codec")


CODEC, TYPE = {"$ref": BASE + "codec"}, {"$ref": BASE + "data_type"}
SLOTS = [
    ({"properties": {"codecs": {"items": CODEC}}}, [(("codecs", "*"), "codec")]),
    (
        {"properties": {"a": {"prefixItems": [True, TYPE], "items": CODEC}}},
        [(("a", 1), "data_type"), (("a", "*"), "codec")],
    ),
    ({"additionalProperties": CODEC}, [(("*",), "codec")]),
    ({"patternProperties": {"^a": CODEC}}, [(("*",), "codec")]),
    (
        {"allOf": [{"if": True, "then": {"items": CODEC}, "else": {"items": TYPE}}]},
        [(("*",), "codec"), (("*",), "data_type")],
    ),
    ({"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"t": TYPE}}}}, [(("t",), "data_type")]),
    ({"properties": {"a": {"$ref": "#"}, "t": TYPE}}, [(("t",), "data_type")]),
    ({"allOf": [{"items": CODEC}, {"items": CODEC}]}, [(("*",), "codec")]),
    ({"const": CODEC}, []),
    (True, []),
]


@pytest.mark.parametrize(("schema", "slots"), SLOTS, ids=str)
def test_slots_are_read_from_the_schema(schema, slots):
    assert SchemaPass(schema).slots == slots


def test_slots_can_be_named_by_the_caller():
    schema = {"items": {"$ref": "https://example.org/thing"}}
    assert SchemaPass(schema, slots=["https://example.org/thing"]).slots == [(("*",), "thing")]


@pytest.fixture
def without_fast_engine(monkeypatch):
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)
    patterns._matcher.cache_clear()
    yield
    patterns._matcher.cache_clear()


@pytest.mark.usefixtures("without_fast_engine")
class TestWithoutFastEngine:
    def test_a_value_is_judged(self):
        judge = SchemaPass({"items": {"type": "integer"}})
        assert judge.is_valid([1])
        assert [v.loc for v in judge.violations([1, 1.0])] == [(1,)]

    @pytest.mark.parametrize(
        ("pattern", "text", "found"),
        [
            ("^[a-z]+$", "ab", True),
            ("^[a-z]+$", "ab\n", False),
            (r"^\d$", "\u0661", False),
            (r"^[$]\$$", "$$", True),
            ("^(?:ab)+$", "abab", True),
            ("^(a|b)$", "b", True),
            (r"^[)*]+(x)+$", "*x", True),
        ],
    )
    def test_patterns_are_read_alike(self, pattern, text, found):
        check_schema({"pattern": pattern})
        assert SchemaPass({"pattern": pattern}).is_valid(text) is found

    @pytest.mark.parametrize("pattern", ["^(a+)+$", "^((a*)b?)*$", "(a|a)+", "(x(a|b)){5}", "(", "a(?=b)", r"(a)\1"])
    def test_a_pattern_that_may_take_exponential_time_is_refused(self, pattern):
        with pytest.raises(SchemaError):
            check_schema({"pattern": pattern})
