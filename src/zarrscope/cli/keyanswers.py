"""What the command `key` answers, as text or as JSON, and how it says what is at fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zarrscope.template import TemplateError

if TYPE_CHECKING:
    from zarrscope.cli.key import Source

LONGEST_MESSAGE = 2000


def encode(source: Source, coordinate: tuple[int, ...], form: str) -> int:
    """Write the key of one chunk; gives the exit status."""
    answer = {"template": source.template, "separator": source.separator, "coordinate": coordinate, "key": None}
    try:
        keys = source.keys(len(coordinate) if source.rank is None else source.rank)
        answer["key"] = key = keys.encode(coordinate)
        if source.chunks is not None and not all(map(int.__lt__, coordinate, source.chunks)):
            raise TemplateError
    except TemplateError as error:
        _complain(error, source)
        _write(form, "", {**answer, "error": _described(error)})
        return 1
    _write(form, key, {**answer, "error": None})
    _warn(source, keys)
    return 0


def decode(source: Source, rank: int, given: list[str], form: str) -> int:
    """Write the chunks of keys; gives the exit status."""
    answer = {"template": source.template, "separator": source.separator, "rank": rank}
