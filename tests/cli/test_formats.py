"""The formats for programs, on reports made by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from zarrscope.cli.jsondocument import JsonDocument
from zarrscope.cli.jsonlines import JsonLines, dumps
from zarrscope.cli.stores import Document
from zarrscope.cli.tally import Tally
from zarrscope.cli.text import TextFormat
from zarrscope.problems import Problem, Report, RuleFault, Severity, Unclaimed

CLEAN = Report()
WARNED = Report((Problem("/a", "x/y/z", "invalid_value", Severity.WARNING, 2, "odd", line=1, column=2),))
WRONG = Report((Problem("", "x/y/z", "invalid_json", Severity.ERROR, 1, "bad \x1b[2J \ud800"),))
FAULTY = Report(faults=(RuleFault("x/y/z", "divided by zero", "/a", "rules/x.yaml", 3),))
UNKNOWN = Report(unclaimed=(Unclaimed("/codecs/0", "codec", "foo\x1b", "did you mean bar?"),))
REPORTS = (CLEAN, WARNED, WRONG, FAULTY, UNKNOWN)


def document(path: str = "s/\udcff\x07/zarr.json") -> Document:
    return Document(path, "/\udcff\x07", "zarr.json", b"{}")


@pytest.mark.parametrize(
    "text",
    ["plain", "日本", "\x1b[2J", "\x7f\x9b", "\ud800", chr(0xDCFF), "\u2028", "\U000e0001", 'quote " \\ \n', "\u202e"],
)
def test_dumps_is_printable_utf8_and_keeps_what_utf8_can_hold(text: str) -> None:
    written = dumps({text: text})
    assert written.isprintable()
    value = json.loads(written.encode())
    if not any(0xD800 <= ord(char) <= 0xDFFF for char in text):
        assert value == {text: text}


def test_surrogates_are_spelt_out() -> None:
    assert json.loads(dumps(["a\ud800b", "\udcff"])) == ["a\\ud800b", "\\xff"]


@pytest.mark.parametrize("report", REPORTS)
def test_json_line(report: Report) -> None:
    line = JsonLines(quiet=False).document(document(), report)
    assert line.endswith("\n")
    assert line[:-1].isprintable()
    value = json.loads(line.encode())
    members = ["path", "node", "valid", "openable", "problems", "unclaimed"]
    assert list(value) == members + (["faults"] if report is FAULTY else [])
    assert (value["path"], value["node"]) == ("s/\\xff\x07/zarr.json", "/\\xff\x07")
    assert value["valid"] is report.valid


@pytest.mark.parametrize("quiet", [False, True])
@pytest.mark.parametrize("reports", [(), REPORTS])
def test_json_document(reports: tuple[Report, ...], quiet: bool) -> None:
    writer, tally = JsonDocument(quiet), Tally()
    text = ""
    for report in reports:
        tally.add(report)
        text += writer.document(document(), report)
    value: dict[str, Any] = json.loads(text + writer.end(tally))
    assert list(value) == ["version", "documents", "summary"]
    assert len(value["documents"]) == (2 if quiet else 5) * bool(reports)
    assert value["summary"]["documents"] == len(reports)


@pytest.mark.parametrize("quiet", [False, True])
@pytest.mark.parametrize("report", REPORTS)
def test_text_holds_no_control_characters(report: Report, quiet: bool) -> None:
    text = TextFormat(quiet, colour=False, width=80).document(document(), report)
    assert all(line.isprintable() for line in text.split("\n"))
    assert bool(text) is (report in (WRONG, FAULTY) if quiet else report is not CLEAN)


def test_text_of_a_fault_and_of_what_is_not_understood() -> None:
    writer = TextFormat(quiet=False, colour=False, width=80)
    assert writer.document(document("zarr.json"), FAULTY).splitlines()[2:] == [
        "fault of a rule: divided by zero  [x/y/z] at /a (rules/x.yaml:3)",
        "",
    ]
    assert writer.document(document("zarr.json"), UNKNOWN).splitlines()[2:] == [
        'not understood: codec "foo\\x1b" at /codecs/0 (did you mean bar?)',
        "",
    ]


@pytest.mark.parametrize(
    ("reports", "unreadable", "status", "summary"),
    [
        ((), 1, 2, "0 documents: 1 could not be read"),
        ((CLEAN,), 0, 0, "1 document: no problems"),
        ((WARNED, UNKNOWN), 0, 0, "2 documents: 1 warning, 1 not understood"),
        ((WRONG, WRONG, WARNED), 0, 1, "3 documents: 2 errors, 1 warning"),
        ((WRONG, FAULTY), 0, 2, "2 documents: 1 error, 1 fault of rules"),
        ((CLEAN, CLEAN), 2, 2, "2 documents: no problems, 2 could not be read"),
    ],
)
def test_tally(reports: tuple[Report, ...], unreadable: int, status: int, summary: str) -> None:
    tally = Tally()
    for report in reports:
        tally.add(report)
    tally.unreadable = unreadable
    assert (tally.status, str(tally)) == (status, summary)
