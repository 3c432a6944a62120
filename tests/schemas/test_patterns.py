"""Patterns that Python may match as well as the linear engine, on short texts, and those that it may not."""

from __future__ import annotations

from random import Random

import pytest

from zarrscope.schemas.patterns import check_pattern, longest_for_python, matches, short_matcher

CLASSES = ["[a-c]", "[^a ]", "[-a]", "[a-]", "[&~^]", "[.+*?]"]
ATOMS = [*"ab0_ @:/,;=%#!<>\"'`-", *[rf"\{char}" for char in "d.+*?/"], *CLASSES]
REPEATS = ["", "", "", "*", "+", "?", "{2}", "{1,}", "{0,3}", "{1,2}"]
CHARACTERS = "ab0c_ @:/,;=%#!<>\"'`-.+*?&~^\n\r\t\\]["
LEFT = ["(a+)+", "a|b", r"\w", r"\s", ".", "[[a]]", "[a&&b]", "[a--b]", r"[\d]", r"\-", "a*?", "a++", "é", "a^", "$a"]
LONGEST = {"^a*$": 200_000, "a*": 447, "^[^@]+@[^@]+[.]a+$": 58, "a{5}": 200_000}


def test_python_and_the_linear_engine_agree() -> None:
    pytest.importorskip("jsonschema_rs")
    verdicts = set()
    for seed in range(1500):
        random = Random(seed)
        atoms = [random.choice(ATOMS) + random.choice(REPEATS) for _ in range(random.randrange(5))]
        pattern = random.choice(["", "^"]) + "".join(atoms) + random.choice(["", "$"])
        if "--" in pattern:
            continue
        assert longest_for_python(pattern) is not None, pattern
        matcher = short_matcher(pattern)
        for _ in range(20):
            text = "".join(random.choices(CHARACTERS, k=random.randrange(8)))
            verdicts.add(matcher(text))
            assert matcher(text) == matches(pattern, text), (pattern, text)
    assert verdicts == {True, False}


@pytest.mark.parametrize("pattern", LEFT)
def test_pattern_that_is_left_to_the_linear_engine(pattern: str) -> None:
    assert longest_for_python(pattern) is None
    if check_pattern(pattern) is None:
        for text in ("", "a", "b", "é", "a" * 300):
            assert short_matcher(pattern)(text) == matches(pattern, text)


@pytest.mark.parametrize("pattern", LONGEST)
def test_length_falls_with_the_choices_there_are(pattern: str) -> None:
    assert longest_for_python(pattern) == LONGEST[pattern]


@pytest.mark.parametrize("pattern", ["a{2,1}", "[b-a]", "a{2}{3}", "(", "[", "*"])
def test_pattern_that_is_none(pattern: str) -> None:
    assert longest_for_python(pattern) is None


def test_long_text_is_matched_by_the_linear_engine() -> None:
    assert short_matcher("a*a*a*a*b")("a" * 5000) is False
    assert short_matcher("a*a*a*a*b")("a" * 5000 + "b") is True
