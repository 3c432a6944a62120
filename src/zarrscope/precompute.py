"""Write what is made from the built-in definitions: `python -m zarrscope.precompute`.

`scope.jsonl` holds them all, and `packs.json` the built-in packs, so that a start needs no YAML and no checks;
`schemas/bundles/` has one schema a scope.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from zarrscope.bundle import bundle
from zarrscope.checking import check_loaded, checked
from zarrscope.compiling import written
from zarrscope.datafolder import data_folder
from zarrscope.loading import Loaded, load, load_names, load_texts
from zarrscope.packfolder import load_pack
from zarrscope.scope import Scope, ScopeError, claim

if TYPE_CHECKING:
    from zarrscope.definitions import Definition

FAMILIES = ("json", "envelope", "pipeline", "schema")
SCOPES = ("core", "default", "proposed")
FILE = os.path.join(os.path.dirname(__file__), "scope.jsonl")
PACKS_FILE = os.path.join(os.path.dirname(__file__), "packs.json")


def built_in() -> list[Any]:
    """The lines of `scope.jsonl`, with the built-in definitions checked; raises ScopeError with every fault."""
    folder = data_folder()
    loaded = load(folder, folder).sound()
    texts = {family: load_texts(os.path.join(folder, "rules", f"{family}.yaml"), folder) for family in FAMILIES}
    names = load_names(os.path.join(folder, "rules", "names.yaml"), folder)
    with open(os.path.join(folder, "schemas", "meta", "facts.json"), encoding="utf-8") as file:
        facts = json.load(file)
    scope = Scope(loaded.records, loaded.resources, {"texts": texts, "facts": facts, "names": names})
    faults = check_loaded(scope, loaded)
    if faults:
        raise ScopeError(*faults)
    definitions = list(scope.definitions())
    shared = {"resources": loaded.resources, "texts": texts, "facts": facts, "names": names}
    index = [[one.slot, one.name, one.status, *claim(one.record)] for one in definitions]
    records = [{**one.record, "made": made(one)} for one in definitions]
    return [{"definitions": index, "shared": list(shared)}, *records, *shared.values()]


def made(definition: Definition) -> dict[str, Any]:
    """What can be worked out of the expressions of a definition before a document is there."""
    texts = {text for text in definition.expressions() if isinstance(text, str)}
    programs = {text: written(definition.compiler.program(text)) for text in sorted(texts)}
    rules = {rule.text.name: [*written(rule.passes), sorted(rule.members)] for rule in definition.all_rules}
    return {"programs": programs, "rules": rules, "reads": sorted(definition.reads)}


def built_in_packs(scope: Scope) -> dict[str, Any]:
    """The built-in packs by name, checked with what they extend; raises ScopeError with every fault."""
    folder = data_folder()
    below = os.path.join(folder, "rules", "packs")
    pending = {name: load_pack(os.path.join(below, name), folder).sound() for name in sorted(os.listdir(below))}
    written: dict[str, Any] = {}
    scopes: dict[str, Scope] = {}
    while pending:
        ready = [name for name, loaded in pending.items() if not _bases(loaded) - scopes.keys()]
        if not ready:
            raise ScopeError(f"packs that extend no built-in pack, or each other: {', '.join(pending)}")
        for name in ready:
            loaded = pending.pop(name)
            extended = scope
            for base in sorted(_bases(loaded)):
                for pack in scopes[base].packs:
                    extended = extended.with_records({}, {}, pack)
            scopes[name] = checked(extended, loaded)
            written[name] = {
                "pack": scopes[name].packs[-1],
                "definitions": [loaded.records[key] for key in sorted(loaded.records)],
                "resources": loaded.resources,
            }
    return dict(sorted(written.items()))


def _bases(loaded: Loaded) -> set[str]:
    return set(loaded.pack.get("extends", ())) if loaded.pack else set()


def text() -> str:
    """What `scope.jsonl` holds: a line that says what the others are, and a line for each of them."""
    return "".join(map(_compact, built_in()))


def packs_text() -> str:
    """What `packs.json` holds."""
    return _compact(built_in_packs(Scope.proposed()))


def _compact(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def bundle_text(name: str) -> str:
    """What `schemas/bundles/NAME.json` holds, of the scope of this name."""
    return json.dumps(bundle(getattr(Scope, name)()), ensure_ascii=False, indent=1) + "\n"


def write(file: str, content: str) -> None:
    """Put a file in place at once, so that whoever reads meanwhile reads the old one or the new one."""
    with open(f"{file}.new", "w", encoding="utf-8") as stream:
        stream.write(content)
    os.replace(f"{file}.new", file)


def main() -> None:
    """Write all files."""
    write(FILE, text())
    write(PACKS_FILE, packs_text())
    folder = os.path.join(data_folder(), "schemas", "bundles")
    os.makedirs(folder, exist_ok=True)
    for name in SCOPES:
        write(os.path.join(folder, f"{name}.json"), bundle_text(name))


if __name__ == "__main__":
    main()
