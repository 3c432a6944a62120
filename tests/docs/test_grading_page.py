"""docs/grading.md: its files are read as they stand, and its Python does what it says."""

from __future__ import annotations

import doctest
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from tests.readme.blocks import blocks
from zarrscope.cli.baseline import Baseline, NewBaseline
from zarrscope.cli.configfile import parse
from zarrscope.cli.tally import Tally
from zarrscope.grading import Grading
from zarrscope.problems import Problem, Report, Severity

if TYPE_CHECKING:
    import pytest

    from zarrscope.cli.configuration import Configuration

FILE = Path(__file__).parents[2] / "docs" / "grading.md"
PAGE = FILE.read_text(encoding="utf-8")


def configurations(folder: Path) -> list[Configuration]:
    (folder / "packs" / "acme").mkdir(parents=True)
    texts = [block.text for block in blocks(PAGE) if block.language == "toml"]
    found = [parse(str(folder / "zarrscope.toml"), text.encode(), is_shared=False) for text in texts]
    return [each for each in found if each is not None]


def test_grades(tmp_path: Path) -> None:
    grades, _ = configurations(tmp_path)
    pointer = "/codecs/1/configuration/level"
    report = Report((Problem(pointer, "codec/gzip/invalid-value", "invalid_value", Severity.ERROR, 4, "m"),))
    grading = Grading(grades.grades)
    for node, left in (("/raw", 0), ("/raw/a", 0), ("/old", 0), ("/old/a", 1), ("/", 1)):
        assert len(grading.apply(report, node).problems) == left
    assert grading.raises("envelope/string-form")
    assert [grade.source for grade in grades.grades] == [f"{tmp_path}/zarrscope.toml:{line}" for line in (2, 3, 5)]


def test_the_configuration(tmp_path: Path) -> None:
    _, found = configurations(tmp_path)
    assert found.scope == "default"
    assert found.packs == ("recommended", f"{tmp_path}/packs/acme")
    assert found.baseline == f"{tmp_path}/zarrscope-baseline.json"
    assert (found.notes, found.require_known, len(found.grades)) == (False, False, 1)


def test_the_baseline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (text,) = [block.text for block in blocks(PAGE) if block.language == "json"]
    Path("old.json").write_text(text)
    (entry,) = json.loads(text)["problems"]
    problem = Problem(entry["pointer"], entry["rule"], "invalid_value", Severity.WARNING, 4, "another message")
    assert Baseline("old.json").known(entry["document"], Report((problem,))) == [problem]
    new = NewBaseline("new.json")
    new.known(os.path.join(tmp_path, entry["document"]), Report((problem, problem)))
    new.finish(Tally())
    assert Path("new.json").read_text() == text


def test_python() -> None:
    assert doctest.testfile(str(FILE), module_relative=False).failed == 0
