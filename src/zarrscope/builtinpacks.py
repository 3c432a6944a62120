"""The packs that come with zarrscope, as `precompute` has read and checked them."""

from __future__ import annotations

import json
import os
from functools import cache
from typing import TYPE_CHECKING, Any

from zarrscope.reading.fastparser import fast_parser

if TYPE_CHECKING:
    from collections.abc import Mapping

    from zarrscope.scope import Scope


@cache
def built_in_packs() -> Mapping[str, Any]:
    """The built-in packs by name."""
    with open(os.path.join(os.path.dirname(__file__), "packs.json"), "rb") as file:
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
