"""The quick walk and the walk that tells agree: clean is what there is nothing to tell about."""

from __future__ import annotations

import json
import os
import re
from random import Random
from typing import Any

import pytest

from tests.hostile.mutations import mutated
from tests.hostile.seeds import BYTES, any_document
from tests.pipeline.array_documents import Maker
from tests.shared import SHARED, lines, needs_shared
from zarrscope import Scope
from zarrscope.judgement import Judgement
from zarrscope.nodes import judge_document
from zarrscope.reading import read

EXAMPLES = int(os.environ.get("ZARRSCOPE_EXAMPLES", "1200"))
SCOPE = Scope.default()
# what the quick walk leaves to the other: rare in documents, and not worth a look in every one
LEFT = re.compile(rb'"must_understand":\s*true|"name":\s*"(struct|structured)"')


def compare(data: bytes) -> str | None:
    """Hold the two walks equal; `clean`, or `missed` where the quick walk leaves a clean document to the other."""
    reading = read(data)
    if reading.faults:
        return None
    quick = SCOPE.quick.is_clean(reading.value)
    judgement = Judgement(SCOPE, reading, False)
    judge_document(judgement, False)
    if quick:
        assert judgement.found == [], data[:3000]
        assert judgement.unclaimed == [], data[:3000]
        assert judgement.faults == [], data[:3000]
        assert judgement.skipped == 0, data[:3000]
        assert judgement.node_type == reading.value["node_type"]
        return "clean"
    told = judgement.found or judgement.unclaimed or judgement.faults or judgement.skipped
    return None if told or LEFT.search(data) else "missed"


def test_cases() -> None:
    assert [data for data in BYTES if compare(data) == "missed"] == []


@needs_shared
def test_corpus() -> None:
    texts = [entry["text"] for entry in lines(SHARED / "corpus" / "documents.jsonl") if entry["kind"].startswith("v3-")]
    results = [compare(text.encode()) for text in texts]
    assert [text for text, result in zip(texts, results, strict=True) if result == "missed"] == []
    assert results.count("clean") > 50


@pytest.mark.parametrize("slip", [0.0, 0.03])
def test_generated(slip: float) -> None:
    results = []
    for seed in range(EXAMPLES // 4):
        document = Maker(Random(seed), slip).array()
        results.append(compare(json.dumps(document).encode()))
        # the same again: what is remembered answers as what is worked out
        assert compare(json.dumps(document).encode()) == results[-1]
    assert "missed" not in results
    assert results.count("clean") > EXAMPLES // 50


def test_mutated() -> None:
    missed = []
    for seed in range(EXAMPLES):
        random = Random(-seed)
        data = mutated(random, any_document(random))
        if compare(data) == "missed":
            missed.append(data)
    assert missed[:1] == []


def test_extra_members_that_may_be_passed_over() -> None:
    document: dict[str, Any] = {"zarr_format": 3, "node_type": "group", "acme": {"must_understand": False}}
    assert compare(json.dumps(document).encode()) == "clean"
