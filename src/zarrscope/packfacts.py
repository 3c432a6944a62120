"""The facts that only rules of packs see: the node, what was found before, and figures of the array."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Protocol

from zarrscope.cel import UNKNOWN
from zarrscope.chunks import has_hole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from zarrscope.context import Member
    from zarrscope.facts import Facts

MOST_STEPS_OF_PACKS = 5_000_000  # of all rules of packs together, on one document


class Told(Protocol):
    """One document as one of the walks knows it when the rules of packs are asked."""

    @property
    def path(self) -> str | None:
        """The path of the node; None where it is not known."""

    @property
    def written(self) -> Any:
        """The document as it was read."""

    @property
    def problems(self) -> list[dict[str, Any]]:
        """What has been found in it, as `rule`, `pointer` and `severity`."""

    @property
    def unclaimed(self) -> list[dict[str, Any]]:
        """What no definition claims, as `name`, `slot` and `pointer`."""

    @property
    def members(self) -> Sequence[Member]:
        """The extension points that are members of the document, or items of its members."""


def node_at(path: str | None) -> Any:
    """The fact `node` of a node at a path; None where that is not known."""
    return UNKNOWN if path is None else {"path": path, "name": path.rpartition("/")[2]}


def _codecs(told: Told) -> Any:
    return [member.facts for member in told.members if member.slot == "codec"]


def _codec_names(told: Told) -> list[Any]:
    names: list[Any] = []
    pending = list(reversed(told.members))
    while pending:
        member = pending.pop()
        if member.slot == "codec":
            name = member.name if member.definition is None else member.definition.name
            names.append(UNKNOWN if name is None else name)
        pending.extend(reversed(member.nested()))
    return names


def _chunk_bytes(seen: Facts) -> Any:
    lengths, data_type = seen["grid"]["lengths"], seen["data_type"]
    if lengths is UNKNOWN or data_type is UNKNOWN or "bytes" not in data_type:
        return UNKNOWN
    size = data_type["bytes"]
    if size is UNKNOWN or any(axis is UNKNOWN or not axis or has_hole(axis) for axis in lengths):
        return UNKNOWN
    return math.prod(max(axis) for axis in lengths) * size


def _chunk_count(seen: Facts) -> Any:
    counts = seen["grid"]["counts"]
    return UNKNOWN if counts is UNKNOWN or has_hole(counts) else math.prod(counts)


def _told(read: Callable[[Told], Any]) -> Callable[[Facts], Any]:
    def fact(seen: Facts) -> Any:
        told = seen["@told"]
        return UNKNOWN if told is None else read(told)

    return fact


PACK_FACTS: Mapping[str, Callable[[Facts], Any]] = {
    "node": _told(lambda told: node_at(told.path)),
    "written": _told(lambda told: told.written),
    "problems": _told(lambda told: told.problems),
    "unclaimed": _told(lambda told: told.unclaimed),
    "codecs": _told(_codecs),
    "codec_names": _told(_codec_names),
    "rank": lambda seen: UNKNOWN if seen["axes"] is UNKNOWN else len(seen["axes"]),
    "chunk_bytes": _chunk_bytes,
    "chunk_count": _chunk_count,
}
