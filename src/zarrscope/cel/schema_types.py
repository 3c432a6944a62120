"""JSON Schema 2020-12 -> static type."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any, Final

from zarrscope.cel.types import BOOL, DYN, INT, NULL, NUMBER, STRING, ListOf, MapOf, Type, join

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_MAX_DEPTH: Final = 40
_KINDS: Final = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
_SCALARS: Final = {
    frozenset({"null"}): NULL,
    frozenset({"boolean"}): BOOL,
    frozenset({"integer"}): INT,
    frozenset({"integer", "number"}): NUMBER,
    frozenset({"string"}): STRING,
}
_CONDITIONAL: Final = ("if", "then", "else")
_ALTERNATIVES: Final = ("anyOf", "oneOf")


def from_schema(schema: Any, resolve: Callable[[str], Type | None] | None = None) -> Type:
    """The type of the values that satisfy a schema; DYN where the schema does not say enough.

    `$ref` to a place in the schema itself is followed, any other is given to `resolve`. Members that only a condition
    names (`if`, `then`, `else`, `anyOf`, `oneOf`, `dependentSchemas`) are members of unknown type.
    """
    return _Reader(schema, resolve or (lambda ref: None)).type_of(schema, 0)


class _Gathered:
    """What the schemas that a value must all satisfy say together."""

    def __init__(self) -> None:
        self.kinds = _KINDS
        self.members: dict[str, Type] = {}
        self.conditional: set[str] = set()
        self.closed = False
        self.value: Type = DYN
        self.item: Type = DYN
        self.external: list[Type] = []

    def type(self) -> Type:
        scalar = _SCALARS.get(self.kinds)
        if scalar:
            return scalar
        if self.kinds == {"array"}:
            return ListOf(self.item)
        if self.kinds == {"object"}:
            members = {**dict.fromkeys(self.conditional, DYN), **self.members}
            closed = self.closed
            for other in self.external:
                if isinstance(other, MapOf):
                    members = {**other.members, **members}
                    closed = closed or not other.open
            return MapOf(members, not closed, self.value)
        return self.external[0] if self.external else DYN


class _Reader:
    def __init__(self, root: Any, resolve: Callable[[str], Type | None]) -> None:
        self.root = root
        self.resolve = resolve
        self.known: dict[int, Type] = {}

    def type_of(self, schema: Any, depth: int) -> Type:
        if not isinstance(schema, dict) or depth > _MAX_DEPTH:
            return DYN
        if id(schema) not in self.known:
            self.known[id(schema)] = DYN  # what a schema inside itself is
            gathered = _Gathered()
            self.gather(schema, gathered, set(), depth)
            self.known[id(schema)] = gathered.type()
        return self.known[id(schema)]

    def gather(self, schema: Any, into: _Gathered, seen: set[int], depth: int) -> None:
        if not isinstance(schema, dict) or id(schema) in seen or depth > _MAX_DEPTH:
            return
        seen.add(id(schema))
        into.kinds &= _kinds(schema)
        self.gather_members(schema, into, depth)
        self.gather_items(schema, into, depth)
        ref = schema.get("$ref")
        if isinstance(ref, str):
            if ref.startswith("#"):
                self.gather(_at(self.root, ref[1:]), into, seen, depth + 1)
            elif external := self.resolve(ref):
                into.external.append(external)
        for branch in _list(schema.get("allOf")):
            self.gather(branch, into, seen, depth + 1)
        branches = [schema[key] for key in _CONDITIONAL if key in schema]
        branches += [branch for key in _ALTERNATIVES for branch in _list(schema.get(key))]
        branches += _dict(schema.get("dependentSchemas")).values()
        for branch in branches:
            other = _Gathered()
            self.gather(branch, other, seen, depth + 1)
            into.conditional |= other.conditional | other.members.keys()
            for external in other.external:
                into.conditional |= external.members.keys() if isinstance(external, MapOf) else set()

    def gather_members(self, schema: Mapping[str, Any], into: _Gathered, depth: int) -> None:
        for name, member in _dict(schema.get("properties")).items():
            found = self.type_of(member, depth + 1)
            if into.members.get(name, DYN) is DYN:
                into.members[name] = found
        if schema.get("additionalProperties") is False and not schema.get("patternProperties"):
            into.closed = True
        if schema.get("unevaluatedProperties") is False and not schema.get("patternProperties"):
            into.closed = True
        additional = schema.get("additionalProperties")
        if isinstance(additional, dict) and not schema.get("patternProperties"):
            into.value = self.type_of(additional, depth + 1)

    def gather_items(self, schema: Mapping[str, Any], into: _Gathered, depth: int) -> None:
        prefix = [self.type_of(item, depth + 1) for item in _list(schema.get("prefixItems"))]
        rest = schema.get("items")
        if isinstance(rest, dict):
            prefix.append(self.type_of(rest, depth + 1))
        elif rest is not False:
            return
        if prefix and into.item is DYN:
            into.item = reduce(join, prefix)


def _kinds(schema: Mapping[str, Any]) -> frozenset[str]:
    kinds = _KINDS
    if "type" in schema:
        kinds = frozenset(name for name in _list(schema["type"], alone=True) if isinstance(name, str))
        if "number" in kinds:
            kinds |= {"integer"}
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if isinstance(values, list):
        kinds &= frozenset().union(*map(_kinds_of_value, values))
    return kinds


def _kinds_of_value(value: Any) -> frozenset[str]:
    if value is None:
        return frozenset({"null"})
    if isinstance(value, bool):
        return frozenset({"boolean"})
    if isinstance(value, (int, float)):
        return frozenset({"integer", "number"})
    return frozenset({"string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"})


def _list(value: Any, alone: bool = False) -> list[Any]:
    return value if isinstance(value, list) else [value] if alone else []


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _at(root: Any, pointer: str) -> Any:
    """The value at a JSON pointer, None where there is none."""
    for token in pointer.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        root = _dict(root).get(name) if not isinstance(root, list) else root[int(name)] if _index(name, root) else None
    return root


def _index(name: str, items: list[Any]) -> bool:
    return name.isascii() and name.isdigit() and len(name) < 10 and int(name) < len(items)
