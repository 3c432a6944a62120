"""A scope as a `referencing.Registry`: every definition under its identifier, and every slot as one open schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.identifiers import EXTENSIONS, uri

if TYPE_CHECKING:
    from referencing import Registry

    from zarrscope.scope import Scope


def build(scope: Scope) -> Registry[Any]:
    """The registry of a scope's schemas; slots are resources too, so that all references resolve."""
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    schemas = {**scope.schemas(), **{uri(slot): slot_schema(scope, slot) for slot in EXTENSIONS}}
    resources = [(identifier, DRAFT202012.create_resource(schema)) for identifier, schema in schemas.items()]
    registry: Registry[Any] = Registry().with_resources(resources)
    return registry.crawl()


def slot_schema(scope: Scope, slot: str) -> dict[str, Any]:
    """What may stand at an extension point: a name or an object with one; a known name follows its definition."""
    known = [definition for definition in scope.definitions() if definition.slot == slot and definition.schema]
    bare = [definition.name for definition in known if definition.pattern is None and definition.needs_configuration]
    branches: list[dict[str, Any]] = [
        {
            "if": {"type": "object", "properties": {"name": {"const": definition.name}}, "required": ["name"]},
            "then": {"$ref": uri(slot, definition.name)},
        }
        for definition in known
        if definition.pattern is None
    ]
    if bare:
        branches.append({"if": {"type": "string"}, "then": {"not": {"enum": bare}}})
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": uri(slot),
        "type": ["string", "object"],
        "properties": {"name": {"type": "string"}, "configuration": {"type": "object"}},
        "required": ["name"],
    }
    if branches:
        schema["allOf"] = branches
    return schema
