"""What is refused, where, and in which words; and how deep an expression may be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zarrscope.cel import DYN, INT, STRING, CheckError, Function, ListOf, MapOf, ParseError, Program, check, parse


def rows(name: str) -> list[dict]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n") if line]


NAMES = {"config": MapOf({"level": INT, "order": ListOf(INT), "name": STRING, "x": DYN}, open=False)}
FUNCTIONS = {"indices": Function(len, (ListOf(),), ListOf(INT))}


@pytest.mark.parametrize("row", rows("parse_faults.jsonl"), ids=lambda row: row["text"])
def test_parse_fault(row: dict) -> None:
    with pytest.raises(ParseError) as caught:
        parse(row["text"])
    assert (caught.value.offset, row["message"] in caught.value.message) == (row["offset"], True), caught.value.message


@pytest.mark.parametrize("row", rows("check_faults.jsonl"), ids=lambda row: row["text"])
def test_check_fault(row: dict) -> None:
    with pytest.raises(CheckError) as caught:
        check(parse(row["text"]), NAMES, FUNCTIONS)
    error = caught.value
    assert (error.offset, row["message"] in error.message, error.hint) == (row["offset"], True, row["hint"]), (
        error.message
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("config", "map"),
        ("config.order.map(a, a + 1)", "list(int)"),
        ("config.x + 1", "int"),
        ("config.x - config.x", "number"),
        ("config.x", "dyn"),
        ("config.x ? 1 : 1.0", "number"),
        ("config.x ? 1 : 'a'", "dyn"),
        ("config.map(k, k)", "list(string)"),
        ("indices(config.x).filter(i, i > 0)", "list(int)"),
        ("config.order.map(i, [i])[0]", "list(int)"),
        ("{'a': 1}.a", "int"),
        ("size(config) + config.level", "int"),
        ("config.order == config.x || config.level == 1.0", "bool"),
    ],
)
def test_type(text: str, kind: str) -> None:
    assert check(parse(text), NAMES, FUNCTIONS).name == kind


@pytest.mark.parametrize(
    "text",
    [
        "(" * 9_000 + "1" + ")" * 9_000,
        "[" * 9_000 + "]" * 9_000,
        "f(" * 6_000 + "1" + ")" * 6_000,
        "a" + ".a" * 9_000,
        "a" + "[0" * 6_000,
        "1" + "+1" * 9_000,
        "true?1:" * 2_000 + "1",
        "a.all(a," * 2_000,
    ],
    ids=lambda text: text[:8],
)
def test_too_deep(text: str) -> None:
    with pytest.raises(ParseError, match="levels deep"):
        parse(text)


def test_too_long() -> None:
    with pytest.raises(ParseError, match="at most 20000 characters"):
        parse("(" * 20_001)
    with pytest.raises(ParseError, match="too many digits"):
        parse("9" * 19_999)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-" * 10_000 + "1", 1),
        ("-" * 9_999 + "x", -1),
        ("!" * 10_000 + "t", True),
        ("t" + "&&t" * 6_000, True),
        ("t" + "||t" * 6_000, True),
        ("[" + "1," * 9_000 + "1].size()", 9001),
        ("(" * 60 + "1" + ")" * 60, 1),
        ("x" + " + x" * 60, 61),
        ("size(" + "[" * 60 + "x" + "]" * 60 + ")", 1),
        ("//" * 4_000 + "\n1", 1),
    ],
    ids=lambda value: str(value)[:8],
)
def test_long_but_flat(text: str, value: object) -> None:
    assert Program(text)({"x": 1, "t": True}) == value


def test_blanks_before_a_fault_are_read_once() -> None:
    with pytest.raises(ParseError):
        parse("//" * 4_000 + "\n" * 4_000 + "$")
