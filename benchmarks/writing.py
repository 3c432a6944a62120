"""The figures as Markdown, as data, and in the README; with what and where they were taken."""

from __future__ import annotations

import os
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from timing import Figure

README = Path(__file__).parent.parent / "README.md"
OPENING, CLOSING = "<!-- figures -->", "<!-- /figures -->"
PACKAGES = ("zarrscope", "orjson", "jsonschema-rs", "zarr-metadata", "tensorstore", "zarr-lint")


def machine() -> str:
    """Where and with what the figures were taken."""
    info = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").is_file() else ""
    processor = next(iter(re.findall(r"model name\s*: (.+)", info)), platform.machine())
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {os.cpu_count()} x {processor}; {', '.join(_versions())}"


def _versions() -> Iterator[str]:
    for package in PACKAGES:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            continue


def table(rows: list[Figure]) -> str:
    """The figures as Markdown, a table for each group."""
    lines = []
    for group, members in groupby(rows, key=lambda row: row.group):
        lines += [f"| {group} | median | quartiles | ratio |", "|---|--:|--:|--:|"]
        for row in members:
            spread = f"{digits(row.lower)} to {digits(row.upper)}"
            lines.append(f"| `{row.name}` | {digits(row.median)} {row.unit} | {spread} | {digits(row.ratio)} |")
        lines.append("")
    return "\n".join(lines)


def digits(value: float) -> str:
    """Three digits, never an exponent."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def write_readme(shown: str) -> None:
    """Put the tables into README.md, between the marks."""
    source = README.read_text(encoding="utf-8")
    before, after = source.split(OPENING)[0], source.split(CLOSING)[1]
    README.write_text(f"{before}{OPENING}\n{shown}\n{CLOSING}{after}", encoding="utf-8")
