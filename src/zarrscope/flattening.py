"""Schemas copied into one document: references made local, and nothing kept that only some validators understand."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urljoin

from zarrscope.identifiers import BASE, FIELDS, VERSION
from zarrscope.schemas.tree import MANY, NAMED, ONE, PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Schema = dict[str, Any]

PREFIX = f"{BASE}/{VERSION}/"
ANNOTATIONS = frozenset(("title", "description", "default", "examples", "deprecated"))
SAFE = "~!$&'()*+,;=:@?"  # what may stand in a fragment as it is
SYNTAX = re.compile(r"[\\^$.*+?()\[\]{}|/]")
TAKES_NEWLINES = re.compile(r"\[\^|(?<!\\)\.|\\[nrsuxDSW]")
FINAL_NEWLINE = {"type": "string", "pattern": r"\n$"}  # to some engines `$` also matches before a final newline


class Flattening:
    """The `$defs` of one document, made from schemas that refer to each other by identifier."""

    def __init__(self, schemas: Mapping[str, Any], make: Callable[[str], Any]) -> None:
        """Copy from these schemas; `make` makes what an identifier stands for."""
        self._schemas = schemas
        self._make = make
        self._waiting: list[str] = []
        self._made: dict[str, Any] = {}

    def reference(self, target: str, inside: str = "") -> str:
        """A local reference to what an identifier stands for, which is made later."""
        if target not in self._made:
            self._made[target] = None
            self._waiting.append(target)
        token = _key(target).replace("~", "~0").replace("/", "~1")
        return f"#/$defs/{quote(token, safe=SAFE)}{inside}"

    def finish(self) -> dict[str, Any]:
        """Everything that was referred to: slots first, then documents, then definitions."""
        while self._waiting:
            target = self._waiting.pop()
            self._made[target] = self._make(target)
        return {_key(target): self._made[target] for target in sorted(self._made, key=_order)}

    def copy(self, target: str) -> Any:
        """The schema with this identifier."""
        return self._copy(self._schemas[target], target) if target in self._schemas else True

    def _copy(self, schema: Any, base: str) -> Any:
        if isinstance(schema, bool):
            return schema
        out: Schema = {}
        for keyword, value in schema.items():
            if keyword == "$ref":
                out[keyword] = self._local(value, base)
            elif keyword in ONE:
                out[keyword] = self._copy(value, base)
            elif keyword in MANY:
                out[keyword] = [self._copy(part, base) for part in value]
            elif keyword in NAMED or keyword == "$defs":
                out[keyword] = {name: self._copy(part, base) for name, part in value.items()}
            elif keyword in PLAIN or keyword in ANNOTATIONS:
                out[keyword] = deepcopy(value)
        if "required" in out and "additionalProperties" not in out:
            unnamed = [name for name in out["required"] if name not in out.get("properties", {})]
            if unnamed:  # some validators take a required member without a schema for a misspelling
                out["properties"] = {**out.get("properties", {}), **dict.fromkeys(unnamed, True)}
        if out.get("additionalProperties") is False:
            out.setdefault("properties", {})  # without, some validators do not name the member that is too many
        if out.get("pattern", "").endswith("$") and not TAKES_NEWLINES.search(out["pattern"]) and "not" not in out:
            out["not"] = dict(FINAL_NEWLINE)
        return out

    def _local(self, reference: str, base: str) -> str:
        target, _, inside = urljoin(base, reference).partition("#")
        return self.reference(target, inside)


def pattern_of(names: list[str]) -> str:
    """A regular expression for these names and no others."""
    either = "|".join(SYNTAX.sub(r"\\\g<0>", name) for name in names)
    return f"^{either}$" if len(names) == 1 else f"^(?:{either})$"


def _key(target: str) -> str:
    """The name in `$defs` of what an identifier stands for."""
    return target.removeprefix(PREFIX).replace("/", ".", 1)


def _order(target: str) -> tuple[int, str]:
    key = _key(target)
    return (0 if "." not in key else 1 if key.partition(".")[0] in ("document", *FIELDS) else 2, key)
