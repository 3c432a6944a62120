"""Write the two example stores: `weather.zarr` with zarr-python, and `weather-faulty.zarr`, a copy with faults.

python examples/write.py        needs zarr >= 3.1
"""

from __future__ import annotations

import math
import shutil
from pathlib import Path

HERE = Path(__file__).parent
STORE = "weather.zarr"
FAULTY = "weather-faulty.zarr"

# In which document, what stands there as zarr-python writes it, and what a hand or a script made of it.
FAULTS = [
    # a duplicate name, as when two tools append to one file, and a number that JSON does not have
    ("zarr.json", '"title": "A day of weather"', '"title": "A day of weather",\n    "title": "Weather, one day"'),
    ("zarr.json", '"sealevel_offset": 0.0', '"sealevel_offset": NaN'),
    # a level that the codec does not have, chunks that do not tile their shard, a fill value that is nearly right
    ("temperature/zarr.json", '"clevel": 5', '"clevel": 12'),
    ("temperature/zarr.json", '"chunk_shape": [\n          6,', '"chunk_shape": [\n          5,'),
    ("temperature/zarr.json", '"fill_value": "NaN"', '"fill_value": "nan"'),
    # a chunk grid from before an axis was added, a byte order that was forgotten, a codec name that was misspelt
    (
        "rain/zarr.json",
        '"chunk_shape": [\n        12,\n        20,\n        30\n',
        '"chunk_shape": [\n        20,\n        30\n',
    ),
    ("rain/zarr.json", '"configuration": {\n        "endian": "little"\n      }', '"configuration": {}'),
    ("rain/zarr.json", '"name": "zstd"', '"name": "zst"'),
    # one value more than a byte can hold, one dimension name too few
    ("land/zarr.json", '"fill_value": 255', '"fill_value": 256'),
    ("land/zarr.json", '"latitude",\n    "longitude"', '"latitude"'),
    # a comma that was left standing
    ("latitude/zarr.json", '"latitude"\n  ]', '"latitude",\n  ]'),
]


def write(folder: Path) -> None:
    """Write a group of four arrays with zarr-python."""
    import numpy
    import zarr
    from zarr.codecs import BloscCodec, GzipCodec, ZstdCodec

    path = folder / STORE
    shutil.rmtree(path, ignore_errors=True)
    hours, latitudes, longitudes = numpy.arange(24), numpy.linspace(70.0, 32.0, 20), numpy.linspace(-20.0, 38.0, 30)
    hour, latitude, longitude = numpy.meshgrid(hours, latitudes, longitudes, indexing="ij")
    temperature = 30 - 0.5 * (latitude - 32) + 4 * numpy.sin((hour - 8) * math.pi / 12)
    rain = numpy.where((longitude + hour) % 20 < 3, (latitude - 30) * 2, 0)
    land = numpy.hypot(latitude[0] - 50, (longitude[0] - 10) / 2) < 12

    group = zarr.create_group(path, attributes={"title": "A day of weather", "sealevel_offset": 0.0})
    group.create_array(
        "temperature",
        data=temperature.round(1).astype("float32"),
        shards=(12, 20, 30),
        chunks=(6, 10, 15),
        compressors=BloscCodec(cname="zstd", clevel=5, shuffle="shuffle", typesize=4),
        fill_value=math.nan,
        attributes={"units": "degree_Celsius", "valid_range": [-60.0, 60.0]},
        dimension_names=["time", "latitude", "longitude"],
    )
    group.create_array(
        "rain",
        data=rain.astype("int16"),
        chunks=(12, 20, 30),
        compressors=ZstdCodec(level=3),
        fill_value=-1,
        attributes={"units": "0.1 mm", "long_name": "rain of the last hour"},
        dimension_names=["time", "latitude", "longitude"],
    )
    group.create_array(
        "land",
        data=land.astype("uint8"),
        chunks=(20, 30),
        compressors=GzipCodec(level=6),
        fill_value=255,
        attributes={"flag_values": [0, 1], "flag_meanings": "sea land"},
        dimension_names=["latitude", "longitude"],
    )
    group.create_array(
        "latitude",
        data=latitudes,
        chunks=(20,),
        compressors=None,
        fill_value=0.0,
        attributes={"units": "degrees_north", "axis": "Y"},
        dimension_names=["latitude"],
    )


def spoil(folder: Path) -> None:
    """Copy the documents of the store, without its chunks, and put the faults in."""
    path = folder / FAULTY
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(folder / STORE, path, ignore=shutil.ignore_patterns("c"))
    for name, right, wrong in FAULTS:
        document = path / name
        text = document.read_text(encoding="utf-8")
        if text.count(right) != 1:
            raise ValueError(f"{name} holds {right!r} {text.count(right)} times")
        document.write_text(text.replace(right, wrong), encoding="utf-8")


if __name__ == "__main__":
    write(HERE)
    spoil(HERE)
