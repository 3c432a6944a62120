"""Compare zarrscope with zarr-metadata, document by document; every disagreement is listed with a reason.

`disagreements.yaml` says how an entry is written. A disagreement without an entry fails, and so does an entry that no
longer covers exactly the documents it names: whatever changes on either side has to be judged again.
"""

from __future__ import annotations

import json
import re
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from zarr_metadata.definition import UnclaimedField
from zarr_metadata.model import read_array_metadata_v3, read_consolidated_metadata_v3, read_group_metadata_v3

import zarrscope
from tests.cases.test_cases import CASES
from tests.shared import SHARED, document, lines
from zarrscope.problems import pointer

ENTRIES: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("disagreements.yaml").read_text(encoding="utf-8")
)
CORPUS = {
    line["sha256"][:12]: line["text"]
    for line in lines(SHARED / "corpus" / "documents.jsonl")
    if line["kind"] in ("v3-array", "v3-group")
}
DOCUMENTS: dict[str, dict[str, str | bytes]] = {
    "cases": {case["id"]: document(case) for case in CASES},
    "corpus": CORPUS,
}
EVERY = [(source, name) for source, documents in DOCUMENTS.items() for name in documents]
ALLOWED = {"id", "right", "refuses", "reason", "spec", "ours", "theirs", "given", "cases", "corpus", "mutated"}


class Finding(NamedTuple):
    """One thing a library says: a problem, by rule or kind, or an unclaimed name, as `unclaimed <slot>/<name>`."""

    pointer: str
    what: str


def _ours(text: str | bytes) -> set[Finding]:
    report = zarrscope.validate(text, kind="zarr.json")
    assert report.faults == ()
    found = {Finding(problem.pointer, problem.rule) for problem in report.problems if problem.severity == "error"}
    assert report.valid is not bool(found)
    return found | {Finding(entry.pointer, f"unclaimed {entry.slot}/{entry.name}") for entry in report.unclaimed}


def _theirs(text: str | bytes) -> set[Finding]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {Finding("", "unreadable")}
    group = isinstance(value, dict) and value.get("node_type") == "group"
    readings: dict[tuple[str, ...], Any] = {
        (): read_group_metadata_v3(value) if group else read_array_metadata_v3(value)
    }
    if group and "consolidated_metadata" in value:
        # the reading of a group leaves the listed documents out
        readings["consolidated_metadata",] = read_consolidated_metadata_v3(value["consolidated_metadata"])
    found = set()
    for at, reading in readings.items():
        found |= {Finding(pointer((*at, *problem.loc)), problem.kind) for problem in reading.problems}
        for loc, field in reading.fields():
            if isinstance(field, UnclaimedField):
                slot = field.read_as.label.replace(" extra ", " ").replace(" ", "_")
                found.add(Finding(pointer((*at, *loc)), f"unclaimed {slot}/{field.name}"))
    return found


class Comparison(NamedTuple):
    """What each library says of one document, and of that what only one of them says at that place."""

    ours: set[Finding]
    theirs: set[Finding]
    only: dict[str, set[Finding]]
    refuses: str | None


def _named(finding: Finding) -> bool:
    return finding.what.startswith("unclaimed ")


def compare(text: str | bytes) -> Comparison:
    """Judge a document by both libraries."""
    ours, theirs = _ours(text), _theirs(text)
    places = [{(_named(finding), finding.pointer) for finding in found} for found in (ours, theirs)]
    only = {
        "ours": {finding for finding in ours if (_named(finding), finding.pointer) not in places[1]},
        "theirs": {finding for finding in theirs if (_named(finding), finding.pointer) not in places[0]},
    }
    refused = [not all(map(_named, found)) for found in (ours, theirs)]
    refuses = None if refused[0] == refused[1] else ("ours" if refused[0] else "theirs")
    return Comparison(ours, theirs, only, refuses)


@cache
def _compare(source: str, name: str) -> Comparison:
    return compare(DOCUMENTS[source][name])


def _matches(finding: Finding, matcher: dict[str, str], groups: dict[str, str]) -> re.Match[str] | None:
    if not fnmatchcase(finding.what, matcher["what"]):
        return None
    return re.fullmatch(
        matcher["at"].format_map({key: re.escape(part) for key, part in groups.items()}), finding.pointer
    )


def covered_by(entry: dict[str, Any], compared: Comparison) -> set[tuple[str, Finding]]:
    """The disagreements on one document that an entry explains: one-sided ones, or pairs of the two sides."""
    if "given" in entry and not any(_matches(finding, entry["given"], {}) for finding in compared.ours):
        return set()
    first, *second = [side for side in ("ours", "theirs") if side in entry]
    covered: set[tuple[str, Finding]] = set()
    for finding in compared.only[first]:
        match = _matches(finding, entry[first], {})
        if match is None:
            continue
        partners = {
            (side, other)
            for side in second
            for other in compared.only[side]
            if _matches(other, entry[side], match.groupdict())
        }
        if partners or not second:
            covered |= {(first, finding)} | partners
    return covered


@pytest.mark.parametrize(("source", "name"), EVERY, ids=[f"{source}-{name}" for source, name in EVERY])
def test_every_disagreement_is_listed(source: str, name: str) -> None:
    compared = _compare(source, name)
    disagreements = {(side, finding) for side, found in compared.only.items() for finding in found}
    covering = [(entry, covered) for entry in ENTRIES if (covered := covered_by(entry, compared))]
    assert disagreements == set().union(*(covered for _, covered in covering))
    assert compared.refuses is None or compared.refuses in {entry.get("refuses") for entry, _ in covering}


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["id"] for entry in ENTRIES])
def test_entry_covers_what_it_names(entry: dict[str, Any]) -> None:
    if entry.get("corpus") and not SHARED.is_dir():
        pytest.skip("the reference material (../shared) is not beside the project")
    for source in DOCUMENTS:
        covered = [name for name in DOCUMENTS[source] if covered_by(entry, _compare(source, name))]
        assert sorted(covered) == sorted(entry.get(source, [])), source
    assert entry.get("cases") or entry.get("corpus") or entry.get("mutated")
    if "refuses" in entry and "mutated" not in entry:
        named = [_compare(source, name) for source in DOCUMENTS for name in entry.get(source, [])]
        assert entry["refuses"] in {compared.refuses for compared in named}


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["id"] for entry in ENTRIES])
def test_entry_gives_its_reason(entry: dict[str, Any]) -> None:
    assert set(entry) <= ALLOWED
    assert entry["right"] in ("ours", "theirs", "both")
    assert len(entry["reason"].split()) >= 8
    assert not entry["reason"].lower().startswith("unknown")
    assert re.fullmatch(r"https://[^\s#]+#\S+", entry["spec"])
    assert "ours" in entry or "theirs" in entry


def test_ids_are_distinct() -> None:
    assert len({entry["id"] for entry in ENTRIES}) == len(ENTRIES)
