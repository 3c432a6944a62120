"""The pipeline walk of all registered codecs finds what a slow reference walk finds: the same pointers.

The reference walk judges codec lists alone, without fill values; `Expected` adds what is wrong elsewhere.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zarrscope
from tests.pipeline.probing import probing_scope
from tests.pipeline.registered_documents import array_document
from tests.shared import SHARED, needs_shared
from zarrscope import Scope
from zarrscope.findings import CLEAN
from zarrscope.judgement import Judgement
from zarrscope.nodes import judge_document
from zarrscope.reading import read_value

pytestmark = needs_shared
EXAMPLES = int(os.environ.get("ZARRSCOPE_EXAMPLES", "1500"))
SCOPE = Scope.default()
OF_FILL = {"codec/cast_value/fill-encode", "codec/cast_value/fill-round-trip", "codec/scale_offset/fill"}
SAME_SIZES = "chunk.bytes.all(n, n in config.bytes) && config.bytes.all(n, n in chunk.bytes)"
MOST_SIZES = 50
VARIABLE = ("string", "bytes")
ALIGNED = "dims-aligned"
# an unknown codec may be another name of the one that is demanded; the reference walk goes by the name as it stands
OF_NAMES = ("n5-first-transpose", "n5-second-bytes")


@pytest.fixture(scope="module")
def oracle() -> Any:
    spec = importlib.util.spec_from_file_location("pipeline_ref_registered", SHARED / "oracles" / "pipeline_ref.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look their module up
    spec.loader.exec_module(module)
    module.Walk = corrected(module)
    return module


@pytest.fixture(scope="module")
def probing(tmp_path_factory: pytest.TempPathFactory) -> Scope:
    return probing_scope(tmp_path_factory.mktemp("probe"), SAME_SIZES)


def corrected(oracle: Any) -> Any:
    """The reference walk, with what is at fault unknown afterwards in the two places where it is not."""

    class Walk(oracle.Walk):  # type: ignore[misc]
        def c_transpose(self, configuration: Any, chunk: Any, at: str, keys: Any) -> Any:
            """An order that N5 does not allow is at fault."""
            out = super().c_transpose(configuration, chunk, at, keys)
            order = f"{at}/configuration/order"
            return replace(out, axes=None) if any(place == order for place, _, _ in self.problems) else out

        def c_packbits(self, configuration: Any, chunk: Any, at: str, keys: Any) -> Any:
            """Of a type that is refused nothing is known; two bits that are given can be compared all the same."""
            out = super().c_packbits(configuration, chunk, at, keys)
            if (at, "packbits-type") in [(place, rule) for place, rule, _ in self.problems]:
                return super().c_packbits(configuration, oracle.UNKNOWN_ARR, at, keys)
            return out

    return Walk


def alike(at: str, rule: str, document: dict[str, Any]) -> str:
    """The pointer, without its index where a reshape does not fit the chunks of an irregular grid.

    Of several faults, each of another chunk, the reference walk names that of the first chunk, the rules the graver.
    """
    irregular = isinstance(document["chunk_grid"], dict) and document["chunk_grid"]["name"] == "rectilinear"
    return at.rpartition("/")[0] if irregular and rule.endswith(ALIGNED) else at


class Expected:
    """Pointers of errors and of unclaimed names."""

    def __init__(self, oracle: Any, document: dict[str, Any]) -> None:
        keys = document["chunk_key_encoding"]
        own = keys if isinstance(keys, dict) else {"name": keys}
        separator = own.get("configuration", {}).get("separator", "/" if own["name"] == "default" else ".")
        problems, notes, self.out = oracle.check(
            document["shape"],
            document["chunk_grid"],
            document["data_type"],
            document["codecs"],
            (own["name"], separator),
        )
        self.rules = {rule for _, rule, _ in problems}
        self.unclaimed = {at for at, rule, _ in notes if rule == "codec-unknown"}
        told = [(at, rule) for at, rule, _ in problems if rule not in OF_NAMES or at not in self.unclaimed]
        self.errors = {alike(at, rule, document) for at, rule in told}
        if own["name"].startswith("acme."):
            self.unclaimed.add("/chunk_key_encoding")
        self.grid(document["chunk_grid"], document["shape"])
        self.data_type(document["data_type"], "/data_type")
        self.codecs(document["codecs"], "/codecs")

    def grid(self, grid: Any, shape: list[int]) -> None:
        name = grid if isinstance(grid, str) else grid["name"]
        if name.startswith("acme."):
            self.unclaimed.add("/chunk_grid")
            return
        member = "chunk_shape" if name == "regular" else "chunk_shapes"
        axes = grid["configuration"][member]
        if len(axes) != len(shape):
            self.errors.add(f"/chunk_grid/configuration/{member}")
            return
        for index, (axis, length) in enumerate(zip(axes, shape, strict=True)):
            if isinstance(axis, list):
                covered = sum(edge[0] * edge[1] if isinstance(edge, list) else edge for edge in axis)
                if covered < length:
                    self.errors.add(f"/chunk_grid/configuration/chunk_shapes/{index}")

    def data_type(self, data_type: Any, at: str) -> None:
        name = data_type if isinstance(data_type, str) else data_type["name"]
        if name.startswith("acme."):
            self.unclaimed.add(at)
        if name not in ("struct", "structured"):
            return
        for index, field in enumerate(data_type["configuration"]["fields"]):
            place = f"{at}/configuration/fields/{index}"
            inside, member = (field[1], "1") if isinstance(field, list) else (field["data_type"], "data_type")
            self.data_type(inside, f"{place}/{member}")
            if (inside if isinstance(inside, str) else inside["name"]) in VARIABLE:
                self.errors.add(f"{place}/{member}")

    def codecs(self, codecs: list[Any], at: str) -> None:
        """What stands in the configurations of codecs beside codecs."""
        for index, codec in enumerate(codecs):
            if isinstance(codec, str) or codec["name"].startswith("acme."):
                continue
            place = f"{at}/{index}/configuration"
            configuration = codec.get("configuration", {})
            if codec["name"] == "cast_value":
                self.data_type(configuration["data_type"], f"{place}/data_type")
            elif codec["name"] == "scale_offset" and configuration.get("scale") == 0:
                self.errors.add(f"{place}/scale")
            for member in ("codecs", "index_codecs"):
                self.codecs(configuration.get(member, []), f"{place}/{member}")


def judged(document: dict[str, Any]) -> tuple[set[str], set[str]]:
    """Pointers of errors and of unclaimed names; what becomes of fill values the reference walk leaves out."""
    report = zarrscope.validate(document)
    assert report.faults == (), json.dumps(document)
    errors = [problem for problem in report.problems if problem.severity == "error" and problem.rule not in OF_FILL]
    return {alike(problem.pointer, problem.rule, document) for problem in errors}, {
        entry.pointer for entry in report.unclaimed
    }


def is_clean(document: dict[str, Any]) -> bool:
    """Hold the quick walk to the walk that tells."""
    quick = SCOPE.quick.is_clean(document)
    assert SCOPE.quick.is_clean(document) == quick, "what is remembered answers as what is worked out"
    if not quick:
        return False
    judgement = Judgement(SCOPE, read_value(document), False)
    judge_document(judgement, False)
    assert (judgement.findings(), judgement.node_type) == (CLEAN, document["node_type"]), json.dumps(document)
    return True


@settings(max_examples=EXAMPLES // 10, deadline=None)
@given(st.randoms(use_true_random=False))
def test_generated(oracle: Any, random: Random) -> None:
    document = array_document(random)
    expected = Expected(oracle, document)
    assert judged(document) == (expected.errors, expected.unclaimed), json.dumps(document)
    is_clean(document)


def test_seeded(oracle: Any) -> None:
    rules: Counter[str] = Counter()
    valid = clean = 0
    for seed in range(EXAMPLES):
        document = array_document(Random(seed))
        expected = Expected(oracle, document)
        assert judged(document) == (expected.errors, expected.unclaimed), f"seed {seed}: {json.dumps(document)}"
        clean += is_clean(document)
        valid += not expected.errors
        rules.update(expected.rules)
    assert 0.3 < valid / EXAMPLES < 0.8, "the generator is to make valid and faulty documents"
    assert clean > EXAMPLES // 20
    assert len(rules) > min(30, EXAMPLES // 40), "few rules of the reference walk are met"


def test_sizes(oracle: Any, probing: Scope) -> None:
    exact = 0
    for seed in range(EXAMPLES):
        document = array_document(Random(seed))
        expected = Expected(oracle, document)
        size = expected.out.size
        sizes = sorted(size) if isinstance(size, frozenset) else []
        if expected.errors or len(sizes) > MOST_SIZES:
            continue
        exact += sizes != []
        document["codecs"].append({"name": "acme.probe", "configuration": {"bytes": sizes}})
        report = zarrscope.validate(document, scope=probing)
        told = [problem.message for problem in report.problems if problem.rule == "codec/acme.probe/handed"]
        assert told == [], f"seed {seed}: {sizes} {json.dumps(document)}"
        if sizes:
            document["codecs"][-1]["configuration"]["bytes"] = sizes[1:]
            report = zarrscope.validate(document, scope=probing)
            assert any(problem.rule == "codec/acme.probe/handed" for problem in report.problems), f"seed {seed}"
    assert exact > EXAMPLES // 20
