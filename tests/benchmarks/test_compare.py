"""The benchmark runs, and writes what it says; its times are not judged."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_quick_run(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "compare.py"), "--quick", "--output", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "figures.md").read_text(encoding="utf-8") == done.stdout
    found = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    figures = found["figures"]
    rows = {(figure["group"], figure["name"]) for figure in figures}
    assert len(rows) == len(figures)
    ours = {group for group, name in rows if "zarrscope" in name}
    assert len(ours) == len({group for group, _ in rows}) == 11
    assert all(figure["lower"] <= figure["median"] <= figure["upper"] for figure in figures)
    assert all(f"| `{figure['name']}` | " in done.stdout for figure in figures)
    assert len({point["way"] for point in found["growth"]}) == 5
    assert (tmp_path / "growth.svg").exists() == (find_spec("matplotlib") is not None)
    for peer in ("tensorstore", "zarr_metadata"):
        named = any(peer.replace("_", "-") in name for _, name in rows)
        assert named == (find_spec(peer) is not None)
