"""Chunk key encodings as metadata has them."""

from __future__ import annotations

from typing import Any


def encoding(template: str, separator: str | None = None) -> dict[str, Any]:
    """The encoding with this template, and a separator where there is one."""
    config = {"template": template} if separator is None else {"template": template, "separator": separator}
    return {"name": "template", "configuration": config}
