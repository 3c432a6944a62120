"""docs/rules-json.md describes what `zarrscope rules --format json` writes, and that is enough to run the rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from zarrscope import cel
from zarrscope.cli import main
from zarrscope.messages import pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = (Path(__file__).parents[2] / "docs" / "rules-json.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def rules() -> list[dict[str, Any]]:
    from contextlib import redirect_stdout
    from io import StringIO

    with redirect_stdout(StringIO()) as written:
        assert main(["rules", "--scope", "proposed", "--format", "json"]) == 0
    found: list[dict[str, Any]] = json.loads(written.getvalue())
    return found


def expressions(rule: dict[str, Any]) -> Iterator[Any]:
    """Every expression of a rule."""
    yield from (*rule["each"].values(), *rule["let"].values(), *rule["shared_let"].values(), rule["check"])
    if rule["given"] is not None:
        yield rule["given"]
    for template in (rule["message"], rule["hint"], rule["at"], *rule["related"]):
        yield from (piece[0] for piece in pieces(template or "") if not isinstance(piece, str))


def names(expression: Any) -> frozenset[str]:
    return cel.free_names(cel.parse(expression)) if isinstance(expression, str) else frozenset()


def test_the_page_names_every_member(rules: list[dict[str, Any]]) -> None:
    rows = re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == rules[0].keys()
    assert {rule.keys() == rules[0].keys() for rule in rules} == {True}


def test_a_rule_says_all_that_it_reads(rules: list[dict[str, Any]]) -> None:
    checked = [rule for rule in rules if rule["check"] is not None]
    assert len(checked) > 150
    for rule in checked:
        read = frozenset().union(*map(names, expressions(rule)))
        own = {*rule["each"], *rule["let"], *rule["shared_let"]}
        assert read - own == rule["facts"].keys() - own, rule["id"]
        for group in ("each", "shared_let"):
            seen: set[str] = set()
            for name, expression in rule[group].items():
                assert names(expression).isdisjoint(rule[group].keys() - seen), (rule["id"], name)
                seen.add(name)


def test_what_the_program_finds_itself_has_no_check(rules: list[dict[str, Any]]) -> None:
    families = {rule["id"].partition("/")[0] for rule in rules if rule["check"] is None}
    assert families == {"json", "envelope", "pipeline"}
    for rule in rules:
        if rule["check"] is None:
            assert rule["facts"] == rule["each"] == rule["let"] == {}
        else:
            assert rule["stage"] in (3, 4, 5)
