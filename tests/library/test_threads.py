"""A scope may be shared: threads that judge at the same time get the reports that each would get alone."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any

import orjson
import pytest

import zarrscope
from tests.hostile.test_switches import forgetful, fresh, told
from tests.hostile.test_texts_alike import ARRAY, WRONG
from zarrscope import Report
from zarrscope.quick.memory import MOST_REPORTS, Reports

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def _in_turns() -> Iterator[None]:
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def documents() -> list[Any]:
    """Texts and mappings, clean ones and faulty ones, more of each than is kept."""
    made: list[Any] = []
    for number in range(150):
        for array in (ARRAY, WRONG, {**ARRAY, "fill_value": 1000 + number}, {**ARRAY, "extra": number}):
            document = {**array, "shape": [number, 4], "attributes": {"number": number}}
            made += [orjson.dumps(document), orjson.dumps(document, option=orjson.OPT_INDENT_2), document]
    return made


@pytest.mark.usefixtures("_in_turns")
def test_threads_do_not_disturb_each_other() -> None:
    made = documents()
    alone, scope = forgetful(), fresh()
    expected = [told(document, alone) for document in made]

    def work(seed: int) -> list[int]:
        order = list(range(len(made)))
        Random(seed).shuffle(order)
        return [index for index in order if told(made[index], scope) != expected[index]]

    with ThreadPoolExecutor(4) as pool:
        assert [wrong for found in pool.map(work, range(4)) for wrong in found] == []
    assert zarrscope.validate(made[0], scope=scope).valid


@pytest.mark.usefixtures("_in_turns")
def test_reports_may_be_kept_by_several_threads() -> None:
    reports = Reports()
    report = Report()

    def work(thread: int) -> None:
        for number in range(30_000):
            reports.remember(b"%d %d" % (thread, number), report)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    kept = [
        text for thread in range(4) for number in range(30_000) if reports.recall(text := b"%d %d" % (thread, number))
    ]
    assert MOST_REPORTS - 4 <= len(kept) <= MOST_REPORTS + 4
