"""The declared facts and host functions, `schemas/meta/facts.json`, as types that expressions are checked against."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from zarrscope import cel
from zarrscope.host import LOOPS, host_function

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from zarrscope.ruleset import Ruleset

Made = TypeVar("Made")


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
        self._made: dict[tuple[str, ...], cel.MapOf] = {}

    def share(self, other: Declarations) -> None:
        """Take the types of functions and facts from declarations of the same file, and make none twice."""
        self.functions, self._plain, self._slots = other.functions, other._plain, other._slots

    def _type(self, schema: Mapping[str, Any]) -> cel.Type:
        return cel.from_schema({**schema, "$defs": self._declared["$defs"]})

    @cached_property
    def functions(self) -> Mapping[str, cel.Function]:
        """The host functions with their types."""
        return _OnDemand(self._declared["functions"], self._function)

    def _function(self, name: str) -> cel.Function:
        declared = self._declared["functions"][name]
        params = tuple(self._type(parameter) for parameter in declared["params"])
        return cel.Function(host_function(name), params, self._type(declared["result"]), LOOPS.get(name, ""))

    @cached_property
    def _plain(self) -> Mapping[str, cel.Type]:
        facts = self._declared["facts"]
        return _OnDemand(facts, lambda name: self._type(facts[name].get("schema", {})))

    @cached_property
    def _slots(self) -> Mapping[str, cel.Type]:
        return {name: self._type({"$ref": f"#/$defs/{name}"}) for name in ("data_type", "codec", "extension")}

    def names(self, ruleset: Ruleset) -> Mapping[str, cel.Type]:
        """The facts that a file of rules may mention, with their types."""
        context = ruleset.context
        names = [
            name
            for name, fact in self._declared["facts"].items()
            if not {context, "*"}.isdisjoint(fact["contexts"]) and (ruleset.of_pack or not fact.get("packs"))
        ]

        def type_of(name: str) -> cel.Type:
            if name == "config":
                return self._config(ruleset)
            if name not in ("document", "written"):
                return self._plain[name]
            document = self._document(self.kinds(context))
            # what was read has known members, but nothing has said yet what stands in them
            return document if name == "document" else cel.MapOf(dict.fromkeys(document.members, cel.DYN), open=False)

        return _OnDemand(names, type_of)

    def _config(self, ruleset: Ruleset) -> cel.Type:
        form = ruleset.configuration
        if form is None:
            return cel.DYN
        return cel.from_schema({**form, "$defs": (ruleset.schema or {}).get("$defs", {})}, self._slot_type)

    def kinds(self, context: str) -> list[str]:
        """The kinds of documents that a context may stand in."""
        kind = context.removesuffix("_field")
        if kind in self._documents:
            return [kind]
        everywhere = context in ("any", "attribute")
        return [kind for kind in self._documents if everywhere or kind == "array"]

    def documents(self, context: str) -> list[Mapping[str, Any]]:
        """The schemas of the documents that a context may stand in."""
        return [self._documents[kind] for kind in self.kinds(context)]

    def _document(self, kinds: list[str]) -> cel.MapOf:
        """A map of the known members only, so that a misspelling is found."""
        key = tuple(kinds)
        if key not in self._made:
            self._made[key] = self._made_of(kinds)
        return self._made[key]

    def _made_of(self, kinds: list[str]) -> cel.MapOf:
        members: dict[str, cel.Type] = {}
        for kind in kinds:
            found = cel.from_schema(self._documents[kind], lambda _: cel.DYN)
            members |= found.members if isinstance(found, cel.MapOf) else {}
            members |= {name: cel.DYN for slot, name in self._fields if slot == f"{kind}_field"}
        return cel.MapOf(members, open=False)

    def _slot_type(self, reference: str) -> cel.Type | None:
        slot = reference.removeprefix(self._prefix)
        return self._slots.get(slot, self._slots["extension"]) if slot != reference else None


class _OnDemand(Mapping[str, Made]):
    """Names with what is made for each when it is first looked up."""

    def __init__(self, names: Collection[str], make: Callable[[str], Made]) -> None:
        self._names = names
        self._make = make
        self._made: dict[str, Made] = {}

    def __getitem__(self, name: str) -> Made:
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            self._made[name] = self._make(name)
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
