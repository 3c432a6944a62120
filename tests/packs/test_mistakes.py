"""Every file of mistakes/: the files of a pack, and each line that `pack check` says of it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.packs.writing import write_pack
from zarrscope.authoring.inspection import Inspection
from zarrscope.cli.pack.subject import lines

CASES = {
    file.stem: yaml.safe_load(file.read_text(encoding="utf-8"))
    for file in sorted(Path(__file__).with_name("mistakes").glob("*.yaml"))
}
PACK = {"pack.yaml": "name: acme\n"}


@pytest.mark.parametrize("name", CASES)
def test_a_mistake_is_said_in_one_line(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    folder = write_pack(tmp_path / "pack", {**PACK, **case["files"]})
    found = [line.replace(f"{folder}/", "") for line in lines(Inspection(str(folder)))]
    assert found == case["says"]
