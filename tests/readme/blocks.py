"""The fenced blocks of a Markdown text, and what the commands in them answer."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FENCED = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
CLEARED = ("NO_COLOR", "FORCE_COLOR", "COLUMNS")


class Block(NamedTuple):
    """One fenced block: its language, its text without the indent of the fence, and where the text stands."""

    language: str
    text: str
    indent: str
    start: int
    end: int


def blocks(source: str) -> list[Block]:
    """All blocks that name a language."""
    return [
        Block(
            match[2],
            "".join(line.removeprefix(match[1]) for line in match[3].splitlines(True)),
            match[1],
            *match.span(3),
        )
        for match in FENCED.finditer(source)
    ]


def answered(block: Block, folder: Path = ROOT) -> str:
    """The block as a terminal in a folder would show it: each command, and below it what it writes now."""
    commands = [line.removeprefix("$ ") for line in block.text.splitlines() if line.startswith("$ ")]
    return "".join(f"$ {command}\n{output(command, folder)}" for command in commands)


def output(command: str, folder: Path) -> str:
    """What a zarrscope command writes, run in a folder."""
    program, *arguments = shlex.split(command)
    assert program == "zarrscope"
    done = subprocess.run(
        [sys.executable, "-m", "zarrscope", *arguments],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if name not in CLEARED},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=60,
    )
    said = done.stdout.decode("utf-8")
    assert done.returncode in (0, 1), said
    return said


def updated(source: str, block: Block, text: str) -> str:
    """The source with another text in the block."""
    return source[: block.start] + indent(text, block.indent) + source[block.end :]
