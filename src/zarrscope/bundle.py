"""A scope as one self-contained JSON Schema that tools without zarrscope can use.

References are local (`#/$defs/codec.NAME`), names choose definitions by `if` and `then`, and there is nothing that only
some validators can do: no `$dynamicRef`, no `$id` inside, no `anyOf` or `oneOf` that would blur where an error lies.
"""

from __future__ import annotations

import json
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from zarrscope.envelope import INDISPENSABLE, SHORT_FORM_IS_NEW
from zarrscope.flattening import PREFIX, Flattening, Schema, pattern_of
from zarrscope.identifiers import ENVELOPE, EXTENSIONS, uri
from zarrscope.scope import LONGEST_NAME

if TYPE_CHECKING:
    from zarrscope.definitions import Definition
    from zarrscope.scope import Scope

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NODE = "node"
FILL = "/$defs/fill_value"
ABOUT = (
    "Made by zarrscope from its definitions. It judges what a member can say about itself. Rules between members, such "
    "as that a chunk has as many axes as the array, are not in it: `zarrscope check` judges those too, and "
    "`zarrscope rules --format json` lists them. A name that it does not know is accepted with any configuration."
)
NAME = {
    "pattern": r"^(?:[a-z][a-z0-9_.-]*|[A-Za-z][A-Za-z0-9+.-]*:[\s\S]+)$",
    "not": {"type": "string", "pattern": r"^[a-z0-9_.-]+\n"},  # to some engines `$` also matches before a final newline
}
NOT_UNDERSTOOD = "Whether a reader that does not know the name must refuse the array; true where it is left out."


def bundle(scope: Scope, what: str = NODE) -> Schema:
    """Make one schema of a scope.

    Args:
        scope: whose definitions.
        what: "node" (an array or a group), "array", "group", a slot such as "codec", or one definition of a slot,
            such as "codec/NAME".

    Raises:
        LookupError: the scope has nothing of this name.
    """
    maker = _Maker(scope)
    slot, _, name = what.partition("/")
    key = (slot, name) if name else ("document", what)
    definition = maker.definitions.get(uri(*key)) or scope.find(*key)
    if definition is not None and definition.slot in EXTENSIONS:
        root = maker.slot(definition.slot, [definition], only=True)
        root["title"] = definition.title
    elif definition is not None:
        root = {"title": definition.title, "$ref": maker.flat.reference(uri(definition.slot, definition.name))}
    elif what == NODE or what in EXTENSIONS:
        root = {"title": _title(what), "$ref": maker.flat.reference(PREFIX + what)}
    else:
        raise LookupError(what)
    head = {"$schema": DIALECT, "title": root["title"], "description": ABOUT}
    return {**head, **root, "description": ABOUT, "$defs": maker.flat.finish()}


def subjects(scope: Scope) -> list[str]:
    """What there is a schema of."""
    definitions = [f"{one.slot}/{one.name}" for one in scope.definitions()]
    documents = [one.name for one in scope.definitions() if one.slot == "document"]
    return [NODE, *documents, *EXTENSIONS, *definitions]


