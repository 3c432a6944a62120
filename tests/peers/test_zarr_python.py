"""Compare zarrscope with zarr-python: does it open exactly the documents that we call openable?

Only the verdict is compared. `zarr_python.yaml` lists the documents on which the two differ, with reasons. A difference
without an entry fails, and so does an entry that no longer covers exactly the documents it names. The list holds for
one release, since every release learns names.
"""

from __future__ import annotations

import re
import warnings
from functools import cache
from typing import Any

import pytest

from tests.peers.documents import DOCUMENTS, EVERY, IDS, assert_reasoned, findings, matches, read_entries
from tests.shared import SHARED

RELEASE = "3.1.6"
zarr = pytest.importorskip("zarr", reason="zarr-python is not installed")
if zarr.__version__ != RELEASE:
    pytest.skip(f"the list is for zarr-python {RELEASE}, not {zarr.__version__}", allow_module_level=True)

from zarr.core.buffer.cpu import Buffer  # noqa: E402
from zarr.storage import MemoryStore  # noqa: E402

ENTRIES = read_entries("zarr_python.yaml")
ALLOWED = {"id", "right", "reason", "spec", "ours", "theirs", "cases", "corpus"}


def _refusal(data: bytes) -> str | None:
    """What zarr-python says against opening an array or group with this zarr.json; nothing where it opens it."""
    store = MemoryStore({"zarr.json": Buffer.from_bytes(data)})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            zarr.open(store=store, mode="r", zarr_format=3)
        except Exception as error:  # whatever it raises, it does not open the document
            return f"{type(error).__name__}: {error}"
    return None


@cache
def _compare(source: str, name: str) -> set[Any]:
    """What the one library that does not open the document says against it; nothing where both do or neither does."""
    data = DOCUMENTS[source][name]
    ours, theirs = findings(data), _refusal(data)
    if bool(ours) is (theirs is not None):
        return set()
    return ours or {theirs}


def _covered_by(entry: dict[str, Any], source: str, name: str) -> set[Any]:
    said = _compare(source, name)
    if "ours" in entry:
        return {finding for finding in said if not isinstance(finding, str) and matches(finding, entry["ours"], {})}
    return {text for text in said if isinstance(text, str) and re.match(entry["theirs"], text)}


@pytest.mark.parametrize(("source", "name"), EVERY, ids=IDS)
def test_every_disagreement_is_listed(source: str, name: str) -> None:
    covered = [_covered_by(entry, source, name) for entry in ENTRIES]
    assert _compare(source, name) == set().union(*covered)


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["id"] for entry in ENTRIES])
def test_entry_covers_what_it_names(entry: dict[str, Any]) -> None:
    if entry.get("corpus") and not SHARED.is_dir():
        pytest.skip("the reference material (../shared) is not beside the project")
    for source in DOCUMENTS:
        covered = [name for name in DOCUMENTS[source] if _covered_by(entry, source, name)]
        assert sorted(covered) == sorted(entry.get(source, [])), source
    assert entry.get("cases") or entry.get("corpus")


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["id"] for entry in ENTRIES])
def test_entry_gives_its_reason(entry: dict[str, Any]) -> None:
    assert_reasoned(entry)
    assert set(entry) <= ALLOWED
    assert ("ours" in entry) is not ("theirs" in entry)
