"""Compare zarrscope with zarr-metadata, document by document; every disagreement is listed with a reason.

`disagreements.yaml` says how an entry is written. A disagreement without an entry fails, and so does an entry that no
longer covers exactly the documents it names: whatever changes on either side has to be judged again.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

import pytest
from zarr_metadata.definition import UnclaimedField
from zarr_metadata.model import read_array_metadata_v3, read_consolidated_metadata_v3, read_group_metadata_v3

from tests.peers.documents import DOCUMENTS, EVERY, IDS, Finding, assert_reasoned, findings, matches, read_entries
from tests.shared import SHARED
from zarrscope.problems import pointer

ENTRIES = read_entries("disagreements.yaml")
ALLOWED = {"id", "right", "refuses", "reason", "spec", "ours", "theirs", "given", "cases", "corpus", "mutated"}


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
    ours, theirs = findings(text), _theirs(text)
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


def covered_by(entry: dict[str, Any], compared: Comparison) -> set[tuple[str, Finding]]:
    """The disagreements on one document that an entry explains: one-sided ones, or pairs of the two sides."""
    if "given" in entry and not any(matches(finding, entry["given"], {}) for finding in compared.ours):
        return set()
    first, *second = [side for side in ("ours", "theirs") if side in entry]
    covered: set[tuple[str, Finding]] = set()
    for finding in compared.only[first]:
        match = matches(finding, entry[first], {})
        if match is None:
            continue
        partners = {
            (side, other)
            for side in second
            for other in compared.only[side]
            if matches(other, entry[side], match.groupdict())
        }
        if partners or not second:
            covered |= {(first, finding)} | partners
    return covered


@pytest.mark.parametrize(("source", "name"), EVERY, ids=IDS)
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
    assert_reasoned(entry)
    assert set(entry) <= ALLOWED
