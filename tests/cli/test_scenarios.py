"""Every scenario in scenarios/, run as a user would run it.

UPDATE_SCENARIOS=1 in the environment writes what was answered into the scenarios that fail; read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli import scenario

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_scenario(file: Path, tmp_path: Path) -> None:
    source = file.read_text()
    sections = scenario.read(source)
    answer = scenario.run(sections, tmp_path)
    assert not scenario.has_failed(answer), answer
    wanted = scenario.expected(sections)
    if all(map(scenario.matches, wanted, answer)):
        return
    if os.environ.get("UPDATE_SCENARIOS") == "1":
        file.write_text(scenario.updated(source, answer))
    assert answer == wanted


def test_there_are_scenarios() -> None:
    assert len(FILES) > 25
