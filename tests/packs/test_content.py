"""The built-in packs: what they say of documents, in content/, and what each of their rules carries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import zarrscope
from tests.packs.test_cases import document_of
from zarrscope import Scope

CASES = {
    file.stem: yaml.safe_load(file.read_text(encoding="utf-8"))
    for file in sorted(Path(__file__).with_name("content").glob("*.yaml"))
}
SCOPES = {pack: Scope.default().extended(pack) for pack in CASES}
JUDGED = [(pack, index) for pack, cases in CASES.items() for index in range(len(cases))]
RULES = [
    (pack, rule) for pack, scope in SCOPES.items() for rule in scope.catalogue.rules() if rule.id.startswith(f"{pack}/")
]


@pytest.mark.parametrize(("pack", "index"), JUDGED, ids=[f"{pack}-{index}" for pack, index in JUDGED])
def test_a_pack_says(pack: str, index: int) -> None:
    case = CASES[pack][index]
    found = zarrscope.validate(document_of(case), scope=SCOPES[pack], node=case.get("node"), notes=True)
    said: dict[str, Any] = {}
    for problem in found.problems:
        said.setdefault(problem.pointer, []).append(problem.rule.removeprefix(f"{pack}/"))
    expected = case["says"].items()
    assert said == {at: rules if isinstance(rules, list) else [rules] for at, rules in expected}
    assert found.faults == ()


@pytest.mark.parametrize(("pack", "rule"), RULES, ids=[rule.id for _, rule in RULES])
def test_every_rule_gives_its_reason_and_its_evidence(pack: str, rule: Any) -> None:
    assert rule.why
    assert rule.spec.startswith("https://")
