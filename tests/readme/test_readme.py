"""README.md is what happens: commands answer as printed, Python blocks are doctests, excerpts stand in their files.

UPDATE_README=1 in the environment writes what the commands answered into README.md; read the difference.
"""

from __future__ import annotations

import doctest
import os
import re
from typing import Any

import pytest

from tests.readme.blocks import ROOT, answered, blocks, updated

README = ROOT / "README.md"
SOURCE = README.read_text(encoding="utf-8")
BLOCKS = blocks(SOURCE)
CONSOLE = [block for block in BLOCKS if block.language == "console"]
EXCERPTS = [block for block in BLOCKS if block.language in ("json", "yaml")]
ENDINGS = {"json": "*.json", "yaml": "*.yaml"}


@pytest.mark.parametrize("block", CONSOLE, ids=[block.text.splitlines()[0] for block in CONSOLE])
def test_commands_answer_as_printed(block: Any) -> None:
    answer = answered(block)
    if answer != block.text and os.environ.get("UPDATE_README") == "1":
        now = README.read_text(encoding="utf-8")
        README.write_text(updated(now, next(new for new in blocks(now) if new.text == block.text), answer), "utf-8")
    assert answer == block.text


def test_python_blocks_are_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = "".join(block.text for block in BLOCKS if block.language == "python")
    session = doctest.DocTestParser().get_doctest(text, {}, "README.md", str(README), 0)
    said: list[str] = []
    result = doctest.DocTestRunner().run(session, out=said.append)
    assert result.failed == 0, "".join(said)
    assert result.attempted > 5


@pytest.mark.parametrize("block", EXCERPTS, ids=[block.text.strip().splitlines()[0] for block in EXCERPTS])
def test_excerpts_stand_in_their_files(block: Any) -> None:
    files = (ROOT / "examples").rglob(ENDINGS[block.language])
    assert any(stripped(block.text) in stripped(file.read_text(encoding="utf-8")) for file in files)


def stripped(text: str) -> str:
    """The lines of a text, wherever they begin."""
    return "\n".join(line.strip() for line in text.splitlines())


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    languages = [block.language for block in BLOCKS]
    assert set(languages) == {"console", "json", "python", "sh", "yaml"}
    assert SOURCE.count("```") == 2 * len(languages)
    section = SOURCE.split("\n## Two commands\n")[1].split("\n## ")[0]
    assert [block.language for block in blocks(section)] == ["sh", "sh"]
    assert languages.count("sh") == 2


def test_links_and_paths_exist() -> None:
    linked = {target for target in re.findall(r"\]\(([^)]+)\)", SOURCE) if "://" not in target}
    named = set(re.findall(r"`((?:examples|benchmarks|src|schemas|rules|tests|\.ci)/[\w./-]*)`", SOURCE))
    assert {"CONTRIBUTING.md", ".ci/run"} <= linked | named
    assert [path for path in sorted(linked | named) if not (ROOT / path).exists()] == []


def test_modules_exist() -> None:
    section = SOURCE.split("\n## Where things are\n")[1].split("\n## ")[0]
    named = re.findall(r"`([\w./-]+)`", section)
    assert len(named) > 20
    assert [
        name for name in named if not any((base / name).exists() for base in (ROOT, ROOT / "src" / "zarrscope"))
    ] == []
