"""docs/rule-packs.md works as written: files are written and commands run in its order, on a copy of the examples.

A block of YAML or TOML is a whole file, named last in the text before it. With UPDATE_README=1 in the environment the
answers of the commands are written into the page; read the difference.
"""

from __future__ import annotations

import os
import re
import shutil
from typing import TYPE_CHECKING

from tests.readme.blocks import ROOT, answered, blocks, updated

if TYPE_CHECKING:
    from pathlib import Path

PAGE = ROOT / "docs" / "rule-packs.md"
FILES = ("yaml", "toml")


def test_the_tutorial_works_as_written(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    written = now = PAGE.read_text(encoding="utf-8")
    read = 0
    for index in range(len(blocks(written))):
        block = blocks(now)[index]
        if block.language in FILES:
            file = tmp_path / re.findall(rf"`([\w./-]+\.(?:{'|'.join(FILES)}))`", now[read : block.start])[-1]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            now = updated(now, block, answered(block, tmp_path))
        read = blocks(now)[index].end
    if os.environ.get("UPDATE_README") == "1":
        PAGE.write_text(now, encoding="utf-8")
    assert now == written


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    source = PAGE.read_text(encoding="utf-8")
    languages = [block.language for block in blocks(source)]
    assert set(languages) == {"console", "sh", *FILES}
    assert source.count("```") == 2 * len(languages)


def test_links_lead_somewhere() -> None:
    linked = re.findall(r"\]\(([^)#]+)\)", PAGE.read_text(encoding="utf-8"))
    assert len(linked) > 3
    assert [target for target in linked if not (PAGE.parent / target).exists()] == []
