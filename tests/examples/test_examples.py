"""The examples do what they are there for."""

from __future__ import annotations

import runpy
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import zarrscope

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
TOLD = Path(__file__).with_name("validate.txt")


def documents(store: Path) -> dict[str, bytes]:
    return {path.relative_to(store).as_posix(): path.read_bytes() for path in sorted(store.rglob("zarr.json"))}


def test_validate_script(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "validate.py"), run_name="__main__")
    assert capsys.readouterr().out == TOLD.read_text(encoding="utf-8")


def test_every_fault_of_the_faulty_store_is_found() -> None:
    wrong = runpy.run_path(str(EXAMPLES / "write.py"))["FAULTS"]
    for name, text in documents(EXAMPLES / "weather-faulty.zarr").items():
        report = zarrscope.validate(text)
        assert len(report.problems) + len(report.unclaimed) == [fault[0] for fault in wrong].count(name), name


def test_the_written_store_is_clean() -> None:
    found = documents(EXAMPLES / "weather.zarr")
    assert len(found) == 5
    assert all(zarrscope.validate(text).openable and not zarrscope.validate(text).problems for text in found.values())


def test_the_faulty_store_is_the_other_with_the_faults(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "weather.zarr", tmp_path / "weather.zarr")
    runpy.run_path(str(EXAMPLES / "write.py"))["spoil"](tmp_path)
    assert documents(tmp_path / "weather-faulty.zarr") == documents(EXAMPLES / "weather-faulty.zarr")
