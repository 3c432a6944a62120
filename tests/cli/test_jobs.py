"""Several processes say what one says, in the same order; and they end when the first one ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from zarrscope.cli import jobs, main

if TYPE_CHECKING:
    from pathlib import Path

ARRAY = {
    "zarr_format": 3,
    "node_type": "array",
    "shape": [4],
    "data_type": "float32",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
    "chunk_key_encoding": "default",
    "fill_value": 0,
    "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
}
GROUP = {"zarr_format": 3, "node_type": "group"}
FORMS = ["text", "json", "jsonl"]


def put(folder: Path, document: object) -> None:
    folder.mkdir(parents=True)
    (folder / "zarr.json").write_text(json.dumps(document, indent=1))


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Groups in groups, arrays with faults here and there, links, and things that cannot be read."""
    monkeypatch.chdir(tmp_path)
    top = tmp_path / "s"
    put(top, GROUP)
    for group in range(7):
        put(top / f"g{group}", GROUP)
        for array in range(13):
            fault = {"codecs": ["bytes", "gzip"]} if array % 5 == group else {}
            unknown = {"data_type": f"acme.{array}"} if array % 7 == group else {}
            put(top / f"g{group}" / f"a{array}", {**ARRAY, **fault, **unknown})
        put(top / f"g{group}" / "deep" / "plain" / "b", {**ARRAY, "shape": [-1]})
    put(tmp_path / "far", {**ARRAY, "fill_value": "x"})
    (top / "g1" / "link").symlink_to("../../far")
    (top / "g3" / "again").symlink_to("../../far")
    (top / "g3" / "up").symlink_to("..")
    (top / "g4" / "zarr.json").write_text("{")
    (top / "g5" / "a3" / "zarr.json").unlink()
    os.mkfifo(top / "g5" / "a3" / "zarr.json")
    (tmp_path / "empty").mkdir()
    return "s"


def said(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, list[str]]:
    """The answer: status, output, complaints."""
    status = main(["check", "--no-config", *arguments])
    out, err = capfd.readouterr()
    return status, out, err.splitlines()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("first", "most", "folders"), [(200, 1000, 64), (0, 3, 2), (5, 1, 1), (1, 20, 64)])
@pytest.mark.parametrize("long", [256, 4])
def test_same_answer(store, form, first, most, folders, long, capfd, monkeypatch) -> None:
    for name, value in {"FIRST": first, "MOST": most, "FOLDERS": folders, "LONG": long, "WAITING": 1}.items():
        monkeypatch.setattr(jobs, name, value)
    arguments = (store, "empty", f"{store}/g2/a3/zarr.json", "nothing", f"{store}/g1", "--format", form)
    alone = said(capfd, *arguments)
    assert alone[0] == 2
    assert len(alone[2]) == 5
    assert said(capfd, *arguments, "--jobs", "3") == alone


@pytest.mark.parametrize("options", [["--require-known"], ["--quiet"], ["--notes"], ["--ignore", "codec/*"]])
def test_same_answer_with_options(store, options, capfd, monkeypatch) -> None:
    monkeypatch.setattr(jobs, "FIRST", 1)
    assert said(capfd, store, *options, "--jobs", "2") == said(capfd, store, *options)


def test_same_baseline(store, capfd, monkeypatch) -> None:
    monkeypatch.setattr(jobs, "FIRST", 1)
    written = [said(capfd, store, "--write-baseline", f"known{count}.json", "--jobs", count) for count in "12"]
    with open("known1.json") as one, open("known2.json") as two:
        assert one.read() == two.read()
    assert written[0][0] == written[1][0]
    known = (store, "--baseline", "known1.json")
    assert said(capfd, *known, "--jobs", "2") == said(capfd, *known)


def test_processes_that_are_spawned(store, capfd, monkeypatch) -> None:
    alone = said(capfd, store)
    monkeypatch.setattr(jobs, "FIRST", 1)
    monkeypatch.setattr(jobs, "METHOD", "spawn")
    assert said(capfd, store, "--jobs", "2") == alone


def test_a_process_that_dies_is_said(store, capfd, monkeypatch) -> None:
    monkeypatch.setattr(jobs, "FIRST", 1)
    here, found = os.getpid(), jobs.look_through
    monkeypatch.setattr(jobs, "look_through", lambda *task: os._exit(3) if os.getpid() != here else found(*task))
    status, _, complaints = said(capfd, store, "--jobs", "2")
    assert (status, complaints) == (2, ["zarrscope: internal error: EOFError, please report"])


@pytest.mark.parametrize("number", ["0", "-1", "two", "257", "1.5"])
def test_number_that_cannot_be(number, capfd) -> None:
    with pytest.raises(SystemExit):
        main(["check", "s", "--jobs", number])
    assert f"argument --jobs: '{number}' is no number from 1 to 256" in capfd.readouterr().err


@pytest.fixture
def long_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """More than one process judges alone, and more to say than a pipe holds."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "s", GROUP)
    for array in range(1500):
        put(tmp_path / "s" / f"a{array}", {**ARRAY, "shape": [-array]})
    return "s"


def test_broken_pipe_ends_quietly(long_store) -> None:
    check = f"{sys.executable} -m zarrscope check {long_store} --jobs 2"
    command = f"{check} | head -c 1; exit ${{PIPESTATUS[0]}}"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert (len(run.stdout), run.stderr, run.returncode) == (1, "", 141)


def test_interrupt_ends_quietly(long_store) -> None:
    command = [sys.executable, "-m", "zarrscope", "check", long_store, "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        time.sleep(1)
        os.killpg(process.pid, signal.SIGINT)
        process.stdout.read()
        assert (process.stderr.read(), process.wait(30)) == (b"", 130)
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
