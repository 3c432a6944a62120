"""Write the built-in definitions as one file, `scope.json`: `python -m zarrscope.precompute`.

A start then needs no YAML and no checks.
"""

from __future__ import annotations

import json
import os
from typing import Any

from zarrscope.checking import check_loaded
from zarrscope.datafolder import data_folder
from zarrscope.loading import load, load_names, load_texts
from zarrscope.scope import Scope, ScopeError

FAMILIES = ("json", "envelope", "pipeline", "schema")
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


if __name__ == "__main__":
    made = text()
    with open(f"{FILE}.new", "w", encoding="utf-8") as stream:
        stream.write(made)
    os.replace(f"{FILE}.new", FILE)  # whoever starts meanwhile reads the old file or the new one
