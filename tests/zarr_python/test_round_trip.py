"""zarr-python writes and reads arrays whose keys a template makes."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING

import pytest

import zarrscope
from tests.zarr_python.encodings import encoding
from zarrscope.template import KeyTemplate

if TYPE_CHECKING:
    from pathlib import Path

zarr = pytest.importorskip("zarr", "3.1.3", reason="zarr-python 3.1.3 or newer is not installed")
numpy = pytest.importorskip("numpy", reason="numpy is not installed")

GRIDS = {1: ((40,), (3,)), 2: ((9, 22), (2, 2)), 3: ((4, 5, 23), (2, 2, 2)), 4: ((2, 3, 2, 12), (1, 2, 1, 1))}
TEMPLATES = [
    (1, "{0}", None),
    (1, "tile{-1:03}.raw", None),
    (1, "{*}", "/"),
    (2, "{1}/{0}", None),
    (2, "{-1}_{-2}", None),
    (2, "{0:02}{1:02}", None),
    (2, "c/{*}", "/"),
    (2, "c.{*}.x", "."),
    (3, "images/{0}/{1}_{2}.raw", None),
    (3, "{-1}/{*:04}.jpeg", "_"),
    (3, "{*}", "-x-"),
    (3, "a/{{{1}}}/{*:02}/é", "/"),
    (4, "{2}/{*}/{-4:05}", "+"),
    (4, "{*:02}", ""),
    (4, "{*:02}", "0"),
]


def files_below(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("rank", "template", "separator"), TEMPLATES)
def test_write_list_read(tmp_path: Path, rank: int, template: str, separator: str | None) -> None:
    shape, chunk_shape = GRIDS[rank]
    data = numpy.arange(1, numpy.prod(shape) + 1, dtype="uint16").reshape(shape)
    zarr.create_array(tmp_path, data=data, chunks=chunk_shape, chunk_key_encoding=encoding(template, separator))

    counts = [-(-length // chunk) for length, chunk in zip(shape, chunk_shape, strict=True)]
    keys = KeyTemplate(template, separator).for_rank(rank)
    wanted = {keys.encode(chunk) for chunk in product(*map(range, counts))}
    assert len(wanted) == numpy.prod(counts)
    assert files_below(tmp_path) == wanted | {"zarr.json"}

    document = (tmp_path / "zarr.json").read_bytes()
    assert json.loads(document)["chunk_key_encoding"] == encoding(template, separator)
    report = zarrscope.validate(document)
    assert report.openable
    assert report.fields["/chunk_key_encoding"].definition == "template"

    numpy.testing.assert_array_equal(zarr.open_array(tmp_path, mode="r")[:], data)


def test_shards_are_named_not_the_chunks_in_them(tmp_path: Path) -> None:
    data = numpy.arange(1, 65, dtype="uint8").reshape(8, 8)
    zarr.create_array(
        tmp_path, data=data, shards=(4, 8), chunks=(2, 2), chunk_key_encoding=encoding("shards/{0}-{1}.bin")
    )
    assert files_below(tmp_path) == {"zarr.json", "shards/0-0.bin", "shards/1-0.bin"}
    numpy.testing.assert_array_equal(zarr.open_array(tmp_path, mode="r")[:], data)


def test_array_in_a_group_beside_another(tmp_path: Path) -> None:
    group = zarr.create_group(tmp_path)
    for name, template in (("a", "{0}.x"), ("b", "y/{0}")):
        group.create_array(name, data=numpy.arange(4), chunks=(2,), chunk_key_encoding=encoding(template))
    assert {"a/0.x", "a/1.x", "b/y/0", "b/y/1"} < files_below(tmp_path)
    again = zarr.open_group(tmp_path, mode="r")
    assert [again[name][:].tolist() for name in ("a", "b")] == [[0, 1, 2, 3]] * 2


def test_resize_and_append(tmp_path: Path) -> None:
    array = zarr.create_array(tmp_path, shape=(4,), chunks=(2,), dtype="int8", chunk_key_encoding=encoding("{0}.x"))
    array[:] = [1, 2, 3, 4]
    array.append(numpy.array([5, 6], dtype="int8"))
    assert files_below(tmp_path) == {"zarr.json", "0.x", "1.x", "2.x"}
    array.resize((2,))
    assert files_below(tmp_path) == {"zarr.json", "0.x"}
