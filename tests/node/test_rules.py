"""Rules that read an array and no pipeline, under a JavaScript engine of CEL: the same problems as zarrscope's."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from tests.node.node import BUNDLE, TEXTS, ask, is_json, needs_node, table

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = needs_node
PATTERNS = ("document/array/*", "chunk_grid/regular/*")
Found = list[tuple[str, str, str]]


class Rules:
    """Rules as `zarrscope rules` exports them, in a file for the other engine."""

    def __init__(self, file: Path) -> None:
        """Export those of an array that read its document, and the configuration of the definition, alone."""
        exported = [rule for pattern in PATTERNS for rule in export(pattern)]
        self.exported = [
            rule for rule in exported if set(rule["facts"]) <= {"document", "config"} and rule["severity"] != "note"
        ]
        self.ids = {rule["id"] for rule in self.exported}
        self.file = file
        file.write_text(json.dumps(self.exported))

    def here(self, texts: dict[str, str]) -> dict[str, Found]:
        """What zarrscope finds by these rules: rule, severity, pointer."""
        reports = {
            name: zarrscope.validate(text.encode("utf-8", "surrogatepass"), kind="zarr.json")
            for name, text in texts.items()
        }
        return {
            name: sorted((one.rule, one.severity.value, one.pointer) for one in report.problems if one.rule in self.ids)
            for name, report in reports.items()
        }

    def there(self, texts: dict[str, str]) -> dict[str, Found]:
        """What the other engine finds."""
        answers = ask("rules", texts, BUNDLE, self.file)
        return {
            name: sorted((one["rule"], one["severity"], one["pointer"]) for one in answer["problems"])
            for name, answer in answers.items()
        }


def export(pattern: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "zarrscope", "rules", pattern, "--format", "json"]
    exported: list[dict[str, Any]] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return exported


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return Rules(tmp_path_factory.mktemp("rules") / "rules.json")


def test_the_rules(rules: Rules) -> None:
    assert rules.ids == {
        "chunk_grid/regular/length-range",
        "chunk_grid/regular/rank",
        "document/array/dimension-names-distinct",
        "document/array/dimension-names-length",
        "document/array/shape-range",
    }


def test_cases_and_corpus(rules: Rules, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {name: text for name, text in TEXTS.items() if is_array(text)}
    expected = rules.here(texts)
    assert rules.there(texts) == expected
    with capsys.disabled():
        print(
            f"\n{len(rules.ids)} rules under cel-js: {len(texts)} arrays, {sum(map(len, expected.values()))} problems"
        )


def is_array(text: str) -> bool:
    value = json.loads(text) if is_json(text) else None
    return isinstance(value, dict) and value.get("node_type") == "array"


def test_made_documents(rules: Rules) -> None:
    """Values of all sorts, also at fault, in every combination."""
    given = json.loads(TEXTS["ok-array"])
    del given["dimension_names"]
    made = table("documents.yaml")
    texts = {}
    for shape, names, chunk_shape in product(made["shape"], [*made["dimension_names"], "absent"], made["chunk_shape"]):
        chunk_grid = {"name": "regular", "configuration": {"chunk_shape": chunk_shape}}
        members = {"shape": shape, "chunk_grid": chunk_grid} | ({} if names == "absent" else {"dimension_names": names})
        texts[json.dumps(members)] = json.dumps(given | members)
    expected = rules.here(texts)
    assert rules.there(texts) == expected
    assert {rule for found in expected.values() for rule, *_ in found} == rules.ids


def test_examples(rules: Rules) -> None:
    """Each rule passes and fails its own examples."""
    texts = {}
    expected = {}
    for rule in rules.exported:
        slot, name, _ = rule["id"].split("/")
        base = "" if slot == "document" else f"/{slot}"
        for verdict, examples in rule["examples"].items():
            for example in examples:
                grid = {"chunk_grid": {"name": name, "configuration": example.get("config")}} if base else {}
                text = json.dumps(example.get("document", {}) | grid)
                texts[f"{rule['id']} {text}"] = text
                place = f"{base}/{example.get('at', rule['at'])}"
                expected[f"{rule['id']} {text}"] = {place} if verdict == "fail" else set()
    found = rules.there(texts)
    assert {
        name: {pointer for rule, _, pointer in found[name] if rule == name.split(" ")[0]} for name in texts
    } == expected
