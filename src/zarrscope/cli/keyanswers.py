"""What the command `key` answers, as text or as JSON, and how it says what is at fault."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from zarrscope.cli.excerpt import Source as Lines
from zarrscope.cli.jsonlines import dumps
from zarrscope.cli.listing import write_columns
from zarrscope.cli.terminal import PLAIN_WIDTH, complain, visible
from zarrscope.template import TemplateError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from zarrscope.cli.key import Origin

LONGEST_MESSAGE = 2000


def encode(origin: Origin, coordinate: Sequence[int], form: str) -> int:
    """Write the key of one chunk; gives the exit status."""
    rank = len(coordinate) if origin.rank is None else origin.rank
    key, error = None, None
    try:
        keys = origin.keys(rank)
        key = keys.encode(coordinate)
    except TemplateError as fault:
        error = fault
        _complain(origin.template, fault)
    if form == "json":
        print(dumps({**origin.to_dict(), "coordinate": coordinate, "key": key, "error": _to_dict(error)}))
    elif key is not None:
        print(visible(key))
    if key is None:
        return 1
    _warn(origin, coordinate, key)
    return 0


def decode(origin: Origin, rank: int, given: Sequence[str], form: str) -> int:
    """Write the chunk of each key; gives the exit status."""
    found: list[tuple[str, tuple[int, ...] | None, TemplateError | None]] = []
    try:
        keys = origin.keys(rank)
    except TemplateError as fault:
        _complain(origin.template, fault)
        found = [(key, None, fault) for key in given]
    else:
        for key in given:
            try:
                found.append((key, keys.decode(key, rank, origin.chunks), None))
            except TemplateError as fault:
                complain(_short(fault))
                found.append((key, None, fault))
    if form == "json":
        entries = [{"key": key, "coordinate": chunk, "error": _to_dict(error)} for key, chunk, error in found]
        print(dumps({**origin.to_dict(), "rank": rank, "keys": entries}))
    else:
        rows = [(key, " ".join(map(str, chunk))) for key, chunk, _ in found if chunk is not None]
        write_columns(rows if len(given) > 1 else [row[1:] for row in rows])
    return 1 if any(error is not None for _, _, error in found) else 0


def _complain(template: str, error: TemplateError) -> None:
    """Say what is wrong with a template, with a mark below the place."""
    complain(f"{_short(error)}  [{error.rule}]")
    if error.offset is None:
        return
    line = template.count("\n", 0, error.offset) + 1
    column = error.offset - template.rfind("\n", 0, error.offset)
    excerpt = Lines(template.encode("utf-8", "replace")).excerpt(line, column, PLAIN_WIDTH)
    if excerpt is not None:
        sys.stderr.write(f"  {excerpt.before}{excerpt.value}{excerpt.after}\n  {excerpt.mark}\n")


def _warn(origin: Origin, coordinate: Sequence[int], key: str) -> None:
    """Say where a key need not be that of one chunk alone."""


def _to_dict(error: TemplateError | None) -> dict[str, Any] | None:
    return None if error is None else {"rule": error.rule, "offset": error.offset, "message": str(error)}


def _short(error: TemplateError) -> str:
    return str(error)[:LONGEST_MESSAGE]
