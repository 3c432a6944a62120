import json

rows = []


def r(note, schema, value, *expect):
    rows.append({"note": note, "schema": schema, "value": value, "expect": [list(e) for e in expect]})


GZIP = {
    "type": "object",
    "properties": {
        "name": {"const": "gzip"},
        "configuration": {
            "type": "object",
            "properties": {"level": {"type": "integer", "minimum": 0, "maximum": 9}},
            "required": ["level"],
            "additionalProperties": False,
        },
        "must_understand": {"type": "boolean"},
    },
    "required": ["name", "configuration"],
    "additionalProperties": False,
}


def g(c):
    return {"name": "gzip", "configuration": c}


M, U, T, I = "missing-member", "unexpected-member", "wrong-type", "invalid-value"
HOLE = {"$hole": True}
L = "/configuration/level"
r("good", GZIP, g({"level": 5}))
r("range", GZIP, g({"level": 12}), (L, I, "level must be 0 to 9, got 12"))
r("below the range", GZIP, g({"level": -1}), (L, I, "got -1"))
r("2**64", GZIP, g({"level": 2**64}), (L, I, "got 18446744073709551616"))
r("-2**63-1", GZIP, g({"level": -(2**63) - 1}), (L, I, "got -9223372036854775809"))
r("10**30", GZIP, g({"level": 10**30}), (L, I, "must be 0 to 9"))
r("10**400", GZIP, g({"level": 10**400}), (L, I, "got an integer of"))
r("an integral float", GZIP, g({"level": 4.0}), (L, T, "level must be an integer, got 4.0"))
r("a boolean", GZIP, g({"level": True}), (L, T, "level must be an integer, got true"))
r("a string", GZIP, g({"level": "5"}), (L, T, 'must be an integer, got "5"'))
r("infinity", GZIP, g({"level": "INF"}), (L, T, "must be an integer, got Infinity"))
r("missing", GZIP, g({}), (L, M, "level is missing"))
r("missing configuration", GZIP, {"name": "gzip"}, ("/configuration", M, "configuration is missing"))
r("two missing", GZIP, {}, ("/name", M, "name is missing"), ("/configuration", M, "configuration is missing"))
r(
    "unexpected",
    GZIP,
    g({"level": 1, "lvl": 2}),
    ("/configuration/lvl", U, '"lvl" is not a known member here; known: "level"'),
)
r(
    "two unexpected",
    GZIP,
    g({"b": 1, "level": 1, "a": 2}),
    ("/configuration/b", U, '"b"'),
    ("/configuration/a", U, '"a"'),
)
r(
    "misspelt, missing last",
    GZIP,
    g({"levle": 1}),
    ("/configuration/levle", U, 'did you mean "level"?'),
    (L, M, "level is missing"),
)
r(
    "order of the value",
    GZIP,
    {"x": 1, "configuration": {"level": 99}, "name": "gz"},
    ("/x", U, ""),
    (L, I, ""),
    ("/name", I, 'name must be "gzip", got "gz"'),
)
r("wrong type of all", GZIP, [], ("", T, "the value must be an object, got []"))
r("null configuration", GZIP, g(None), ("/configuration", T, "configuration must be an object, got null"))
r(
    "surrogate in a member name",
    GZIP,
    g({"level": 1, "\ud800": 1}),
    ("/configuration/\ud800", U, '"\\ud800" is not a known member'),
)
r("surrogate in a value", {"type": "integer"}, "\ud800", ("", T, 'got "\\ud800"'))
r("surrogate is a string of one character", {"type": "string", "maxLength": 1}, "\ud800")
r("hole for a member", GZIP, g({"level": HOLE}))
r("hole for all", GZIP, HOLE)
r("hole for an unexpected member", GZIP, g({"level": 1, "x": HOLE}))
r("hole beside a fault", GZIP, {"name": HOLE, "configuration": {"level": 10}}, (L, I, "got 10"))
r("hole does not hide a missing member", GZIP, {"name": HOLE}, ("/configuration", M, ""))
SELECT = {
    "if": {"properties": {"mode": {"const": "rate"}}, "required": ["mode"]},
    "then": {"required": ["rate"]},
    "else": {"required": ["size"]},
}
r("then", SELECT, {"mode": "rate"}, ("/rate", M, "rate is missing"))
r("else", SELECT, {"mode": "x"}, ("/size", M, "size is missing"))
r("if on a hole judges neither branch", SELECT, {"mode": HOLE})
r("if not on the hole", SELECT, {"mode": "rate", "other": HOLE}, ("/rate", M, ""))
r("if without then", {"if": True, "else": False}, 1)
r("hole under not", {"not": {"const": 1}}, HOLE)
r("hole inside not", {"not": {"properties": {"a": {"const": 1}}}}, {"a": HOLE})
r(
    "a fault beside a hole decides not",
    {"not": {"properties": {"a": {"const": 1}, "b": {"const": 1}}}},
    {"a": HOLE, "b": 2},
)
r("hole inside anyOf", {"anyOf": [{"properties": {"a": {"const": 1}}}, {"required": ["z"]}]}, {"a": HOLE})
r("hole inside oneOf", {"oneOf": [{"properties": {"a": {"const": 1}}}, {"required": ["z"]}]}, {"a": HOLE})
r("hole inside const", {"const": {"a": 1}}, {"a": HOLE})
r("hole inside enum", {"enum": [[1], [2]]}, [HOLE])
r("hole among unique items", {"uniqueItems": True}, [1, HOLE, HOLE])
r("equal items beside a hole", {"uniqueItems": True}, [1, HOLE, 1], ("", I, "twice"))
r("hole among contains", {"contains": {"const": 1}}, [HOLE])
r("hole counts as an item", {"maxItems": 1}, [HOLE, HOLE], ("", I, "at most 1 item, got 2"))
r(
    "enum",
    {"properties": {"endian": {"enum": ["big", "little"]}}},
    {"endian": "middle"},
    ("/endian", I, 'endian must be "big" or "little", got "middle"'),
)
r(
    "enum misspelt",
    {"properties": {"endian": {"enum": ["big", "little"]}}},
    {"endian": "litle"},
    ("/endian", I, 'did you mean "little"?'),
)
r(
    "type before enum",
    {"properties": {"endian": {"type": "string", "enum": ["big", "little"]}}},
    {"endian": None},
    ("/endian", T, "endian must be a string, got null"),
)
r("enum of three", {"enum": ["a", "b", "c"]}, "d", ("", I, 'the value must be "a", "b" or "c", got "d"'))
r("long enum", {"enum": [f"option-{i}" for i in range(30)]}, "x", ("", I, "or one of 10 more"))
r("enum tells 1 from true", {"enum": [1, 2]}, True, ("", I, "must be 1 or 2, got true"))
r("enum tells 1 from 1.0", {"enum": [1, 2]}, 1.0, ("", I, "must be 1 or 2, got 1.0"))
r("enum of mixed types", {"enum": [1, None, "a"]}, None)
r("enum with a float", {"enum": [1.5, 2]}, 2)
r("enum with an integral float", {"enum": [2.0]}, 2, ("", I, "must be 2.0, got 2"))
r("const 3", {"const": 3}, 3)
r("const 3 is not 3.0", {"const": 3}, 3.0, ("", I, "must be 3, got 3.0"))
r('const 3 is not "3"', {"const": 3}, "3", ("", I, 'must be 3, got "3"'))
r("const 3.0 is not 3", {"const": 3.0}, 3, ("", I, "must be 3.0, got 3"))
r("const true is not 1", {"const": True}, 1, ("", I, "must be true, got 1"))
r("const 1 in a list is not 1.0", {"const": [1]}, [1.0], ("", I, "must be [1], got [1.0]"))
r("const of an object, any order", {"const": {"a": 1, "b": 2}}, {"b": 2, "a": 1})
r("const of a number with a type", {"type": "number", "const": 3}, 3.0, ("", I, "must be 3, got 3.0"))
r("const of a number with a wrong type", {"type": "number", "const": 3}, "a", ("", T, "must be a number"))
r(
    "const beside a reference",
    {"$ref": "#/$defs/a", "const": 3, "$defs": {"a": {"type": "number"}}},
    3.0,
    ("", I, "must be 3, got 3.0"),
)
r("const null", {"const": None}, 0, ("", I, "must be null, got 0"))
r("number takes an integer", {"type": "number"}, 3)
r("number takes infinity", {"type": "number"}, "INF")
r("number is not a boolean", {"type": "number"}, False, ("", T, "must be a number, got false"))
r("infinity is above every bound", {"maximum": 5}, "INF", ("", I, "must be at most 5, got Infinity"))
r("infinity in a condition", {"if": {"type": "number"}, "then": False}, "INF", ("", I, "is not allowed here"))
r("integer or null", {"type": ["integer", "null"]}, 1.0, ("", T, "must be an integer or null, got 1.0"))
r("integer or number", {"type": ["integer", "number"]}, 1.0)
r("1e1 is a float", {"type": "integer"}, 1e1, ("", T, "got 10.0"))
r("boolean", {"type": "boolean"}, 0, ("", T, "must be true or false, got 0"))
r("string or object", {"type": ["string", "object"]}, 1, ("", T, "must be a string or an object, got 1"))
r("list", {"type": "array"}, {}, ("", T, "must be a list, got {}"))
r("null", {"type": "null"}, False, ("", T, "must be null, got false"))
r("minimum", {"properties": {"n": {"minimum": 1}}}, {"n": 0}, ("/n", I, "n must be at least 1, got 0"))
r("maximum", {"properties": {"n": {"maximum": 1}}}, {"n": 1.5}, ("/n", I, "n must be at most 1, got 1.5"))
r("exclusiveMinimum", {"exclusiveMinimum": 0}, 0, ("", I, "must be greater than 0, got 0"))
r("exclusiveMaximum", {"exclusiveMaximum": 0}, 0, ("", I, "must be less than 0, got 0"))
r("half open", {"exclusiveMinimum": 0, "maximum": 9}, 10, ("", I, "must be greater than 0 and at most 9, got 10"))
r("one value", {"minimum": 4, "maximum": 4}, 5, ("", I, "must be 4, got 5"))
r("bound is no type", {"minimum": 1}, "a")
r("a bound above 2**53", {"maximum": 2**53}, 2**53 + 1, ("", I, "got 9007199254740993"))
r("multipleOf", {"multipleOf": 8}, 12, ("", I, "must be a multiple of 8, got 12"))
r("multipleOf of an integer type", {"type": "integer", "multipleOf": 8}, 12, ("", I, "must be a multiple of 8, got 12"))
r("multipleOf in decimals", {"multipleOf": 0.1}, 0.3)
r("multipleOf of a huge number", {"type": "integer", "multipleOf": 3}, 10**400, ("", I, "must be a multiple of 3"))
r("two bounds broken, one violation", {"minimum": 5, "multipleOf": 2}, 3, ("", I, "must be at least 5"))
r("minItems 1", {"properties": {"codecs": {"minItems": 1}}}, {"codecs": []}, ("/codecs", I, "codecs must not be empty"))
r("exactly", {"minItems": 2, "maxItems": 2}, [1], ("", I, "must have exactly 2 items, got 1"))
r("minItems", {"minItems": 2}, [1], ("", I, "must have at least 2 items, got 1"))
r("maxItems", {"maxItems": 2}, [1, 2, 3], ("", I, "must have at most 2 items, got 3"))
r("item range", {"minItems": 2, "maxItems": 4}, [], ("", I, "must have 2 to 4 items, got 0"))
r("maxItems 0", {"maxItems": 0}, [1], ("", I, "must be empty"))
r("minLength", {"minLength": 1}, "", ("", I, "must not be empty"))
r("maxLength counts code points", {"maxLength": 1}, "\U0001f600")
r("maxLength", {"maxLength": 1}, "ab", ("", I, "must have at most 1 character, got 2"))
r("minProperties", {"minProperties": 1}, {}, ("", I, "must not be empty"))
r("maxProperties 0", {"maxProperties": 0}, {"a": 1}, ("", I, "must be empty"))
r("maxProperties", {"maxProperties": 1}, {"a": 1, "b": 1}, ("", I, "must have at most 1 member, got 2"))
r("uniqueItems", {"uniqueItems": True}, [1, 2, 1], ("", I, "must not hold an item twice"))
r("uniqueItems tells 1, 1.0 and true apart", {"uniqueItems": True}, [1, 1.0, True])
r("uniqueItems false", {"uniqueItems": False}, [1, 1])
r(
    "pattern",
    {"properties": {"f": {"type": "string", "pattern": "^0x[0-9a-f]{4}$"}}},
    {"f": "0x12"},
    ("/f", I, 'f does not have the required form, got "0x12"'),
)
r(
    "pattern with a title",
    {"pattern": "^0x[0-9a-f]{4}$", "title": "0x and 4 hexadecimal digits"},
    "0x12",
    ("", I, 'must be 0x and 4 hexadecimal digits, got "0x12"'),
)
r("$ is the very end", {"pattern": "^[a-z]+$"}, "bytes\n", ("", I, 'got "bytes\\n"'))
r("pattern searches", {"pattern": "b"}, "abc")
r("digits are ASCII", {"pattern": "^r\\d+$"}, "r\u0661", ("", I, "form"))
r("word characters are ASCII", {"pattern": "^\\w$"}, "\u00e9", ("", I, "form"))
r("surrogate under a pattern", {"pattern": "^.$"}, "\ud800")
r("pattern of a non-string", {"pattern": "a"}, 1)
r(
    "items",
    {"items": {"type": "integer"}},
    [1, "a", 2, None],
    ("/1", T, "item 1 must be an integer"),
    ("/3", T, "item 3"),
)
r(
    "items name their list",
    {"properties": {"chunk_shape": {"items": {"type": "integer", "minimum": 1}}}},
    {"chunk_shape": [1, 1, 0]},
    ("/chunk_shape/2", I, "item 2 of chunk_shape must be at least 1, got 0"),
)
r(
    "items of items",
    {"properties": {"s": {"items": {"items": {"type": "integer"}}}}},
    {"s": [[1], [1, None]]},
    ("/s/1/1", T, "item 1 of item 1 of s must be"),
)
r(
    "prefixItems",
    {"prefixItems": [{"type": "string"}, {"type": "integer"}]},
    ["a", "b", "c"],
    ("/1", T, "item 1 must be an integer"),
)
r(
    "items after prefixItems",
    {"prefixItems": [True], "items": False},
    [1, 2, 3],
    ("/1", I, "item 1 is not allowed here"),
    ("/2", I, "item 2"),
)
r("contains", {"contains": {"const": 1}}, [2], ("", I, "does not hold the items it must hold"))
r("minContains 0", {"contains": {"const": 1}, "minContains": 0}, [2])
r("maxContains", {"contains": {"const": 1}, "maxContains": 1}, [1, 1], ("", I, "does not hold"))
r("minContains 2", {"contains": {"const": 1}, "minContains": 2}, [1], ("", I, "does not hold"))
r("forbidden member", {"properties": {"a": False}}, {"a": 1}, ("/a", U, '"a" is not allowed here'))
r(
    "patternProperties",
    {"patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": False},
    {"x-a": "1", "y": 1},
    ("/x-a", T, '"x-a" must be an integer'),
    ("/y", U, "known: none"),
)
r(
    "additionalProperties schema",
    {"additionalProperties": {"type": "integer"}},
    {"a": "x"},
    ("/a", T, "a must be an integer"),
)
r("no members at all", {"additionalProperties": False}, {"a": 1}, ("/a", U, "known: none"))
r(
    "propertyNames",
    {"propertyNames": {"pattern": "^[a-z]+$"}},
    {"ok": 1, "No": 1},
    ("/No", U, '"No" is not an allowed name here'),
)
r("dependentRequired", {"dependentRequired": {"a": ["b"]}}, {"a": 1}, ("/b", M, "b is missing: it goes with a"))
r("dependentSchemas", {"dependentSchemas": {"a": {"required": ["b"]}}}, {"a": 1}, ("/b", M, "b is missing"))
r("allOf", {"allOf": [{"required": ["a"]}, {"required": ["a", "b"]}]}, {}, ("/a", M, ""), ("/b", M, ""))
r(
    "anyOf is one violation",
    {"properties": {"x": {"anyOf": [{"type": "string"}, {"type": "object", "required": ["a"]}]}}},
    {"x": 1},
    ("/x", I, "x has none of the allowed forms, got 1"),
)
r(
    "anyOf with a title",
    {"anyOf": [{"type": "string"}, {"type": "null"}], "title": "a name or null"},
    1,
    ("", I, "must be a name or null, got 1"),
)
r("oneOf none", {"oneOf": [{"type": "string"}, {"type": "null"}]}, 1, ("", I, "exactly one of the allowed forms"))
r("oneOf both", {"oneOf": [{"minimum": 1}, {"minimum": 2}]}, 3, ("", I, "exactly one of the allowed forms"))
r("not", {"not": {"type": "string"}}, "a", ("", I, "is not allowed here"))
r("true", True, {"a": 1.0})
r("false", False, 1, ("", I, "the value is not allowed here"))
r(
    "unevaluatedProperties",
    {"allOf": [{"properties": {"a": True}}], "unevaluatedProperties": False},
    {"a": 1, "b": 1},
    ("/b", U, '"b" is not a known member'),
)
r("unevaluatedItems", {"prefixItems": [True], "unevaluatedItems": False}, [1, 2], ("", I, "items that are not known"))
r(
    "local reference",
    {"items": {"$ref": "#/$defs/n"}, "$defs": {"n": {"type": "integer"}}},
    [1, "a"],
    ("/1", T, "an integer"),
)
r(
    "reference beside other keywords",
    {"$ref": "#/$defs/n", "maximum": 3, "$defs": {"n": {"type": "integer"}}},
    4,
    ("", I, "at most 3"),
)
r("escaped reference", {"$ref": "#/$defs/a~1b%20c", "$defs": {"a/b c": {"type": "null"}}}, 4, ("", T, "null"))
r(
    "reference to another resource",
    {"properties": {"f": {"$ref": "https://w3id.org/zarrscope/v3/fill/hex"}}},
    {"f": 1},
    ("/f", T, "a string"),
)
r(
    "relative reference",
    {"$id": "https://w3id.org/zarrscope/v3/data_type/x", "properties": {"f": {"$ref": "../fill/hex"}}},
    {"f": "1"},
    ("/f", I, "form"),
)
r(
    "reference into another resource",
    {"$ref": "https://w3id.org/zarrscope/v3/fill/hex#/$defs/short"},
    "abc",
    ("", I, "at most 2 characters"),
)
r(
    "another resource refers to itself",
    {"items": {"$ref": "https://w3id.org/zarrscope/v3/fill/nested"}},
    [[[1]]],
    ("/0/0/0", T, "item 0 of item 0 of item 0 must be a list"),
)
r(
    "slot is cut",
    {
        "properties": {
            "codecs": {"type": "array", "items": {"$ref": "https://w3id.org/zarrscope/v3/codec"}, "minItems": 1}
        }
    },
    {"codecs": [1, None]},
)
r(
    "slot is cut, its neighbours stay",
    {
        "properties": {
            "codecs": {"type": "array", "items": {"$ref": "https://w3id.org/zarrscope/v3/codec", "type": "object"}}
        }
    },
    {"codecs": [1]},
    ("/codecs/0", T, "item 0 of codecs must be an object"),
)
r(
    "recursive",
    {"type": "object", "additionalProperties": {"$ref": "#"}},
    {"a": {"b": {"c": 1}}},
    ("/a/b/c", T, "c must be an object"),
)
r(
    "members called like keywords",
    {"properties": {"$ref": {"type": "string"}, "items": {"type": "null"}, "a/b~c": {"const": 1}}},
    {"$ref": 1, "items": 1, "a/b~c": 2},
    ("/$ref", T, ""),
    ("/items", T, "items must be null"),
    ("/a~1b~0c", I, '"a/b~c" must be 1'),
)
r("const is no schema", {"const": {"$ref": "x", "pattern": "("}}, {"$ref": "x", "pattern": "("})
r("long value is clipped", {"type": "integer"}, "x" * 500, ("", T, 'xxx..."'))
r("long list is clipped", {"type": "integer"}, list(range(1000)), ("", T, ", ...]"))
r(
    "hint leaves out what is there",
    {"properties": {"level": True}, "additionalProperties": False},
    {"level": 1, "levl": 2},
    ("/levl", U, 'known: "level"'),
)
with open("cases.jsonl", "w") as f:
    for x in rows:
        f.write(json.dumps(x) + "\n")
print(len(rows))
