"""A scope and a pack: the pack found, what it builds on first, then all of it checked and added."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from zarrscope.builtin import built_in_packs, with_built_in
from zarrscope.checking import checked
from zarrscope.loading import Loaded, is_inside, load
from zarrscope.nearby import nearest
from zarrscope.packfolder import PACK_FILE, load_pack
from zarrscope.rulefiles import Fault
from zarrscope.scope import ScopeError

if TYPE_CHECKING:
    from zarrscope.scope import Scope


def extended(scope: Scope, pack: str) -> Scope:
    """The scope with the pack in a folder; raises ScopeError with every fault."""
    if not os.path.isdir(pack):
        near = nearest(pack, built_in_packs())
        raise ScopeError(f"{pack}: no such folder" + (f", and no built-in pack; did you mean {near}?" if near else ""))
    loaded = load_folder(pack)
    return checked(with_bases(scope, loaded), loaded)


def load_folder(folder: str, shown: str | None = None) -> Loaded:
    """Read a folder, with a `pack.yaml` or without; what is wrong with it stands in `faults`."""
    is_pack = os.path.lexists(os.path.join(folder, PACK_FILE))
    return load_pack(folder, shown) if is_pack else load(folder, shown)


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
        built_in = with_built_in(scope, base)
        if built_in is not None:
            scope = built_in
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
