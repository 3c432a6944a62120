"""What only a whole process shows: pipes that break, streams that are closed, signals, failures of the program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

ZARRSCOPE = [sys.executable, "-m", "zarrscope"]
FAILING = """
import sys, zarrscope
def fail(*args, **options):
    raise RuntimeError("out of\\x1b cheese")
sys.modules["zarrscope.validate"].validate_text = fail
from zarrscope.cli import main
sys.exit(main(["check", "zarr.json", "zarr.json"]))
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "zarr.json").write_text("[]")


def shell(command: str) -> subprocess.CompletedProcess[str]:
    command = command.replace("zarrscope", " ".join(ZARRSCOPE))
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
def test_broken_pipe_ends_quietly(form: str) -> None:
    paths = "zarr.json " * 3000
    run = shell(f"zarrscope check {paths} --format {form} | head -c 1; exit ${{PIPESTATUS[0]}}")
    assert (len(run.stdout), run.stderr, run.returncode) == (1, "", 141)


def test_broken_pipe_with_little_to_say() -> None:
    run = shell("zarrscope --help | true; exit ${PIPESTATUS[0]}")
    assert (run.stderr, run.returncode) in (("", 141), ("", 0))


def test_full_disk() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("the system has no /dev/full")
    run = shell("zarrscope check zarr.json > /dev/full")
    assert (run.stderr, run.returncode) == (
        "zarrscope: the output cannot be written: No space left on device\n",
        2,
    )


def test_closed_streams() -> None:
    assert shell("zarrscope check zarr.json >&-").returncode == 1
    assert shell("zarrscope check nothing zarr.json 2>&-").returncode == 2
    run = shell("zarrscope check - <&-")
    assert (run.stderr, run.returncode) == ("zarrscope: -: standard input is closed\n", 2)


def test_interrupt_ends_quietly() -> None:
    """The process waits for standard input when the signal comes."""
    process = subprocess.Popen(
        [*ZARRSCOPE, "check", "zarr.json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    process.stdout.readline()  # the first document is judged
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert (stderr, process.returncode) == (b"", 130)


@pytest.mark.parametrize("debug", [False, True])
def test_failure_of_the_program_is_one_line(debug: bool) -> None:
    environment = {**os.environ, "ZARRSCOPE_DEBUG": "1" if debug else ""}
    run = subprocess.run(
        [sys.executable, "-c", FAILING], capture_output=True, text=True, check=False, env=environment, timeout=60
    )
    if debug:
        assert "Traceback" in run.stderr
        assert run.returncode == 1
    else:
        line = "zarrscope: zarr.json: internal error: RuntimeError: out of\\x1b cheese, please report\n"
        assert (run.stderr, run.returncode) == (line * 2, 2)


def test_locale_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "日本").mkdir()
    (tmp_path / "日本" / "zarr.json").write_text("[]")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "latin-1"}
    run = subprocess.run([*ZARRSCOPE, "check", "."], capture_output=True, check=False, env=environment, timeout=60)
    assert "日本" in run.stdout.decode("utf-8")


def modules(*arguments: str) -> set[str]:
    """What a run of the command imports."""
    code = "import sys; from zarrscope.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    run = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return set(run.stderr.split())


def test_check_imports_no_more_than_it_needs() -> None:
    assert not {"rich", "yaml", "jsonschema", "shutil"} & modules("check", "zarr.json")
