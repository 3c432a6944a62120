"""ajv and the language service of VS Code say of each document what python-jsonschema says, by the same bundle."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

import zarrscope
from tests.node.node import BUNDLE, CASES, ROOT, TEXTS, ask, is_json, needs_node, parsed, table
from zarrscope.bundle import bundle, subjects

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = needs_node
TOOLS = ["ajv", "vscode"]
DIFFERENCES = table("differences.yaml")


@pytest.fixture(scope="module")
def verdicts() -> dict[str, bool]:
    """What python-jsonschema says of each text."""
    validator = Draft202012Validator(json.loads(BUNDLE.read_text(encoding="utf-8")))

    def verdict(text: str) -> bool:
        try:
            return validator.is_valid(parsed(text))
        except ValueError:
            return False

    return {name: verdict(text) for name, text in TEXTS.items()}


@pytest.fixture(scope="module", params=TOOLS)
def answers(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """What a validator in Node says of each text."""
    return request.param, ask(request.param, TEXTS, BUNDLE)


def test_same_verdict(
    answers: tuple[str, dict[str, Any]], verdicts: dict[str, bool], capsys: pytest.CaptureFixture[str]
) -> None:
    tool, said = answers
    differing = {name for name, answer in said.items() if answer["valid"] != verdicts[name]}
    assert differing == DIFFERENCES["verdict"][tool].keys()
    with capsys.disabled():
        valid = sum(answer["valid"] for answer in said.values())
        print(f"\n{tool}: {len(said)} documents, {valid} valid, {len(differing)} unlike python-jsonschema")


def test_first_error_is_at_the_fault(answers: tuple[str, dict[str, Any]], capsys: pytest.CaptureFixture[str]) -> None:
    tool, said = answers
    refused = [case for case in CASES if case["expect"] == "error" and is_refused(said.get(case["id"]))]
    readable = [case for case in refused if is_json(TEXTS[case["id"]])]
    assert len(readable) > 50
    elsewhere = {case["id"] for case in readable if said[case["id"]]["errors"][0]["pointer"] not in places(case, tool)}
    assert elsewhere == DIFFERENCES["place"][tool].keys()
    with capsys.disabled():
        print(f"\n{tool}: {len(readable)} first errors, {len(elsewhere)} not at the fault")


def is_refused(answer: dict[str, Any] | None) -> bool:
    return answer is not None and not answer["valid"]


def places(case: dict[str, Any], tool: str) -> set[str]:
    """Where the fault of a case may be said to be. VS Code shows the object that a member is missing from."""
    pointer = case["at"] or ""
    value = parsed(TEXTS[case["id"]])
    owner, _, name = pointer.rpartition("/")
    for token in owner.split("/")[1:]:
        value = value[int(token) if isinstance(value, list) else token]
    is_missing = isinstance(value, dict) and name not in value
    return {owner if is_missing and tool == "vscode" else pointer}


def test_differences_have_reasons() -> None:
    for tools in DIFFERENCES.values():
        assert tools.keys() == set(TOOLS)
        assert all(reason for listed in tools.values() for reason in listed.values())


@pytest.mark.parametrize("tool", TOOLS)
def test_codec_of_ones_own_in_a_shard(tool: str, tmp_path: Path) -> None:
    scope = zarrscope.Scope.default().extended(ROOT / "examples" / "acme")
    file = tmp_path / "bundle.json"
    file.write_text(json.dumps(bundle(scope)), encoding="utf-8")
    given = next(case["document"] for case in CASES if case["id"] == "ok-shard")
    inner = given["codecs"][0]["configuration"]["codecs"]
    texts = {}
    for axis in (0, -1, "0"):
        inner.insert(0, {"name": "acme.codec", "configuration": {"axis": axis}})
        texts[f"axis {axis!r}"] = json.dumps(given)
        del inner[0]
    found = ask(tool, texts, file)
    at = "/codecs/0/configuration/codecs/0/configuration/axis"
    assert {name: [error["pointer"] for error in answer["errors"]] for name, answer in found.items()} == {
        "axis 0": [],
        "axis -1": [at],
        "axis '0'": [at],
    }


def test_every_bundle_compiles() -> None:
    """Of a whole scope, of each extension point, and of each definition alone: ajv's strict mode has nothing to say."""
    scope = zarrscope.Scope.proposed()
    found = ask("compile", {what: json.dumps(bundle(scope, what)) for what in subjects(scope)})
    assert {what: answer["error"] for what, answer in found.items() if answer["error"] is not None} == {}
