"""Texts made to hurt: a report, and a sound one."""

from __future__ import annotations

import pytest

import zarrscope
from tests.hostile.reports import faults_of
from tests.hostile.texts import LARGE, NASTY, SMALL, with_every_member_twice, with_token_everywhere
from zarrscope.judgement import MOST_PROBLEMS
from zarrscope.reading import read


def check(data: bytes) -> None:
    reading = read(data)
    report = zarrscope.validate(data)
    assert faults_of(reading, report) == []
    noted = zarrscope.validate(data, notes=True)
    assert faults_of(reading, noted) == []
    if len(noted.problems) <= MOST_PROBLEMS:
        assert set(report.problems) <= set(noted.problems)


@pytest.mark.parametrize("name", SMALL)
def test_small(name: str) -> None:
    check(SMALL[name]())


@pytest.mark.parametrize("name", NASTY)
def test_token_everywhere(name: str) -> None:
    places = 0
    for data in with_token_everywhere(NASTY[name]):
        check(data)
        places += 1
    assert places > 60


def test_every_member_twice() -> None:
    documents = list(with_every_member_twice())
    assert len(documents) > 60
    for data in documents:
        check(data)
        assert not zarrscope.validate(data).valid or b'"attributes"' in data


@pytest.mark.parametrize("name", LARGE)
def test_large(name: str) -> None:
    data = LARGE[name]()
    report = zarrscope.validate(data)
    assert len(report.problems) <= MOST_PROBLEMS + 1
    assert report.to_dict()["problems"] == [problem.to_dict() for problem in report.problems]
    assert len({(problem.rule, problem.pointer) for problem in report.problems}) == len(report.problems)
