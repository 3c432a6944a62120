"""Globs stand for what a table says, and for what a slow and simple reference says of them."""

from __future__ import annotations

import contextlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zarrscope.globs import Glob, GlobError, PathGlob, node_glob, node_parts, pointer_glob, pointer_parts

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS: dict[str, tuple[Callable[[str], Glob | PathGlob], Callable[[str], list[str] | str]]] = {
    "rule": (Glob, str),
    "path": (node_glob, node_parts),
    "pointer": (pointer_glob, pointer_parts),
}
LINES = (Path(__file__).parent / "globs.tsv").read_text().splitlines()
TABLE = [line.split("\t") for line in LINES if not line.startswith("#")]


@pytest.mark.parametrize(("kind", "glob", "yes", "no"), TABLE, ids=[f"{row[0]} {row[1]}" for row in TABLE])
def test_table(kind: str, glob: str, yes: str, no: str) -> None:
    read, split = KINDS[kind]
    matches = read(glob.replace("<>", "")).matches
    for texts, expected in ((yes, True), (no, False)):
        for text in texts.split():
            assert matches(split(text.replace("<>", ""))) is expected, text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("read", "text", "said"),
    [
        (Glob, "codec/[a", r"`\[` opens a class that is not closed"),
        (Glob, "[]", "not closed"),
        (Glob, "[!]", "not closed"),
        (Glob, "[z-a]", "the range z-a is the wrong way round"),
        (Glob, "a" * 257, "more than 256 characters"),
        (node_glob, "/" * 257, "more than 256 characters"),
        (node_glob, "raw**", r"`\*\*` stands alone"),
        (node_glob, "a/[b/c]", "not closed"),
        (pointer_glob, "codecs/*", "begins with a slash"),
        (pointer_glob, "/a/**b", r"`\*\*` stands alone"),
    ],
)
def test_refused(read: Callable[[str], object], text: str, said: str) -> None:
    with pytest.raises(GlobError, match=said) as caught:
        read(text)
    assert "\n" not in str(caught.value)


def stands_for(tokens: tuple[str, ...], items: tuple[str, ...], star: str, one: Callable[[str, str], bool]) -> bool:
    """Every way to share the items out, one after the other."""

    @cache
    def from_here(token: int, item: int) -> bool:
        if token == len(tokens):
            return item == len(items)
        if tokens[token] == star:
            return any(from_here(token + 1, later) for later in range(item, len(items) + 1))
        return item < len(items) and one(tokens[token], items[item]) and from_here(token + 1, item + 1)

    return from_here(0, 0)


def is_character(token: str, char: str) -> bool:
    if not token.startswith("["):
        return token in ("?", char)
    members = token[1:-1].removeprefix("!")
    return (char in members) is not token.startswith("[!")


TOKENS = st.sampled_from(["*", "*", "?", "a", "b", "/", "[ab]", "[!a]", "[!b/]"])
GLOBS = st.lists(TOKENS, max_size=8).map(tuple)
TEXTS = st.text("ab/", max_size=10)


@given(GLOBS, TEXTS)
def test_the_reference_says_the_same(tokens: tuple[str, ...], text: str) -> None:
    assert Glob("".join(tokens)).matches(text) is stands_for(tokens, tuple(text), "*", is_character)


PARTS = st.lists(st.sampled_from(["**", "**", "*", "a", "b", "?", "a*"]), max_size=6).map(tuple)
PATHS = st.lists(st.sampled_from(["a", "b", "ab", "ba"]), max_size=7).map(tuple)


@given(PARTS, PATHS)
def test_the_reference_says_the_same_of_paths(parts: tuple[str, ...], path: tuple[str, ...]) -> None:
    def is_part(part: str, name: str) -> bool:
        return stands_for(tuple(part), tuple(name), "*", is_character)

    assert PathGlob(list(parts)).matches(path) is stands_for(parts, path, "**", is_part)


@given(st.text(max_size=300), TEXTS)
def test_any_text_is_read_or_refused(glob: str, text: str) -> None:
    for read, split in KINDS.values():
        with contextlib.suppress(GlobError):
            assert read(glob).matches(split(text)) in (True, False)  # type: ignore[arg-type]


def test_no_pattern_is_costly() -> None:
    """A reader that tries one way after the other would not come back."""
    assert not Glob("*a" * 127 + "b").matches("a" * 10_000)
    assert not Glob("*" + "[a-z]*" * 40 + "0").matches("a" * 10_000)
    assert not node_glob("**/a/" * 50 + "b").matches(["a"] * 2_000)
    assert not node_glob("/".join(["*a*a*a*a*b"] * 20)).matches(["a" * 200] * 20)
