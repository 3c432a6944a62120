"""The documents that zarrscope and its peers judge, what we say of each, and how a list of disagreements is read."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

import yaml

import zarrscope
from tests.cases.test_cases import CASES
from tests.shared import SHARED, document, lines

CORPUS = {
    line["sha256"][:12]: line["text"].encode()
    for line in lines(SHARED / "corpus" / "documents.jsonl")
    if line["kind"] in ("v3-array", "v3-group")
}
DOCUMENTS: dict[str, dict[str, bytes]] = {"cases": {case["id"]: document(case) for case in CASES}, "corpus": CORPUS}
EVERY = [(source, name) for source, documents in DOCUMENTS.items() for name in documents]
IDS = [f"{source}-{name}" for source, name in EVERY]


class Finding(NamedTuple):
    """One thing a library says: a problem, by rule or kind, or an unclaimed name, as `unclaimed <slot>/<name>`."""

    pointer: str
    what: str


def findings(data: str | bytes) -> set[Finding]:
    """Our errors and unclaimed names of one document; none where it can be opened."""
    report = zarrscope.validate(data, kind="zarr.json")
    assert report.faults == ()
    found = {Finding(problem.pointer, problem.rule) for problem in report.problems if problem.severity == "error"}
    assert report.valid is not bool(found)
    found |= {Finding(entry.pointer, f"unclaimed {entry.slot}/{entry.name}") for entry in report.unclaimed}
    assert report.openable is not bool(found)
    return found


def read_entries(name: str) -> list[dict[str, Any]]:
    """A list of disagreements, by the name of its file beside this one."""
    entries: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    assert len({entry["id"] for entry in entries}) == len(entries)
    return entries


def matches(finding: Finding, matcher: dict[str, str], groups: dict[str, str]) -> re.Match[str] | None:
    """Where a finding is of the kind (shell wildcards) and at the place (regular expression) that a matcher names."""
    if not fnmatchcase(finding.what, matcher["what"]):
        return None
    return re.fullmatch(
        matcher["at"].format_map({key: re.escape(part) for key, part in groups.items()}), finding.pointer
    )


def assert_reasoned(entry: dict[str, Any]) -> None:
    """Every entry says who is right, why in a sentence, and where the specification says so."""
    assert entry["right"] in ("ours", "theirs", "both")
    assert len(entry["reason"].split()) >= 8
    assert not entry["reason"].lower().startswith("unknown")
    assert re.fullmatch(r"https://[^\s#]+#\S+", entry["spec"])
    assert "ours" in entry or "theirs" in entry
