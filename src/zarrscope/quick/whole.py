"""What was found in documents of which not all is told by the members of a memory: by everything that they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.quick.memory import LONGEST_REMEMBERED, WITH_SHAPE, Memory, with_shape
from zarrscope.quick.resolved import NOTHING
from zarrscope.reading.fastparser import fast_parser

if TYPE_CHECKING:
    from collections.abc import Iterable

    from zarrscope.definitions import Definition
    from zarrscope.findings import Findings
    from zarrscope.quick.plans import DocumentPlan


class WholeMemory:
    """Findings by all of a document but the values of its shape and its attributes, where these are sound."""

    def __init__(self, most: int) -> None:
        """Start with nothing, and never hold more than about `most` bytes."""
        self._memory = Memory(most)

    def recall(self, plan: DocumentPlan, document: dict[str, Any]) -> tuple[Findings, list[str]] | None:
        """What was found in a document like this one, and the members that it does not follow from."""
        key, left_out = self._key(plan, document)
        known = self._memory.recall(key)
        if known is WITH_SHAPE and key is not None:
            known = self._memory.recall(with_shape(key, document))
            left_out.remove("shape")
        return None if known is None else (known, left_out)

    def remember(
        self,
        plan: DocumentPlan,
        document: dict[str, Any],
        definitions: Iterable[Definition],
        read: set[str],
        findings: Findings,
    ) -> None:
        """Remember what was found by these definitions, which have read these members, unless that is not all told."""
        key, left_out = self._key(plan, document)
        asked = (plan.memory.asked if "shape" in left_out else None) or frozenset()
        for definition in definitions:
            if definition.slot == "document":
                read = read.union(*(rule.members for rule in definition.all_rules if rule.text.id not in asked))
        if key is None or "*" in read or ("attributes" in read and "attributes" in left_out):
            return
        if "shape" in read and "shape" in left_out:
            self._memory.remember(key, WITH_SHAPE)
            key = with_shape(key, document)
        self._memory.remember(key, findings)

    def _key(self, plan: DocumentPlan, document: dict[str, Any]) -> tuple[bytes | None, list[str]]:
        """The text of a document without the values that nothing is to be said about, and which members these are of.

        Of a shape that is left out the rank is told, and the rules that read more of it have been asked.
        """
        orjson = fast_parser()
        if orjson is None:
            return None, []
        try:
            left_out = self._sound(plan, document)
            marks = {member: len(document["shape"]) if member == "shape" else 0 for member in left_out}
            key: bytes = orjson.dumps({**document, **marks})
        except (TypeError, ValueError):
            return None, []
        if len(key) > LONGEST_REMEMBERED:
            return None, []
        return b" ".join([key, *(member.encode() for member in left_out)]), left_out

    def _sound(self, plan: DocumentPlan, document: dict[str, Any]) -> list[str]:
        """The members that vary and about which, taken by themselves, there is surely nothing to say but the rank."""
        schemas = plan.varying or {}
        found = [
            member for member, schema in schemas.items() if member in document and schema.accepts(document[member])
        ]
        always = plan.memory.always
        if "shape" in found and (plan.memory.asked is None or not (always is None or always(document, NOTHING))):
            found.remove("shape")
        return found
