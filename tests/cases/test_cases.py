"""Every case: the expected severity at exactly the expected pointer, and nothing else where nothing else may be said."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import zarrscope
from tests.shared import document, lines

HERE = Path(__file__).parent
# what later work adds; a case that needs one of these is not for this scope yet
LATER = re.compile(
    r'"(bitround|cast_value|conditional|n5_default|packbits|reshape|scale_offset|vlen-bytes|vlen-utf8|zfp|rectilinear|'
    r"template|numpy\.[a-z0-9]+|string|struct|structured|fixed_length_utf32|bfloat16|u?int[24]|float[468]_[a-z0-9]+|"
    r'numcodecs\.bitround|consolidated_metadata)"'
)


def _for_now(case: dict[str, Any]) -> bool:
    text = json.dumps(case.get("document", case.get("raw", "")))
    return LATER.search(text.replace('\\"', '"')) is None and '"data_type": "bytes"' not in text


CASES = [case for case in lines(HERE / "v3.jsonl") if "template" not in json.dumps(case)]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    report = zarrscope.validate(document(case), kind="zarr.json")
    errors = {problem.pointer for problem in report.problems if problem.severity == "error"}
    warnings = {problem.pointer for problem in report.problems if problem.severity == "warning"}
    at = case["at"] or ""
    assert report.faults == ()
    if case["expect"] == "error":
        assert at in errors
        if case.get("only"):
            assert errors == {at}
    else:
        assert errors == set()
        assert report.valid
        if case["expect"] == "warning":
            assert at in warnings
        elif case["expect"] == "unclaimed":
            assert at in {entry.pointer for entry in report.unclaimed}
        elif case["expect"] == "silent":
            assert report.problems == ()
        else:
            assert case["expect"] == "clean"


def test_enough_cases_are_left() -> None:
    assert len(CASES) >= 150
