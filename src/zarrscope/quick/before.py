"""The texts and the mappings of the last documents, for others to be compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from zarrscope.quick.alike import Basis, Recent


class Before:
    """Patterns of texts and forms of mappings; neither is imported before there is something to compare with.

    Attributes:
        recent: the last ones, by the class of what is compared with them.
    """

    def __init__(self) -> None:
        """Start with nothing."""
        self.recent: dict[type, Recent[Any]] = {}

    def learn(self, source: Any, basis: Basis) -> None:
        """Have later sources compared with one that is like none before."""
        sort = source.__class__
        if sort in MADE_BY:
            if sort not in self.recent:
                self.recent[sort] = MADE_BY[sort]()
            self.recent[sort].learn(source, basis)


def _recent_texts() -> Recent[Any]:
    from zarrscope.quick.patterns import Patterns

    return Patterns()


def _recent_mappings() -> Recent[Any]:
    from zarrscope.quick.mappings import Forms

    return Forms()


MADE_BY: dict[type, Callable[[], Recent[Any]]] = {bytes: _recent_texts, dict: _recent_mappings}
