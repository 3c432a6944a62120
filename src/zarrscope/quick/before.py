"""The texts and the mappings of the last documents, for others to be compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from zarrscope.quick.alike import Recent
    from zarrscope.quick.plans import DocumentPlan


class Before:
    """Patterns of texts and forms of mappings; neither is imported before there is something to compare with.

    Attributes:
        recent: the last ones, by the class of what is compared with them.
    """

    def __init__(self) -> None:
        """Start with nothing."""
        self.recent: dict[type, Recent[Any]] = {}

    def learn(self, source: Any, document: dict[str, Any], plan: DocumentPlan, key: bytes) -> None:
        """Have later sources compared with one that was read as this document, unless there is one that it is like."""
        sort = source.__class__
        if sort in MADE_BY:
            if sort not in self.recent:
                self.recent[sort] = MADE_BY[sort]()
            self.recent[sort].learn(source, document, plan, key)


def _recent_texts() -> Recent[Any]:
    from zarrscope.quick.texts import Patterns

    return Patterns()


def _recent_mappings() -> Recent[Any]:
    from zarrscope.quick.mappings import Forms

    return Forms()


MADE_BY: dict[type, Callable[[], Recent[Any]]] = {bytes: _recent_texts, dict: _recent_mappings}
