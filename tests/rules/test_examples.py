"""Every rule has examples that decide it, the precomputed scope is in step, and the program names no definition."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from zarrscope import Scope, precompute
from zarrscope.examples import judge_examples

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
DEFINITIONS = list(Scope.proposed().definitions())
RULES = [text for definition in DEFINITIONS for text in definition.texts]
SLOTS = ("codec", "data_type", "chunk_grid", "chunk_key_encoding")
# names of definitions that are words of Python or of English too, and so no finding
ORDINARY = {
    *("bool", "bytes", "string", "struct", "structured", "r"),
    *("default", "regular", "template", "format", "conditional", "prefix", "suffix", "fanout", "reshape"),
}


@pytest.mark.parametrize("text", RULES, ids=[text.id for text in RULES])
def test_a_rule_has_examples(text: object) -> None:
    examples = text.examples  # type: ignore[attr-defined]
    assert examples["pass"]
    assert examples["fail"]


@pytest.mark.parametrize("definition", DEFINITIONS, ids=[f"{one.slot}/{one.name}" for one in DEFINITIONS])
def test_examples_decide(definition: object) -> None:
    assert list(judge_examples(definition)) == []  # type: ignore[arg-type]


MADE = {precompute.FILE: precompute.text, precompute.PACKS_FILE: precompute.packs_text}


@pytest.mark.parametrize("file", MADE)
def test_what_is_made_from_schemas_and_rules_is_in_step(file: str) -> None:
    assert Path(file).read_text(encoding="utf-8") == MADE[file](), (
        "run python -m zarrscope.precompute after a change of schemas/ or rules/"
    )


def distinctive_names() -> set[str]:
    names = {
        name
        for definition in DEFINITIONS
        if definition.slot in SLOTS
        for name in (definition.name, *definition.aliases)
    }
    return names - ORDINARY


@pytest.mark.parametrize("path", SOURCES, ids=[str(path.relative_to(ROOT)) for path in SOURCES])
def test_the_program_names_no_definition(path: Path) -> None:
    """A definition may stand in a docstring or a comment, as an example of an id; never in code."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    words = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            words |= set(re.findall(r"[a-z0-9_.-]+", node.value)) | set(re.findall(r"\w+", node.value))
        elif isinstance(node, ast.Name | ast.Attribute | ast.FunctionDef | ast.ClassDef | ast.arg):
            words.add(
                getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "arg", None) or node.name
            )  # type: ignore[union-attr]
    assert words & distinctive_names() == set()


def test_there_are_names_to_look_for() -> None:
    assert {"int8", "gzip", "sharding_indexed", "transpose", "complex64"} <= distinctive_names()
    assert len(SOURCES) > 20
