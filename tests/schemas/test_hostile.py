"""Values and schemas that mean harm: neither a traceback nor a hang."""

import subprocess
import sys

import pytest

from zarrscope.schemas import SchemaPass

LIST_OF_LISTS = {"type": "array", "items": {"$ref": "#"}}


def nested(levels, innermost):
    for _ in range(levels):
        innermost = [innermost]
    return innermost


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize("levels", [101, 1000, 60_000])
def test_a_recursive_schema_on_a_deep_value_is_one_violation(levels, fast):
    judge = SchemaPass(LIST_OF_LISTS, fast=fast)
    value = nested(levels, [])
    assert not judge.is_valid(value)
    (violation,) = judge.violations(value)
    assert violation.loc == (0,) * 100
    assert "nested too deeply to be judged" in violation.message


@pytest.mark.parametrize("fast", [True, False])
def test_up_to_the_limit_a_deep_value_is_judged(fast):
    judge = SchemaPass(LIST_OF_LISTS, fast=fast)
    assert judge.is_valid(nested(99, []))
    assert [v.loc for v in judge.violations(nested(99, 1))] == [(0,) * 99]


@pytest.mark.parametrize("fast", [True, False])
def test_a_schema_that_goes_deeper_than_python_can(fast):
    schema = LIST_OF_LISTS["items"]
    for _ in range(20):
        schema = {"allOf": [{"if": True, "then": schema}]}
    judge = SchemaPass({"type": "array", "items": schema}, fast=fast)
    assert len(judge.violations(nested(99, 1))) == 1


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize(
    ("schema", "valid"),
    [
        ({"type": "array"}, True),
        ({"type": "string"}, False),
        ({"const": [1]}, False),
        ({"enum": [[1], [2]]}, False),
        ({"uniqueItems": True}, True),
        ({"minItems": 3}, False),
        ({"not": {}}, False),
        ({"contains": {"type": "string"}}, False),
        ({"items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, False),
    ],
    ids=str,
)
def test_a_deep_value_under_a_shallow_schema(schema, valid, fast):
    judge = SchemaPass(schema, fast=fast)
    value = nested(20_000, 1)
    assert judge.is_valid(value) is valid
    assert len(judge.violations(value)) == (not valid)


@pytest.mark.parametrize("fast", [True, False])
def test_a_catastrophic_pattern(fast):
    judge = SchemaPass({"pattern": "^(a+)+$"}, fast=fast)
    assert not judge.is_valid("a" * 50_000 + "b")
    assert judge.is_valid("a" * 50_000)
    (violation,) = judge.violations("a" * 50_000 + "b")
    assert len(violation.message) < 200


@pytest.mark.parametrize("fast", [True, False])
def test_many_faults_in_one_wide_value(fast):
    judge = SchemaPass({"additionalProperties": {"type": "string"}, "maxProperties": 1}, fast=fast)
    found = judge.violations({f"member-{i}": i for i in range(10_000)})
    assert len(found) == 10_001
    assert found[1].loc == ("member-0",)


@pytest.mark.parametrize("fast", [True, False])
def test_many_equal_items(fast):
    assert not SchemaPass({"uniqueItems": True}, fast=fast).is_valid([*range(20_000), 0])


@pytest.mark.parametrize("fast", [True, False])
def test_messages_can_be_written_as_utf8(fast):
    judge = SchemaPass({"additionalProperties": False, "required": ["\ud800"]}, fast=fast)
    for violation in judge.violations({"\udfff\x1b[31m": "\ud800"}):
        assert violation.message.encode().isascii()
        assert violation.message.isprintable()


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize("odd", [b"bytes", {1, 2}, object(), {1: 2}, (1, 2)], ids=repr)
def test_what_is_not_json_does_not_raise(odd, fast):
    judge = SchemaPass({"type": ["string", "number"], "additionalProperties": False}, fast=fast)
    assert not judge.is_valid(odd)
    assert "wrong-type" in [v.word for v in judge.violations(odd)]


def test_importing_the_module_imports_no_validator():
    script = "import sys, zarrscope.schemas; print({'jsonschema', 'jsonschema_rs', 'referencing'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
