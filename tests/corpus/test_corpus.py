"""Real metadata documents: each gives a report, and no rule is at fault on any."""

from __future__ import annotations

import json
from typing import Any

import pytest

import zarrscope
from tests.shared import SHARED, lines, needs_shared
from zarrscope.reading import read

pytestmark = needs_shared
ENTRIES = lines(SHARED / "corpus" / "documents.jsonl")
KEYS = {
    "v3-array": "zarr.json",
    "v3-group": "zarr.json",
    "v2-zarray": ".zarray",
    "v2-zgroup": ".zgroup",
    "v2-zattrs": ".zattrs",
    "v2-zmetadata": ".zmetadata",
}


def of_kinds(prefix: str) -> list[dict[str, Any]]:
    return [entry for entry in ENTRIES if entry["kind"].startswith(prefix)]


def test_the_corpus_is_whole() -> None:
    assert len(ENTRIES) == 1297
    assert {entry["kind"] for entry in ENTRIES} == KEYS.keys()


@pytest.mark.parametrize("kind", [kind for kind in KEYS if kind.startswith("v2-")])
def test_format_2(kind: str) -> None:
    for entry in of_kinds(kind):
        report = zarrscope.validate(entry["text"].encode(), kind=KEYS[kind])
        said = [problem.rule for problem in report.problems if not problem.rule.startswith("json/")]
        readable = read(entry["text"]).readable
        assert said == (["envelope/format-2"] if readable else []), entry["path"]
        assert report.problems, entry["path"]
        assert (report.unclaimed, report.faults) == ((), ()), entry["path"]


@pytest.mark.parametrize("kind", [kind for kind in KEYS if kind.startswith("v3-")])
def test_format_3(kind: str) -> None:
    for entry in of_kinds(kind):
        data = entry["text"].encode()
        report = zarrscope.validate(data, kind="zarr.json")
        assert report.faults == (), entry["path"]
        assert zarrscope.validate(data) == report, entry["path"]
        assert all(pointer.startswith("/") for pointer in report.fields), entry["path"]
        json.dumps(report.to_dict()).encode()
        noted = zarrscope.validate(data, notes=True)
        assert noted.faults == (), entry["path"]
        assert (noted.valid, noted.unclaimed) == (report.valid, report.unclaimed), entry["path"]


def test_node_type() -> None:
    for entry in of_kinds("v3-"):
        reading = read(entry["text"])
        written = reading.value.get("node_type") if reading.readable else None
        if written in ("array", "group"):
            assert zarrscope.validate(entry["text"].encode()).node_type == written, entry["path"]


def test_many_documents_are_valid() -> None:
    reports = [zarrscope.validate(entry["text"].encode()) for entry in of_kinds("v3-")]
    assert sum(report.valid for report in reports) > len(reports) // 2
