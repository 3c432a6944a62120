"""Rows of cases.jsonl: schema, value, and what both engines must find: [pointer, word, part of the text].

`{"$hole": true}` stands for UNKNOWN and "INF" for infinity in a value.
"""

import json
from pathlib import Path

import pytest

from zarrscope.cel.values import UNKNOWN
from zarrscope.problems import pointer
from zarrscope.schemas import SchemaPass, check_schema

FILL = "https://w3id.org/zarrscope/v3/fill/"
RESOURCES = {
    FILL + "hex": {
        "$id": FILL + "hex",
        "type": "string",
        "pattern": "^0x[0-9a-f]+$",
        "$defs": {"short": {"maxLength": 2}},
    },
    FILL + "nested": {"type": "array", "items": {"$ref": "#"}},
}
ROWS = [json.loads(line) for line in Path(__file__).with_name("cases.jsonl").read_text("utf-8").splitlines()]


def read(value):
    if value == {"$hole": True}:
        return UNKNOWN
    if isinstance(value, dict):
        return {name: read(member) for name, member in value.items()}
    if isinstance(value, list):
        return [read(item) for item in value]
    return float("inf") if value == "INF" else value


@pytest.mark.parametrize("row", ROWS, ids=[row["note"] for row in ROWS])
def test_case(row):
    value = read(row["value"])
    check_schema(row["schema"], RESOURCES.get)
    fast, reference = (SchemaPass(row["schema"], RESOURCES.get, fast=fast) for fast in (True, False))
    found = reference.violations(value)
    assert [[pointer(v.loc), v.word] for v in found] == [[where, word] for where, word, _ in row["expect"]]
    for violation, (_, _, part) in zip(found, row["expect"], strict=True):
        assert part in f"{violation.message} {violation.hint or ''}"
    assert fast.violations(value) == found
    assert fast.is_valid(value) is reference.is_valid(value) is (not found)


def test_the_kind_follows_the_word():
    schema = {
        "properties": {"a": {"type": "null"}, "b": {"const": 1}},
        "required": ["c"],
        "additionalProperties": False,
    }
    found = SchemaPass(schema).violations({"a": 1, "b": 2, "d": 3})
    assert [v.kind for v in found] == ["invalid_type", "invalid_value", "unknown_key", "missing_key"]
    assert all(v.hint is None for v in found)
