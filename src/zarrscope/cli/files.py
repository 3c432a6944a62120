"""Reading files whole, regular ones only, with as few calls of the system as it takes."""

from __future__ import annotations

import errno
import os
import stat
from functools import partial

READING = os.O_RDONLY | sum(getattr(os, flag, 0) for flag in ("O_BINARY", "O_NOCTTY", "O_NONBLOCK"))
SMALL = 1 << 13


class Unreadable(Exception):
    """A file that could not be read; the text says why."""


_read_start = getattr(os, "pread", lambda file, size, start: b"")  # Windows does not have it


def read(path: str) -> bytes:
    """Read a regular file; a pipe or a device could keep a reader waiting for ever."""
    try:
        file = os.open(path, READING)
    except OSError as error:
        if error.errno != errno.ENOENT:  # a socket cannot be opened, and not everywhere a folder
            _check_regular(os.stat(path).st_mode)
        raise
    try:
        try:
            data = _read_start(file, SMALL, 0)
        except OSError:  # a pipe or a terminal has no start, so that asking for it never waits
            data = b""
        return data if 0 < len(data) < SMALL else _read_all(file)
    except MemoryError:
        raise Unreadable("is too large to read") from None
    finally:
        os.close(file)


def _read_all(file: int) -> bytes:
    """What is in a file of any size; Unreadable where it is no regular file."""
    found = os.fstat(file)
    _check_regular(found.st_mode)
    data = os.read(file, found.st_size + 1)
    if len(data) != found.st_size:  # it changes meanwhile, or it is larger than what one call can read
        data = b"".join([data, *iter(partial(os.read, file, 1 << 20), b"")])
    return data


def _check_regular(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise Unreadable("is a folder, not a file")
    if not stat.S_ISREG(mode):
        raise Unreadable("is not a regular file (`-` reads from standard input)")
