"""The structure of a document: which definitions stand where in it, and one schema for all documents of the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.identifiers import uri
from zarrscope.quick.plans import TypePlan
from zarrscope.quick.resolved import name_and_configuration
from zarrscope.schemas import SchemaError, SchemaPass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from zarrscope.quick.plans import DocumentPlan, Plan
    from zarrscope.quick.points import Points

MOST_POINTS = 256
REPLACED = frozenset(("$ref", "title", "description"))
"""The keywords of a member that holds an extension point, and nothing else is said about."""


class Unwritten(Exception):
    """There is something in a structure for which no function is written."""


class Point:
    """An extension point, or the document: its plan and its name, and what stands inside.

    Attributes:
        is_bare: whether it is written as a name.
        has_configuration: whether it has one, and that is not empty. `has_empty_one`: whether that is `{}`.
        parent, place: what it stands in, and where.
        inside: the extension points by the member of the configuration, or of the document, that holds them.
    """

    def __init__(self, plan: Plan, raw: Any, parent: Point | None = None, place: str = "") -> None:
        """Take the plan, how it is written, what it stands in, and where, as Python looks it up."""
        self.plan = plan
        self.name, config = name_and_configuration(raw)
        self.is_bare = raw.__class__ is str
        self.has_configuration = bool(config)
        self.has_empty_one = not config and not self.is_bare and "configuration" in raw
        self.parent = parent
        self.place = place
        self.inside: dict[str, list[Point]] = {}

    def all(self) -> Iterator[Point]:
        """This, and all that stands inside."""
        yield self
        for points in self.inside.values():
            for point in points:
                yield from point.all()

    def only(self, member: str) -> Point:
        """The one extension point that is this member; Unwritten where there is none, or a list."""
        found = self.inside.get(member, ())
        if len(found) != 1:
            raise Unwritten
        return found[0]


def structure_of(document: dict[str, Any], plan: DocumentPlan, points: Points) -> Point:
    """The structure of a document that is accepted; Unwritten where there is more to it than names."""
    found = Point(plan, document)
    _look_inside(found, document, points, [])
    return found


def _look_inside(point: Point, value: dict[str, Any], points: Points, met: list[Point]) -> None:
    if point.plan.places is None:
        raise Unwritten
    point.inside = {member: [] for member, _, _ in point.plan.places if member in value}
    for member, index, raw, plan in points.each(value, point.plan):
        place = f"[{member!r}]" if index is None else f"[{member!r}][{index}]"
        inner = Point(plan, raw, point, place)
        is_written = plan.bare is not None if inner.is_bare else plan.as_object
        if not is_written or inner.name != plan.definition.name or len(met) > MOST_POINTS:
            raise Unwritten
        met.append(inner)
        point.inside[member].append(inner)
        _look_inside(inner, name_and_configuration(raw)[1], points, met)


class Joined:
    """The schemas of the definitions in a structure, each at its place, as one schema."""

    def __init__(self, document: Point, scalars: Mapping[str, Point]) -> None:
        """Join them, and the forms of scalars of some data types, by the members of the document that hold them.

        Unwritten where one of them does not say in `properties` what stands inside.
        """
        self._resources: dict[str, Mapping[str, Any]] = {}
        definition = document.plan.definition
        schema = dict(definition.schema or {})
        if "patternProperties" in schema:
            raise Unwritten
        properties = self._with_places(schema.get("properties", {}), document)
        for member, data_type in scalars.items():
            self._add_scalar(properties, member, data_type)
        self._root = {**schema, "properties": properties, "additionalProperties": False}
        self._resolve = definition.scope.resource
        self._is_checked = all(point.plan.definition.is_checked for point in document.all())

    def schema_pass(self) -> SchemaPass:
        """The schema pass for a document of the structure."""
        found = SchemaPass(self._root, self._resource, lambda _: False, checked=self._is_checked)
        try:
            found.tree  # noqa: B018, which follows all references
        except SchemaError:
            raise Unwritten from None
        return found

    def _resource(self, identifier: str) -> Mapping[str, Any] | bool | None:
        known: Mapping[str, Any] | bool | None = self._resources.get(identifier) or self._resolve(identifier)
        return known

    def _with_places(self, properties: Mapping[str, Any], point: Point) -> dict[str, Any]:
        """The schemas of some members, where those that hold extension points hold the ones of the structure."""
        made = dict(properties)
        for member, many, _ in point.plan.places or ():
            if member not in point.inside:
                made[member] = False
                continue
            parts = [self._of_point(inner) for inner in point.inside[member]]
            known = _described(properties, member)
            if not many and known.keys() <= REPLACED:
                (made[member],) = parts
            elif many and "items" in known:
                items = {"prefixItems": parts, "minItems": len(parts)} if parts else {}
                made[member] = {**known, **items, "items": False}
            else:
                raise Unwritten
        return made

    def _of_point(self, point: Point) -> dict[str, Any]:
        """The schema of one extension point."""
        if point.is_bare:
            return {"const": point.name}
        definition = point.plan.definition
        schema = dict(definition.schema or {})
        properties = {**schema.get("properties", {}), "name": {"const": point.name}, "must_understand": False}
        required = {*schema.get("required", ()), "name"}
        if point.has_configuration:
            if point.plan.places:
                inner = _described(properties, "configuration")
                properties["configuration"] = {
                    **inner,
                    "properties": self._with_places(inner.get("properties", {}), point),
                }
            required.add("configuration")
        elif point.has_empty_one:
            properties["configuration"] = {"type": "object", "maxProperties": 0}
            required.add("configuration")
        else:
            properties["configuration"] = False
        # beside the schema that it was made of, so that references relative to that lead to the same
        identifier = f"{uri(definition.slot, definition.name)}?{len(self._resources)}"
        made = {"type": "object", "properties": properties, "required": sorted(required)}
        self._resources[identifier] = {**schema, "$id": identifier, **made}
        return {"$ref": identifier}

    def _add_scalar(self, properties: dict[str, Any], member: str, data_type: Point) -> None:
        """Add the form that a data type gives to a scalar."""
        plan = data_type.plan
        if not isinstance(plan, TypePlan):
            raise Unwritten
        if plan.form is not None:
            identifier = uri(plan.definition.slot, plan.definition.name)
            self._resources[identifier] = plan.definition.schema or {}
            known = _described(properties, member)
            if "$ref" in known:
                raise Unwritten
            properties[member] = {**known, "$ref": f"{identifier}#/$defs/fill_value"}


def _described(properties: Mapping[str, Any], member: str) -> Mapping[str, Any]:
    """The schema of a member as an object; Unwritten where there is none."""
    known = properties.get(member)
    if not isinstance(known, dict):
        raise Unwritten
    return known
