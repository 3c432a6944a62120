from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from zarrscope.cli import files
from zarrscope.cli.files import SMALL
from zarrscope.cli.stores import Document, Trouble, find

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, *names: str) -> None:
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("{}")


def walk(*paths: str, arrays: tuple[str, ...] = ()) -> tuple[list[str | None], list[Trouble]]:
    """Nodes in the order found, and troubles; nodes in `arrays` are declared arrays, as the reader of `find` does."""
    nodes, troubles = [], []
    for item in find(paths):
        if isinstance(item, Document):
            nodes.append(item.node)
            item.is_array = item.is_array or item.node in arrays
        else:
            troubles.append(item)
    return nodes, troubles


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_folder_is_walked_in_order_of_names(tmp_path: Path) -> None:
    write(tmp_path, "s/zarr.json", "s/b/zarr.json", "s/a/zarr.json", "s/a/z/zarr.json", "s/plain/deep/zarr.json")
    assert walk("s") == (["/", "/a", "/a/z", "/b", "/plain/deep"], [])


def test_paths_and_kinds(tmp_path: Path) -> None:
    write(tmp_path, "s/zarr.json", "s/.zgroup", "s/.zattrs", "s/a/.zarray", "s/.zmetadata", "s/other.json")
    found = [(item.path, item.kind) for item in find(["s/", "s/other.json"]) if isinstance(item, Document)]
    assert found == [
        ("s/zarr.json", "zarr.json"),
        ("s/.zgroup", ".zgroup"),
        ("s/.zattrs", ".zattrs"),
        ("s/.zmetadata", ".zmetadata"),
        ("s/a/.zarray", ".zarray"),
        ("s/other.json", "auto"),
    ]


def test_nothing_is_listed_below_an_array(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "s/zarr.json", "s/a/zarr.json", "s/a/c/0/zarr.json", "s/old/.zarray", "s/old/0/.zarray")
    listed = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda folder: listed.append(folder) or scandir(folder))
    assert walk("s", arrays=("/a",)) == (["/", "/a", "/old"], [])
    assert listed == ["s"]


def test_arrays_of_both_formats(tmp_path: Path) -> None:
    write(tmp_path, "s/two/.zarray", "s/two/.zattrs", "s/three/zarr.json", "s/three/.zattrs")
    write(tmp_path, "s/both/zarr.json", "s/both/.zarray", "s/both/.zattrs")
    found = []
    for item in find(["s"]):
        assert isinstance(item, Document)
        item.is_array = True
        found.append(item.path)
    assert found == [
        *("s/both/zarr.json", "s/both/.zarray", "s/both/.zattrs"),
        "s/three/zarr.json",
        *("s/two/.zarray", "s/two/.zattrs"),
    ]


def test_link_upwards_is_a_loop(tmp_path: Path) -> None:
    write(tmp_path, "s/zarr.json", "s/a/zarr.json")
    (tmp_path / "s/a/up").symlink_to("..")
    nodes, troubles = walk("s")
    assert nodes == ["/", "/a"]
    assert [(trouble.path, trouble.unread) for trouble in troubles] == [("s/a/up", True)]
    assert "a loop" in troubles[0].message


def test_link_to_itself(tmp_path: Path) -> None:
    write(tmp_path, "s/zarr.json")
    (tmp_path / "s/me").symlink_to("me")
    nodes, troubles = walk("s")
    assert nodes == ["/"]
    assert [trouble.path for trouble in troubles] == ["s/me"]


def test_links_elsewhere_are_followed_once(tmp_path: Path) -> None:
    """Otherwise a few folders of links to one another would never end."""
    write(tmp_path, "s/zarr.json", "far/zarr.json")
    for name in ("a", "b"):
        (tmp_path / "s" / name).symlink_to("../far")
    nodes, troubles = walk("s")
    assert nodes == ["/", "/a"]
    assert [(trouble.path, trouble.unread) for trouble in troubles] == [("s/b", False)]


def test_ladder_of_links_ends(tmp_path: Path) -> None:
    for step in range(30):
        write(tmp_path, f"{step}/zarr.json")
        for side in ("left", "right"):
            (tmp_path / str(step) / side).symlink_to(f"../{step + 1}")
    nodes, _ = walk("0")
    assert len(nodes) == 30


def test_link_to_a_sibling_folder_with_a_name_that_begins_alike(tmp_path: Path) -> None:
    write(tmp_path, "s/ab/zarr.json", "s/a/zarr.json")
    (tmp_path / "s/ab/to").symlink_to("../a")
    assert walk("s") == (["/a", "/ab", "/ab/to"], [])


def test_document_that_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "s/zarr.json").mkdir(parents=True)
    write(tmp_path, "s/a/zarr.json")
    (tmp_path / "s/b").mkdir()
    (tmp_path / "s/b/zarr.json").symlink_to("nowhere")
    (tmp_path / "s/c").mkdir()
    os.mkfifo(tmp_path / "s/c/zarr.json")
    nodes, troubles = walk("s")
    assert nodes == ["/a"]
    assert [(trouble.path, trouble.message) for trouble in troubles] == [
        ("s/zarr.json", "is a folder, not a file"),
        ("s/b/zarr.json", "is a link to nothing"),
        ("s/c/zarr.json", "is not a regular file (`-` reads from standard input)"),
    ]


@pytest.mark.parametrize("has_start", [True, False])
@pytest.mark.parametrize("size", [0, 1, SMALL - 1, SMALL, SMALL + 1, 3 * SMALL])
def test_file_is_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, has_start: bool) -> None:
    if not has_start:  # as on Windows
        monkeypatch.setattr(files, "_read_start", lambda *_: b"")
    data = bytes(number % 251 for number in range(size))
    (tmp_path / "zarr.json").write_bytes(data)
    assert files.read("zarr.json") == data


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nothing", "no such file or directory"),
        ("dangling", "is a link to nothing"),
        ("pipe", "is not a regular file (`-` reads from standard input)"),
        ("empty", "holds no metadata documents, neither in the folder nor below it"),
        ("x" * 5000, "file name too long"),
    ],
)
def test_path_that_cannot_be_used(tmp_path: Path, path: str, message: str) -> None:
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "empty/deep").mkdir(parents=True)
    os.mkfifo(tmp_path / "pipe")
    assert walk(path) == ([], [Trouble(path, message)])


def test_path_with_a_null_character() -> None:
    nodes, troubles = walk("a\0b")
    assert (nodes, [trouble.path for trouble in troubles]) == ([], ["a\0b"])


def test_folder_that_cannot_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "s/zarr.json", "s/a/zarr.json", "s/b/zarr.json")
    scandir = os.scandir

    def refuse(folder: str) -> object:
        if folder == "s/a":
            raise PermissionError(13, "Permission denied", folder)
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refuse)
    assert walk("s") == (["/", "/a", "/b"], [Trouble("s/a", "permission denied")])


def test_name_that_is_not_utf8(tmp_path: Path) -> None:
    os.mkdir(os.fsencode(tmp_path) + b"/\xff")
    (tmp_path / "\udcff" / "zarr.json").write_text("{}")
    assert walk(".") == (["/\udcff"], [])


def test_folders_as_deep_as_the_system_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "s").mkdir()
    write(tmp_path, "s/zarr.json")
    here = os.open("s", os.O_RDONLY)
    for _ in range(300):
        os.mkdir("d" * 20, dir_fd=here)
        below = os.open("d" * 20, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    nodes, troubles = walk("s")
    assert nodes == ["/"]
    assert {trouble.message for trouble in troubles} == {"file name too long"}
