"""Write what is made from the built-in definitions: `python -m zarrscope.precompute`.

`scope.json` holds them all, so that a start needs no YAML and no checks; `schemas/bundles/` has one schema a scope.
"""

from __future__ import annotations

import json
import os
from typing import Any

from zarrscope.bundle import bundle
from zarrscope.checking import check_loaded
from zarrscope.datafolder import data_folder
from zarrscope.loading import load, load_names, load_texts
from zarrscope.scope import Scope, ScopeError

FAMILIES = ("json", "envelope", "pipeline", "schema")
SCOPES = ("core", "default", "proposed")
FILE = os.path.join(os.path.dirname(__file__), "scope.json")


def built_in() -> dict[str, Any]:
    """The built-in definitions, checked; raises ScopeError with every fault."""
    folder = data_folder()
    loaded = load(folder, is_built_in=True)
    texts = {family: load_texts(os.path.join(folder, "rules", f"{family}.yaml"), folder) for family in FAMILIES}
    names = load_names(os.path.join(folder, "rules", "names.yaml"), folder)
    with open(os.path.join(folder, "schemas", "meta", "facts.json"), encoding="utf-8") as file:
        facts = json.load(file)
    scope = Scope(loaded.records, loaded.resources, {"texts": texts, "facts": facts, "names": names})
    faults = check_loaded(scope, loaded)
    if faults:
        raise ScopeError("\n".join(faults))
    return {
        "definitions": [loaded.records[key] for key in sorted(loaded.records)],
        "resources": loaded.resources,
        "shared": {"texts": texts, "facts": facts, "names": names},
    }


def text() -> str:
    """What `scope.json` holds."""
    return json.dumps(built_in(), ensure_ascii=False, separators=(",", ":")) + "\n"


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
    folder = os.path.join(data_folder(), "schemas", "bundles")
    os.makedirs(folder, exist_ok=True)
    for name in SCOPES:
        write(os.path.join(folder, f"{name}.json"), bundle_text(name))


if __name__ == "__main__":
    main()
