"""Finding metadata documents: single files, standard input, and whatever stands at and below a folder."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING, NamedTuple

from zarrscope.cli.terminal import reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KEYS = ("zarr.json", ".zarray", ".zgroup", ".zattrs", ".zmetadata")
STDIN = "-"


class Document:
    """One document as it was found.

    Attributes:
        path: of the file, as given or as found below a given folder; `-` for standard input.
        node: path of its node below the given folder, `/` for the root; None for standard input.
        kind: the key that says what sort of document it is, or `auto`.
        data: its bytes.
        is_array: for the reader of `find` to set: an array has no children, so nothing is looked for below it.
    """

    __slots__ = ("data", "is_array", "kind", "node", "path")

    def __init__(self, path: str, node: str | None, kind: str, data: bytes) -> None:
        """Hold what was read."""
        self.path = path
        self.node = node
        self.kind = kind
        self.data = data
        self.is_array = kind == ".zarray"


class Trouble(NamedTuple):
    """Something that could not be read, or (`unread` False) was passed over on purpose."""

    path: str
    message: str
    unread: bool = True


class Unreadable(Exception):
    """A file that could not be read; the text says why."""


def find(paths: Iterable[str]) -> Iterator[Document | Trouble]:
    """Read the documents of each path in turn, a folder's in the order of the names below it."""
    for path in paths:
        if path == STDIN:
            yield _from_stdin()
            continue
        try:
            is_folder = stat.S_ISDIR(os.stat(path).st_mode)
            if not is_folder:
                name = os.path.basename(path)
                yield Document(path, "/", name if name in KEYS else "auto", read(path))
        except FileNotFoundError as error:
            yield Trouble(path, "is a link to nothing" if os.path.islink(path) else reason(error))
        except (OSError, ValueError, Unreadable) as error:
            yield Trouble(path, reason(error))
        else:
            if is_folder:
                yield from _below(path)


def read(path: str) -> bytes:
    """Read a regular file; a pipe or a device could keep a reader waiting for ever."""
    mode = os.stat(path).st_mode
    if stat.S_ISDIR(mode):
        raise Unreadable("is a folder, not a file")
    if not stat.S_ISREG(mode):
        raise Unreadable("is not a regular file (`-` reads from standard input)")
    try:
        with open(path, "rb") as file:
            return file.read()
    except MemoryError:
        raise Unreadable("is too large to read") from None


def _from_stdin() -> Document | Trouble:
    if sys.stdin is None:
        return Trouble(STDIN, "standard input is closed")
    try:
        return Document(STDIN, None, "auto", sys.stdin.buffer.read())
    except (OSError, ValueError) as error:
        return Trouble(STDIN, f"standard input cannot be read: {reason(error)}")


def _below(top: str) -> Iterator[Document | Trouble]:
    found = False
    entered: set[str] = set()
    pending = [(top, "")]
    while pending:
        folder, node = pending.pop()
        try:
            os.stat(os.path.join(folder, "."))
        except OSError as error:
            yield Trouble(folder, reason(error))
            continue
        is_array = False
        for item in _documents_in(folder, node or "/"):
            yield item
            if isinstance(item, Document):
                found = True
                is_array = is_array or item.is_array
        if is_array:
            continue
        names: list[str] = []
        for name in _subfolders(folder, entered):
            if isinstance(name, Trouble):
                yield name
            else:
                names.append(name)
        pending += [(os.path.join(folder, name), f"{node}/{name}") for name in reversed(names)]
    if not found:
        yield Trouble(top, "holds no metadata documents, neither in the folder nor below it")


def _documents_in(folder: str, node: str) -> Iterator[Document | Trouble]:
    """Ask for each key by its name: the folder of an array may hold millions of chunks."""
    for key in KEYS:
        path = os.path.join(folder, key)
        try:
            yield Document(path, node, key, read(path))
        except FileNotFoundError:
            if os.path.islink(path):
                yield Trouble(path, "is a link to nothing")
        except Unreadable as error:
            yield Trouble(path, str(error))
        except OSError as error:
            yield Trouble(path, reason(error))


def _subfolders(folder: str, entered: set[str]) -> Iterator[str | Trouble]:
    """Name the folders to descend to, sorted; `entered` holds the targets of the links followed so far."""
    links: set[str] = set()
    names: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name in KEYS:
                    continue
                if entry.is_symlink():
                    links.add(entry.name)
                    names.append(entry.name)
                elif entry.is_dir():
                    names.append(entry.name)
    except OSError as error:
        yield Trouble(folder, reason(error))
    for name in sorted(names):
        if name not in links:
            yield name
            continue
        link = os.path.join(folder, name)
        try:
            if stat.S_ISDIR(os.stat(link).st_mode):
                yield _follow(link, folder, entered) or name
        except FileNotFoundError:
            continue  # a link to nothing hides no document
        except OSError as error:
            yield Trouble(link, reason(error))


def _follow(link: str, folder: str, entered: set[str]) -> Trouble | None:
    """Decide whether to follow a link to a folder: never upwards, and to one place only once."""
    target = os.path.realpath(link)
    if os.path.join(os.path.realpath(folder), "").startswith(os.path.join(target, "")):
        return Trouble(link, f"is a link to a folder that it stands in ({target}): a loop, not followed")
    if target in entered:
        return Trouble(link, f"is another link to {target}, not followed again", unread=False)
    entered.add(target)
    return None
