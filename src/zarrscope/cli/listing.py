"""What the listing commands share: columns of text, and lists as JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from zarrscope.cli.terminal import cells, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def write_columns(rows: Iterable[Sequence[str]]) -> None:
    """Write rows of text, each column as wide as its widest cell."""
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(cells, column)) for column in zip(*shown, strict=True)]
    for row in shown:
        padded = [cell + " " * (width - cells(cell)) for cell, width in zip(row, widths, strict=True)]
        print("  ".join(padded).rstrip())


def write_json(items: list[dict[str, Any]]) -> None:
    """Write a list of objects as one JSON document."""
    from zarrscope.cli.jsonlines import dumps

    sys.stdout.write(dumps(items, indent=1) + "\n")
