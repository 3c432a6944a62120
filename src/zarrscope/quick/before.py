"""The texts and the mappings of the last documents, for others to be compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zarrscope.quick.alike import Match
    from zarrscope.quick.mappings import Form, Forms
    from zarrscope.quick.plans import DocumentPlan
    from zarrscope.quick.texts import Pattern, Patterns


class Before:
    """Patterns of texts and forms of mappings; neither is imported before there is something to compare with."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._patterns: Patterns | None = None
        self._forms: Forms | None = None

    def find(self, source: Any) -> tuple[Pattern | Form, Match] | None:
        """What a source is like, and what is read of it."""
        if source.__class__ is bytes:
            return None if self._patterns is None else self._patterns.find(source)
        return None if self._forms is None else self._forms.find(source)

    def learn(self, source: Any, document: dict[str, Any], plan: DocumentPlan, key: bytes) -> None:
        """Have later sources compared with one that was read as this document, unless there is one that it is like."""
        if source.__class__ is bytes:
            if self._patterns is None:
                from zarrscope.quick.texts import Patterns

                self._patterns = Patterns()
            self._patterns.learn(source, document, plan, key)
            return
        if self._forms is None:
            from zarrscope.quick.mappings import Forms

            self._forms = Forms()
        self._forms.learn(source, document, plan, key)
