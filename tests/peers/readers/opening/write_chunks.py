"""Write the first chunk of stores, with zarrs where it can, else with zarr-python; the files written are the answer."""

import json
import math
import sys
import warnings
from pathlib import Path
from typing import Any

import zarr
import zarrista
from zarrista.store import FilesystemStore

LARGEST = 10_000


def _with_zarrs(folder: str) -> None:
    array = zarrista.Array.open(FilesystemStore(folder))
    first, size = [0] * array.ndim, array.dtype.size
    elements = math.prod(array.chunk_shape(first))
    if elements > LARGEST or 0 in array.shape:
        return
    if size is None:
        array.store_chunk(first, zarrista.ArrayBytes(b"a" * elements, offsets=list(range(elements + 1))))
    else:
        array.store_chunk(first, zarrista.ArrayBytes(b"\x01" * elements * size))


def _with_zarr_python(folder: str) -> None:
    array: Any = zarr.open_array(folder, mode="r+")
    array[(0,) * array.ndim] = 1


def written(folder: str) -> dict[str, str]:
    """The files beside zarr.json after writing, in hexadecimal form."""
    for write in (_with_zarrs, _with_zarr_python):
        try:
            write(folder)
            break
        except Exception as error:
            print(folder, write.__name__, error, file=sys.stderr)
    files = sorted(file for file in Path(folder).rglob("*") if file.is_file() and file.name != "zarr.json")
    return {file.relative_to(folder).as_posix(): file.read_bytes().hex() for file in files}


warnings.simplefilter("ignore")
zarr.config.set({"array.rectilinear_chunks": True})
print(json.dumps(f"zarrs (zarrista {zarrista.__version__}), zarr-python {zarr.__version__}"), flush=True)
for line in sys.stdin:
    kind, _, folder = line.strip().partition(" ")
    print(json.dumps(written(folder) if kind == "array" else {}), flush=True)
