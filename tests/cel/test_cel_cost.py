"""What a hostile document or expression can make an evaluation cost: counted, never timed."""

from __future__ import annotations

import pytest

from zarrscope.cel import (
    DYN,
    INT,
    STRING,
    CostExceeded,
    EvaluationError,
    Function,
    Let,
    ListOf,
    MapOf,
    Name,
    Program,
    evaluate,
    parse,
)

NAMES = {"xs": ListOf(INT), "ss": ListOf(STRING), "s": STRING, "m": MapOf(), "rows": ListOf(ListOf(INT))}
LONG = {"xs": list(range(3_000)), "ss": ["a" * 100] * 3_000, "s": "a" * 5_000_000, "rows": [[1]] * 3_000}
LENGTH = Function(len, (ListOf(DYN),), INT)


@pytest.mark.parametrize("names", [None, NAMES], ids=["untyped", "typed"])
@pytest.mark.parametrize(
    "text",
    [
        "xs.all(x, xs.all(y, true))",
        "xs.all(x, xs.exists(y, y == -1) || true)",
        "xs.all(x, x < 0 || xs.exists_one(y, y == x))",
        "xs.map(x, xs.filter(y, false))",
        "xs.all(x, !((0 - x - 1) in xs))",
        "xs.all(x, x < 0 || !((0 - x - 1) in xs))",
        "ss.all(a, !('b' in ss))",
        "ss.all(a, a != '' && !(s in ss))",
        "xs.all(x, rows == rows)",
        "xs.all(x, length(xs) > 0)",
        "xs.all(x, xs + xs != [])",
        "xs.all(x, s + s != '')",
        "xs.all(x, s.contains('b') || true)",
        "xs.all(x, s == s + 'b' || true)",
        "xs.all(x, (s + 'a') < (s + 'b'))",
        "[xs, xs].all(a, xs.all(x, xs.all(y, true)))",
    ],
)
def test_work_in_loops_is_bounded(text: str, names: dict | None) -> None:
    program = Program(text, names, {"length": LENGTH})
    with pytest.raises(CostExceeded):
        program(LONG)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("xs.all(x, x >= 0)", True),
        ("size(xs.map(x, x + 1).filter(x, x > 0))", 400_000),
        ("-1 in xs", False),
        ("xs == xs", True),
        ("xs.exists_one(x, x == 5)", True),
        ("m.all(k, k in m)", True),
        ("m.all(k, has(m.k1) && m[k] == 1)", True),
    ],
)
def test_one_loop_is_linear(text: str, value: object) -> None:
    env = {"xs": list(range(400_000)), "m": {f"k{i}": 1 for i in range(20_000)}}
    assert Program(text)(env) == value
    assert Program(text, NAMES)(env) == value


def test_fast_limit_is_final() -> None:
    """The exact evaluator is slower: it does not try again."""
    calls: list[int] = []
    count = Function(lambda: calls.append(1) or True, (), DYN)
    program = Program("count() && xs.all(x, xs.all(y, true))", None, {"count": count})
    with pytest.raises(CostExceeded):
        program(LONG)
    assert len(calls) == 1


@pytest.mark.parametrize(
    "text", ["xs.all(x, xs.all(y, true))", "xs.all(x, !((0 - x - 1) in xs))", "xs.map(x, rows == rows)"]
)
def test_exact_is_bounded(text: str) -> None:
    with pytest.raises(CostExceeded):
        evaluate(parse(text), LONG)


@pytest.mark.parametrize(
    ("start", "step", "message"),
    [
        ("'ab'", "a + a", "too many steps"),
        ("[1]", "a + a", "too many steps"),
        ("9", "a * a", "at most 65536 bits"),
    ],
)
def test_values_cannot_double_for_ever(start: str, step: str, message: str) -> None:
    for text in (f"[{start}]{f'.map(a, {step})' * 50}", f"[0].map(i, [{start}]{f'.map(a, {step})' * 50})"):
        for evaluation in (lambda text=text: Program(text)({}), lambda text=text: evaluate(parse(text), {})):
            with pytest.raises(EvaluationError, match=message):
                evaluation()


def test_shared_parts_cannot_double_for_ever() -> None:
    pairs = "[0]" + ".map(a, [a, a])" * 40
    with pytest.raises(CostExceeded):
        Program(f"{pairs} == {pairs}")({})
    node = parse("x0")
    for place in range(300):
        node = Let(f"x{place}", parse(f"[x{place + 1}, x{place + 1}]"), node)
    with pytest.raises(EvaluationError):
        Program(Let("same", node, parse("same == same")))({"x300": 1})


def test_chain_of_lets() -> None:
    node = Name("x99")
    for place in reversed(range(100)):
        node = Let(f"x{place}", parse(f"x{place - 1} + 1" if place else "y"), node)
    assert Program(node)({"y": 1}) == 100
    with pytest.raises(EvaluationError):
        Program(node)({"y": "a"})


def test_deep_and_cyclic_documents() -> None:
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    other: list = []
    for _ in range(100_000):
        other = [other]
    cycle: list = []
    cycle.append(cycle)
    again: list = []
    again.append(again)
    for names in (None, {"a": ListOf(DYN), "b": ListOf(DYN)}, {"a": ListOf(ListOf(INT)), "b": ListOf(ListOf(INT))}):
        assert Program("a == b", names)({"a": deep, "b": other}) is True
        assert Program("a in [b]", names)({"a": deep, "b": other}) is True
    with pytest.raises(CostExceeded):
        Program("a == b")({"a": cycle, "b": again})
