"""What there is to say about documents, remembered by the content of the members that it follows from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.findings import CLEAN, Findings
from zarrscope.reading.fastparser import fast_parser
from zarrscope.rules import passes

if TYPE_CHECKING:
    from zarrscope.definitions import Definition
    from zarrscope.rules import Rule

MOST_REMEMBERED = 4096
LONGEST_REMEMBERED = 10_000
MOST_FOUND = 20
VARYING = frozenset(("shape", "attributes"))
"""Members in which one array differs from the next: of the shape only the rank is part of what is remembered."""
WITH_SHAPE = Findings(skipped=-1)
"""Stands in place of what follows from the shape as well, and is remembered under a key that has it."""


class Memory:
    """The findings about documents of one kind, by their extension points, their scalars, and the rank.

    Attributes:
        always: the rules about the document itself that read more than this; they are to be asked each time.
        once: the other rules about the document.
        told: the members that what is remembered may follow from.
    """

    def __init__(self, definition: Definition, places: list[str]) -> None:
        """Start with nothing; `places` are the members that hold extension points."""
        rules = definition.rules(early=True) + definition.rules()
        scalars = [str(pattern[0]) for pattern, _ in definition.scalars]
        named = {member for rule in rules for member in rule.members} & definition.members - VARYING
        self._told = tuple(dict.fromkeys([*places, *scalars, *sorted(named)])) if places else ()
        self._absent: tuple[Any, ...] = ()
        self.told = frozenset(self._told)
        self.always = passes([rule for rule in rules if not self._covers(rule)], definition.compiler)
        self.once = passes([rule for rule in rules if self._covers(rule)], definition.compiler)
        alone = self.always is None or self.always.names <= {"document"}
        self._is_used = bool(places) and alone
        self._known: dict[bytes, Findings] = {}

    def _covers(self, rule: Rule) -> bool:
        return rule.reads <= {"document"} and rule.members <= self.told

    def key(self, document: dict[str, Any]) -> bytes | None:
        """The content that findings about a document are remembered by; None where they are not."""
        orjson = fast_parser()
        if orjson is None or not self._is_used:
            return None
        if not self._absent:
            self._absent = (orjson.Fragment(b"-"),) * len(self._told)  # no JSON, and so unlike any value
        try:
            key: bytes = orjson.dumps([len(document.get("shape", ())), *map(document.get, self._told, self._absent)])
        except TypeError:
            return None
        return key if len(key) <= LONGEST_REMEMBERED else None

    def recall(self, key: bytes | None, document: dict[str, Any]) -> Findings | None:
        """What is remembered under a key."""
        if key is None:
            return None
        known = self._known.get(key)
        return known if known is not WITH_SHAPE else self._known.get(_with_shape(key, document))

    def remember(self, key: bytes | None, document: dict[str, Any], read: set[str], findings: Findings = CLEAN) -> None:
        """Remember findings that followed from the members `read`, unless more was read than the key tells."""
        if key is None or not read <= self.told | {"shape"} or len(findings.found) > MOST_FOUND:
            return
        if len(self._known) >= MOST_REMEMBERED:
            self._known.clear()
        if "shape" in read:
            self._known[key], key = WITH_SHAPE, _with_shape(key, document)
        self._known[key] = findings


def _with_shape(key: bytes, document: dict[str, Any]) -> bytes:
    return key + repr(document.get("shape")).encode()
