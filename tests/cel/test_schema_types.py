"""JSON Schema -> static type, by a table: a list for a list, a map for a map, `...` for members of other names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zarrscope.cel import INT, STRING, ListOf, MapOf, Type, from_schema

LINES = Path(__file__).with_name("schema_types.jsonl").read_text(encoding="utf-8").split("\n")
ROWS = [json.loads(line) for line in LINES if line]
ELSEWHERE = {"other": STRING, "map": MapOf({"a": INT}, open=False)}


def written(kind: Type) -> object:
    if isinstance(kind, ListOf):
        return [written(kind.item)]
    if isinstance(kind, MapOf):
        members = {name: written(member) for name, member in kind.members.items()}
        return {**members, "...": written(kind.value)} if kind.open else members
    return kind.name


@pytest.mark.parametrize("row", ROWS, ids=[json.dumps(row["schema"]) for row in ROWS])
def test_type_of_schema(row: dict) -> None:
    assert written(from_schema(row["schema"], ELSEWHERE.get)) == row["type"]


def test_hostile_schemas_end() -> None:
    deep: dict = {"type": "integer"}
    for _ in range(10_000):
        deep = {"type": "array", "items": deep}
    assert isinstance(from_schema(deep), ListOf)
    doubling = {
        f"n{i}": {"type": "object", "properties": {name: {"$ref": f"#/$defs/n{i + 1}"} for name in "ab"}}
        for i in range(60)
    }
    assert isinstance(from_schema({"$ref": "#/$defs/n0", "$defs": doubling}), MapOf)
    every = {f"n{i}": {"allOf": [{"$ref": f"#/$defs/n{i + 1}"}, {"$ref": f"#/$defs/n{i + 1}"}]} for i in range(60)}
    assert from_schema({"$ref": "#/$defs/n0", "$defs": every}).name == "dyn"
