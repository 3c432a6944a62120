from __future__ import annotations

import io

import pytest

from zarrscope.cli.terminal import visible, wants_colour, width_of


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain, with spaces", "plain, with spaces"),
        ("日本 é", "日本 é"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\nb\r\tc", "a\\nb\\r\\tc"),
        ("\x9b\x7f", "\\x9b\\x7f"),
        ("\u202eabc\u2066", "\\u202eabc\\u2066"),
        ("\udcff\udc80", "\\xff\\x80"),
        ("\ud800", "\\ud800"),
        ("\u2028", "\\u2028"),
    ],
)
def test_visible(text: str, expected: str) -> None:
    assert visible(text) == expected


@pytest.mark.parametrize(
    ("stream", "environment", "expected"),
    [
        (Terminal(), {}, True),
        (io.StringIO(), {}, False),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (io.StringIO(), {"FORCE_COLOR": "0"}, False),
        (io.StringIO(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colour(
    stream: io.StringIO, environment: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(stream) is expected


@pytest.mark.parametrize(
    ("columns", "expected"), [("72", 72), ("3", 40), ("x", 100), ("", 100), ("0", 100), ("9" * 5000, 999_999_999)]
)
def test_width(columns: str, expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert width_of(io.StringIO()) == expected
