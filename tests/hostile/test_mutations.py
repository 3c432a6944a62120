"""Random and mutated documents: always a report, twice the same, and a sound one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zarrscope
from tests.hostile.mutations import mutated
from tests.hostile.reports import faults_of
from tests.hostile.seeds import BYTES, DOCUMENTS, any_document
from tests.shared import lines
from zarrscope.reading import read, read_value

EXAMPLES = int(os.environ.get("ZARRSCOPE_EXAMPLES", "1000"))
BLOCKS = 5

strings = st.text(max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | strings,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(strings, inner, max_size=4),
    max_leaves=12,
)
MEMBERS = ["shape", "data_type", "chunk_grid", "chunk_key_encoding", "fill_value", "codecs", "attributes"]
MORE_MEMBERS = ["storage_transformers", "dimension_names", "consolidated_metadata", "zarr_format", "node_type", "extra"]


def check(data: bytes | dict[str, object]) -> None:
    reading = read(data) if isinstance(data, bytes) else read_value(data)
    for notes in (False, True):
        report = zarrscope.validate(data, notes=notes)
        assert faults_of(reading, report) == []
        again = zarrscope.validate(data, notes=notes)
        assert report == again
        assert report.to_dict() == again.to_dict()


@pytest.mark.parametrize("block", range(BLOCKS))
def test_mutated(block: int) -> None:
    for seed in range(block * EXAMPLES // BLOCKS, (block + 1) * EXAMPLES // BLOCKS):
        random = Random(seed)
        data = mutated(random, any_document(random))
        try:
            check(data)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {data[:3000]!r}") from error


@pytest.mark.parametrize("case", lines(Path(__file__).parent / "found.jsonl"), ids=lambda case: case["raw"][:60])
def test_found(case: dict[str, str]) -> None:
    """What long runs of these tests have found, as small as it gets."""
    check(case["raw"].encode())


def test_cut_short() -> None:
    for data in BYTES[::20]:
        for end in range(0, len(data), 37):
            check(data[:end])


@settings(max_examples=EXAMPLES // 25, deadline=None)
@given(st.binary(max_size=40))
def test_bytes(data: bytes) -> None:
    check(data)


@settings(max_examples=EXAMPLES // 25, deadline=None)
@given(
    st.sampled_from([value for value in DOCUMENTS if isinstance(value, dict)]),
    st.dictionaries(st.sampled_from(MEMBERS + MORE_MEMBERS), values, max_size=3),
)
def test_members(document: dict[str, object], members: dict[str, object]) -> None:
    document = {**document, **members}
    check(document)
    check(json.dumps(document).encode())


@pytest.mark.parametrize("slot", ["data_type", "chunk_grid", "chunk_key_encoding", "codec", "storage_transformer"])
@settings(max_examples=EXAMPLES // 50, deadline=None)
@given(data=st.data())
def test_extension_points(slot: str, data: st.DataObject) -> None:
    names = st.sampled_from(zarrscope.Scope.default().names(slot) or ["acme.name"])
    value = data.draw(
        values
        | names
        | st.fixed_dictionaries({"name": names}, optional={"configuration": values, "must_understand": values})
    )
    report = zarrscope.resolve(value, slot)
    assert report == zarrscope.resolve(value, slot)
    assert faults_of(read_value(value), report) == []
