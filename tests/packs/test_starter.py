"""What `pack new` writes: a pack with nothing wrong, and schemas that its files satisfy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from zarrscope.authoring.inspection import Inspection
from zarrscope.authoring.starting import NotEmptyError, pack_name, start
from zarrscope.authoring.testing import test_pack as run_tests


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("acme", "acme"),
        ("Acme Archive 2", "acme-archive-2"),
        ("2024", "my-pack"),
        ("codec", "my-pack"),
        ("données", "donn-es"),
        ("--", "my-pack"),
        ("x" * 200, "x" * 60),
    ],
)
def test_the_name_comes_from_the_folder(folder: str, name: str) -> None:
    assert pack_name(folder) == name
    assert pack_name(f"/some/where/{folder}/") == name


def test_nothing_is_wrong_with_a_new_pack(tmp_path: Path) -> None:
    folder = tmp_path / "acme"
    name, files = start(str(folder))
    assert name == "acme"
    assert sorted(files) == sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())
    inspection = Inspection(str(folder))
    assert inspection.errors == inspection.warnings == []
    assert run_tests(inspection).survivors == []


def test_an_editor_finds_the_schemas(tmp_path: Path) -> None:
    folder = tmp_path / "acme"
    for name in start(str(folder))[1]:
        if name.endswith(".yaml"):
            text = (folder / name).read_text(encoding="utf-8")
            first = text.partition("\n")[0]
            assert first.startswith("# yaml-language-server: $schema=")
            schema = json.loads((folder / name).parent.joinpath(first.partition("=")[2]).read_text(encoding="utf-8"))
            Draft202012Validator.check_schema(schema)
            assert list(Draft202012Validator(schema).iter_errors(yaml.safe_load(text))) == []
            assert list(Draft202012Validator(schema).iter_errors({"no such key": 1})) != []


@pytest.mark.parametrize("make", [Path.mkdir, Path.touch])
def test_nothing_is_overwritten(make, tmp_path: Path) -> None:
    folder = tmp_path / "acme"
    make(folder)
    if folder.is_dir():
        (folder / "mine").touch()
    with pytest.raises(NotEmptyError):
        start(str(folder))
    assert [file.name for file in tmp_path.rglob("*")] == ["acme", *(["mine"] if folder.is_dir() else [])]


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    assert start(str(tmp_path))[1]
