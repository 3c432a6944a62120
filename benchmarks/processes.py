"""Rows of whole processes, from the start of the interpreter to its end: one document, and whole stores."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import peers
import stores
from documents import document, faulty, text, varied, varied_faulty
from timing import Process

if TYPE_CHECKING:
    from collections.abc import Sequence

START = "whole process, one document"
STORE = "whole process, a store of clean nodes"
WRONG = "whole process, a store in which every array is wrong"
VARIED = "whole process, a store of clean arrays of many kinds"
VARIED_WRONG = "whole process, a store of arrays of many kinds with faults of many kinds"
MEMORY = "most memory of a process"
PASS = "python -c pass"
IMPORT = "python -c 'import zarrscope; zarrscope.validate(...)'"
CHECK_ONE = "zarrscope check zarr.json"
PEER_ONE = "python -c 'import zarr_metadata.model; ...'"
CHECK, JOBS = "zarrscope check", "zarrscope check --jobs 2"
POLICY = "zarrscope check --pack examples/archive-policy"
LINES = "zarrscope check --format jsonl"
BARE, BARE_ORJSON = "os.walk, open, json.loads", "os.walk, open, orjson.loads"
PEER, LINT = "os.walk, open, json.loads, zarr-metadata", "zarr-lint check"


def one_document(folder: Path) -> list[Process]:
    """What it takes to judge one document from nothing."""
    path = folder / "zarr.json"
    path.write_bytes(text(document(0)))
    judge = f"import zarrscope; zarrscope.validate(open({str(path)!r}, 'rb').read())"
    read = "import json; from zarr_metadata.model import read_array_metadata_v3 as read; "
    rows = [
        Process(START, PASS, [sys.executable, "-c", "pass"]),
        Process(START, IMPORT, [sys.executable, "-c", judge]),
        Process(START, CHECK_ONE, [*_zarrscope(), "check", str(path)]),
    ]
    if peers.is_installed("zarr-metadata"):
        loop = f"{read}read(json.loads(open({str(path)!r}, 'rb').read()))"
        rows.append(Process(START, PEER_ONE, [sys.executable, "-c", loop]))
    return rows


def clean_store(folder: Path, groups: int) -> list[Process]:
    """What it takes to judge a store in which nothing is wrong."""
    store = str(stores.build(folder / "clean", groups))
    return [
        Process(STORE, BARE, _loop("json", store)),
        Process(STORE, BARE_ORJSON, _loop("orjson", store)),
        Process(STORE, CHECK, [*_zarrscope(), "check", store]),
        Process(STORE, POLICY, [*_zarrscope(), "check", "--pack", str(stores.POLICY), store]),
        Process(STORE, JOBS, [*_zarrscope(), "check", "--jobs", "2", store]),
        *_others(STORE, store, 0),
    ]


def wrong_store(folder: Path, groups: int) -> list[Process]:
    """What it takes to tell of a store in which every array is wrong."""
    return _telling(WRONG, str(stores.build(folder / "wrong", groups, faulty)))


def varied_store(folder: Path, groups: int) -> list[Process]:
    """What it takes to judge a clean store of arrays of many kinds."""
    store = str(stores.build(folder / "varied", groups, varied))
    return [
        Process(VARIED, BARE, _loop("json", store)),
        Process(VARIED, CHECK, [*_zarrscope(), "check", store]),
        Process(VARIED, JOBS, [*_zarrscope(), "check", "--jobs", "2", store]),
        *_others(VARIED, store, 0),
    ]


def varied_wrong_store(folder: Path, groups: int) -> list[Process]:
    """What it takes to tell of a store of arrays of many kinds with faults of many kinds."""
    return _telling(VARIED_WRONG, str(stores.build(folder / "varied_wrong", groups, varied_faulty)))


def _telling(group: str, store: str) -> list[Process]:
    return [
        Process(group, BARE, _loop("json", store)),
        Process(group, CHECK, [*_zarrscope(), "check", store], 1),
        Process(group, LINES, [*_zarrscope(), "check", "--format", "jsonl", store], 1),
        Process(group, JOBS, [*_zarrscope(), "check", "--jobs", "2", store], 1),
        *_others(group, store, 1),
    ]


def memory(folder: Path, sizes: Sequence[int]) -> list[Process]:
    """Stores of several sizes, numbers of groups, to see whether memory grows with them."""
    rows = []
    for groups in sizes:
        store = str(stores.build(folder / f"memory_{groups}", groups))
        rows.append(Process(MEMORY, check_of(groups), [*_zarrscope(), "check", "--format", "jsonl", store]))
    return rows


def check_of(groups: int) -> str:
    """The name of the row of a store of so many groups."""
    return f"zarrscope check, {stores.nodes(groups)} nodes"


def _zarrscope() -> list[str]:
    found = peers.script("zarrscope")
    return [found] if found else [sys.executable, "-m", "zarrscope"]


def _loop(how: str, store: str) -> list[str]:
    return [sys.executable, str(Path(__file__).parent / "loop.py"), how, store]


def _others(group: str, store: str, status: int) -> list[Process]:
    rows = []
    lint = peers.script("zarr-lint")
    if lint and status == 0:  # its rules are others: it would not find the faults
        rows.append(Process(group, LINT, [lint, "check", store]))
    if peers.is_installed("zarr-metadata"):
        rows.append(Process(group, PEER, _loop("zarr-metadata", store), status))
    return rows
