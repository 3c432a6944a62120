"""Other programs that judge the same documents, each where it is installed; what is missing is said and left out."""

from __future__ import annotations

import json
import os
import shutil
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

PEERS = {"zarr-metadata": "zarr_metadata", "tensorstore": "tensorstore", "zarr-lint": None}


def script(name: str) -> str | None:
    """A command of this environment; None where there is none."""
    return shutil.which(name, path=os.path.dirname(sys.executable))


def is_installed(name: str) -> bool:
    """Whether a peer is there."""
    module = PEERS[name]
    return (script(name) if module is None else find_spec(module)) is not None


def missing() -> list[str]:
    """The peers that are not there."""
    return [name for name in PEERS if not is_installed(name)]


def zarr_metadata() -> tuple[Callable[[bytes], int], Callable[[Any], int]]:
    """How many problems zarr-metadata finds in bytes, which it leaves to its caller to parse, and in a mapping."""
    read = import_module("zarr_metadata.model").read_node_metadata_v3

    def from_bytes(raw: bytes) -> int:
        return len(read(json.loads(raw)).problems)

    def from_mapping(value: Any) -> int:
        return len(read(value).problems)

    return from_bytes, from_mapping


def tensorstore() -> Callable[[Any], object]:
    """TensorStore's description of an array, which it refuses to make from a document that it finds wrong."""
    spec = import_module("tensorstore").Spec

    def from_mapping(value: Any) -> object:
        return spec({"driver": "zarr3", "kvstore": {"driver": "memory"}, "metadata": value})

    return from_mapping
