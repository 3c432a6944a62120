from __future__ import annotations

import pytest

from zarrscope.cli.excerpt import Source
from zarrscope.cli.terminal import cells


def shown(text: str | bytes, line: int, column: int, width: int = 60) -> str:
    """The line and the mark below it."""
    data = text.encode() if isinstance(text, str) else text
    excerpt = Source(data).excerpt(line, column, width)
    assert excerpt is not None
    return f"{excerpt.before}{excerpt.value}{excerpt.after}\n{excerpt.mark}"


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ('{"a": 12}', 1, 7, '{"a": 12}\n      ^^'),
        ('{\n  "name": "gz\\"ip",\n}', 2, 11, '  "name": "gz\\"ip",\n          ^^^^^^^^'),
        ('{"a": [1]}', 1, 7, '{"a": [1]}\n      ^'),
        ('{\r\n "a": -1.5e3\r\n}', 2, 7, ' "a": -1.5e3\n      ^^^^^^'),
        ('\t{"a":\t1}', 1, 8, '\\t{"a":\\t1}\n         ^'),
        ('["日本", 3]', 1, 8, '["日本", 3]\n         ^'),
        ('["é\x1b[31m\x9b", 3]', 1, 13, '["é\\x1b[31m\\x9b", 3]\n                  ^'),
        ("\ufeff[1]", 1, 2, "[1]\n ^"),
        (b'["\xff", 3]', 1, 3, '["\ufffd", 3]\n  ^'),
        ("", 1, 1, "\n^"),
        ("[1", 1, 3, "[1\n  ^"),
        ("[1\n", 2, 1, "\n^"),
        ('["abc', 1, 2, '["abc\n ^^^^'),
    ],
)
def test_line_and_mark(text: str, line: int, column: int, expected: str) -> None:
    assert shown(text, line, column) == expected


@pytest.mark.parametrize("line", [0, 3])
def test_no_such_line(line: int) -> None:
    assert Source(b"[\n]").excerpt(line, 1, 60) is None


@pytest.mark.parametrize("width", [20, 40, 77])
@pytest.mark.parametrize("filler", ["a", "日", "\t", "\x1b", "\u202e"])
@pytest.mark.parametrize("length", [1, 5, 500])
@pytest.mark.parametrize("position", [0, 3, 30, 3000])
def test_never_wider_than_the_terminal(width: int, filler: str, length: int, position: int) -> None:
    text = filler * position + '"' + filler * length + '"' + "z" * 50
    line, mark = shown(text, 1, position + 1, width).split("\n")
    assert cells(line) <= width
    assert cells(mark) <= width
    assert mark.strip(" ").strip("^") == ""
    before = mark.index("^")
    assert len(line.encode()) >= before
    assert '"' in line


def test_clipped_on_both_sides() -> None:
    text = '{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": 12, "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb": 1}'
    assert shown(text, 1, 43, 40) == '...aaaaaaaaaaaaaaaaaaaaaa": 12, "bbbb...\n                            ^^'


def test_ten_thousand_places_in_one_long_line() -> None:
    source = Source(b"[" + b"12, " * 1_000_000 + b"1]")
    excerpts = [source.excerpt(1, 2 + 4 * place, 80) for place in range(0, 1_000_000, 100)]
    assert {excerpt.value for excerpt in excerpts if excerpt is not None} == {"12"}
