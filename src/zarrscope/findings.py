"""What a walk found in a document, before its places in the text are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from zarrscope.problems import Unclaimed, pointer

if TYPE_CHECKING:
    from zarrscope.problems import Kind, Loc, RuleFault, Severity


class Found(NamedTuple):
    """A problem before its place in the text is known; `offset` where the text itself is at fault."""

    loc: Loc
    rule: str
    kind: Kind
    severity: Severity
    stage: int
    message: str
    hint: str | None
    spec: str | None
    related: tuple[Loc, ...]
    offset: int | None


class Findings(NamedTuple):
    """All that there is to say about one document; `skipped` counts the rules that could not be decided."""

    found: tuple[Found, ...] = ()
    unclaimed: tuple[Unclaimed, ...] = ()
    faults: tuple[RuleFault, ...] = ()
    skipped: int = 0

    def below(self, start: Loc) -> Findings:
        """The same about a document that stands at a place in another one; there are no faults to move."""
        above = pointer(start)
        return self._replace(
            found=tuple(
                one._replace(loc=start + one.loc, related=tuple(start + loc for loc in one.related))
                for one in self.found
            ),
            unclaimed=tuple(Unclaimed(above + one.pointer, one.slot, one.name, one.hint) for one in self.unclaimed),
        )


CLEAN = Findings()
