"""Finding metadata documents: single files, standard input, and whatever stands at and below a folder."""

from __future__ import annotations

import os
import stat
import sys
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from zarrscope.cli.files import Unreadable, read
from zarrscope.cli.terminal import reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KEYS = ("zarr.json", ".zarray", ".zgroup", ".zattrs", ".zmetadata")
STDIN = "-"
V3 = KEYS[0]


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


class Folder(NamedTuple):
    """A folder to look into, and the node that it is."""

    path: str
    node: str


class Link(NamedTuple):
    """A link to a folder, which is followed only where it leads to a new place."""

    path: str
    node: str
    parent: str


def find(paths: Iterable[str]) -> Iterator[Document | Trouble]:
    """Read the documents of each path in turn, a folder's in the order of the names below it."""
    for path in paths:
        top = given(path)
        if isinstance(top, Folder):
            yield from _below(top)
        else:
            yield top


def given(path: str) -> Document | Folder | Trouble:
    """What a path that was given is: a document, or a folder to look into."""
    if path == STDIN:
        return _from_stdin()
    try:
        if stat.S_ISDIR(os.stat(path).st_mode):
            return Folder(path, "")
        name = os.path.basename(path)
        return Document(path, "/", name if name in KEYS else "auto", read(path))
    except FileNotFoundError as error:
        return Trouble(path, "is a link to nothing" if os.path.islink(path) else reason(error))
    except (OSError, ValueError, Unreadable) as error:
        return Trouble(path, reason(error))


def _below(top: Folder) -> Iterator[Document | Trouble]:
    found = False
    entered: set[str] = set()
    pending: list[Folder | Link | Trouble] = [top]
    while pending:
        place = pending.pop()
        here = follow(place, entered) if isinstance(place, Link) else place
        if here is None:
            continue
        if isinstance(here, Trouble):
            yield here
            continue
        for item in look_into(here):
            if isinstance(item, list):
                pending += reversed(item)
            else:
                found = found or isinstance(item, Document)
                yield item
    if not found:
        yield nothing_in(top)


def nothing_in(top: Folder) -> Trouble:
    """What to say of a folder without documents."""
    return Trouble(top.path, "holds no metadata documents, neither in the folder nor below it")


def look_into(folder: Folder) -> Iterator[Document | Trouble | list[Folder | Link | Trouble]]:
    """The documents of one folder, and then, unless one of them is an array, what to look into below it.

    Each key is asked for by its name: the folder of an array may hold millions of chunks. An array of format 3 that is
    one of format 2 as well has a `.zarray`; without that, the other keys are not asked for.
    """
    prefix = folder.path if folder.path.endswith(os.sep) else folder.path + os.sep
    node = folder.node or "/"
    is_array = False
    for key in KEYS:
        path = prefix + key
        if key != V3 and not _is_there(path):
            if is_array and key == ".zarray":
                return
            continue
        try:
            document = Document(path, node, key, read(path))
        except FileNotFoundError:
            if os.path.islink(path):
                yield Trouble(path, "is a link to nothing")
        except Unreadable as error:
            yield Trouble(path, str(error))
        except OSError as error:
            if key == V3 and (trouble := _closed(folder)):
                yield trouble
                return
            yield Trouble(path, reason(error))
        else:
            yield document
            is_array = is_array or document.is_array
    if not is_array:
        yield _subfolders(folder, prefix)


_is_there = (
    partial(os.access, mode=os.F_OK, follow_symlinks=False)
    if os.access in os.supports_follow_symlinks
    else os.path.lexists
)


def _closed(folder: Folder) -> Trouble | None:
    """The reason why nothing can be looked up in a folder; None where that is possible."""
    try:
        os.stat(os.path.join(folder.path, "."))
    except OSError as error:
        return Trouble(folder.path, reason(error))
    return None


def _subfolders(folder: Folder, prefix: str) -> list[Folder | Link | Trouble]:
    """The folders to descend to, in the order of their names."""
    names: set[str] = set()
    links: set[str] = set()
    found: list[Folder | Link | Trouble] = []
    try:
        with os.scandir(folder.path) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    names.add(entry.name)
                elif entry.is_symlink():
                    links.add(entry.name)
    except OSError as error:
        found.append(Trouble(folder.path, reason(error)))
    for name in sorted((names | links).difference(KEYS)):
        path, node = prefix + name, f"{folder.node}/{name}"
        found.append(Link(path, node, folder.path) if name in links else Folder(path, node))
    return found


def follow(link: Link, entered: set[str]) -> Folder | Trouble | None:
    """The folder that a link leads to: never upwards, and to one place only once; None where it is none.

    `entered` holds the targets of the links followed so far.
    """
    try:
        if not stat.S_ISDIR(os.stat(link.path).st_mode):
            return None
    except FileNotFoundError:
        return None  # a link to nothing hides no document
    except OSError as error:
        return Trouble(link.path, reason(error))
    target = os.path.realpath(link.path)
    if os.path.join(os.path.realpath(link.parent), "").startswith(os.path.join(target, "")):
        return Trouble(link.path, f"is a link to a folder that it stands in ({target}): a loop, not followed")
    if target in entered:
        return Trouble(link.path, f"is another link to {target}, not followed again", unread=False)
    entered.add(target)
    return Folder(link.path, link.node)


def _from_stdin() -> Document | Trouble:
    if sys.stdin is None:
        return Trouble(STDIN, "standard input is closed")
    try:
        return Document(STDIN, None, "auto", sys.stdin.buffer.read())
    except (OSError, ValueError) as error:
        return Trouble(STDIN, f"standard input cannot be read: {reason(error)}")
