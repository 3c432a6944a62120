"""Nothing cascades: a valid document with one fault has an error at one pointer, the one that the table gives.

A row of `single_faults.jsonl` stands for every place where a definition of that slot and name occurs: in the codecs of
an array, of a shard, and of its index; with `index` in the latter alone, with `types` in arrays of these types.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from tests.shared import lines

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
ROWS = lines(HERE / "single_faults.jsonl")
CASES = [
    case["document"]
    for case in lines(HERE.parent / "cases" / "v3.jsonl")
    if case["expect"] in ("silent", "clean") and "document" in case
]
LISTS = ("codecs", "index_codecs")


def is_known(document: Any) -> bool:
    report = zarrscope.validate(document)
    return report.valid and not report.unclaimed


PLAIN = lines(HERE / "valid.jsonl")  # no codec of theirs changes the data type
DOCUMENTS = [*PLAIN, *filter(is_known, CASES)]


def places(value: Any, pointer: str = "", slot: str = "document") -> Iterator[tuple[str, str, Any]]:
    """Every definition in a document: pointer, slot, value."""
    yield pointer, slot, value
    if not isinstance(value, dict):
        return
    members, base = (
        (value, pointer) if slot == "document" else (value.get("configuration", {}), f"{pointer}/configuration")
    )
    if slot == "document":
        for member in ("data_type", "chunk_grid", "chunk_key_encoding"):
            if member in value:
                yield from places(value[member], f"{base}/{member}", member)
    if slot in ("document", "codec"):
        for member in LISTS:
            for index, codec in enumerate(members.get(member, [])):
                yield from places(codec, f"{base}/{member}/{index}", "codec")


def where(row: dict[str, Any], document: dict[str, Any]) -> list[str]:
    """Pointers of the definitions in a document that a row is about."""
    if row["slot"] == "document":
        return [""] if document["node_type"] == row["name"] else []
    if row["slot"] == "fill_value":
        return ["/fill_value"] if document.get("data_type") == row["name"] else []
    if "types" in row and document.get("data_type") not in row["types"]:
        return []
    found = []
    for pointer, slot, value in places(document):
        if "index" in row and "/index_codecs/" not in pointer:
            continue
        name = value if isinstance(value, str) else value.get("name")
        if slot == row["slot"] and row["name"] in ("*", name) and (isinstance(value, dict) or row["at"] == ""):
            found.append(pointer)
    return found


def changed(document: dict[str, Any], row: dict[str, Any], place: str) -> dict[str, Any] | None:
    """The document with the fault of a row; None where it has nothing there to remove, or to put it into."""
    document = copy.deepcopy(document)
    container: Any = document
    *path, last = f"{place}{row['at']}".split("/")[1:]
    for token in path:
        key = int(token) if isinstance(container, list) else token
        if isinstance(container, dict) and key not in container:
            return None
        container = container[key]
    if isinstance(container, list):
        if int(last) >= len(container):
            return None
        container[int(last)] = row["value"]
    elif row["do"] == "set":
        container[last] = row["value"]
    elif last in container:
        del container[last]
    else:
        return None
    return document


def expected(row: dict[str, Any], place: str) -> set[str]:
    """Where the fault of a row is reported; an empty configuration lacks each required member."""
    return {place + row["expect"].replace("?", member) for member in row.get("missing", [""])}


def label(row: dict[str, Any]) -> str:
    return f"{row['slot']}-{row['name']}{row['at']}-{row['do']}"


GROUPS = sorted({label(row) for row in ROWS})


@pytest.mark.parametrize("group", GROUPS)
def test_single_fault(group: str) -> None:
    tried = 0
    for row in ROWS:
        if label(row) != group:
            continue
        for document in PLAIN if "types" in row or row["name"] == "*" else DOCUMENTS:
            for place in where(row, document):
                value = changed(document, row, place)
                if value is None:
                    continue
                tried += 1
                report = zarrscope.validate(json.dumps(value).encode())
                errors = {problem.pointer for problem in report.problems if problem.severity == "error"}
                assert errors == expected(row, place), (row, json.dumps(value))
                assert report.faults == ()
    assert tried


def test_the_documents_are_valid() -> None:
    assert all(is_known(document) for document in DOCUMENTS)
    assert len(DOCUMENTS) > 25
