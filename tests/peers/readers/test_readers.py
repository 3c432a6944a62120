"""What the packs of readers say of every document, and what those readers did with it when they were run.

`results/` holds the runs, as run.py has written them: which documents a reader opened, and what it said of the others.
A pack has to say something of exactly those that its reader refused; `exceptions.yaml` lists the others with a reason.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import zarrscope
from tests.peers.readers.expansion import documents

HERE = Path(__file__).parent
DOCUMENTS = documents()
RUNS: dict[str, dict[str, Any]] = {
    file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in sorted((HERE / "results").glob("*.yaml"))
}
EXCEPTIONS: dict[str, list[dict[str, Any]]] = yaml.safe_load((HERE / "exceptions.yaml").read_text(encoding="utf-8"))
VERDICTS = [(name, document) for name, run in RUNS.items() for document in (*run["opens"], *run["refuses"])]


def judge(document: str, pack: str) -> zarrscope.Report:
    found = zarrscope.validate(DOCUMENTS[document], kind="zarr.json", packs=[pack], notes=True)
    assert found.faults == ()
    return found


def said(document: str, pack: str) -> set[str]:
    return {problem.rule for problem in judge(document, pack).problems if problem.rule.startswith("reader-")}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_document_is_legal(document: str) -> None:
    found = judge(document, "readers")
    assert found.openable
    packs = [f"reader-{name}" for name in RUNS]
    assert said(document, "readers") == set().union(*(said(document, pack) for pack in packs))


@pytest.mark.parametrize("name", RUNS)
def test_every_document_was_run(name: str) -> None:
    run = RUNS[name]
    kinds = DOCUMENTS if name != "tensorstore" else {key for key in DOCUMENTS if not key.startswith("group-")}
    assert sorted([*run["opens"], *run["refuses"]]) == sorted(kinds)


@pytest.mark.parametrize(("name", "document"), VERDICTS, ids=[f"{name}-{document}" for name, document in VERDICTS])
def test_the_pack_agrees_with_the_run(name: str, document: str) -> None:
    excepted = any(document in entry["documents"] for entry in EXCEPTIONS.get(name, ()))
    agrees = bool(said(document, f"reader-{name}")) == (document in RUNS[name]["refuses"])
    assert agrees is not excepted


@pytest.mark.parametrize("name", RUNS)
def test_every_message_names_what_was_run(name: str) -> None:
    run = RUNS[name]
    version = re.match(r"\S+ \S+", run["reader"])
    assert version is not None
    for document in DOCUMENTS:
        for problem in judge(document, f"reader-{name}").problems:
            if problem.rule.startswith("reader-"):
                assert problem.severity == "warning"
                assert f"{version[0]} (run {run['date']})" in problem.message


def test_every_rule_was_seen() -> None:
    scope = zarrscope.Scope.default().extended("readers")
    written = {text.id for text in scope.catalogue.rules() if text.id.startswith("reader-")}
    assert written == set().union(*(said(document, "readers") for document in DOCUMENTS))
