"""Rules of packs say the same by the fast function, by the exact evaluator, and by another implementation of CEL."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tests.packs.test_cases import CASES
from tests.packs.writing import write_pack
from zarrscope import Scope
from zarrscope.builtin import built_in_packs
from zarrscope.cel import UNKNOWN, Builtin, Call, EvaluationError, Meter, Program, evaluate
from zarrscope.cel.write import write
from zarrscope.examples import facts_of_example

if TYPE_CHECKING:
    from pathlib import Path

    from zarrscope.facts import Facts
    from zarrscope.rules import Rule
    from zarrscope.ruleset import Ruleset

PACKS = [*built_in_packs(), *(name for name, case in CASES.items() if "faults" not in case)]


@pytest.fixture(params=PACKS)
def rulesets(request: pytest.FixtureRequest, tmp_path: Path) -> list[Ruleset]:
    name = request.param
    pack = name if name in built_in_packs() else write_pack(tmp_path / "pack", CASES[name]["files"])
    return list(Scope.proposed().extended(pack).pack_rules)


def judged(rulesets: list[Ruleset]) -> list[tuple[Ruleset, Rule, Facts]]:
    return [
        (ruleset, rule, facts_of_example(ruleset, example, Meter(1_000_000)))
        for ruleset in rulesets
        for rule in ruleset.all_rules
        for example in (*rule.text.examples["pass"], *rule.text.examples["fail"])
    ]


def outcome(evaluation: Any) -> Any:
    try:
        return evaluation()
    except EvaluationError:
        return "error"


def question(ruleset: Ruleset, rule: Rule) -> Program:
    """The whole rule as one expression, the names that its file shares written out."""
    text = write(rule.question())
    shared = ruleset.data.get("let", {})
    for name, source in reversed(shared.items()):
        text = with_name(text, name, source)
    return Program(text, ruleset.compiler.names, ruleset.compiler.functions)


def with_name(text: str, name: str, source: Any) -> str:
    from zarrscope.cel import Let, Literal, parse

    value = parse(source) if isinstance(source, str) else Literal(source)
    return write(Let(name, value, parse(text)))


def test_fast_and_exact(rulesets: list[Ruleset]) -> None:
    for ruleset, rule, env in judged(rulesets):
        program = question(ruleset, rule)
        exact = outcome(lambda program=program, env=env: evaluate(program.node, env, program.functions))
        assert exact in (True, False), rule.text.id
        assert outcome(lambda program=program, env=env: program(env)) is exact, rule.text.id
        told = [rule.holds(item) for item in rule.items(env) if item is not None]
        assert all(told) is exact, rule.text.id


@cache
def environment(names: frozenset[str]) -> Any:
    cel = pytest.importorskip("cel_expr_python.cel")
    return cel.NewEnv(variables=dict.fromkeys(names, cel.Type.DYN))


def plain(value: Any) -> Any:
    """A fact as plain JSON. Left out is what is unknown, and what takes more than 64 bits, as others have them."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items() if item is not UNKNOWN and not is_large(item)}
    return [plain(item) for item in value] if isinstance(value, list) else value


def is_large(value: Any) -> bool:
    return isinstance(value, int) and not -(2**63) <= value < 2**64


def calls_host(program: Program) -> bool:
    pending = [program.node]
    while pending:
        node = pending.pop()
        if isinstance(node, Call) and not isinstance(node, Builtin):
            return True
        pending.extend(node.children())
    return False


def test_another_implementation(rulesets: list[Ruleset]) -> None:
    pytest.importorskip("cel_expr_python.cel")
    for ruleset, rule, env in judged(rulesets):
        program = question(ruleset, rule)
        values = {name: env[name] for name in program.names}
        if calls_host(program) or any(value is UNKNOWN or is_large(value) for value in values.values()):
            continue
        names = frozenset(program.names)
        answer = environment(names).compile(write(program.node), disable_check=True).eval(data=plain(values))
        assert answer.plain_value() is program(env), rule.text.id