class _Maker:
    """Makes what is referred to: documents, their extra members, extension points and what may stand there."""

    def __init__(self, scope: Scope) -> None:
        self.flat = Flattening(scope.schemas(), self._make)
        self.definitions = {uri(one.slot, one.name): one for one in scope.definitions()}

    def _make(self, target: str) -> Any:
        definition = self.definitions.get(target)
        if target == PREFIX + NODE:
            return self._node()
        if definition is None:
            slot = target.removeprefix(PREFIX)
            return self.slot(slot, self._of(slot)) if slot in EXTENSIONS else self.flat.copy(target)
        if definition.slot in EXTENSIONS:
            return self._extension(definition)
        return self._document(definition) if definition.slot == "document" else self._field(definition)

    def _of(self, slot: str) -> list[Definition]:
        return [one for one in self.definitions.values() if one.slot == slot]

    def _node(self) -> Schema:
        names = [kind.name for kind in self._of("document")]
        is_3 = {"properties": {"zarr_format": {"const": 3}}}
        branches: list[Schema] = [
            {"if": deepcopy(is_3), "then": _says("node_type", True)},
            {"if": _says("node_type", {"enum": names}), "else": is_3},
        ]
        for name in names:
            kind = {"$ref": self.flat.reference(uri("document", name))}
            branches.append({"if": _says("node_type", {"const": name}), "then": kind})
        return {
            "title": _title(NODE),
            "type": "object",
            "properties": {
                "zarr_format": {"description": "The version of the Zarr format.", "default": 3},
                "node_type": {"description": "Which kind of node this is.", "enum": names},
            },
            "allOf": branches,
        }

    def _document(self, definition: Definition) -> Schema:
        """A document with the extra members and the attributes that the scope knows."""
        schema: Schema = self.flat.copy(uri("document", definition.name))
        members = schema.setdefault("properties", {})
        for one in self._of(f"{definition.name}_field"):
            members[one.name] = {"$ref": self.flat.reference(uri(one.slot, one.name))}
        for one in self._of("attribute"):
            attributes = members.setdefault("attributes", {"type": "object"}).setdefault("properties", {})
            attributes[one.name] = {"$ref": self.flat.reference(uri(one.slot, one.name))}
        for member, type_member in definition.data.get("scalars", {}).items():
            if member in members and type_member in members:
                schema.setdefault("allOf", []).extend(self._scalars(member, type_member))
        return schema

    def _scalars(self, member: str, type_member: str) -> list[Schema]:
        """What a scalar looks like, by the data type that another member names; types of one form together."""
        forms: dict[str, list[Definition]] = {}
        for one in self._of("data_type"):
            form = (one.schema or {}).get("$defs", {}).get("fill_value")
            if form is not None:
                alike = json.dumps(form) if one.pattern is None else one.name
                forms.setdefault(alike, []).append(one)
        return [
            {
                "if": _says(type_member, _named(types)),
                "then": {"properties": {member: {"$ref": self.flat.reference(uri("data_type", types[0].name), FILL)}}},
            }
            for types in forms.values()
        ]

    def _field(self, definition: Definition) -> Any:
        """An extra member or an attribute; the documents inside it are nodes."""
        whole = {"": self.flat.copy(uri(definition.slot, definition.name))}
        for pattern in definition.documents:
            if any(isinstance(token, int) for token in pattern):
                continue  # one item of a list is left open
            part = _below(whole, "")
            for token in pattern:
                if token == "*":
                    part = _below(part, "items" if part.get("type") == "array" else "additionalProperties")
                else:
                    part = _below(part.setdefault("properties", {}), token)
            part["$ref"] = self.flat.reference(PREFIX + NODE)
        return whole[""]

    def slot(self, slot: str, definitions: list[Definition], only: bool = False) -> Schema:
        """What may stand at an extension point: a name or an object with one; known names follow their definitions."""
        names = [name for one in definitions if one.pattern is None for name in (one.name, *one.aliases)]
        must_understand: Schema = {"const": True} if slot in INDISPENSABLE else {"type": "boolean", "default": True}
        members: Schema = {
            "name": {"type": "string", **deepcopy(NAME), **({"examples": names} if names else {})},
            "configuration": {"description": "What the definition has to be told.", "type": "object"},
            "must_understand": {"description": NOT_UNDERSTOOD, **must_understand},
        }
        branches: list[Schema] = [
            {"if": _named([one], names), "then": {"$ref": self.flat.reference(uri(slot, one.name))}}
            for one in definitions
        ]
        if only:
            branches = [branch["then"] for branch in branches]
            branches += [{"pattern": pattern_of(names)}] if names else []
        examples = [example for one in definitions if (example := _example(one)) is not None]
        return {
            "title": _title(slot),
            "description": f"The name of a {_title(slot).lower()}, or an object with its name and its configuration.",
            "type": ["string", "object"],
            **deepcopy(NAME),
            "properties": members,
            "required": ["name"],
            "additionalProperties": False,
            **({"allOf": branches} if branches else {}),
            **({"examples": examples} if examples else {}),
        }

    def _extension(self, definition: Definition) -> Any:
        """A definition as an extension point refers to it: what the envelope says is not said twice."""
        schema = self.flat.copy(uri(definition.slot, definition.name))
        if isinstance(schema, bool):
            return schema
        members = schema.setdefault("properties", {})
        about = {key: schema[key] for key in ("title", "description") if key in schema}
        names = [definition.name, *definition.aliases]
        members["name"] = {**({"const": names[0]} if len(names) == 1 else {"enum": names}), **about}
        if members.get("must_understand") in ({"const": True}, {"type": "boolean", "default": True}):
            members["must_understand"] = True
        if schema.get("additionalProperties") is False and set(members) == set(ENVELOPE):
            del schema["additionalProperties"]
        if not definition.needs_configuration:
            schema["type"] = ["string", "object"]
        if definition.pattern is not None:
            form = schema.get("$defs", {}).get("name", {"type": "string", "pattern": definition.pattern.pattern})
            members["name"] = {**form, **about}
            members["configuration"] = {"type": "object", "maxProperties": 0}
            schema = {**form, **schema, "type": ["string", "object"]}
        schema.pop("examples", None)
        return schema


def _below(parts: dict[Any, Any], token: str | int) -> Schema:
    """The schema that stands here, as one that can be added to."""
    if not isinstance(parts.get(token), dict):
        parts[token] = {}
    part: Schema = parts[token]
    return part


def _title(slot: str) -> str:
    return "Zarr v3 metadata document" if slot == NODE else slot.replace("_", " ").capitalize()


def _says(member: str, form: Schema | bool) -> Schema:
    """A condition: an object has this member, in this form."""
    return {"properties": {member: form}, "required": [member]}


def _named(definitions: list[Definition], others: list[str] | None = None) -> Schema:
    """A condition: the name of one of these, bare or in an object. A pattern leaves names of their own to `others`."""
    pattern = definitions[0].pattern
    if pattern is None:
        names = [name for one in definitions for name in (one.name, *one.aliases)]
        form: Schema = {"const": names[0]} if len(names) == 1 else {"enum": names}
        bare: Schema = {"pattern": pattern_of(names)}
    else:
        taken = [name for name in others or [] if pattern.fullmatch(name)]
        bare = {"pattern": pattern.pattern, "maxLength": LONGEST_NAME, **({"not": {"enum": taken}} if taken else {})}
        form = {"type": "string", **bare}
    return {"type": ["string", "object"], **bare, "properties": {"name": form}, "required": ["name"]}


def _example(definition: Definition) -> Any:
    """How a definition is best written, for editors to offer; None where there is no example."""
    if definition.pattern is not None:
        return None
    if definition.slot not in SHORT_FORM_IS_NEW and not definition.needs_configuration:
        return definition.name
    examples = (definition.schema or {}).get("examples")
    return deepcopy(examples[0]) if examples else None if definition.needs_configuration else {"name": definition.name}
