"""A sign of life on standard error while a long walk goes on, and only on a terminal."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from zarrscope.cli.terminal import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.status import Status

PATIENCE = 1.5
INTERVAL = 0.1


class Progress:
    """Counts what was read; shows the count once the walk has lasted longer than PATIENCE seconds."""

    def __init__(self) -> None:
        """Show nothing yet."""
        self._enabled = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._next = time.monotonic() + PATIENCE
        self._count = 0
        self._status: Status | None = None

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *error: object) -> None:
        """Take the display away."""
        if self._status is not None:
            self._status.stop()

    def step(self, path: str, count: int = 1) -> None:
        """Count more documents, the last at this path."""
        self._count += count
        if self._enabled and time.monotonic() >= self._next:
            self._next = time.monotonic() + INTERVAL
            self._show(f"{self._count} documents, {visible(path)[-60:]}")

    def write(self, text: str) -> None:
        """Write to standard output."""
        if self._status is None:
            sys.stdout.write(text)
            return
        with self.paused():
            sys.stdout.write(text)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Take the display away while something is written."""
        if self._status is None:
            yield
            return
        self._status.stop()
        yield
        sys.stdout.flush()
        self._status.start()

    def _show(self, text: str) -> None:
        if self._status is None:
            from rich.console import Console
            from rich.status import Status

            self._status = Status("", console=Console(stderr=True))
            self._status.start()
        from rich.text import Text

        self._status.update(Text(text))
