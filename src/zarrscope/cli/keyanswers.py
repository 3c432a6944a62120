"""What the command `key` answers, as text or as JSON, and how it says what is at fault."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from zarrscope.cli.excerpt import Source
from zarrscope.cli.jsonlines import dumps
from zarrscope.cli.listing import write_columns
from zarrscope.cli.terminal import PLAIN_WIDTH, complain, visible
from zarrscope.template import KeyTemplate, TemplateError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from zarrscope.cli.key import Origin
    from zarrscope.template import RankedTemplate

LONGEST_MESSAGE = 2000


def encode(origin: Origin, coordinate: tuple[int, ...], form: str) -> int:
    """Write the key of one chunk; gives the exit status."""
    rank = len(coordinate) if origin.rank is None else origin.rank
    key, error = None, None
    try:
        keys = KeyTemplate(origin.template, origin.separator).for_rank(rank)
        key = _encoded(keys, coordinate, origin.chunks)
    except TemplateError as fault:
        error = fault
        _tell(origin, fault)
    else:
        shared = keys.collision() if origin.chunks is None else None
        if shared is not None:
            pair = f'chunks {shared.first} and {shared.second} share the key "{shared.key}"'
            complain(f"warning: keys of this template are unique on small grids only: {pair}")
    if form == "json":
        print(dumps({**_template(origin), "coordinate": coordinate, "key": key, "error": _to_dict(error)}))
    elif key is not None:
        print(visible(key))
    return 0 if error is None else 1


def decode(origin: Origin, rank: int, given: Sequence[str], form: str) -> int:
    """Write the chunk of each key; gives the exit status."""
    try:
        keys = KeyTemplate(origin.template, origin.separator).for_rank(rank)
    except TemplateError as error:
        _tell(origin, error)
        if form == "json":
            print(dumps({**_template(origin), "rank": rank, "keys": [], "error": _to_dict(error)}))
        return 1
    entries: list[dict[str, Any]] = []
    for key in given:
        chunk, fault = None, None
        try:
            chunk = keys.decode(key, origin.chunks)
        except TemplateError as error:
            fault = error
            _tell(origin, error, key)
        entries.append({"key": key, "coordinate": chunk, "error": _to_dict(fault)})
    if form == "json":
        print(dumps({**_template(origin), "rank": rank, "keys": entries, "error": None}))
    else:
        rows = [(entry["key"], " ".join(map(str, entry["coordinate"]))) for entry in entries if entry["coordinate"]]
        write_columns(rows if len(given) > 1 else [row[1:] for row in rows])
    return 1 if any(entry["error"] for entry in entries) else 0


def _encoded(keys: RankedTemplate, coordinate: tuple[int, ...], chunks: tuple[int, ...] | None) -> str:
    key = keys.encode(coordinate)
    if chunks is not None and any(index >= count for index, count in zip(coordinate, chunks, strict=True)):
        grid = " x ".join(map(str, chunks))
        raise TemplateError(
            "coordinate-outside-grid", f"the array has {grid} chunks, so there is no chunk {coordinate}"
        )
    return key


def _tell(origin: Origin, error: TemplateError, key: str | None = None) -> None:
    """Say what is wrong with a template or a key, with a mark below the place."""
    message = str(error)[:LONGEST_MESSAGE]
    if error.rule == "key-ambiguous" and origin.chunks is None:
        message += "; which one can be said for a grid (--chunks)"
    complain(message if key is None else f"{visible(key[:LONGEST_MESSAGE]) or 'the empty key'}: {message}")
    if error.offset is None:
        return
    text = origin.template if key is None else key
    if error.rule.startswith("separator-"):
        text = origin.separator or ""
    line = text.count("\n", 0, error.offset) + 1
    column = error.offset - text.rfind("\n", 0, error.offset)
    excerpt = Source(text.encode("utf-8", "replace")).excerpt(line, column, PLAIN_WIDTH - 2)
    if excerpt is not None:
        shown = f"  {excerpt.before}{excerpt.value}{excerpt.after}".rstrip()
        sys.stderr.write(f"{shown}\n  {excerpt.mark}\n")


def _template(origin: Origin) -> dict[str, Any]:
    return {"template": origin.template, "separator": origin.separator}


def _to_dict(error: TemplateError | None) -> dict[str, Any] | None:
    return None if error is None else {"rule": error.rule, "offset": error.offset, "message": str(error)}
