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
