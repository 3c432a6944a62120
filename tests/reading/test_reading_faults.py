"""Every row of faults.jsonl: a text, and each lexical fault as pointer, code, line and column."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from tests.reading.reading_values import flat
from zarrscope.problems import pointer
from zarrscope.reading import reading
from zarrscope.reading.positions import Positions

ROWS = [json.loads(line) for line in Path(__file__).with_name("faults.jsonl").read_text("utf-8").splitlines()]
ENDING = {"encoding", "syntax", "depth-limit"}


def raw(row):
    return row["raw"] if "raw" in row else base64.b64decode(row["raw_b64"])


def listed(result):
    positions = Positions(result.text)
    return [[pointer(fault.loc), fault.code, *positions.at(fault.offset)] for fault in result.faults]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
@pytest.mark.parametrize("read", [reading.read, reading.read_exactly], ids=["fast", "exact"])
def test_row(row, read):
    result = read(raw(row))
    assert listed(result) == row["expected"]
    ended = any(code in ENDING for _, code, _, _ in row["expected"])
    assert result.readable is not ended
    assert not ended or result.value is None
    assert [fault.code in ENDING for fault in result.faults[:-1]] == [False] * len(result.faults[:-1])


@pytest.mark.parametrize("row", [row for row in ROWS if "raw" in row], ids=lambda row: row["id"])
def test_text_and_bytes_read_alike(row):
    text = reading.read(row["raw"])
    for data in (row["raw"].encode(), bytearray(row["raw"].encode()), memoryview(row["raw"].encode())):
        result = reading.read(data)
        assert (flat(result.value), result.faults) == (flat(text.value), text.faults)
        assert result.text == text.text


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_row_without_orjson(row, monkeypatch):
    monkeypatch.setattr(reading, "fast_parser", lambda _: None)
    assert listed(reading.read(raw(row))) == row["expected"]


def test_every_code_has_a_row():
    seen = {code for row in ROWS for _, code, _, _ in row["expected"]}
    assert seen == {
        *ENDING, "byte-order-mark", "nonfinite-number", "number-overflow", "duplicate-member", "lone-surrogate",
        "depth-portability", "depth", "integer-digits", "negative-zero",
    }  # fmt: skip
