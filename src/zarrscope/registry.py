"""A scope as a `referencing.Registry`: every definition under its identifier, and every slot as one open schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.bundle import bundle
from zarrscope.identifiers import EXTENSIONS, uri

if TYPE_CHECKING:
    from referencing import Registry

    from zarrscope.scope import Scope


def build(scope: Scope) -> Registry[Any]:
    """The registry of a scope's schemas; slots are resources too, so that all references resolve."""
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    schemas = {**scope.schemas(), **{uri(slot): {"$id": uri(slot), **bundle(scope, slot)} for slot in EXTENSIONS}}
    resources = [(identifier, DRAFT202012.create_resource(schema)) for identifier, schema in schemas.items()]
    registry: Registry[Any] = Registry().with_resources(resources)
    return registry.crawl()
