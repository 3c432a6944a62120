"""One judgement of one document: what has been found so far, and the working copy in which faults are holes."""

from __future__ import annotations

import marshal
from functools import cached_property
from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN, Meter
from zarrscope.findings import Findings, Found
from zarrscope.packfacts import MOST_STEPS_OF_PACKS
from zarrscope.paths import holds
from zarrscope.problems import RuleFault, Severity, Unclaimed, pointer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from zarrscope.facts import Facts
    from zarrscope.problems import Kind, Loc
    from zarrscope.reading import Reading
    from zarrscope.resolving import Node
    from zarrscope.rules import RuleText
    from zarrscope.scope import Scope

MOST_PROBLEMS = 10_000
MOST_HINTS = 100

Mark = tuple[int, int, int, int]


class Judgement:
    """What the walk that tells finds.

    It works on a copy of its own, in which whatever is at fault reads as UNKNOWN, so that nothing cascades.
    """

    def __init__(
        self, scope: Scope, reading: Reading, notes: bool, brief: bool = False, path: str | None = None
    ) -> None:
        """Start with nothing found.

        `brief` passes over nested documents about which there is nothing to say; `path` is that of the node.
        """
        self.scope = scope
        self.reading = reading
        self.notes = notes
        self.brief = brief and not notes
        # by version 2, which writes what stands in two places twice: a hole in one is none in the other
        self.root: Any = marshal.loads(marshal.dumps(reading.value, 2))
        self.found: list[Found] = []
        self.omitted = 0
        self.unclaimed: list[Unclaimed] = []
        self.faults: list[RuleFault] = []
        self.skipped = 0
        self.nodes: list[Node] = []
        self.overflows: dict[Loc, str] = {}
        self.node_type: str | None = None
        self.path = path
        self.judged: list[tuple[Node, Facts]] = []
        self.start: Loc = ()  # where the document that is being judged stands in the outermost one
        self._seen: set[tuple[str, Loc]] = set()

    @cached_property
    def pack_meter(self) -> Meter:
        """What all rules of packs may use up together."""
        return Meter(MOST_STEPS_OF_PACKS)

    def judges(self, node: Node, env: Facts) -> None:
        """Remember what was judged, and the facts that it was judged on, for the rules of packs."""
        if self.scope.pack_rules:
            self.judged.append((node, env))

    def say(
        self,
        text: RuleText,
        loc: Loc,
        message: str | None = None,
        *,
        stage: int | None = None,
        kind: Kind | None = None,
        severity: Severity | None = None,
        hint: str | None = None,
        related: tuple[Loc, ...] = (),
        offset: int | None = None,
        **values: Any,
    ) -> bool:
        """Note a problem, once per rule and place; whether it is an error.

        `values` fill in the message of an engine's text; anything else comes from the text where it is not given.
        """
        severity = severity or text.severity
        if severity is Severity.NOTE and not self.notes and text.id not in self.scope.raised:
            return False
        if len(self.found) >= MOST_PROBLEMS:
            self.omitted += 1
        elif (text.id, loc) not in self._seen:
            self._seen.add((text.id, loc))
            if message is None:
                message, hint = fill_in(text.message, values), fill_in(text.hint, values)
            kind = kind or text.kind or "invalid_value"
            stage = stage or text.stage or 1
            self.found.append(
                Found(loc, text.id, kind, severity, stage, message or "", hint, text.spec, related, offset)
            )
        return severity is Severity.ERROR

    def say_engine(self, rule_id: str, loc: Loc, **values: Any) -> bool:
        """Note a problem of the engine's own, `envelope/...` or `pipeline/...`."""
        return self.say(self.scope.catalogue.text(rule_id), loc, **values)

    def findings(self) -> Findings:
        """All that was found; what there was no room for is one problem at the end."""
        found = list(self.found)
        if self.omitted:
            text = self.scope.catalogue.text("envelope/omitted")
            message = fill_in(text.message, {"count": self.omitted}) or ""
            found.append(Found((), text.id, "invalid_value", text.severity, 5, message, None, text.spec, (), None))
        return Findings(tuple(found), tuple(self.unclaimed), tuple(self.faults), self.skipped)

    def mark(self) -> Mark:
        """How much has been found so far."""
        return len(self.found), len(self.unclaimed), len(self.faults), self.skipped

    def since(self, mark: Mark, start: Loc) -> Findings | None:
        """What was found after `mark` in the document that stands at `start`, as seen from there; None where it is cut.

        Rules that could not be evaluated are not told again elsewhere.
        """
        found, unclaimed, faults, skipped = mark
        if self.omitted or len(self.unclaimed) > MOST_HINTS or len(self.faults) > faults:
            return None
        depth, above = len(start), len(pointer(start))
        return Findings(
            tuple(
                one._replace(loc=one.loc[depth:], related=tuple(loc[depth:] for loc in one.related))
                for one in self.found[found:]
            ),
            tuple(Unclaimed(one.pointer[above:], one.slot, one.name, one.hint) for one in self.unclaimed[unclaimed:]),
            skipped=self.skipped - skipped,
        )

    def take(self, findings: Findings) -> bool:
        """Take over what was found earlier in the same content; False where there is no room for all of it."""
        if len(self.found) + len(findings.found) > MOST_PROBLEMS:
            return False
        if findings.unclaimed and len(self.unclaimed) + len(findings.unclaimed) > MOST_HINTS:
            return False
        self.found.extend(findings.found)
        self.unclaimed.extend(findings.unclaimed)
        self.skipped += findings.skipped
        return True

    def claim_nothing(self, loc: Loc, slot: str, name: str, known: Iterable[str]) -> None:
        """List a name or a member that no definition claims, with a hint where it is close to a known one."""
        hint = self.scope.catalogue.advice(slot, name, known) if len(self.unclaimed) < MOST_HINTS else None
        self.unclaimed.append(Unclaimed(pointer(loc), slot, name, hint))

    def blame(self, text: RuleText, message: str, loc: Loc) -> None:
        """List a rule that could not be evaluated."""
        if len(self.faults) < MOST_PROBLEMS:
            self.faults.append(RuleFault(text.id, message, pointer(loc), text.file, text.line))

    def exists(self, loc: Loc) -> bool:
        """Whether the document, as read, has a member there."""
        value = self.reading.value
        for token in loc:
            if not holds(value, token):
                return False
            value = value[token]
        return True


def fill_in(template: str | None, values: dict[str, Any]) -> str | None:
    """Put values in place of their names in braces."""
    if template is None:
        return None
    from zarrscope.messages import pieces, show

    return "".join(
        piece if isinstance(piece, str) else show(values.get(piece[0], piece[0].strip("\"'")))
        for piece in pieces(template)
    )


def poke(root: Any, tokens: Loc) -> None:
    """Make a hole: whatever stands at this place, or ought to, reads as UNKNOWN from here on.

    Where what it ought to stand in is missing, that is the hole.
    """
    for token in tokens[:-1]:
        if not holds(root, token):
            tokens = (token,)
            break
        root = root[token]
    last = tokens[-1]
    if holds(root, last) or (isinstance(root, dict) and isinstance(last, str)):
        root[last] = UNKNOWN
