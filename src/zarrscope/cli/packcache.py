"""Packs that were found sound are kept as plain data, so that the same files need not be read and checked again.

They lie in the user's cache folder; the variable ZARRSCOPE_CACHE names another one, and `off` keeps none. What is kept
holds no code. With it stands what it was made of, every file of the pack included, and it is used for nothing else.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import TYPE_CHECKING, Any
from zlib import crc32

from zarrscope.cli.files import Unreadable, read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zarrscope.scope import Scope

VARIABLE = "ZARRSCOPE_CACHE"
OFF = "off"
MOST_FILES, MOST_BYTES = 1000, 1_000_000
MOST_KEPT = 100
IGNORED = ".git"


class PackCache:
    """The scopes of one run, made by adding packs one after the other."""

    def __init__(self, scope_name: str) -> None:
        """Start from a built-in scope; without a folder to keep anything in, nothing is kept."""
        self._folder = cache_folder()
        self._made_of: list[Any] = [_this_version(), scope_name]
        self._is_told = self._folder is not None

    def extended(self, scope: Scope, pack: str) -> Scope:
        """The scope with a pack, as `Scope.extended` makes it; raises ScopeError where it cannot be used."""
        from zarrscope.builtin import built_in_packs

        if pack in built_in_packs():
            self._made_of.append(pack)
            return scope.extended(pack)
        files = contents(pack) if self._is_told else None
        if files is None or self._folder is None:
            self._is_told = False  # nor can what is made with this pack be told
            return scope.extended(pack)
        self._made_of.append([pack, files])
        made_of = json.dumps(self._made_of).encode()
        file = os.path.join(self._folder, f"{crc32(made_of):08x}.json")
        known = _read(file, made_of)
        if known is not None:
            return _restored(scope, known)
        made = scope.extended(pack)
        if contents(pack) == files:  # nobody has changed it meanwhile
            _keep(file, made_of, *made.added_to(scope))
        return made


def cache_folder() -> str | None:
    """Where packs are kept; None where that is switched off, or where the user has no place for it."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return None if chosen == OFF else os.path.abspath(chosen)
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        place = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        place = os.path.join(home, "Library", "Caches")
    else:
        place = os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    return os.path.join(place, "zarrscope") if place and os.path.isabs(place) else None


def _this_version() -> str:
    from zarrscope import __version__
    from zarrscope.builtin import HERE

    found = os.stat(os.path.join(HERE, "scope.jsonl"))  # in a checkout the version stays, and this changes
    return f"{__version__} {found.st_size} {found.st_mtime_ns}"


def contents(folder: str) -> list[list[str]] | None:
    """The files of a pack, names and texts; None where there is anything else than files and folders, or much of it."""
    found: list[list[str]] = []
    size = 0
    try:
        for entry in _files(folder):
            size += entry.stat().st_size
            if len(found) == MOST_FILES or size > MOST_BYTES:
                return None
            found.append([os.path.relpath(entry.path, folder), read(entry.path).decode("latin-1")])
    except (OSError, ValueError, RecursionError, Unreadable):
        return None
    return found


def _files(folder: str) -> Iterator[os.DirEntry[str]]:
    """The files at and below a folder, by name; ValueError for a link, a pipe or a device."""
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if entry.is_dir(follow_symlinks=False):
            if entry.name != IGNORED:
                yield from _files(entry.path)
        elif entry.is_file(follow_symlinks=False):
            yield entry
        else:
            raise ValueError(entry.path)


def _read(file: str, made_of: bytes) -> dict[str, Any] | None:
    """What is kept in a file of this user's, if it was made of this."""
    try:
        if hasattr(os, "getuid") and os.stat(file).st_uid != os.getuid():
            return None
        first, _, second = read(file).partition(b"\n")
        known = json.loads(second) if first == made_of else None
    except (OSError, ValueError, RecursionError, Unreadable):
        return None
    return known if isinstance(known, dict) and known.keys() == {"records", "resources", "packs"} else None


def _restored(scope: Scope, known: dict[str, Any]) -> Scope:
    for pack in known["packs"][:-1]:
        scope = scope.with_records({}, {}, pack)
    records = {(record["slot"], record["name"]): record for record in known["records"]}
    return scope.with_records(records, known["resources"], *known["packs"][-1:])


def _keep(file: str, made_of: bytes, records: list[Any], resources: dict[str, Any], packs: list[Any]) -> None:
    """Keep what a pack adds, unless JSON cannot hold it, or the disk cannot."""
    known = {"records": records, "resources": resources, "packs": packs}
    folder = os.path.dirname(file)
    draft = f"{file}.{os.getpid()}"
    try:
        text = json.dumps(known)
        if json.loads(text) != known:
            return
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with open(draft, "xb") as stream:
            stream.write(made_of + b"\n" + text.encode())
        os.replace(draft, file)
        _make_room(folder)
    except (OSError, ValueError, TypeError, RecursionError):
        with contextlib.suppress(OSError):
            os.remove(draft)


def _make_room(folder: str) -> None:
    with os.scandir(folder) as entries:
        kept = sorted((entry.stat().st_mtime, entry.path) for entry in entries if entry.name.endswith(".json"))
    for _, path in kept[: max(0, len(kept) - MOST_KEPT)]:
        os.remove(path)
