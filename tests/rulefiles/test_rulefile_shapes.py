"""What rule files may hold: the examples in examples/, positions of their parts, and the schema itself."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from zarrscope.rulefiles import Fault, RuleFileError, check, load, schema_of_files

EXAMPLES = sorted(Path(__file__).with_name("examples").glob("*.yaml"))
README = Path(__file__).parents[2] / "rules" / "README.md"
SCHEMA = schema_of_files()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path):
    marked = load(path)
    assert marked.file == str(path)
    assert check(marked, "definition") == []
    assert marked.data == yaml.safe_load(path.read_text("utf-8"))
    assert Draft202012Validator(SCHEMA).is_valid(marked.data)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_name_and_text_stands_where_its_position_says(path):
    marked = load(path)
    lines = path.read_text("utf-8").splitlines()
    seen = 0

    def rest(position):
        return lines[position[0] - 1][position[1] - 1 :]

    def visit(value, *at):
        nonlocal seen
        if isinstance(value, dict):
            for name, member in value.items():
                assert rest(marked.name_position(*at, name)).lstrip("\"'").startswith(name)
                visit(member, *at, name)
        elif isinstance(value, list):
            for index, item in enumerate(value):
                assert marked.name_position(*at, index) == marked.position(*at, index)
                visit(item, *at, index)
        elif isinstance(value, str) and value:
            seen += 1
            words = value.split()
            assert rest(marked.text_position(at, 0)).startswith(words[0])
            assert rest(marked.text_position(at, len(value) - 1)).startswith(value[-1])

    visit(marked.data)
    assert seen > 10


def test_readme_shows_a_file_of_the_right_shape_and_names_every_key():
    readme = README.read_text("utf-8")
    (example,) = re.findall(r"```yaml\n(.*?)```", readme, re.DOTALL)
    assert check(load(example)) == []
    for shape in ("definition", "rule"):
        table = readme.partition(f"## Keys of a {shape}\n")[2].partition("\n## ")[0]
        rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
        assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(SCHEMA["$defs"][shape]["properties"])


def test_there_are_examples():
    assert len(EXAMPLES) == 6


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("", {}),
        ("---\n", {}),
        ("~", None),
        ("a: yes\nb: no\nc: on\nd: off\ne: y", {"a": "yes", "b": "no", "c": "on", "d": "off", "e": "y"}),
        ("[true, True, FALSE, tRue]", [True, True, False, "tRue"]),
        ("[null, Null, ~, NULL, nUll, ]", [None, None, None, None, "nUll"]),
        ("[2024-01-01, 12:30, 190:20:30, 1_000, 0b11, =]", ["2024-01-01", "12:30", "190:20:30", "1_000", "0b11", "="]),
        ("[0, -0, +1, -12, 1.5, .5, 1., -1e3, 1E+2, 1e-2]", [0, 0, 1, -12, 1.5, 0.5, 1.0, -1000.0, 100.0, 0.01]),
        ("[., +, -1x, 1.2.3, 1e, 0x, .e1]", [".", "+", "-1x", "1.2.3", "1e", "0x", ".e1"]),
        ("['1', \"true\", '', '~', '010']", ["1", "true", "", "~", "010"]),
        ("[123456789012345678901234567890]", [123456789012345678901234567890]),
        (
            "1: a\nno: b\nnull: c\n1.0: d\n2024-01-01: e",
            {"1": "a", "no": "b", "null": "c", "1.0": "d", "2024-01-01": "e"},
        ),
        ("'<<': a", {"<<": "a"}),
        ("{a, b: }", {"a": None, "b": None}),
        ('"\\t\\x41\\u00e9\\U0001f600"', "\tAé\U0001f600"),
        ("a: |\n  x\n   y\nb: >-\n  x\n  y\n", {"a": "x\n y\n", "b": "x y"}),
        ("a: 1\r\nb: 2\r\n", {"a": 1, "b": 2}),
        ("a: 1\n...\n", {"a": 1}),
    ],
)
@pytest.mark.parametrize("kind", [str, bytes])
def test_values(text, data, kind):
    loaded = load(text if kind is str else text.encode()).data
    assert loaded == data
    assert repr(loaded) == repr(data)


def test_positions():
    marked = load("# é\né: {a: [x, 'y']}\n'b':\n  - c: |\n      d\n", "f.yaml")
    assert marked.position() == (2, 1)
    assert marked.position("é", "a") == (2, 8)
    assert marked.position("é", "a", 1) == (2, 12)
    assert marked.name_position("é", "a") == (2, 5)
    assert marked.name_position("b") == (3, 1)
    assert marked.position("b") == (4, 3)
    assert marked.position("b", 0, "c") == (4, 8)
    assert marked.position("é", "z", "y") == (2, 4), "the nearest ancestor"
    assert marked.name_position("é", "a", 7) == (2, 5), "the key of the nearest ancestor"
    assert marked.name_position() == (2, 1)
    assert marked.fault((2, 5), "wrong", "mend it") == Fault("f.yaml", 2, 5, "wrong", "mend it")


def test_fault_is_written_on_one_line():
    assert str(Fault("a.yaml", 3, 5, "wrong", "mend it")) == "a.yaml:3:5: wrong (mend it)"
    assert str(Fault("a.yaml", 3, 5, "wrong")) == "a.yaml:3:5: wrong"


def test_file_that_cannot_be_read(tmp_path):
    for path in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(RuleFileError, match="cannot be read") as caught:
            load(path)
        assert caught.value.faults[0].file == str(path)


def test_error_holds_one_fault_a_line():
    with pytest.raises(RuleFileError) as caught:
        load("a: !x 1\na: 2\n", "f.yaml")
    assert len(caught.value.faults) == 2
    assert str(caught.value).splitlines() == [str(fault) for fault in caught.value.faults]


def test_text_without_a_name_is_called_text():
    with pytest.raises(RuleFileError, match=r"^<text>:1:4: "):
        load("a: 'x")


def test_schema_is_valid():
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$id"] == "https://w3id.org/zarrscope/meta/rules"


def subschemas(schema):
    """Every subschema, with whether it must explain itself to a reader."""
    yield schema
    for keyword in ("properties", "$defs"):
        for each in schema.get(keyword, {}).values():
            yield from subschemas(each)
    for keyword in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(keyword), dict):
            yield from subschemas(schema[keyword])


def test_everything_in_the_schema_explains_itself_and_its_examples_are_right():
    count = 0
    for each in subschemas(SCHEMA):
        if "$ref" in each:
            assert each["$ref"].removeprefix("#/$defs/") in SCHEMA["$defs"]
            continue
        count += 1
        assert each["title"]
        assert each["description"].endswith("."), each["title"]
        assert each.get("type") != "object" or "additionalProperties" in each or each["title"] in OPEN, each["title"]
        judge = Draft202012Validator({**each, "$defs": SCHEMA["$defs"]})
        for example in each.get("examples", []):
            judge.validate(example)
    assert count > 60


OPEN = {"Configuration", "Document"}


def test_modules_of_yaml_and_schemas_are_imported_only_when_used():
    import subprocess

    code = "import sys, zarrscope.rulefiles; assert not {'yaml', 'jsonschema'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": ":".join(filter(None, sys.path))})
