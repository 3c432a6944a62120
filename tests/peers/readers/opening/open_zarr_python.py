"""Open stores with zarr-python and read the first element."""

import loop
import zarr


def opened(folder: str, kind: str) -> object:
    """Open the node of a store."""
    if kind == "group":
        return list(zarr.open_group(folder, mode="r").members())
    array = zarr.open_array(folder, mode="r")
    return array[(0,) * array.ndim] if 0 not in array.shape else None


loop.run(f"zarr-python {zarr.__version__}", opened)
