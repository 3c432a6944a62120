"""The example policy passes one example store, and says of the other what stands in tides.txt."""

from __future__ import annotations

from pathlib import Path

import zarrscope
from tests.examples.test_examples import EXAMPLES, documents

SCOPE = zarrscope.Scope.default().extended(EXAMPLES / "archive-policy")
TOLD = Path(__file__).with_name("tides.txt")


def told(store: str) -> list[str]:
    lines = []
    for name, text in documents(EXAMPLES / store).items():
        node = "/" + name.removesuffix("zarr.json").strip("/")
        report = zarrscope.validate(text, scope=SCOPE, node=node)
        lines += [f"{node} {problem.severity} {problem.pointer or '-'} {problem.rule}" for problem in report.problems]
        lines += [f"{node} unclaimed {unclaimed.pointer} {unclaimed.name}" for unclaimed in report.unclaimed]
    return lines


def test_the_good_store_has_no_problems() -> None:
    assert told("tides.zarr") == []


def test_the_other_store_breaks_the_policy() -> None:
    assert told("tides-faulty.zarr") == TOLD.read_text(encoding="utf-8").splitlines()
