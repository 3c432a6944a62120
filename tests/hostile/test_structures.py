"""A function that is written for a structure says yes only of documents about which there is nothing to say."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from tests.hostile.mutations import changed
from tests.hostile.test_switches import EXAMPLES, forgetful, fresh, nothing, told
from tests.pipeline import array_documents, registered_documents
from zarrscope.quick import Quick, structures
from zarrscope.quick.folding import folded
from zarrscope.quick.plans import Doubt
from zarrscope.quick.straight import straight
from zarrscope.quick.structure import Unwritten
from zarrscope.schemas import SchemaPass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from zarrscope import Scope


SCALARS: list[Any] = [0, 1, 2, 3, 4, 7, 8, 64, 65, 2**63 - 1, 2**63, 2**64, -1, 0.5, 1.0, "NaN", "", "a", True, None]
SHARDED: dict[str, Any] = {
    "zarr_format": 3,
    "node_type": "array",
    "shape": [8, 8],
    "data_type": "float32",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4, 4]}},
    "chunk_key_encoding": {"name": "default"},
    "fill_value": 0,
    "codecs": [
        {
            "name": "sharding_indexed",
            "configuration": {
                "chunk_shape": [2, 4],
                "codecs": [
                    {"name": "bytes", "configuration": {"endian": "big"}},
                    {"name": "gzip", "configuration": {"level": 1}},
                ],
                "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, "crc32c"],
            },
        }
    ],
}


def written(document: dict[str, Any], scope: Scope) -> Callable[[dict[str, Any]], bool | None]:
    walk = scope.quick._walk
    return straight(document, walk.document_plan("array"), walk.points)


def arrays(random: Random) -> dict[str, Any]:
    maker = random.choice([array_documents.Maker, registered_documents.Maker])
    made: dict[str, Any] = json.loads(json.dumps(maker(random, 0.0).array()))
    return made


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Where scalars stand, other than names."""
    for place, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, (dict, list)):
            yield from places(inner)
        elif place not in ("name", "node_type"):
            yield value, place


def other(random: Random, document: dict[str, Any]) -> Any:
    """A document that differs in a few places, most often in a number or the like."""
    made = copy.deepcopy(document)
    for _ in range(random.choice([1, 1, 2])):
        found = list(places(made)) if isinstance(made, dict) else []
        if found and random.random() < 0.7:
            container, place = random.choice(found)
            container[place] = random.choice(SCALARS)
        else:
            made = changed(random, made)
    return made


@pytest.fixture(scope="module", name="slow")
def _slow() -> Scope:
    scope = forgetful()
    scope.quick.known = nothing  # type: ignore[method-assign]
    return scope


def is_clean(document: Any, slow: Scope) -> bool:
    report = zarrscope.validate(document, scope=slow)
    return not (report.problems or report.unclaimed or report.faults or report.skipped)


def test_yes_is_said_of_clean_documents_only(slow: Scope) -> None:
    scope = fresh()
    answers: dict[bool | None, int] = {True: 0, False: 0, None: 0}
    for seed in range(EXAMPLES):
        random = Random(seed)
        document = arrays(random)
        if not is_clean(document, slow):
            continue
        try:
            judge = written(document, scope)
        except (Unwritten, Doubt):
            continue
        assert judge(document) is True, document
        for _ in range(8):
            changed_document = other(random, document)
            if isinstance(changed_document, dict) and changed_document.get("node_type") == "array":
                answer = judge(changed_document)
                answers[answer] += 1
                assert not answer or is_clean(changed_document, slow), changed_document
    assert all(answers.values()), answers


@pytest.mark.usefixtures("functions_at_once")
def test_reports_are_the_same_when_functions_are_written_at_once(slow: Scope) -> None:
    scope = fresh()
    scope.quick = Quick(scope, 0)
    for seed in range(EXAMPLES):
        random = Random(seed)
        document = arrays(random)
        for one in (document, document, *(other(random, document) for _ in range(4))):
            assert told(one, scope) == told(one, slow), one
    assert scope.quick._walk.structures._judges


@pytest.mark.parametrize("memory", [0, 1_000_000])
def test_function_is_written_after_a_while_and_judges_others(memory: int) -> None:
    scope = fresh()
    scope.quick = Quick(scope, memory)
    for number in range(structures.EACH * structures.OFTEN):
        assert not zarrscope.validate({**SHARDED, "fill_value": number}, scope=scope).problems
    walk = scope.quick._walk
    reads = walk.structures.judge({**SHARDED, "fill_value": 0.5}, walk.document_plan("array"))
    assert reads == walk.points.reads(SHARDED, walk.document_plan("array"))
    assert walk.structures.judge({**SHARDED, "fill_value": "x"}, walk.document_plan("array")) is None
    assert walk.structures.judge({**SHARDED, "more": 1}, walk.document_plan("array")) is None
    assert walk.structures.judge({**SHARDED, "data_type": ["float32"]}, walk.document_plan("array")) is None
    found = zarrscope.validate({**SHARDED, "shape": [2**63, 8]}, scope=scope)
    assert [problem.rule for problem in found.problems] == ["document/array/shape-range"]


