"""Stores as folders: groups of arrays, clean ones or faulty ones."""

from __future__ import annotations

from pathlib import Path

from documents import document, faulty, text

EXAMPLES = Path(__file__).parent.parent / "examples"
POLICY = EXAMPLES / "archive-policy"
ROOT = EXAMPLES / "tides.zarr" / "zarr.json"
ARRAYS_A_GROUP = 99


def build(folder: Path, groups: int, *, clean: bool = True) -> Path:
    """A store of `1 + 100 * groups` nodes, each in a folder of its own; where it is not clean, every array is wrong.

    A clean one keeps the policy of the example as well.
    """
    make = document if clean else faulty
    group = text({"zarr_format": 3, "node_type": "group", "attributes": {}})
    _put(folder, ROOT.read_bytes())
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
