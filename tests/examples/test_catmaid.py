"""The stack of image tiles that zarr-python did not write is read by it."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

import zarrscope

EXAMPLE = str(Path(__file__).resolve().parents[2] / "examples" / "catmaid.py")


@pytest.fixture
def example() -> dict[str, Any]:
    return runpy.run_path(EXAMPLE)


def test_script(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("zarr", "3.1.3", reason="zarr-python 3.1.3 or newer is not installed")
    runpy.run_path(EXAMPLE, run_name="__main__")
    assert capsys.readouterr().out == (
        "zarr.json: 0 problems, 0 not understood\n"
        "tiles: 27, the first (0, 0, 0), the last (2, 2, 2)\n"
        "pixels: 8400, the same as drawn 8400\n"
    )


def test_tiles_are_plain_files(tmp_path: Path, example: dict[str, Any]) -> None:
    example["write_tiles"](tmp_path)
    files = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file())
    assert files == [f"images/{z}/{y}_{x}.raw" for z in range(3) for y in range(3) for x in range(3)]
    tile = (tmp_path / "images/2/1_0.raw").read_bytes()
    assert len(tile) == 16 * 24
    assert tile[5 * 24 + 7] == example["pixel"](2, 16 + 5, 7)


def test_tile_too_many_is_found(tmp_path: Path, example: dict[str, Any]) -> None:
    example["write_tiles"](tmp_path)
    example["compare_files"](tmp_path)
    (tmp_path / "images/0/3_0.raw").write_bytes(b"")
    with pytest.raises(ValueError, match="outside the grid"):
        example["compare_files"](tmp_path)


def test_document_is_openable(tmp_path: Path, example: dict[str, Any]) -> None:
    example["write_document"](tmp_path)
    assert zarrscope.validate((tmp_path / "zarr.json").read_bytes()).openable
