"""What VS Code offers and explains while a document is written."""

from __future__ import annotations

import json
from typing import Any

import pytest

import zarrscope
from tests.node.node import BUNDLE, ask, needs_node, table
from zarrscope.identifiers import EXTENSIONS

pytestmark = needs_node
DEFINITIONS = [one for one in zarrscope.Scope.default().definitions() if one.slot in EXTENSIONS and one.pattern is None]
COMPLETION = table("completion.yaml")
HOVER = table("hover.yaml")


@pytest.fixture(scope="module")
def completions() -> dict[str, Any]:
    return ask("complete", {row["note"]: row["text"] for row in COMPLETION}, BUNDLE)


@pytest.mark.parametrize("row", COMPLETION, ids=[row["note"] for row in COMPLETION])
def test_completion(row: dict[str, Any], completions: dict[str, Any]) -> None:
    labels = set(completions[row["note"]]["labels"])
    assert set(row["offers"]) <= labels
    if row.get("only"):
        assert labels == set(row["offers"])


def array(slot: str, extension: str) -> str:
    """The text of an array with this at an extension point."""
    member, value = {"codec": ("codecs", f"[{extension}]")}.get(slot, (slot, extension))
    return f'{{"node_type": "array", "{member}": {value}}}'


def test_every_name_is_offered() -> None:
    names: dict[str, set[str]] = {}
    for definition in DEFINITIONS:
        names.setdefault(definition.slot, set()).update((definition.name, *definition.aliases))
    answers = ask("complete", {slot: array(slot, '{"name": |}') for slot in names}, BUNDLE)
    labels = {slot: {json.loads(label) for label in answer["labels"]} for slot, answer in answers.items()}
    assert labels == names


def test_every_member_is_offered() -> None:
    members = {}
    questions = {}
    for definition in DEFINITIONS:
        configuration = definition.schema["properties"].get("configuration", {"properties": {}})
        if "properties" in configuration:  # else they are listed elsewhere in the schema
            key = f"{definition.slot}/{definition.name}"
            members[key] = set(configuration["properties"])
            questions[key] = array(definition.slot, f'{{"name": "{definition.name}", "configuration": {{|}}}}')
    answers = ask("complete", questions, BUNDLE)
    assert {key: set(answer["labels"]) for key, answer in answers.items()} == members


def test_every_name_is_explained() -> None:
    titles = {f"{one.slot}/{one.name}": one.title for one in DEFINITIONS}
    questions = {f"{one.slot}/{one.name}": array(one.slot, f'{{"name": "|{one.name}"}}') for one in DEFINITIONS}
    answers = ask("hover", questions, BUNDLE)
    assert {key: answer["text"].split("\n")[0].replace("\\", "") for key, answer in answers.items()} == titles
