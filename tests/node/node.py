"""Ask the tools that run in Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.shared import SHARED, document, lines

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUNDLE = ROOT / "schemas" / "bundles" / "default.json"
CASES = lines(HERE.parent / "cases" / "v3.jsonl")
NODE = shutil.which("node")
INSTALLED = (HERE / "node_modules").is_dir()

# Where a change is tested, what `npm ci` should have installed may not be missing.
needs_node = pytest.mark.skipif(
    NODE is None or (not INSTALLED and "CI" not in os.environ),
    reason="Node is not installed" if NODE is None else "`npm ci --prefix tests/node` was not run",
)


def table(name: str) -> Any:
    return yaml.safe_load((HERE / name).read_text(encoding="utf-8"))


def ask(tool: str, questions: dict[str, str], *files: Path) -> dict[str, Any]:
    """What a tool answers to each text."""
    asked = "".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in questions.items())
    assert NODE is not None
    run = subprocess.run(
        [NODE, HERE / "answer.mjs", tool, *files], input=asked, capture_output=True, text=True, encoding="utf-8"
    )
    assert run.returncode == 0, run.stderr
    answers = {answer["id"]: answer for answer in map(json.loads, run.stdout.splitlines())}
    assert answers.keys() == questions.keys()
    return answers


def texts() -> dict[str, str]:
    """The cases, and the documents of format 3 of the corpus where it is there."""
    found = {}
    for case in CASES:
        try:
            found[case["id"]] = document(case).decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            continue  # a validator is handed a text
    for number, entry in enumerate(lines(SHARED / "corpus" / "documents.jsonl")):
        if entry["kind"].startswith("v3-"):
            found[f"corpus-{number}"] = entry["text"]
    return found


def refuse(token: str) -> None:
    raise ValueError(token)


def parsed(text: str) -> Any:
    """The value of a JSON text; a ValueError where Python cannot read it."""
    try:
        return json.loads(text, parse_constant=refuse)
    except RecursionError:
        raise ValueError("too deep") from None


def is_json(text: str) -> bool:
    try:
        parsed(text)
    except ValueError:
        return False
    return True


TEXTS = texts()
