"""Baselines: what is written is known again, whatever names and pointers hold."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from zarrscope.cli.baseline import Baseline, NewBaseline
from zarrscope.cli.tally import Tally
from zarrscope.problems import Problem, Report, Severity

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

TEXTS = st.text(st.characters(exclude_categories=()), max_size=8)


def problem(rule: str, pointer: str = "") -> Problem:
    return Problem(pointer, rule, "invalid_value", Severity.ERROR, 4, "m")


def written(file: Path, *found: tuple[str, list[Problem]]) -> str:
    new = NewBaseline(str(file))
    for path, problems in found:
        assert new.known(path, Report(tuple(problems))) == problems
    new.finish(Tally())
    return file.read_text(encoding="utf-8")


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), max_size=5))
def test_what_is_written_is_known(
    tmp_path_factory: pytest.TempPathFactory, entries: list[tuple[str, str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("baseline")
    file = folder / "known.json"
    found = [(f"{folder}/{name}", [problem(rule, pointer)]) for name, rule, pointer in entries]
    text = written(file, *found)
    assert text.replace("\n", "").isprintable()
    lines = text.splitlines()
    assert lines[1:-1] == sorted(set(lines[1:-1]), key=lambda line: tuple(json.loads(line.rstrip(",")).values()))
    baseline = Baseline(str(file))
    for path, problems in found:
        assert baseline.known(path, Report(tuple(problems))) == problems
        assert baseline.known(path, Report((problem("another rule"),))) == []


def test_documents_are_named_from_the_folder_of_the_baseline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path)
    paths = ["in/s/zarr.json", "./in/../in/t/zarr.json", "out/zarr.json", "-"]
    text = written(tmp_path / "in" / "known.json", *((path, [problem("r")]) for path in paths))
    names = [entry["document"] for entry in json.loads(text)["problems"]]
    assert names == sorted(["s/zarr.json", "t/zarr.json", f"{tmp_path}/out/zarr.json", "<stdin>"])
    monkeypatch.chdir(tmp_path / "in")
    assert Baseline("known.json").known("s/zarr.json", Report((problem("r"),)))


def test_what_has_gone_is_counted_once_and_for_judged_documents_only(tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    first, second = (os.path.join(tmp_path, name) for name in "ab")
    written(file, (first, [problem("x"), problem("y"), problem("z")]), (second, [problem("x")]))
    baseline, tally = Baseline(str(file)), Tally()
    for _ in range(2):
        assert baseline.known(first, Report((problem("x"), problem("x", "/new")), omitted=(problem("y"),)))
    baseline.finish(tally)
    assert tally.gone == 1
