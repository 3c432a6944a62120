"""Every row of faults.jsonl: a text, and the faults that reading it or checking its shape must find, no more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from zarrscope.rulefiles import RuleFileError, check, load

ROWS = [json.loads(line) for line in Path(__file__).with_name("faults.jsonl").read_text("utf-8").splitlines()]
PARSERS = ["C", "Python"] if hasattr(yaml, "CSafeLoader") else ["Python"]


def source(row):
    if "hex" in row:
        return bytes.fromhex(row["hex"])
    if "times" in row:
        text, times = row["times"]
        return row.get("before", "") + text * times + row.get("after", "")
    return row["text"]


def found(row):
    try:
        marked = load(source(row), "rules.yaml")
    except RuleFileError as error:
        return list(error.faults)
    return check(marked, row["shape"]) if "shape" in row else []


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_faults(row, parser, monkeypatch):
    if parser == "Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    faults = found(row)
    assert len(faults) == len(row["faults"]), faults
    for fault, (line, column, message, hint) in zip(faults, row["faults"], strict=True):
        assert fault.file == "rules.yaml"
        if line is not None:  # how far a parser looks ahead decides the place of that one
            assert (fault.line, fault.column) == (line, column), fault
        assert message in fault.message
        assert (hint or "") in (fault.hint or "")
