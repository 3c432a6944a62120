"""Validators that know nothing of Zarr say of every document what the engine says, at the same places."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import zarrscope
from tests.bundles import consumers
from tests.bundles.consumers import CASES, CORPUS, UNREADABLE, Verdict
from tests.hostile.mutations import mutated
from tests.shared import lines, needs_shared
from zarrscope.bundle import bundle

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = Path(__file__).parent
BUNDLES = HERE.parents[1] / "schemas" / "bundles"
DIFFERENCES = yaml.safe_load((HERE / "differences.yaml").read_text(encoding="utf-8"))
DOCUMENTS = {**CASES, **CORPUS}
SCOPES = {name: getattr(zarrscope.Scope, name)() for name in ("core", "default", "proposed")}
SCHEMA = json.loads((BUNDLES / "default.json").read_text(encoding="utf-8"))
VALUES = consumers.values(DOCUMENTS)


@pytest.fixture(scope="module")
def told() -> dict[str, Verdict | None]:
    return {name: consumers.engine(data, SCOPES["default"]) for name, data in DOCUMENTS.items()}


@pytest.fixture(scope="module")
def python() -> dict[str, Verdict]:
    return consumers.python_jsonschema(SCHEMA, VALUES)


@pytest.fixture(scope="module")
def rust() -> dict[str, Verdict]:
    return consumers.rust_jsonschema(SCHEMA, VALUES)


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Verdict]:
    folder = tmp_path_factory.mktemp("documents")
    files = {name: folder / f"{name}.json" for name in DOCUMENTS}
    for name, file in files.items():
        file.write_bytes(DOCUMENTS[name])
    return consumers.check_jsonschema(BUNDLES / "default.json", files)


def listed(group: str) -> set[str]:
    """The documents of a list of differences that are here."""
    return {name for name in DIFFERENCES[group] if name in DOCUMENTS}


def test_python_jsonschema_and_the_engine_agree(
    told: Mapping[str, Verdict | None], python: Mapping[str, Verdict], capsys: pytest.CaptureFixture[str]
) -> None:
    compared = {name: verdict for name, verdict in told.items() if verdict is not None}
    assert {name for name, verdict in compared.items() if python[name].valid != verdict.valid} == listed("engine")
    assert all(python[name].valid for name in listed("engine"))
    refused = sum(not verdict.valid for verdict in compared.values())
    with capsys.disabled():
        print(f"\nbundle: {len(compared)} documents, {refused} refused, {len(listed('engine'))} differences", end=" ")


def test_jsonschema_rs_agrees(python: Mapping[str, Verdict], rust: Mapping[str, Verdict]) -> None:
    differing = {name for name in VALUES if python[name].valid != rust[name].valid}
    assert differing == listed("jsonschema-rs")


def test_check_jsonschema_agrees(
    told: Mapping[str, Verdict | None], python: Mapping[str, Verdict], command: Mapping[str, Verdict]
) -> None:
    for name, verdict in command.items():
        if verdict.places == [UNREADABLE]:
            assert told[name] is None, name  # its reader is strict, and so is the engine's
        else:
            assert verdict.valid == python[name].valid, name
            assert set(verdict.places) == set(python[name].places), name


@pytest.mark.parametrize("consumer", ["python", "rust", "command"])
def test_the_first_error_is_at_the_right_place(
    consumer: str, told: Mapping[str, Verdict | None], request: pytest.FixtureRequest
) -> None:
    verdicts = request.getfixturevalue(consumer)
    compared = [name for name, verdict in told.items() if verdict is not None and not verdicts[name].valid]
    assert len(compared) > (150 if CORPUS else 90)
    wrong = {name: (verdicts[name].places[0], told[name]) for name in compared if not starts_well(name, verdicts, told)}
    assert wrong == {}


def starts_well(name: str, verdicts: Mapping[str, Verdict], told: Mapping[str, Any]) -> bool:
    return verdicts[name].places[0] in told[name].places


@pytest.mark.parametrize("name", SCOPES)
def test_every_scope(name: str) -> None:
    scope = SCOPES[name]
    verdicts = consumers.rust_jsonschema(bundle(scope), VALUES)
    told = {case: verdict for case in VALUES if (verdict := consumers.engine(DOCUMENTS[case], scope)) is not None}
    assert {case for case in told if told[case].valid != verdicts[case].valid} <= listed("engine")


def test_documents_made_wrong_at_random() -> None:
    scope = SCOPES["proposed"]
    random = Random(5)
    seeds = lines(HERE.parent / "hostile" / "valid.jsonl")
    made = {f"document {number}": mutated(random, random.choice(seeds)) for number in range(2000)}
    told = {name: verdict for name, data in made.items() if (verdict := consumers.engine(data, scope)) is not None}
    documents = {name: value for name, value in consumers.values(made).items() if name in told}
    plain = {name: value for name, value in documents.items() if not has_whole_floats(value)}
    verdicts = consumers.rust_jsonschema(bundle(scope), plain)
    assert {name: made[name] for name in plain if told[name].valid != verdicts[name].valid} == {}
    refused = [name for name in plain if not verdicts[name].valid]
    assert {name: made[name] for name in refused if not starts_well(name, verdicts, told)} == {}
    assert len(refused) > 400
    assert len(plain) - len(refused) > 250


def has_whole_floats(value: Any) -> bool:
    """Whether there is a number such as 4.0, which JSON Schema takes for an integer."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, float) and part.is_integer():
            return True
        waiting.extend(part.values() if isinstance(part, dict) else part if isinstance(part, list) else ())
    return False


@needs_shared
def test_there_is_a_corpus() -> None:
    assert len(CORPUS) > 500
