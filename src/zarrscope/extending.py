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
from zarrscope.rulefiles import Fault
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
    loaded = load_folder(pack)
    return checked(with_bases(scope, loaded), loaded)


def load_folder(folder: str, shown: str | None = None) -> Loaded:
    """Read a folder, with a `pack.yaml` or without; what is wrong with it stands in `faults`."""
    is_pack = os.path.lexists(os.path.join(folder, PACK_FILE))
    return load_pack(folder, shown) if is_pack else load(folder, shown)


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


def with_bases(scope: Scope, loaded: Loaded) -> Scope:
    """The scope with what a pack builds on: built-in packs, packs that are there already, folders inside it.

    What is wrong with those is added to the faults of the pack.
    """
    bases = loaded.pack.get("extends", ()) if loaded.pack else ()
    met: set[str] = set()
    for index, base in enumerate(bases):
        known = {str(pack["name"]) for pack in scope.packs}
        folder = os.path.join(loaded.folder, base.replace("\0", "?"))
        real = os.path.realpath(folder)
        if base in known or real in met:
            continue
        if base in built_in_packs():
            scope = _with_built_in(scope, base)
        elif os.path.isdir(folder) and is_inside(folder, loaded.folder):
            met.add(real)
            inner = load_folder(folder)
            try:
                scope = checked(with_bases(scope, inner), inner)
            except ScopeError as error:
                loaded.faults.extend(fault for fault in error.faults if isinstance(fault, Fault))
        else:
            near = nearest(base, {*known, *built_in_packs()})
            hint = f"did you mean {near}?" if near else "a built-in pack, one given before it, or a folder inside it"
            assert loaded.pack_marked is not None
            position = loaded.pack_marked.position("extends", index)
            loaded.faults.append(loaded.pack_marked.fault(position, f"no such pack: {base}", hint))
    return scope
