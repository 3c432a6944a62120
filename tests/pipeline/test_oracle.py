"""The pipeline walk finds what a slow reference walk finds: the same pointers, on generated documents."""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import sys
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zarrscope
from tests.pipeline.array_documents import array_document
from tests.shared import SHARED, needs_shared
from zarrscope.codecorder import order

if TYPE_CHECKING:
    from types import ModuleType

pytestmark = needs_shared
EXAMPLES = int(os.environ.get("ZARRSCOPE_EXAMPLES", "200"))
KINDS = {"AA": "array_to_array", "AB": "array_to_bytes", "BB": "bytes_to_bytes", "?": None}


@pytest.fixture(scope="module")
def oracle() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pipeline_ref", SHARED / "oracles" / "pipeline_ref.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["pipeline_ref"] = module  # its dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def expected(oracle: ModuleType, document: dict[str, Any]) -> tuple[set[str], set[str]]:
    """Pointers of errors and of unclaimed names; those outside the pipeline are added to the reference walk's."""
    shape, grid = document["shape"], document["chunk_grid"]
    problems, notes, _ = oracle.check(shape, grid, document["data_type"], document["codecs"])
    errors = {at for at, _, _ in problems}
    unclaimed = {at for at, rule, _ in notes if rule == "codec-unknown"}
    if isinstance(grid, dict) and grid["name"] == "regular" and len(grid["configuration"]["chunk_shape"]) != len(shape):
        errors.add("/chunk_grid/configuration/chunk_shape")
    for member in ("data_type", "chunk_grid", "chunk_key_encoding"):
        written = document[member]
        if (written if isinstance(written, str) else written["name"]).startswith("acme."):
            unclaimed.add(f"/{member}")
    return errors, unclaimed


def judge(document: dict[str, Any]) -> tuple[set[str], set[str]]:
    report = zarrscope.validate(document)
    assert report.faults == ()
    errors = {problem.pointer for problem in report.problems if problem.severity == "error"}
    return errors, {entry.pointer for entry in report.unclaimed}


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.randoms(use_true_random=False))
def test_generated(oracle: ModuleType, random: Random) -> None:
    document = array_document(random)
    assert judge(document) == expected(oracle, document), json.dumps(document)


def test_seeded(oracle: ModuleType) -> None:
    valid = 0
    for seed in range(10 * EXAMPLES):
        document = array_document(Random(seed))
        want = expected(oracle, document)
        assert judge(document) == want, f"seed {seed}: {json.dumps(document)}"
        valid += not want[0]
    assert 3 * EXAMPLES < valid < 8 * EXAMPLES, "the generator is to make valid and faulty documents"


def test_order(oracle: ModuleType) -> None:
    for length in range(6):
        for kinds in itertools.product(KINDS, repeat=length):
            _, fault = oracle.order(list(kinds))
            index, rule = fault or (None, None)
            want = (rule and rule.removeprefix("codecs-"), index)
            assert order(tuple(KINDS[kind] for kind in kinds)) == want, kinds
