"""Every schema says what it is, links to its specification, is a valid schema, and has examples that it accepts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import zarrscope
from zarrscope.scope import EXTENSIONS

ROOT = Path(__file__).parents[2] / "schemas"
FILES = sorted((ROOT / "v3").glob("*/*.json"))
SCHEMAS = {str(path.relative_to(ROOT).with_suffix("")): json.loads(path.read_text(encoding="utf-8")) for path in FILES}
SCOPE = zarrscope.Scope.proposed()
DEFINITIONS = {f"v3/{one.slot}/{one.name}": one for one in SCOPE.definitions()}
CORE_TYPES = {key for key, one in DEFINITIONS.items() if one.slot == "data_type" and one.status == "core"}
# core data types are written as strings, and an example is an object; on an array the member is always pointless
WITHOUT_EXAMPLES = CORE_TYPES | {"v3/array_field/consolidated_metadata"}
DATA_TYPES = [key for key in SCHEMAS if key.startswith("v3/data_type/")]


@pytest.mark.parametrize("key", SCHEMAS)
def test_a_schema_introduces_itself(key: str) -> None:
    schema = SCHEMAS[key]
    text, _, link = schema["description"].partition("\n\n")
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"https://w3id.org/zarrscope/{key}"
    assert schema["title"]
    assert text.endswith(".")
    assert link.startswith("https://")
    assert " " not in link
    assert bool(schema.get("examples")) is (key not in WITHOUT_EXAMPLES)
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("key", [key for key in SCHEMAS if "examples" in SCHEMAS[key]])
def test_a_schema_accepts_its_examples(key: str) -> None:
    definition = DEFINITIONS.get(key)
    for example in SCHEMAS[key]["examples"]:
        if definition is None:
            Draft202012Validator(SCHEMAS[key]).validate(example)
        else:
            assert definition.schema_pass.violations(example) == []
            assert judged(definition, example) == ()


def judged(definition: Any, example: Any) -> tuple[Any, ...]:
    """The problems of an example, read as what it is an example of."""
    if definition.slot in EXTENSIONS:
        report = zarrscope.resolve(example, definition.slot, scope=SCOPE)
    elif definition.slot == "document":
        report = zarrscope.validate(example, scope=SCOPE)
    else:
        report = zarrscope.validate({"zarr_format": 3, "node_type": "group", definition.name: example}, scope=SCOPE)
    assert report.faults == ()
    if definition.constants.get("legacy"):
        return tuple(problem for problem in report.problems if problem.severity == "error")
    return report.problems


@pytest.mark.parametrize("key", DATA_TYPES)
def test_a_data_type_accepts_its_example_of_a_fill_value(key: str) -> None:
    schema, definition = SCHEMAS[key], DEFINITIONS[key]
    form = schema["$defs"]["fill_value"]
    if "$ref" in form:
        form = SCHEMAS[form["$ref"].removeprefix("https://w3id.org/zarrscope/")]
    data_type = (schema.get("examples") or [definition.name])[0]
    if definition.pattern is not None:
        data_type = "r16"
    assert definition.fill_pass is not None
    for value in form.get("examples", [form.get("default")]):
        assert definition.fill_pass.violations(value) == []
        codec = {"string": "vlen-utf8", "bytes": "vlen-bytes"}.get(definition.name)
        document = {
            **SCHEMAS["v3/document/array"]["examples"][0],
            "data_type": data_type,
            "fill_value": value,
            "codecs": [codec or {"name": "bytes", "configuration": {"endian": "little"}}],
        }
        report = zarrscope.validate(document, scope=SCOPE)
        assert report.valid
        assert {problem.pointer for problem in report.problems if problem.pointer.startswith("/fill_value")} == set()


@pytest.mark.parametrize("key", [key for key in SCHEMAS if key.startswith("v3/fill/")])
def test_a_form_ends_where_the_text_ends(key: str) -> None:
    validator = Draft202012Validator(SCHEMAS[key])  # its patterns let `$` stand before a final newline
    texts = [value for value in SCHEMAS[key]["examples"] if isinstance(value, str)]
    assert texts
    for text in texts:
        assert validator.is_valid(text)
        assert not validator.is_valid(f"{text}\n")


def test_every_definition_has_a_schema() -> None:
    assert DEFINITIONS.keys() <= SCHEMAS.keys()
