"""What comes with zarrscope: scopes and packs, as `precompute` has read and checked them."""

from __future__ import annotations

import json
import os
from functools import cache
from typing import TYPE_CHECKING, Any

from zarrscope.lines import Lines
from zarrscope.reading.fastparser import fast_parser
from zarrscope.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Mapping

    from zarrscope.scope import Claim, Key

STATUSES = ("core", "registered", "proposed")
HERE = os.path.dirname(__file__)


@cache
def _precomputed() -> tuple[dict[str, Any], list[bytes]]:
    """The first line of the file, which says what the others are, and these (see `precompute`)."""
    with open(os.path.join(HERE, "scope.jsonl"), "rb") as file:
        first, *others = file.read().splitlines()
    return json.loads(first), others


def built_in_scope(last: str) -> Scope:
    """The scope of the definitions up to a status: `core`, `registered` or `proposed`."""
    index, lines = _precomputed()
    statuses = STATUSES[: STATUSES.index(last) + 1]
    records: dict[Key, bytes] = {}
    claims: dict[Key, Claim] = {}
    for (slot, name, status, *claimed), line in zip(index["definitions"], lines, strict=False):
        if status in statuses:
            records[slot, name] = line
            claims[slot, name] = tuple(claimed)
    shared = Lines(dict(zip(index["shared"], lines[len(index["definitions"]) :], strict=True)))
    return Scope(Lines(records), shared["resources"], shared, claims=claims)


@cache
def built_in_packs() -> Mapping[str, Any]:
    """The built-in packs by name."""
    with open(os.path.join(HERE, "packs.json"), "rb") as file:
        packs: dict[str, Any] = (fast_parser() or json).loads(file.read())
    return packs


def with_built_in(scope: Scope, name: str) -> Scope | None:
    """The scope with a built-in pack and what that builds on, made once; None where none has this name."""
    if name not in built_in_packs():
        return None
    known = scope.with_built_in.get(name)
    if known is None:
        known = scope.with_built_in[name] = _made(scope, name)
    return known


def _made(scope: Scope, name: str) -> Scope:
    data = built_in_packs()[name]
    for base in data["pack"].get("extends", ()):
        if not any(known["name"] == base for known in scope.packs):
            scope = _made(scope, base)
    records = {(record["slot"], record["name"]): record for record in data["definitions"]}
    return scope.with_records(records, data["resources"], data["pack"])
