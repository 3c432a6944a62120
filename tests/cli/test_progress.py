from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from zarrscope.cli import progress

if TYPE_CHECKING:
    import pytest


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def walk(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "INTERVAL", 0)
    with progress.Progress() as display:
        for number in range(3):
            display.step(f"s/[red]\x1b{number}")
            with display.paused():
                pass
    return stream.getvalue()


def test_long_walk_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0)
    assert "3 documents, s/[red]\\x1b2" in walk(Terminal(), monkeypatch)


def test_short_walk_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert walk(Terminal(), monkeypatch) == ""


def test_nothing_is_shown_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0)
    assert walk(io.StringIO(), monkeypatch) == ""
