"""A scope with one more codec, which says how many bytes it is handed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.pipeline.test_corner_cases import PROBE_RULES, PROBE_SCHEMA
from zarrscope import Scope

if TYPE_CHECKING:
    from pathlib import Path

EQUAL = "chunk.bytes == config.bytes"


def probing_scope(folder: Path, check: str) -> Scope:
    """The default scope with a codec whose rule compares `chunk.bytes` with `config.bytes` as `check` does."""
    for place in ("schemas/v3/codec", "rules/v3/codec"):
        (folder / place).mkdir(parents=True)
    (folder / "schemas/v3/codec/acme.probe.json").write_text(json.dumps(PROBE_SCHEMA), encoding="utf-8")
    rules = PROBE_RULES.replace(EQUAL, check)
    (folder / "rules/v3/codec/acme.probe.yaml").write_text(rules, encoding="utf-8")
    return Scope.default().extended(folder)
