"""A scope and a pack: the pack found, what it builds on first, then all of it checked and added."""

from __future__ import annotations

import json
import os
from functools import cache
from typing import TYPE_CHECKING, Any

from zarrscope.checking import checked
from zarrscope.loading import Loaded, is_inside, load
from zarrscope.nearby import nearest
from zarrscope.packfolder import PACK_FILE, load_pack
from zarrscope.scope import ScopeError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from zarrscope.scope import Scope


def extended(scope: Scope, pack: str) -> Scope:
    """The scope with a pack; raises ScopeError with every fault."""
    if pack in built_in_packs():
        if pack not in scope.with_built_in:
            scope.with_built_in[pack] = _with_built_in(scope, pack)
        return scope.with_built_in[pack]
    if not os.path.isdir(pack):
        near = nearest(pack, built_in_packs())
        raise ScopeError(f"{pack}: no such folder" + (f", and no built-in pack; did you mean {near}?" if near else ""))
    if not os.path.isfile(os.path.join(pack, PACK_FILE)):
        return checked(scope, load(pack))
    loaded = load_pack(pack)
    return checked(_with_bases(scope, loaded), loaded)


@cache
def built_in_packs() -> Mapping[str, Any]:
    """The built-in packs by name, as `precompute` has written them."""
    with open(os.path.join(os.path.dirname(__file__), "packs.json"), "rb") as file:
        packs: dict[str, Any] = json.loads(file.read())
    return packs


def _with_built_in(scope: Scope, name: str) -> Scope:
    data = built_in_packs()[name]
    for base in data["pack"].get("extends", ()):
        if not any(known["name"] == base for known in scope.packs):
            scope = _with_built_in(scope, base)
    records = {(record["slot"], record["name"]): record for record in data["definitions"]}
    return scope.with_records(records, data["resources"], data["pack"])


def _with_bases(scope: Scope, loaded: Loaded) -> Scope:
    """The scope with what a pack builds on: built-in packs, packs that are there already, folders inside it."""
    assert loaded.pack is not None
    assert loaded.pack_marked is not None
    for index, base in enumerate(loaded.pack.get("extends", ())):
        known = {str(pack["name"]) for pack in scope.packs}
        folder = os.path.join(loaded.folder, base)
        if base in known:
            continue
        if base in built_in_packs():
            scope = _with_built_in(scope, base)
        elif os.path.isdir(folder) and is_inside(folder, loaded.folder):
            scope = extended(scope, folder)
        else:
            near = nearest(base, {*known, *built_in_packs()})
            hint = f"did you mean {near}?" if near else "a built-in pack, one given before it, or a folder inside it"
            position = loaded.pack_marked.position("extends", index)
            raise ScopeError(str(loaded.pack_marked.fault(position, f"no such pack: {base}", hint)))
    return scope
