"""Open stores with zarrs, through zarrista, and read the first element as bytes."""

import json
from importlib.metadata import files, version

import loop
from zarrista import Array, Group
from zarrista.store import FilesystemStore


def opened(folder: str, kind: str) -> object:
    """Open the node of a store."""
    if kind == "group":
        return Group.open(FilesystemStore(folder)).traverse()
    array = Array.open(FilesystemStore(folder))
    return array.retrieve_array_subset((slice(0, 1),) * array.ndim) if 0 not in array.shape else None


def _zarrs() -> str:
    (parts,) = [file for file in files("zarrista") or [] if file.name == "zarrista.cyclonedx.json"]
    components = json.loads(parts.read_text())["components"]
    return next(str(part["version"]) for part in components if part["name"] == "zarrs")


loop.run(f"zarrs {_zarrs()} (zarrista {version('zarrista')})", opened)
