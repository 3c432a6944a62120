"""The configuration: zarrscope.toml, or [tool.zarrscope] in pyproject.toml, found from the current folder upwards."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from zarrscope.cli.terminal import UsageError, reason, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zarrscope.grades import Grade

OWN, SHARED = "zarrscope.toml", "pyproject.toml"


class Configuration(NamedTuple):
    """What a configuration file asks for; `file` is None where there is none.

    Packs and the baseline are paths that hold from the current folder; a pack may be a name as well.
    """

    file: str | None = None
    scope: str | None = None
    packs: tuple[str, ...] = ()
    baseline: str | None = None
    notes: bool = False
    require_known: bool = False
    grades: tuple[Grade, ...] = ()


def configuration(file: str | None) -> Configuration:
    """Read the given file, or else the one that is found; UsageError with every fault of it, one a line."""
    if file is not None:
        return _given(file)
    for candidate in _upwards():
        data = _bytes(candidate)
        is_shared = os.path.basename(candidate) == SHARED
        # a project's file that never mentions us need not be read, and need not be right
        if not is_shared or b"zarrscope" in data:
            from zarrscope.cli.configfile import parse

            found = parse(candidate, data, is_shared)
            if found is not None:
                return found
    return Configuration()


def _given(file: str) -> Configuration:
    from zarrscope.cli.configfile import parse

    found = parse(file, _bytes(file), os.path.basename(file) == SHARED)
    if found is None:
        raise UsageError(f"{visible(file)}: there is no table [tool.zarrscope]")
    return found


def _upwards() -> Iterator[str]:
    """The files that may hold the configuration, the nearest first."""
    try:
        folder = here = os.getcwd()
    except OSError:  # the current folder was removed
        return
    while True:
        for name in (OWN, SHARED):
            file = os.path.join(folder, name)
            if os.path.isfile(file):
                yield os.path.relpath(file, here)
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _bytes(file: str) -> bytes:
    from zarrscope.cli.files import Unreadable, read

    try:
        return read(file)
    except (OSError, ValueError, Unreadable) as error:
        raise UsageError(f"{visible(file)}: {reason(error)}") from None
