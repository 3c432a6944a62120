"""The conformance suite of CEL, restricted to the core profile."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from pathlib import Path

import pytest

from zarrscope.cel import DYN, EvaluationError, Function, ParseError, Program, evaluate, parse

SUITE = Path(__file__).resolve().parents[3] / "shared" / "cel" / "conformance.json"
DATA = json.loads(Path(__file__).with_name("conformance_differences.json").read_text(encoding="utf-8"))
DIFFERENCES = {name for difference in DATA for name in difference["tests"]}

if not SUITE.exists():
    pytest.skip("the CEL conformance suite is not beside the project", allow_module_level=True)

# What is outside of the profile; the first that is found in a test is its reason.
OUTSIDE = [
    ("typed results of a checker", lambda test: test["kind"] == "typedResult"),
    ("containers of names", lambda test: test["container"]),
    ("macros switched off", lambda test: test["disableMacros"]),
    ("messages and enums", r"TestAllTypes|google\.|proto\.|objectValue|enumValue|GlobalEnum"),
    ("unsigned integers", r"\b[0-9a-fA-FxX]+[uU]\b|\buint\(|\"uint\""),
    ("bytes", r"(?<![A-Za-z0-9_'\"])(?:[bB][rR]?|[rR][bB])\\?['\"]|\bbytes\(|\"bytes\""),
    ("timestamps and durations", r"timestamp\(|duration\("),
    ("types as values", r"\btype\(|typeValue|\"expr\": \"(?:int|bool|string|list|map|double|null_type|type)\""),
    ("conversions", r"\b(?:int|double|string|bool)\("),
    ("matches", r"\.matches\("),
    ("optionals", r"optional[._]|\?\.|\.\?|\[\?|\{\?|\.or\(|orValue|optMap"),
    ("cel.block and cel.bind", r"cel\.(?:block|bind|iterVar|index)"),
    ("two-variable macros", lambda test: test["file"] == "macros2"),
    (
        "extension functions",
        lambda test: (
            test["file"] in ("string_ext", "math_ext", "network_ext", "encoders_ext", "block_ext", "proto2_ext")
        ),
    ),
]
FUNCTIONS = {"dyn": Function(lambda value: value, (DYN,), DYN)}


def reason_outside(test: dict) -> str | None:
    text = json.dumps({key: test[key] for key in ("expr", "value", "bindings")}, ensure_ascii=False)
    for reason, found in OUTSIDE:
        if found(test) if callable(found) else re.search(found, text):
            return reason
    return None


def plain(value: dict) -> object:
    kind, content = value["t"], value["v"]
    if kind == "int":
        return int(content)
    if kind == "double":
        return float(content)
    if kind == "string":
        return content.encode("utf-16", "surrogatepass").decode("utf-16")
    if kind == "list":
        return [plain(item) for item in content]
    if kind == "map":
        return {plain(key): plain(item) for key, item in content}
    assert kind in ("bool", "null")
    return content


def same(left: object, right: object) -> bool:
    if type(left) is not type(right):
        return False
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return left == right or (isinstance(left, float) and math.isnan(left) and math.isnan(right))


TESTS = json.loads(SUITE.read_text(encoding="utf-8"))
NAMED: dict[str, dict] = {}
for case in TESTS:
    name = f"{case['file']}/{case['sec']}/{case['name']}"
    NAMED[f"{name}#2" if name in NAMED else name] = case
INSIDE = {name: test for name, test in NAMED.items() if reason_outside(test) is None}


def outcome(evaluation) -> tuple[str, object]:
    try:
        return "value", evaluation()
    except (EvaluationError, ParseError) as error:
        return type(error).__name__, str(error)


def agrees(test: dict, found: tuple[str, object]) -> bool:
    if test["kind"] == "evalError":
        return found[0] == "EvaluationError"
    expected = True if test["kind"] == "true" else plain(test["value"])
    return found[0] == "value" and same(found[1], expected)


def evaluators(test: dict) -> list:
    env = {name: plain(value) for name, value in test["bindings"].items()}
    return [
        lambda: evaluate(parse(test["expr"]), env, FUNCTIONS),
        lambda: Program(test["expr"], functions=FUNCTIONS)(env),
    ]


@pytest.mark.parametrize("name", [name for name in INSIDE if name not in DIFFERENCES])
def test_conforms(name: str) -> None:
    for evaluation in evaluators(INSIDE[name]):
        found = outcome(evaluation)
        assert agrees(INSIDE[name], found), (INSIDE[name]["expr"], found)


@pytest.mark.parametrize("name", sorted(DIFFERENCES))
def test_documented_difference(name: str) -> None:
    """A difference that is gone must leave the list."""
    for evaluation in evaluators(INSIDE[name]):
        assert not agrees(INSIDE[name], outcome(evaluation))


def test_counts(capsys: pytest.CaptureFixture[str]) -> None:
    outside = Counter(reason_outside(test) for test in NAMED.values() if reason_outside(test))
    with capsys.disabled():
        print(
            f"\nCEL conformance: {len(INSIDE)} of {len(NAMED)} tests are inside the profile, {len(DIFFERENCES)} differ"
        )
        print("\n".join(f"  {count:5} outside: {reason}" for reason, count in outside.most_common()))
    assert len(INSIDE) + outside.total() == len(TESTS)
    assert len(INSIDE) >= 500
