"""The format `jsonl`: one JSON object a document, each on its own line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from zarrscope.cli.terminal import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from zarrscope.cli.stores import Document
    from zarrscope.cli.tally import Tally
    from zarrscope.problems import Problem, Report


_ENCODER = json.JSONEncoder(ensure_ascii=False)  # `json.dumps` would make one for each document


def dumps(value: Any, indent: int | None = None) -> str:
    """Write JSON that is UTF-8 whatever the names and values hold, with characters that do not print escaped.

    A lone surrogate cannot be written in UTF-8 and strict readers refuse its escape, so it is spelt out in the string.
    """
    text = _ENCODER.encode(value) if indent is None else json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isprintable():
        return text
    return "".join(char if char == "\n" or char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    return visible(char).replace("\\", "\\\\") if 0xD800 <= ord(char) <= 0xDFFF else json.dumps(char)[1:-1]


class JsonLines:
    """Writes each document as it comes; nothing is kept."""

    def __init__(self, quiet: bool) -> None:
        """Write only documents with errors or faults of rules where `quiet`."""
        self._quiet = quiet
        self.passes_over = quiet  # documents about which there is nothing to say

    def document(self, document: Document, report: Report, known: Sequence[Problem] = ()) -> str:
        """Write one document's judgement, and how many of its problems are left out as `known`, if any."""
        if self._quiet and report.valid and not report.faults:
            return ""
        judged = {"path": document.path, "node": document.node, **report.to_dict()}
        return self.item(dumps({**judged, "known": len(known)} if known else judged))

    def item(self, text: str) -> str:
        """Set the JSON text of one document in its place."""
        return text + "\n"

    def end(self, tally: Tally) -> str:
        """Add nothing: the lines stand for themselves."""
        return ""
