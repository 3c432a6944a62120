"""Did you mean: the known name that a misspelt one is closest to."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 64
CLOSENESS = 0.75


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is closest, None where none is close."""
    return _nearest(name, tuple(known)) if len(name) <= LONGEST else None


@lru_cache(256)
def _nearest(name: str, known: tuple[str, ...]) -> str | None:
    from difflib import get_close_matches

    folded = {candidate.casefold(): candidate for candidate in known}
    found = get_close_matches(name.casefold(), folded, 1, CLOSENESS)
    return folded[found[0]] if found else None
