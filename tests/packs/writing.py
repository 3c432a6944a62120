"""Packs as data, written where a test needs them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def write_pack(folder: Path, files: Mapping[str, Any]) -> Path:
    """Write files below a folder: text as it is, anything else as JSON, which YAML reads as well."""
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return folder
