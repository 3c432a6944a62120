"""The benchmark runs, and writes what it says; its times are not judged."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_quick_run(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "compare.py"), "--quick", "--json", str(tmp_path / "out.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    figures = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["figures"]
    assert len({(figure["group"], figure["name"]) for figure in figures}) == 18
    assert all(figure["lower"] <= figure["median"] <= figure["upper"] for figure in figures)
    assert all(f"| `{figure['name']}` | " in done.stdout for figure in figures)
