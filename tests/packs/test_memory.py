"""What is remembered of clean documents never hides what a rule of a pack says of another one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import orjson
import pytest

import zarrscope
from tests.packs.test_cases import ARRAY
from tests.packs.writing import write_pack
from zarrscope import Scope

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES: dict[str, Any] = {
    "pass": [{"document": {"shape": [100]}}],
    "fail": [{"document": {"shape": [1]}}],
}

# a check that the first document passes, and a change that it does not
CHECKS: dict[str, tuple[str, dict[str, Any], str]] = {
    "attributes": ("!has(document.attributes)", {"attributes": {}}, "/a"),
    "the whole document": ('!("attributes" in document)', {"attributes": {}}, "/a"),
    "as written": ("!has(written.attributes)", {"attributes": {}}, "/a"),
    "the whole as written": ('!("attributes" in written)', {"attributes": {}}, "/a"),
    "shape": ("document.shape[0] == 20", {"shape": [21, 30]}, "/a"),
    "number of chunks": ("chunk_count == 2", {"shape": [21, 30]}, "/a"),
    "grid": ("grid.counts == [2, 1]", {"shape": [21, 30]}, "/a"),
    "path": ('node.path == "/a"', {}, "/b"),
    "name": ('node.name == "a"', {}, "/b"),
    "data type": ("data_type.bytes == 4", {"data_type": "int16", "fill_value": 0}, "/a"),
    "bytes of a chunk": ("chunk_bytes == 1200", {"data_type": "int16", "fill_value": 0}, "/a"),
    "codecs": ("size(codecs) == 1", {"codecs": [*ARRAY["codecs"], "crc32c"]}, "/a"),
    "rank": (
        "rank == 2",
        {"shape": [4], "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}}},
        "/a",
    ),
}


@pytest.mark.parametrize("shared", [False, True], ids=["in the check", "in a shared name"])
@pytest.mark.parametrize(("check", "change", "node"), CHECKS.values(), ids=CHECKS)
def test_a_rule_is_asked_whenever_what_it_reads_may_differ(
    check: str, change: dict[str, Any], node: str, shared: bool, tmp_path: Path
) -> None:
    kept = {"document": ARRAY, "node": {"path": "/a", "name": "a"}, "chunk_count": 2, "grid": {"counts": [2, 1]}}
    broken = {"document": {**ARRAY, **change}, "node": {"path": node, "name": node[1:]}, "chunk_count": 3}
    examples = {"pass": [kept], "fail": [{**broken, "grid": {"counts": [3, 1]}}]}
    rule = {"check": "holds" if shared else check, "message": "m", **examples}
    file = {"let": {"holds": check} if shared else {}, "rules": {"told": rule}}
    scope = Scope.default().extended(write_pack(tmp_path / "p", {"pack.yaml": {"name": "p"}, "array.yaml": file}))
    for write in (dict, json.dumps, orjson.dumps):
        for _ in range(4):
            assert zarrscope.validate(write(ARRAY), scope=scope, node="/a").problems == ()
            found = zarrscope.validate(write({**ARRAY, **change}), scope=scope, node=node)
            assert [problem.rule for problem in found.problems] == ["p/told"]


def test_a_scope_with_a_built_in_pack_is_made_once() -> None:
    scope = Scope.default()
    assert scope.extended("recommended") is scope.extended("recommended")
    assert scope.packs == ()
    assert [pack["name"] for pack in scope.extended("recommended").packs] == ["recommended"]


def test_problems_stand_in_the_order_of_the_document_at_hand(tmp_path: Path) -> None:
    rules = {
        at: {**EXAMPLES, "check": "document.shape[0] > 99", "at": at, "message": "m"}
        for at in ("codecs", "shape/1", "shape/0")
    }
    files = {"pack.yaml": {"name": "p"}, "array.yaml": {"rules": {at.replace("/", "-"): rules[at] for at in rules}}}
    scope = Scope.default().extended(write_pack(tmp_path / "p", files))
    for document in (ARRAY, dict(reversed(ARRAY.items())), ARRAY, {**ARRAY, "attributes": {"a": 1}}):
        of_member = {"shape": ["/shape/0", "/shape/1"], "codecs": ["/codecs"]}
        expected = [pointer for member in document for pointer in of_member.get(member, ())]
        for data in (json.dumps(document), document):
            assert [problem.pointer for problem in zarrscope.validate(data, scope=scope).problems] == expected


def test_one_pack_need_not_stand_in_a_list(tmp_path: Path) -> None:
    rule = {"check": "rank == 1", "message": "m", "pass": [{"rank": 1}], "fail": [{"rank": 2}]}
    folder = write_pack(tmp_path / "p", {"pack.yaml": {"name": "p"}, "array.yaml": {"rules": {"flat": rule}}})
    for packs in (folder, str(folder), [folder], (str(folder),), iter([folder])):
        assert [problem.rule for problem in zarrscope.validate(ARRAY, packs=packs).problems] == ["p/flat"]
    assert zarrscope.validate(ARRAY, packs="xarray").problems == zarrscope.validate(ARRAY, packs=["xarray"]).problems
