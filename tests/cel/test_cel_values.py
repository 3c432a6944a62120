"""Values, holes and errors, by a table; and UNKNOWN itself."""

from __future__ import annotations

import ast
import copy
import json
import operator
import pickle
import re
from pathlib import Path

import pytest

from tests.cel.cel_expressions import same
from zarrscope.cel import DYN, UNKNOWN, EvaluationError, Function, Let, Name, Program, Unknown, evaluate, parse

LINES = Path(__file__).with_name("values.jsonl").read_text(encoding="utf-8").split("\n")
ROWS = [json.loads(line) for line in LINES if line]


def with_holes(value):
    """A "?" in the table is UNKNOWN."""
    if isinstance(value, list):
        return [with_holes(item) for item in value]
    if isinstance(value, dict):
        return {name: with_holes(member) for name, member in value.items()}
    return UNKNOWN if value == "?" else value


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['text']} {row['env']}" for row in ROWS])
def test_value(row: dict) -> None:
    env = with_holes(row["env"])
    for evaluation in (lambda: evaluate(parse(row["text"]), env), lambda: Program(row["text"])(env)):
        if "error" in row:
            with pytest.raises(EvaluationError, match=row["error"]):
                evaluation()
        else:
            assert same(evaluation(), with_holes(row["value"]))


UNARY = [bool, len, iter, operator.neg, operator.pos, operator.invert, abs, int, float, operator.index, round]
BINARY = [
    *(operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow),
    *(operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge, operator.and_, operator.or_),
]


@pytest.mark.parametrize("operation", UNARY)
def test_unknown_refuses(operation) -> None:
    with pytest.raises(Unknown):
        operation(UNKNOWN)


@pytest.mark.parametrize("operation", BINARY)
@pytest.mark.parametrize("other", [1, 1.5, True, UNKNOWN])
def test_unknown_refuses_either_side(operation, other) -> None:
    with pytest.raises(Unknown):
        operation(UNKNOWN, other)
    with pytest.raises(Unknown):
        operation(other, UNKNOWN)


def test_unknown_is_one_object() -> None:
    assert copy.copy(UNKNOWN) is copy.deepcopy(UNKNOWN) is pickle.loads(pickle.dumps(UNKNOWN)) is UNKNOWN
    assert repr(UNKNOWN) == "UNKNOWN"
    with pytest.raises(Unknown):
        UNKNOWN["a"]
    with pytest.raises(Unknown):
        "a" in UNKNOWN  # noqa: B015


class Lazy(dict):
    """A map that makes its members when they are read."""

    def __contains__(self, key: object) -> bool:
        return key in ("a", "hole")

    def __missing__(self, key: str) -> object:
        if key == "hole":
            raise Unknown
        if key != "a":
            raise KeyError(key)
        return [1, 2]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("m.a[1]", 2),
        ("m['a']", [1, 2]),
        ("has(m.a)", True),
        ("has(m.b)", False),
        ("'a' in m", True),
        ("m.hole", UNKNOWN),
        ("m.hole.x + 1", UNKNOWN),
        ("has(m.hole)", UNKNOWN),
    ],
)
def test_lazy_map(text: str, value: object) -> None:
    for evaluation in (lambda: evaluate(parse(text), {"m": Lazy()}), lambda: Program(text)({"m": Lazy()})):
        assert same(evaluation(), value)
    with pytest.raises(EvaluationError, match="no such key"):
        Program("m.b")({"m": Lazy()})


def raising(error: type[Exception]) -> Function:
    def call(value: object) -> object:
        raise error("no")

    return Function(call, (DYN,))


@pytest.mark.parametrize(
    "error",
    [TypeError, ValueError, IndexError, KeyError, OverflowError, ZeroDivisionError, EvaluationError, RecursionError],
)
def test_host_function_that_fails(error: type[Exception]) -> None:
    program = Program("f(1)", functions={"f": raising(error)})
    with pytest.raises(EvaluationError):
        program({})


def test_host_function_and_unknown() -> None:
    assert Program("f(1)", functions={"f": raising(Unknown)})({}) is UNKNOWN
    calls: list[object] = []
    seen = Function(calls.append, (DYN,))
    assert Program("f(x)", functions={"f": seen})({"x": UNKNOWN}) is UNKNOWN
    assert same(Program("xs.map(x, f(x))", functions={"f": seen})({"xs": [UNKNOWN]}), [UNKNOWN])
    assert calls == []


def test_let_is_lazy_and_evaluated_once() -> None:
    calls: list[int] = []

    def count() -> int:
        calls.append(1)
        if len(calls) > 1:
            return 5
        raise ValueError("no")

    functions = {"f": Function(count, ())}
    node = Let("x", parse("f()"), parse("true || x == 1"))
    assert Program(node, functions=functions)({}) is True
    node = Let("x", parse("f()"), parse("[x, x]"))
    assert Program(node, functions=functions)({}) == [5, 5]
    assert len(calls) == 2
    with pytest.raises(EvaluationError, match="division"):
        Program(Let("x", parse("1 / 0"), Name("x")))({})
    assert Program(Let("x", Name("u"), parse("x || true")))({"u": UNKNOWN}) is True
    node = Let("x", Name("a"), Let("a", parse("x + 1"), parse("[0].map(x, x + a)")))
    assert Program(node)({"a": 1}) == [2]
    assert Program(node).names == {"a"}


def test_names() -> None:
    assert Program("a.b + xs.map(x, x + y)[c]").names == {"a", "xs", "y", "c"}
    assert Program("x.map(x, x)").names == {"x"}


@pytest.mark.parametrize(
    "text", [*{row["text"] for row in ROWS}, "m['\\'] or evil(\\'']", '"__import__"', "a.__class__"]
)
def test_generated_source_names_only_its_own(text: str) -> None:
    """Names, members and strings of an expression stand in the source as string literals only."""
    functions = {"nothing": Function(len, (DYN,)), "f'": Function(len, (DYN,))}
    source = Program(text, None, functions).source
    assert compile(source, "source", "eval")  # without a warning
    tree = ast.parse(source, mode="eval")
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    own = re.compile(r"_[a-zM][a-z_]*|[vf][0-9]+|env|meter|all|any|len|sum")
    assert all(own.fullmatch(name) for name in names), names
    assert attributes <= {"startswith", "endswith", "find"}
