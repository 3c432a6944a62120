"""The tables beside this file, read as their README says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def table(name: str) -> list[dict[str, Any]]:
    """The rows of a table by column; templates, separators and keys as texts, coordinates as tuples, `-` as None."""
    head, *rows = (HERE / f"{name}.tsv").read_text(encoding="utf-8").removesuffix("\n").split("\n")
    names = head.split("\t")
    return [dict(zip(names, map(cell, row.split("\t")), strict=True)) for row in rows]


def cell(text: str) -> Any:
    """What one cell holds."""
    if text.startswith('"') or text == "null":
        return json.loads(text)
    if text in ("", "-"):
        return None
    if text.replace(",", "").isdigit():
        return tuple(map(int, text.split(",")))
    return text


def number(value: tuple[int, ...] | None) -> int | None:
    """A cell that holds one number, or `-`."""
    return None if value is None else value[0]


def identity(row: dict[str, Any]) -> str:
    """A short name of a row for test reports."""
    return " ".join(ascii(value)[:40] for value in row.values())
