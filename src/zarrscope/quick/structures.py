"""Structures: the same names at the same places in many documents, for which one function is written after a while.

It says yes, or no where there may be something to say, and None of a document of another structure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.quick.budget import Budget
from zarrscope.quick.plans import Doubt
from zarrscope.quick.resolved import name_and_configuration

if TYPE_CHECKING:
    from collections.abc import Callable

    from zarrscope.quick.plans import DocumentPlan, Plan
    from zarrscope.quick.points import Points

    Judge = Callable[[dict[str, Any]], bool | None]

MOST_WRITTEN = 64
EACH = 7
"""Which of the documents are counted that are of no such structure: one in so many, as that takes its time too."""
OFTEN = 8
"""How often one is counted before a function is written, which takes as long as judging a hundred documents."""
FREE, PRICE = 32, 128
"""How many are written before many documents were judged; how many must be for each one after that."""
MOST_COUNTED = 256


class Structures:
    """The functions that were written, by the name that stands first in the schema of their documents."""

    def __init__(self, points: Points, most: int) -> None:
        """Start with nothing, and never keep more than `most` functions."""
        self._points = points
        self._most = most
        self._judges: dict[Any, tuple[tuple[Judge, frozenset[str]], ...]] = {}
        self._counts: dict[int, int] = {}
        self._size = 0
        self._budget = Budget(FREE, PRICE)

    def judge(self, document: dict[str, Any], plan: DocumentPlan) -> frozenset[str] | None:
        """The members that judging a document reads about which there is surely nothing to say; None of any other."""
        first = document.get(plan.first)
        name = first if first.__class__ is str else _name(first)
        judges = self._judges.get(name, ())
        for one in judges:
            judge, reads = one
            answer = judge(document)
            if answer is not None:
                if one is not judges[0]:  # the next document is likely to be like this one
                    self._judges[name] = (one, *(other for other in judges if other is not one))
                return reads if answer else None
        return None

    def learn(self, document: dict[str, Any], plan: DocumentPlan) -> None:
        """Count a document about which there is nothing to say, and write a function where many were like it."""
        self._budget.met += 1
        if self._budget.met % EACH or not self._most:
            return
        outline = hash(self._outline(document, plan))
        count = self._counts[outline] = self._counts.get(outline, 0) + 1
        if count == OFTEN and self._budget.allows():
            self._write(document, plan)
        if len(self._counts) > MOST_COUNTED:
            self._counts.clear()

    def _write(self, document: dict[str, Any], plan: DocumentPlan) -> None:
        from zarrscope.quick.straight import straight
        from zarrscope.quick.structure import Unwritten

        try:
            judge = straight(document, plan, self._points)
        except (Unwritten, Doubt):
            return
        if self._size >= self._most:
            self._judges, self._counts, self._size = {}, {}, 0
        self._size += 1
        first, reads = _name(document.get(plan.first)), frozenset(self._points.reads(document, plan))
        self._judges[first] = ((judge, reads), *self._judges.get(first, ()))

    def _outline(self, value: dict[str, Any], plan: Plan) -> Any:
        """The names in a value that is accepted, and where they stand."""
        found: list[Any] = []
        for member, _, raw, inner in self._points.each(value, plan):
            name, config = name_and_configuration(raw)
            size = len(raw) if raw.__class__ is dict else 0
            found.append((member, name, size, bool(config), self._outline(config, inner)))
        return tuple(found)


def _name(raw: Any) -> Any:
    """The name of an extension point, if it has one."""
    name, _ = name_and_configuration(raw)
    return name if name.__class__ is str else None
