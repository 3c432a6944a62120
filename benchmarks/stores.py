"""Stores as folders: groups of arrays, clean ones or faulty ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from documents import document, faulty, text

if TYPE_CHECKING:
    from pathlib import Path

ARRAYS_A_GROUP = 99


def build(folder: Path, groups: int, *, clean: bool = True) -> Path:
    """A store of `1 + 100 * groups` nodes, each in a folder of its own; where it is not clean, every array is wrong."""
    make = document if clean else faulty
    group = text({"zarr_format": 3, "node_type": "group", "attributes": {}})
    _put(folder, group)
    for number in range(groups):
        below = folder / f"group_{number}"
        _put(below, group)
        for array in range(ARRAYS_A_GROUP):
            _put(below / f"array_{array}", text(make((number * ARRAYS_A_GROUP + array) % 4096)))
    return folder


def nodes(groups: int) -> int:
    """How many nodes such a store has."""
    return 1 + groups * (1 + ARRAYS_A_GROUP)


def _put(folder: Path, raw: bytes) -> None:
    folder.mkdir()
    (folder / "zarr.json").write_bytes(raw)
