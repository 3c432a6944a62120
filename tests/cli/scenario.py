"""Scenarios: text files that hold files, a command, and what the command answers.

Sections begin with `====word====` or `====word name====`. Backslash escapes may stand in names, and in `bytes`.

    file NAME, bytes NAME    a file in the folder where the command runs
    link NAME, folder NAME   a symbolic link (its text is the target), an empty folder
    stdin                    what standard input holds
    env                      NAME=VALUE lines
    command                  the arguments of zarrscope; one run for each line
    stdout, stderr, exit     what is expected; `[..]` in a line stands for any text, `{here}` for the folder
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

HEADING = re.compile(r"====(\w+)(?: (.+))?====\n")
CLEARED = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "ZARRSCOPE_DEBUG")


class Section(NamedTuple):
    """One part of a scenario."""

    word: str
    name: str
    text: str


class Answer(NamedTuple):
    """What a command answers."""

    stdout: str
    stderr: str
    exit: str


def read(text: str) -> list[Section]:
    """Split a scenario; what stands before the first heading is its description."""
    _, *parts = HEADING.split(text)
    return [Section(word, unescape(name or ""), body) for word, name, body in zip(*[iter(parts)] * 3, strict=True)]


def run(sections: list[Section], here: Path) -> Answer:
    """Lay the files out and run the commands one after the other."""
    environment = {name: value for name, value in os.environ.items() if name not in CLEARED}
    for section in sections:
        path = here / section.name
        path.parent.mkdir(parents=True, exist_ok=True)
        match section.word:
            case "file":
                path.write_text(section.text)
            case "bytes":
                path.write_bytes(unescape(section.text.removesuffix("\n")).encode("utf-8", "surrogateescape"))
            case "link":
                path.symlink_to(section.text.strip())
            case "folder":
                path.mkdir()
            case "env":
                environment |= dict(line.split("=", 1) for line in section.text.splitlines())
    stdin = "".join(section.text for section in sections if section.word == "stdin")
    commands = [line for section in sections if section.word == "command" for line in section.text.splitlines()]
    runs = [
        subprocess.run(
            [sys.executable, "-m", "zarrscope", *map(unescape, shlex.split(command.replace("\\", "\\\\")))],
            cwd=here,
            env=environment,
            input=stdin.encode(),
            capture_output=True,
            check=False,
            timeout=60,
        )
        for command in commands
    ]
    return Answer(
        "".join(settled(run.stdout, here) for run in runs),
        "".join(settled(run.stderr, here) for run in runs),
        " ".join(str(run.returncode) for run in runs) + "\n",
    )


def expected(sections: list[Section]) -> Answer:
    """What the scenario says that the commands answer."""
    texts = {section.word: section.text for section in sections}
    return Answer(texts.get("stdout", ""), texts.get("stderr", ""), texts.get("exit", "0\n"))


def has_failed(answer: Answer) -> bool:
    """Tell whether the program itself failed, which no scenario may expect."""
    return "Traceback" in answer.stderr or "internal error" in answer.stderr


def matches(pattern: str, text: str) -> bool:
    """Compare, with `[..]` for any text within a line."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("[..]"))), text) is not None


def updated(source: str, answer: Answer) -> str:
    """The scenario with what was answered in place of each part that does not match."""
    before = HEADING.search(source)
    assert before is not None
    sections = read(source)
    kept = [section for section in sections if section.word not in Answer._fields]
    wanted = expected(sections)
    text = source[: before.start()]
    for section in kept:
        heading = f"{section.word} {escape(section.name)}".strip()
        text += f"===={heading}====\n{section.text}"
    for word, old, new in zip(Answer._fields, wanted, answer, strict=True):
        body = old if matches(old, new) else new
        if body:
            text += f"===={word}====\n{body}"
    return text


def settled(output: bytes, here: Path) -> str:
    """Output as text, without what differs from machine to machine; it must be UTF-8."""
    return output.decode("utf-8").replace(os.path.realpath(here), "{here}").replace("\x1b", "\\e")


def unescape(text: str) -> str:
    r"""Read `\xff` as that byte, other backslash escapes as in Python."""
    if "\\" not in text:
        return text
    raw = re.sub(r"\\x([89a-f][0-9a-f])", lambda match: f"\\udc{match[1]}", text)
    return raw.encode("ascii").decode("unicode_escape")


def escape(text: str) -> str:
    """Write a name so that `unescape` reads it."""
    return re.sub(r"\\udc(\w\w)", r"\\x\1", ascii(text)[1:-1])
