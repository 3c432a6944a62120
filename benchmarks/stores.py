"""Stores as folders: groups of arrays."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from documents import document, text

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).parent.parent / "examples"
POLICY = EXAMPLES / "archive-policy"
ROOT = EXAMPLES / "tides.zarr" / "zarr.json"
ARRAYS_A_GROUP = 99


def build(folder: Path, groups: int, make: Callable[[int], dict[str, Any]] = document) -> Path:
    """A store of `1 + 100 * groups` nodes, each in a folder of its own; that of `document` keeps the policy as well."""
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
