"""What `pack test` reports: every entry of mutations.yaml; definitions and built-in packs, which have no gaps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.packs.writing import write_pack
from zarrscope import Scope
from zarrscope.authoring.inspection import Inspection
from zarrscope.authoring.testing import test_pack as run_tests
from zarrscope.builtin import built_in_packs
from zarrscope.cel import parse
from zarrscope.cel.write import write
from zarrscope.datafolder import data_folder

CASES = yaml.safe_load(Path(__file__).with_name("mutations.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[f"{index}-{case['check']}" for index, case in enumerate(CASES)])
def test_changes_that_no_example_notices(case: dict[str, Any], tmp_path: Path) -> None:
    rule = {key: value for key, value in case.items() if key != "unnoticed"} | {"message": "m"}
    folder = write_pack(tmp_path / "pack", {"pack.yaml": "name: acme", "array.yaml": {"rules": {"r": rule}}})
    inspection = Inspection(str(folder))
    assert inspection.errors == []
    tested = run_tests(inspection)
    assert sorted(fault.message for _, fault in tested.survivors) == sorted(case["unnoticed"])


def test_of_a_name_that_only_texts_read_no_example_can_say_anything(tmp_path: Path) -> None:
    names = {"long": "size(document.shape) > 3", "shown": "long ? 'long' : 'short'"}
    rule = {
        "check": "rank == 1",
        "message": "{shown}",
        "pass": [{"rank": 1}],
        "fail": [{"rank": 2, "document": {"shape": [1, 1]}}, {"rank": 0, "document": {"shape": []}}],
    }
    folder = write_pack(
        tmp_path / "pack", {"pack.yaml": "name: acme", "array.yaml": {"let": names, "rules": {"r": rule}}}
    )
    tested = run_tests(Inspection(str(folder)))
    assert tested.mutants
    assert tested.survivors == []


@pytest.mark.parametrize("name", list(built_in_packs()))
def test_a_built_in_pack_has_no_gaps(name: str) -> None:
    inspection = Inspection(name)
    assert inspection.errors == inspection.warnings == []
    assert gaps(inspection) == []


def test_the_definitions_have_no_gaps() -> None:
    assert gaps(Inspection(data_folder(), Scope.proposed())) == []


def gaps(inspection: Inspection) -> list[str]:
    tested = run_tests(inspection)
    assert not tested.was_stopped
    return [str(fault) for _, fault in tested.survivors]


@pytest.mark.parametrize(
    "text",
    [
        "a + (b - c) - (d - e)",
        "(a ? b : c) ? d : e ? f : g",
        "!(a && (b || !c)) || -d < -(-e)",
        'a.b.`c d`["e"][0].size() > 1',
        "has(a.b) && a.c.exists(x, x in [1, 2.5, 'y\\n', null, {'k': -1}])",
        "a.map(x, x > 1, x * 2).filter(y, !(y == 1)).all(z, z.startsWith('a'))",
        "- - a == 1 && !!b",
    ],
)
def test_a_tree_is_written_as_text_that_parses_to_it(text: str) -> None:
    written = write(parse(text))
    assert write(parse(written)) == written