@pytest.mark.usefixtures("functions_at_once")
def test_no_more_functions_are_kept_than_is_said() -> None:
    scope = fresh()
    scope.quick = Quick(scope, 0, most_written=10)
    kept = scope.quick._walk.structures
    gzip = SHARDED["codecs"][0]["configuration"]["codecs"][1]
    for number in range(10 + 6):
        document = {**SHARDED, "codecs": [{"name": "bytes", "configuration": {"endian": "big"}}, *[gzip] * number]}
        zarrscope.validate(document, scope=scope)
        assert sum(map(len, kept._judges.values())) <= 10
    assert kept._judges


RECTILINEAR = {"kind": "inline", "chunk_shapes": [4, [[3, 2], 2]]}
TRANSPOSE = {"name": "transpose", "configuration": {"order": [1, 0]}}


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"data_type": "complex64", "fill_value": [1.5, "NaN"]}, {"fill_value": [1.5, "0x7fc0"]}),
        ({"data_type": "string", "fill_value": "", "codecs": ["vlen-utf8"]}, {"fill_value": 0}),
        ({"data_type": "int8", "codecs": [TRANSPOSE, "bytes"]}, {"fill_value": 128}),
        ({"chunk_grid": {"name": "rectilinear", "configuration": RECTILINEAR}, "codecs": SHARDED["codecs"][:0]}, {}),
        (
            {"chunk_key_encoding": {"name": "template", "configuration": {"template": "{0}/{1}"}}},
            {"chunk_key_encoding": {"name": "template", "configuration": {"template": "{0}"}}},
        ),
    ],
)
def test_common_structures(changes: dict[str, Any], wrong: dict[str, Any], slow: Scope) -> None:
    bytes_codec = SHARDED["codecs"][0]["configuration"]["codecs"][0]
    document = {**SHARDED, **changes, "codecs": changes.get("codecs") or [bytes_codec]}
    assert zarrscope.validate(document, scope=slow).problems == ()
    judge = written(document, fresh())
    assert judge(document)
    assert not judge({**document, **wrong, "shape": [8]})
    assert not (wrong and judge({**document, **wrong}))


@pytest.mark.parametrize(
    ("changes", "answer"),
    [
        ({"fill_value": 1}, True),
        ({"dimension_names": ["y", None]}, True),
        ({"attributes": {"a": [1]}}, True),
        ({"dimension_names": ["y"]}, False),
        ({"shape": [8]}, False),
        ({"shape": [8, -1]}, None),
        ({"shape": [8, 8.0]}, None),
        ({"zarr_format": 4}, None),
        ({"extra": 1}, None),
        ({"storage_transformers": []}, None),
        ({"chunk_key_encoding": "default"}, None),
        ({"chunk_key_encoding": {"name": "default", "must_understand": True}}, None),
        ({"chunk_key_encoding": {"name": "default", "configuration": {}}}, None),
        ({"data_type": "float64"}, None),
        ({"data_type": {"name": "float32"}}, None),
    ],
)
def test_other_documents(changes: dict[str, Any], answer: bool | None) -> None:
    assert written(SHARDED, fresh())({**SHARDED, **changes}) is answer


def test_fast_engine_judges_every_structure() -> None:
    pytest.importorskip("jsonschema_rs", reason="there is no fast engine on this platform")
    scope, checked = fresh(), 0
    random = Random(0)
    for document in (SHARDED, *(arrays(random) for _ in range(EXAMPLES))):
        with suppress(Unwritten, Doubt):
            namespace = written({**document, "storage_transformers": []}, scope).__globals__
            passes = [value for value in namespace.values() if isinstance(value, SchemaPass)]
            checked += len(passes)
            assert all(one._fast_engine() for one in passes), document
    assert checked > EXAMPLES // 4


def test_lines_that_ask_nothing_are_left_out() -> None:
    lines = ["  if ('a' == 'b'):", "   if not x: return False", "  if not (1 < 2): return False", "  y = 'if 1:'"]
    assert folded(lines) == ["  y = 'if 1:'"]
    kept = ["  if ('a' == x):", "   if not (1 < 0): return False", "  if (1 / 0):", "   y = 2"]
    assert folded(kept) == kept
