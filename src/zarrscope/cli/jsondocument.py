"""The format `json`: the whole run as one JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zarrscope.cli.jsonlines import JsonLines, dumps

if TYPE_CHECKING:
    from zarrscope.cli.tally import Tally


class JsonDocument(JsonLines):
    """Writes one JSON document: version, documents, and a summary; the documents as they come."""

    def __init__(self, quiet: bool) -> None:
        """Write only documents with errors or faults of rules where `quiet`."""
        super().__init__(quiet)
        self._begun = False

    def item(self, text: str) -> str:
        """Set the JSON text of one document into the list."""
        before = "," if self._begun else self._begin()
        return f"{before}\n  {text}"

    def end(self, tally: Tally) -> str:
        """Close the list and add the summary."""
        before = "" if self._begun else self._begin()
        return f'{before}\n ],\n "summary": {dumps(tally.to_dict())}\n}}\n'

    def _begin(self) -> str:
        from zarrscope import __version__

        self._begun = True
        return f'{{\n "version": {dumps(__version__)},\n "documents": ['
