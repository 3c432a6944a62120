"""The declared facts and host functions, `schemas/meta/facts.json`, as types that expressions are checked against."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from zarrscope import cel
from zarrscope.host import host_function

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from zarrscope.ruleset import Ruleset


class Declarations:
    """What expressions may mention, by context."""

    def __init__(
        self,
        declared: Mapping[str, Any],
        documents: Mapping[str, Mapping[str, Any]],
        fields: Iterable[tuple[str, str]],
        prefix: str,
    ) -> None:
        """Read the declarations.

        `documents` are the schemas of documents, `fields` the extra members that are defined, by slot and name,
        `prefix` the URI that slots start with.
        """
        self._declared = declared
        self._documents = documents
        self._fields = list(fields)
        self._prefix = prefix

    def _type(self, schema: Mapping[str, Any]) -> cel.Type:
        return cel.from_schema({**schema, "$defs": self._declared["$defs"]})

    @cached_property
    def functions(self) -> Mapping[str, cel.Function]:
        """The host functions with their types, each made when it is first looked up."""
        return _Functions(self._declared["functions"], self._type)

    @cached_property
    def _plain(self) -> Mapping[str, cel.Type]:
        return {name: self._type(fact.get("schema", {})) for name, fact in self._declared["facts"].items()}

    @cached_property
    def _slots(self) -> Mapping[str, cel.Type]:
        return {name: self._type({"$ref": f"#/$defs/{name}"}) for name in ("data_type", "codec", "extension")}

    def names(self, ruleset: Ruleset) -> dict[str, cel.Type]:
        """The facts that a file of rules may mention, with their types."""
        context = ruleset.context
        names = {
            name: self._plain[name]
            for name, fact in self._declared["facts"].items()
            if not {context, "*"}.isdisjoint(fact["contexts"]) and (ruleset.of_pack or not fact.get("packs"))
        }
        if "config" in names:
            names["config"] = self._config(ruleset.schema)
        for name in names.keys() & {"document", "written"}:
            names[name] = self._document(self._kinds(context))
        return names

    def _config(self, schema: Mapping[str, Any] | None) -> cel.Type:
        members = (schema or {}).get("properties", {})
        if schema is None or "configuration" not in members:
            return cel.DYN
        return cel.from_schema({**members["configuration"], "$defs": schema.get("$defs", {})}, self._slot_type)

    def _kinds(self, context: str) -> list[str]:
        """The kinds of documents that a context may stand in."""
        kind = context.removesuffix("_field")
        if kind in self._documents:
            return [kind]
        everywhere = context in ("any", "attribute")
        return [kind for kind in self._documents if everywhere or kind == "array"]

    def _document(self, kinds: list[str]) -> cel.Type:
        """A map of the known members only, so that a misspelling is found."""
        members: dict[str, cel.Type] = {}
        for kind in kinds:
            found = cel.from_schema(self._documents[kind], lambda _: cel.DYN)
            members |= found.members if isinstance(found, cel.MapOf) else {}
            members |= {name: cel.DYN for slot, name in self._fields if slot == f"{kind}_field"}
        return cel.MapOf(members, open=False)

    def _slot_type(self, reference: str) -> cel.Type | None:
        slot = reference.removeprefix(self._prefix)
        return self._slots.get(slot, self._slots["extension"]) if slot != reference else None


class _Functions(Mapping[str, cel.Function]):
    def __init__(self, declared: Mapping[str, Any], type_of: Callable[[Mapping[str, Any]], cel.Type]) -> None:
        self._declared = declared
        self._type_of = type_of
        self._made: dict[str, cel.Function] = {}

    def __getitem__(self, name: str) -> cel.Function:
        made = self._made.get(name)
        if made is None:
            declared = self._declared[name]
            params = tuple(self._type_of(parameter) for parameter in declared["params"])
            made = self._made[name] = cel.Function(host_function(name), params, self._type_of(declared["result"]))
        return made

    def __contains__(self, name: object) -> bool:
        return name in self._declared

    def __iter__(self) -> Iterator[str]:
        return iter(self._declared)

    def __len__(self) -> int:
        return len(self._declared)
