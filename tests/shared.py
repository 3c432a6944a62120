"""Where the reference material stands beside the project, and what it holds."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"

needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not beside the project")


def lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON Lines file; none where the file is absent."""
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def document(case: dict[str, Any]) -> bytes:
    """The bytes of a case."""
    if "raw_b64" in case:
        return base64.b64decode(case["raw_b64"])
    if "raw" in case:
        return str(case["raw"]).encode("utf-8", "surrogatepass")
    return json.dumps(case["document"]).encode()
