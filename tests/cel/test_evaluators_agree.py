"""The fast function and the exact evaluator say the same; so does another implementation of CEL."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis.strategies import lists

from tests.cel.cel_expressions import EXAMPLES, FUNCTIONS, NAMES, environments, expressions, same
from zarrscope.cel import UNKNOWN, CheckError, EvaluationError, Program, Question, check, evaluate, parse

examples = settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@cache
def other_environment():
    cel = pytest.importorskip("cel_expr_python.cel")
    return cel.NewEnv(variables=dict.fromkeys(NAMES, cel.Type.DYN))


def outcome(evaluation) -> tuple[str, object]:
    try:
        return "value", evaluation()
    except EvaluationError as error:
        return "error", str(error)


def assert_same(found: tuple[str, object], expected: tuple[str, object]) -> None:
    assert found[0] == expected[0], (found, expected)
    assert found[0] == "error" or same(found[1], expected[1]), (found, expected)


@examples
@given(text=expressions(), env=environments())
def test_untyped(text: str, env: dict) -> None:
    expected = outcome(lambda: evaluate(parse(text), env, FUNCTIONS))
    program = Program(text, functions=FUNCTIONS)
    assert_same(outcome(lambda: program(env)), expected)
    assert compile(program.source, "source", "eval")  # without a warning


@examples
@given(text=expressions(wild=40), env=environments(typed=True))
def test_typed(text: str, env: dict) -> None:
    expected = outcome(lambda: evaluate(parse(text), env, FUNCTIONS))
    program = Program(text, NAMES, FUNCTIONS)
    assert_same(outcome(lambda: program(env)), expected)
    assert compile(program.source, "source", "eval")  # without a warning


@examples
@given(texts=lists(expressions(wild=40), min_size=3, max_size=3), env=environments(typed=True))
def test_question(texts: list[str], env: dict) -> None:
    """Whatever a question says yes to is true, and it says yes wherever the fast function does."""
    first, second, third = (f"({text})" for text in texts)
    loops = f"indices(xs).all(x, xs[x] > -2 || {first}) && rows.all(row, row.all(x, {second}))"
    for text in (
        first,
        f"{first} && {second}",
        f"{first} ? {second} : true",
        f"{loops} && ({second} ? {third} : true)",
    ):
        surely = Question(text, NAMES, FUNCTIONS).surely(env)
        assert surely == Program(text, NAMES, FUNCTIONS).surely(env), text
        assert not surely or evaluate(parse(text), env, FUNCTIONS) is True


@examples
@given(text=expressions(wild=40), env=environments(typed=True, holes=False))
def test_value_is_of_the_checked_type(text: str, env: dict) -> None:
    """A checked expression may still fail; if it has a value, the value is of the type that check says."""
    try:
        kind = check(parse(text), NAMES, FUNCTIONS)
    except CheckError:
        return
    found = outcome(lambda: Program(text, NAMES, FUNCTIONS)(env))
    if found[0] == "value" and found[1] is not UNKNOWN:
        classes = {"int": int, "double": float, "string": str, "bool": bool, "map": dict}
        wanted = list if kind.name.startswith("list") else classes.get(kind.name, object)
        assert isinstance(found[1], wanted), (kind, found)


@examples
@given(text=expressions(functions=False, wild=10, wide=False), env=environments(holes=False, wide=False))
def test_another_implementation(text: str, env: dict) -> None:
    """CEL says nothing of the order of the keys of a map: there is only one in each."""
    value = other_environment().compile(text, disable_check=True).eval(data=env)
    if value.type().name() == "ERROR":
        assume("overflow" not in str(value.value()))
        expected = "error", str(value.value())
    else:
        expected = "value", value.plain_value()
    assert_same(outcome(lambda: evaluate(parse(text), env)), expected)
