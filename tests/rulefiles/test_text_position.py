"""A position inside a text of any YAML style is the place where that character is written."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from zarrscope.rulefiles import RuleFileError, load

BEFORE = "é: 1\nrules:\n  x:\n    check: "
AFTER = "\n    at: y\n"
PATH = ("rules", "x", "check")
STEADY = settings(
    deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
CEL = st.text("ab01(){}[].,'\"\\?!<=&|*+-_ :#éß\U0001f600", min_size=1, max_size=40)
WORDS = st.lists(st.text("ab(){}[].'\"\\!=&|é\U0001f600", min_size=1, max_size=6), min_size=1, max_size=8)
BREAKS = st.lists(st.sampled_from([" ", "\n      ", "\n        ", "  \n      "]), min_size=8, max_size=8)


def pieces_of(text, write):
    """What is written, and for each character of the text where in it."""
    raw, places = "", []
    for character in text:
        places.append(len(raw))
        raw += write(character)
    return raw, places


def assert_positions(raw, places, text, *, blanks=True):
    whole = BEFORE + raw + AFTER
    try:
        marked = load(whole)
    except RuleFileError:
        assume(False)
    assume(marked.data.get("rules", {}).get("x") == {"check": text, "at": "y"})
    for offset, place in enumerate(places):
        if blanks or text[offset] not in " \n":
            done = whole[: len(BEFORE) + place]
            expected = done.count("\n") + 1, len(done) - (done.rfind("\n") + 1) + 1
            assert marked.text_position(PATH, offset) == expected, offset


@STEADY
@given(CEL)
def test_plain(text):
    raw, places = pieces_of(text, str)
    assert_positions("a" + raw, [0, *(place + 1 for place in places)], "a" + text)


@STEADY
@given(CEL)
def test_single_quoted(text):
    raw, places = pieces_of(text, lambda character: "''" if character == "'" else character)
    assert_positions(f"'{raw}'", [place + 1 for place in places], text)


@STEADY
@given(CEL, st.randoms(use_true_random=False))
def test_double_quoted(text, random):
    def write(character):
        forms = [f"\\U{ord(character):08x}"]
        forms += [f"\\u{ord(character):04x}"] * (ord(character) < 0x10000)
        forms += [f"\\x{ord(character):02x}"] * (ord(character) < 0x100)
        forms += [f"\\{character}"] if character in '"\\ ' else [character]
        return random.choice(forms)

    raw, places = pieces_of(text, write)
    assert_positions(f'"{raw}"', [place + 1 for place in places], text)


@pytest.mark.parametrize("header", ["|-", "|", "|+  # kept", "|4-", ">-", ">"])
@STEADY
@given(CEL.filter(lambda text: text[0] != " " and text.strip()), CEL.filter(lambda text: text[0] != " "))
def test_block_of_two_lines(header, first, second):
    """Blanks at the end of a line and the break may be placed loosely, everything else is exact."""
    raw = f"{header}\n      {first}\n      {second}"
    if "4" in header:  # stated indentation, counted from the key: what is deeper belongs to the text
        raw = f"{header}\n{' ' * 10}{first}\n{' ' * 8}{second}"
    start = raw.index("\n") + 1 + (10 if "4" in header else 6)
    text = f"{first}{' ' if '>' in header else chr(10)}{second}"
    places = [start + step for step in range(len(first) + 1)]
    places += [len(raw) - len(second) + step for step in range(len(second))]
    if "4" in header:
        text, places = "  " + text, [start - 2, start - 1, *places]
    if "-" not in header:
        text += "\n"
        places.append(len(raw))
    assert_positions(raw, places, text, blanks=False)


@pytest.mark.parametrize("style", ["plain", "'", '"', ">-\n      "])
@STEADY
@given(WORDS, BREAKS)
def test_folded_over_lines(style, words, breaks):
    if style == "plain":
        words = ["a", *words]
    raw, places = ("" if style == "plain" else style), []
    for number, word in enumerate(words):
        for character in word:
            places.append(len(raw))
            doubled = style == "'" == character
            raw += "''" if doubled else f"\\{character}" if style == '"' and character in '"\\' else character
        if number < len(words) - 1:
            places.append(-1)
            raw += breaks[number % 8] if style != ">-\n      " else "\n      "
    raw += style if style in "'\"" else ""
    assert_positions(raw, places, " ".join(words), blanks=False)


@pytest.mark.parametrize(
    ("text", "offset", "line", "column"),
    [
        ('a: "x\\\n  y"\n', 1, 2, 3),  # an escaped break joins without a blank
        ('a: "x\\\n\n  y"\n', 1, 2, 1),  # unless an empty line follows it
        ('a: "x\n\n\n  y"\n', 3, 4, 3),
        ("a: 'x\r\n  y'\r\n", 2, 2, 3),
        ("a: >-\n  x\n\n\n  y\n", 3, 5, 3),
        ("a: |\n  x\n    y\n", 4, 3, 5),
        ("a: |\n  x\n    y\n", 3, 3, 4),
        ("a: |\n  x\n\n  y\n", 1, 2, 4),
        ("a: |\n  x\n\n  y\n", 2, 3, 1),
        ("a: |\n  x\n\n  y\n", 3, 4, 3),
        ("a: |\n  x\n    \n  y\n", 2, 3, 1),  # blanks of a blank line: that line
        ("a: |\n  x\n    \n  y\n", 4, 3, 5),
        ("a: |2\n    x\n", 0, 2, 3),
        ("a: abc\n", 3, 1, 7),  # the end of the text
        ("a: abc\n", 99, 1, 7),
        ("a: abc\n", -1, 1, 4),
        ("a: ''\n", 5, 1, 5),
        ("a: |\n", 5, 1, 4),
        ("a:\n", 1, 1, 3),
        ("a: 12\n", 1, 1, 4),  # no text: where it starts
        ("a: [b]\n", 1, 1, 4),
        ("b: 1\n", 1, 1, 1),  # not there: the nearest that is
    ],
)
def test_particular_places(text, offset, line, column):
    assert load(text).text_position(["a"], offset) == (line, column)
