"""The examples of "Parsing and Validation", the document that this project implements."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from zarrscope import Scope

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE: dict[str, Any] = {
    "zarr_format": 3,
    "node_type": "array",
    "shape": [1, 2, 3],
    "data_type": "float64",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [10]}},
    "chunk_key_encoding": {"name": "default"},
    "fill_value": "hello",
    "codecs": [{"name": "bytes"}],
}
EXPECTED = [
    (("chunk_grid", "configuration", "chunk_shape"), "invalid_value"),
    (("fill_value",), "invalid_value"),
    (("codecs", 0, "configuration", "endian"), "missing_key"),
]


@pytest.mark.parametrize(
    "data", [SAMPLE, json.dumps(SAMPLE), json.dumps(SAMPLE).encode()], ids=["mapping", "str", "bytes"]
)
def test_the_sample_has_exactly_its_three_problems(data: Any) -> None:
    report = zarrscope.validate(data)
    assert [(problem.loc, problem.kind) for problem in report.problems] == EXPECTED
    assert {problem.severity for problem in report.problems} == {"error"}
    assert not report.valid
    assert not report.openable
    with pytest.raises(zarrscope.ValidationError) as raised:
        report.raise_for_errors()
    assert raised.value.problems == report.problems


def test_a_mapping_has_no_lines_and_is_left_as_it_was() -> None:
    before = json.dumps(SAMPLE)
    assert {(problem.line, problem.column) for problem in zarrscope.validate(SAMPLE).problems} == {(None, None)}
    assert json.dumps(SAMPLE) == before


def test_an_unknown_codec_in_a_shard_is_no_problem() -> None:
    codec = {
        "name": "sharding_indexed",
        "configuration": {
            "chunk_shape": [10, 10],
            "codecs": ["not_a_codec"],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
        },
    }
    report = zarrscope.resolve(codec, "codec")
    assert report.problems == ()
    assert [(entry.pointer, entry.slot, entry.name) for entry in report.unclaimed] == [
        ("/configuration/codecs/0", "codec", "not_a_codec")
    ]
    assert report.valid
    assert not report.openable
    assert {pointer: field.status for pointer, field in report.fields.items()} == {
        "": "resolved",
        "/configuration/codecs/0": "unclaimed",
        "/configuration/index_codecs/0": "resolved",
    }


def test_one_field_on_its_own() -> None:
    report = zarrscope.resolve({"name": "gzip", "configuration": {"level": 12}}, "codec")
    assert [(problem.loc, problem.kind) for problem in report.problems] == [
        (("configuration", "level"), "invalid_value")
    ]
    assert zarrscope.resolve("float64", "data_type").openable


def test_raw_bits_are_read_by_one_definition() -> None:
    field = zarrscope.resolve("r16", "data_type").fields[""]
    assert (field.name, field.definition, field.status) == ("r16", "r", "resolved")


def test_an_extra_member_is_listed_unless_it_may_be_passed_over() -> None:
    document = {"zarr_format": 3, "node_type": "group", "foo": 1, "bar": {"must_understand": False}}
    report = zarrscope.validate(document)
    assert report.problems == ()
    assert [(entry.pointer, entry.slot, entry.name) for entry in report.unclaimed] == [("/foo", "group_field", "foo")]


def test_a_definition_makes_an_unknown_name_known(tmp_path: Path) -> None:
    folder = tmp_path / "acme"
    (folder / "schemas/v3/codec").mkdir(parents=True)
    (folder / "rules/v3/codec").mkdir(parents=True)
    (folder / "schemas/v3/codec/acme.codec.json").write_text(
        json.dumps(
            {
                "title": "A codec of one's own",
                "type": "object",
                "properties": {
                    "name": {"const": "acme.codec"},
                    "configuration": {"type": "object", "maxProperties": 0},
                },
                "required": ["name"],
                "additionalProperties": False,
            }
        )
    )
    (folder / "rules/v3/codec/acme.codec.yaml").write_text("kind: bytes_to_bytes\nsize: dynamic\n")
    document = {
        **SAMPLE,
        "shape": [20],
        "fill_value": 0,
        "codecs": [{"name": "bytes", "configuration": {"endian": "big"}}, "acme.codec"],
    }
    scope = Scope.default()
    assert [entry.name for entry in zarrscope.validate(document, scope=scope).unclaimed] == ["acme.codec"]
    extended = scope.extended(folder)
    assert zarrscope.validate(document, scope=extended).openable
    assert zarrscope.validate(document, packs=[folder]).openable
    assert not zarrscope.validate(document, scope=scope).openable
    out_of_order = {**document, "codecs": document["codecs"][::-1]}
    (problem,) = zarrscope.validate(out_of_order, scope=extended).problems
    assert (problem.pointer, problem.rule) == ("/codecs/0", "pipeline/order")


def test_a_definition_can_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "schemas/v3/codec").mkdir(parents=True)
    schema = json.loads(json.dumps(Scope.default().definition("codec", "gzip").schema))
    schema["properties"]["configuration"]["properties"]["level"]["maximum"] = 12
    (tmp_path / "schemas/v3/codec/gzip.json").write_text(json.dumps(schema))
    deep = {"name": "gzip", "configuration": {"level": 12}}
    assert not zarrscope.resolve(deep, "codec").valid
    extended = Scope.default().extended(tmp_path)
    assert zarrscope.resolve(deep, "codec", scope=extended).valid
    assert extended.definition("codec", "gzip").kind == "bytes_to_bytes"


def test_an_attribute_can_have_a_definition(tmp_path: Path) -> None:
    file = tmp_path / "schemas/v3/attribute/proj%3Acode.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"type": "string", "pattern": "^EPSG:[0-9]+$", "title": "an EPSG code"}))
    rules = tmp_path / "rules/v3/attribute/proj%3Acode.yaml"
    rules.parent.mkdir(parents=True)
    rules.write_text(
        "rules:\n  not-local:\n    check: value != 'EPSG:0'\n    message: '{value} names no system'\n"
        "    pass: [{value: 'EPSG:4326'}]\n    fail: [{value: 'EPSG:0'}]\n"
    )
    scope = Scope.default().extended(tmp_path)
    assert "https://w3id.org/zarrscope/v3/attribute/proj%3Acode" in scope.registry
    found = {}
    for code in ("EPSG:4326", "EPSG:0", "wgs84", 4326):
        document = {"zarr_format": 3, "node_type": "group", "attributes": {"proj:code": code, "other": 1}}
        assert zarrscope.validate(document).problems == ()
        found[code] = [(one.pointer, one.rule) for one in zarrscope.validate(document, scope=scope).problems]
    at = "/attributes/proj:code"
    assert found == {
        "EPSG:4326": [],
        "EPSG:0": [(at, "attribute/proj:code/not-local")],
        "wgs84": [(at, "attribute/proj:code/invalid-value")],
        4326: [(at, "attribute/proj:code/wrong-type")],
    }


@pytest.mark.parametrize("data", [[1, 2], None, 5, "[]", b"null"], ids=repr)
def test_what_is_no_object_is_said(data: Any) -> None:
    (problem,) = zarrscope.validate(data).problems
    assert (problem.pointer, problem.rule, problem.kind) == ("", "envelope/document", "invalid_type")
