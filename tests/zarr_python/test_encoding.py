"""The chunk key encoding as zarr-python sees it: found by its entry point, read, written, and refused in time."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from tests.zarr_python.encodings import encoding
from zarrscope.template import TemplateError

if TYPE_CHECKING:
    from pathlib import Path

zarr = pytest.importorskip("zarr", "3.1.3", reason="zarr-python 3.1.3 or newer is not installed")

from zarr.registry import get_chunk_key_encoding_class  # noqa: E402

from zarrscope.zarr_python import TemplateChunkKeyEncoding  # noqa: E402


def create(folder: Path, shape: tuple[int, ...], written: Any) -> Any:
    chunks = tuple(min(1, length) for length in shape)
    return zarr.create_array(folder, shape=shape, chunks=chunks, dtype="uint8", chunk_key_encoding=written)


def test_zarr_finds_it_by_its_entry_point() -> None:
    assert get_chunk_key_encoding_class("template") is TemplateChunkKeyEncoding


def test_importing_zarrscope_does_not_import_zarr() -> None:
    code = """
import sys, zarrscope, zarrscope.template
assert zarrscope.resolve({"name": "template", "configuration": {"template": "{0}"}}, "chunk_key_encoding").openable
print(sorted(name for name in sys.modules if name.partition(".")[0] in ("zarr", "numpy", "numcodecs")))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert (run.stdout, run.stderr) == ("[]\n", "")


@pytest.mark.parametrize("written", [encoding("{0}"), encoding("{-1}/{*:04}.jpeg", "_"), encoding("{*}", "")])
def test_read_and_written_unchanged(written: dict[str, Any]) -> None:
    read = TemplateChunkKeyEncoding.from_dict(written)
    assert read.to_dict() == written
    read.encode_chunk_key((1, 2)[: 1 + ("*" in read.template)])
    for again in (pickle.loads(pickle.dumps(read)), copy.deepcopy(read), TemplateChunkKeyEncoding.from_dict(written)):
        assert again == read
        assert hash(again) == hash(read)
        assert again.encode_chunk_key((1, 2, 3)[: 1 + ("*" in read.template)])


def test_the_member_of_the_published_examples_is_read() -> None:
    written = {"name": "template", "configuration": {"format": "{2}-{0}_{1}"}}
    read = TemplateChunkKeyEncoding.from_dict(written)
    assert read.encode_chunk_key((1, 2, 3)) == "3-1_2"
    assert read.to_dict() == encoding("{2}-{0}_{1}")


def test_an_object_in_place_of_metadata(tmp_path: Path) -> None:
    array = create(tmp_path, (3,), TemplateChunkKeyEncoding("tile{0}.raw"))
    array[:] = 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tile0.raw", "tile1.raw", "tile2.raw", "zarr.json"]


@pytest.mark.parametrize(
    ("configuration", "pointer"),
    [
        ({}, "/configuration/template"),
        ({"template": 5}, "/configuration/template"),
        ({"template": "{0}", "width": 4}, "/configuration/width"),
        ({"template": "{0}", "format": "{0}"}, "/configuration/format"),
        ({"template": "{0"}, "/configuration/template"),
        ({"template": "../{0}"}, "/configuration/template"),
        ({"template": "{*}"}, "/configuration/separator"),
        ({"template": "{*}", "separator": ".."}, "/configuration/separator"),
    ],
)
def test_what_zarrscope_refuses_zarr_refuses(tmp_path: Path, configuration: dict[str, Any], pointer: str) -> None:
    written = {"name": "template", "configuration": configuration}
    with pytest.raises(zarrscope.ValidationError) as caught:
        create(tmp_path, (2, 2), written)
    assert pointer in [problem.pointer for problem in caught.value.problems]
    assert list(tmp_path.iterdir()) == []


def test_template_that_cannot_be_parsed() -> None:
    with pytest.raises(TemplateError) as caught:
        TemplateChunkKeyEncoding("images/{0}/{1")
    assert caught.value.offset == 11


@pytest.mark.parametrize(
    ("shape", "template", "separator"),
    [((), "{*}", "/"), ((), "{0}", None), ((3,), "{0}/{1}", None), ((3, 3), "{0}", None), ((3,), "{0}/{*}", "/")],
)
def test_template_that_does_not_fit_the_rank(
    tmp_path: Path, shape: tuple[int, ...], template: str, separator: str | None
) -> None:
    array = create(tmp_path, shape, encoding(template, separator))
    with pytest.raises(TemplateError):
        array[...] = 1
    assert [path.name for path in tmp_path.iterdir()] == ["zarr.json"]
    assert not zarrscope.validate((tmp_path / "zarr.json").read_bytes()).valid


def test_second_chunk_of_a_shared_key_is_refused(tmp_path: Path) -> None:
    """Keys of `{0}{1}` are unique up to 11 chunks an axis; chunks (1, 10) and (11, 0) share `110`."""
    array = create(tmp_path, (12, 12), encoding("{0}{1}"))
    array[1, 10] = 7
    with pytest.raises(TemplateError, match='share the key "110"'):
        array[11, 0] = 8
    assert array[1, 10] == 7
    with pytest.raises(TemplateError, match='share the key "110"'):
        array[:]


def test_keys_that_are_unique_on_this_grid_are_not_refused(tmp_path: Path) -> None:
    array = create(tmp_path, (11, 11), encoding("{0}{1}"))
    array[:] = 3
    assert len(list(tmp_path.iterdir())) == 1 + 11 * 11
    assert int(array[:].sum()) == 3 * 11 * 11


@pytest.mark.parametrize(
    ("template", "separator", "chunk"),
    [
        ("{2}-{0}_{1}", None, (1, 22, 333)),
        ("images/{0}/{1:03}.raw", None, (4, 5)),
        ("{-1}/{*:04}.jpeg", "_", (11, 22, 33)),
        ("{*}", "/", (7,)),
        ("{*:02}", "0", (7, 8, 9)),
    ],
)
def test_key_to_chunk_without_the_rank(template: str, separator: str | None, chunk: tuple[int, ...]) -> None:
    keys = TemplateChunkKeyEncoding(template, separator)
    assert keys.decode_chunk_key(keys.encode_chunk_key(chunk)) == chunk


@pytest.mark.parametrize(
    ("template", "separator", "key"),
    [("{0}", None, "x"), ("{0}", None, "007"), ("{0}/{1}", None, "zarr.json"), ("{*}", "/", ""), ("{*}", "", "111")],
)
def test_key_of_no_chunk_or_of_several(template: str, separator: str | None, key: str) -> None:
    with pytest.raises(TemplateError):
        TemplateChunkKeyEncoding(template, separator).decode_chunk_key(key)
