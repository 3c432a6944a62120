"""Open a stack of image tiles, which zarr-python did not write, as one array: all that it lacks is a `zarr.json`.

Viewers such as CATMAID keep one file a tile, here `images/SECTION/ROW_COLUMN.raw`: the chunk key encoding `template`
says so.

python examples/catmaid.py        needs zarr >= 3.1.3: pip install 'zarrscope[zarr]'
"""

from __future__ import annotations

import json
import tempfile
from itertools import product
from pathlib import Path

import zarrscope
from zarrscope.template import KeyTemplate

TEMPLATE = "images/{0}/{1}_{2}.raw"
SHAPE = (3, 40, 70)  # sections, rows, columns of pixels
TILE = (1, 16, 24)
GRID = tuple(-(-length // tile) for length, tile in zip(SHAPE, TILE, strict=True))


def pixel(section: int, row: int, column: int) -> int:
    """The grey value of a pixel."""
    return (50 * section + 3 * row + column) % 256


def write_tiles(folder: Path) -> None:
    """Write the tiles as a microscope's software might; beyond the border of the image they are black."""
    for section, tile_row, tile_column in product(*map(range, GRID)):
        rows = range(tile_row * TILE[1], (tile_row + 1) * TILE[1])
        columns = range(tile_column * TILE[2], (tile_column + 1) * TILE[2])
        file = folder / "images" / str(section) / f"{tile_row}_{tile_column}.raw"
        file.parent.mkdir(parents=True, exist_ok=True)
        inside = ((row < SHAPE[1] and column < SHAPE[2], row, column) for row in rows for column in columns)
        file.write_bytes(bytes(pixel(section, row, column) if seen else 0 for seen, row, column in inside))


def write_document(folder: Path) -> None:
    """Write the `zarr.json` beside the tiles, once it is known to be right."""
    document = {
        "zarr_format": 3,
        "node_type": "array",
        "shape": SHAPE,
        "data_type": "uint8",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": TILE}},
        "chunk_key_encoding": {"name": "template", "configuration": {"template": TEMPLATE}},
        "fill_value": 0,
        "codecs": [{"name": "bytes"}],
        "dimension_names": ["section", "row", "column"],
    }
    text = json.dumps(document, indent=2)
    report = zarrscope.validate(text)
    report.raise_for_errors()
    print(f"zarr.json: {len(report.problems)} problems, {len(report.unclaimed)} not understood")
    (folder / "zarr.json").write_text(text + "\n", encoding="utf-8")


def compare_files(folder: Path) -> None:
    """See that every file is a chunk, and every chunk a file."""
    keys = KeyTemplate(TEMPLATE)
    files = (path.relative_to(folder).as_posix() for path in folder.rglob("*.raw"))
    chunks = sorted(keys.decode(file, len(SHAPE), GRID) for file in files)
    print(f"tiles: {len(chunks)}, the first {chunks[0]}, the last {chunks[-1]}")
    assert chunks == list(product(*map(range, GRID)))


def compare_pixels(folder: Path) -> None:
    """Read everything with zarr-python and compare it with what was drawn."""
    import zarr

    array = zarr.open_array(folder, mode="r")
    pixels = array[:]
    same = sum(int(pixels[place]) == pixel(*place) for place in product(*map(range, SHAPE)))
    print(f"pixels: {pixels.size}, the same as drawn {same}")
    assert same == pixels.size


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        here = Path(name)
        write_tiles(here)
        write_document(here)
        compare_files(here)
        compare_pixels(here)
