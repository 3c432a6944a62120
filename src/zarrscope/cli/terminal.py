"""Output that is safe to show: streams, colour, width, and text without control characters."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

PLAIN_WIDTH = 100
COLOURS = {"error": "1;31", "warning": "1;33", "note": "1;36", "strong": "1", "faint": "2", "good": "1;32"}


class UsageError(Exception):
    """The command line cannot be followed; the text says why, and the command ends with it."""


def open_streams() -> None:
    """Make standard output and error take any text; what is piped is UTF-8 whatever the locale."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")


def complain(text: str) -> None:
    """Say on standard error what concerns the run as a whole, or a file that could not be read."""
    sys.stdout.flush()
    for line in text.splitlines() or [""]:
        print(f"zarrscope: {visible(line)}", file=sys.stderr)


def reason(error: Exception) -> str:
    """Give the reason for an error without the path, which is said anyway."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]


def internal_error(error: Exception) -> str:
    """Describe a failure of the program itself on one line."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"internal error: {visible(text[:300])}, please report"


def visible(text: str) -> str:
    r"""Write characters that do not print, line breaks included, as escapes: `\x1b`, `\n`, `\u202e`."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"  # a byte of a file name that is not UTF-8
    return repr(char)[1:-1]


def cells(text: str) -> int:
    """Count the terminal columns that a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def width_of(stream: TextIO) -> int:
    """Give the width to lay text out for."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and int(columns[:9]) > 0:
        return max(40, int(columns[:9]))
    try:
        return max(40, os.get_terminal_size(stream.fileno()).columns)
    except (OSError, ValueError):
        return PLAIN_WIDTH


def wants_colour(stream: TextIO) -> bool:
    """Decide on colour: NO_COLOR forbids it, FORCE_COLOR demands it, otherwise a terminal gets it."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "") not in ("", "0"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


class Paint:
    """Colours text, or leaves it alone."""

    def __init__(self, enabled: bool) -> None:
        """Colour only where `enabled`."""
        self.enabled = enabled

    def __call__(self, role: str, text: str) -> str:
        """Give the text in the colour of its role (a key of COLOURS)."""
        return f"\x1b[{COLOURS[role]}m{text}\x1b[0m" if self.enabled and text else text
