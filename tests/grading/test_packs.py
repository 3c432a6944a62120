"""Grades of packs, in the library."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import zarrscope
from tests.grading.test_grading import ARRAY, LARGER
from tests.packs.writing import write_pack
from zarrscope import Scope
from zarrscope.grading import Grade

if TYPE_CHECKING:
    from pathlib import Path

PACK = {"name": "acme", "grades": {LARGER: {"severity": "warning", "reason": "space"}, "acme/rank": "error"}}
RULES = {
    "rules": {
        "rank": {
            "check": "rank < 2",
            "message": "{rank} axes",
            "severity": "note",
            "pass": [{"rank": 1}],
            "fail": [{"rank": 2}],
        }
    }
}


def test_a_pack_grades_rules_of_its_own_and_of_others(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, {"pack.yaml": json.dumps(PACK, indent=1), "rules/array.yaml": RULES})
    report = zarrscope.validate(ARRAY, packs=[pack])
    assert {problem.rule: problem.graded for problem in report.problems} == {
        LARGER: zarrscope.Graded(zarrscope.Severity.NOTE, "acme pack.yaml:4", "space"),
        "acme/rank": zarrscope.Graded(zarrscope.Severity.NOTE, "acme pack.yaml:8"),
    }
    assert not report.valid


def test_grades_of_a_scope_come_after_those_of_its_packs(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, {"pack.yaml": PACK, "rules/array.yaml": RULES})
    graded = Scope.default().graded([Grade("acme/*", None)])
    for scope in (graded.extended(pack), Scope.default().extended(pack).graded(graded.grades)):
        assert [problem.rule for problem in zarrscope.validate(ARRAY, scope=scope).problems] == [LARGER]
        assert [grade.rules for grade in scope.grades] == [LARGER, "acme/rank", "acme/*"]


def test_a_pack_that_is_given_again_grades_once(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, {"pack.yaml": PACK})
    assert len(Scope.default().extended(pack).extended(pack).grades) == 2
