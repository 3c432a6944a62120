"""What there is to say about documents, remembered by the content that it follows from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.findings import CLEAN, Findings
from zarrscope.reading.fastparser import fast_parser
from zarrscope.rules import passes

if TYPE_CHECKING:
    from collections.abc import Set

    from zarrscope.definitions import Definition
    from zarrscope.rules import Rule

MOST_REMEMBERED = 4_000_000
"""How many bytes one memory may take, roughly: some thousand documents."""
COST, COST_OF_PROBLEM = 300, 1000
LONGEST_REMEMBERED = 10_000
MOST_FOUND = 20
VARYING = frozenset(("shape", "attributes"))
"""Members in which one array differs from the next: of the shape only the rank is part of a key by the members."""
WITH_SHAPE = Findings(skipped=-1)
"""Stands in place of what follows from the shape as well, and is remembered under a key that has it."""


class Memory:
    """Findings by the content of what they follow from, as JSON text."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        """Start with nothing, and never hold more than about `most` bytes."""
        self._most = self._room = most
        self._known: dict[bytes | None, Findings] = {}
        self.recall = self._known.get

    def remember(self, key: bytes | None, findings: Findings) -> None:
        """Remember findings, and forget everything before that becomes too much."""
        if key is None or len(findings.found) > MOST_FOUND or not self._most:
            return
        cost = len(key) + cost_of(findings)
        if cost > self._room:
            self._known.clear()
            self._room = self._most
        self._room -= cost
        self._known[trimmed(key)] = findings


def trimmed(key: bytes) -> bytes:
    """The same bytes, in no more room than they need: what orjson writes has kilobytes to spare."""
    return bytes(memoryview(key))


def cost_of(findings: Findings) -> int:
    """How many bytes it takes to remember findings, roughly."""
    return COST + COST_OF_PROBLEM * (len(findings.found) + len(findings.unclaimed))


class MemberMemory:
    """The findings about documents of one kind, by their extension points, their scalars, and the rank.

    Attributes:
        always: the rules about the document itself that read more than this, as one function of the document (see
            `Program.plain`); they are to be asked each time.
        asked: the ids of these rules; None where one of them reads more than the shape.
        once: the other rules about the document, likewise.
        told: the members that what is remembered may follow from.
    """

    def __init__(self, definition: Definition, places: list[str], most: int = MOST_REMEMBERED) -> None:
        """Start with nothing; `places` are the members that hold extension points."""
        rules = definition.rules(early=True) + definition.rules()
        scalars = [str(pattern[0]) for pattern, _ in definition.scalars]
        named = {member for rule in rules for member in rule.members} & definition.members - VARYING
        self._told = tuple(dict.fromkeys([*places, *scalars, *sorted(named)]))
        self._absent: tuple[Any, ...] = ()
        self.told = frozenset(self._told)
        others = [rule for rule in rules if not self._covers(rule)]
        always = passes(others, definition.compiler)
        once = passes([rule for rule in rules if self._covers(rule)], definition.compiler)
        of_shape = all(rule.reads <= {"document"} and rule.members <= {"shape"} for rule in others)
        self.asked = frozenset(rule.text.id for rule in others) if of_shape else None
        self.always = None if always is None else always.plain("document")
        self.once = None if once is None else once.plain("document")
        self._is_used = most > 0 and (always is None or always.names <= {"document"})
        self._memory = Memory(most)
        self.recall_key = self._memory.recall

    def _covers(self, rule: Rule) -> bool:
        return rule.reads <= {"document"} and rule.members <= self.told

    def recall(self, document: dict[str, Any]) -> tuple[bytes | None, Findings | None]:
        """The key that findings about a document are remembered by, None where they are not; what is remembered."""
        orjson = fast_parser()
        if orjson is None or not self._is_used:
            return None, None
        if not self._absent:
            self._absent = (orjson.Fragment(b"-"),) * len(self._told)  # no JSON, and so unlike any value
        try:
            key: bytes = orjson.dumps([len(document.get("shape", ())), *map(document.get, self._told, self._absent)])
        except TypeError:
            return None, None
        if len(key) > LONGEST_REMEMBERED:
            return None, None
        return key, self.recall_by(key, document)

    def recall_by(self, key: bytes, document: dict[str, Any]) -> Findings | None:
        """What is remembered of a document whose key is known."""
        known = self.recall_key(key)
        return known if known is not WITH_SHAPE else self._memory.recall(with_shape(key, document))

    def remember(self, key: bytes | None, document: dict[str, Any], read: Set[str], findings: Findings = CLEAN) -> None:
        """Remember findings that followed from the members `read`, unless more was read than the key tells."""
        if not read <= self.told | {"shape"}:
            return
        if key is not None and "shape" in read:
            self._memory.remember(key, WITH_SHAPE)
            key = with_shape(key, document)
        self._memory.remember(key, findings)


def with_shape(key: bytes, document: dict[str, Any]) -> bytes:
    """The key with the shape."""
    return key + repr(document.get("shape")).encode()
