"""Open stores with TensorStore and read the first element."""

import re
from importlib.metadata import version
from typing import Any

import loop
import tensorstore

FIELDS = re.compile(r'Must specify a "field" that is one of: \["([^"]*)"')


def opened(folder: str, kind: str) -> object:
    """Open the array of a store, or the first field of its elements; TensorStore knows no groups."""
    if kind == "group":
        return NotImplemented
    spec: dict[str, Any] = {"driver": "zarr3", "kvstore": {"driver": "file", "path": folder}}
    try:
        return _read(spec)
    except ValueError as error:
        field = FIELDS.search(str(error))
        if not field:
            reason = re.sub(r'.*Error reading local file "[^"]*": ', "", str(error), flags=re.DOTALL)
            raise RuntimeError(reason.partition(" [tensorstore_spec=")[0]) from error
    return _read({**spec, "field": field[1]})


def _read(spec: dict[str, Any]) -> object:
    store = tensorstore.open(spec).result()
    return store[(0,) * store.rank].read().result() if 0 not in store.shape else None


loop.run(f"TensorStore {version('tensorstore')}", opened)
