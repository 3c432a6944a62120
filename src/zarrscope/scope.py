"""The scope: an immutable set of definitions that documents are judged by."""

from __future__ import annotations

import os
from collections import ChainMap
from functools import cache, cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Any

from zarrscope.catalogue import Catalogue
from zarrscope.cel import UNKNOWN
from zarrscope.declarations import Declarations
from zarrscope.definitions import Definition, captured
from zarrscope.facts import facts_of
from zarrscope.identifiers import BASE, EXTENSIONS, FIELDS, VERSION, uri

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Set

    from referencing import Registry

    from zarrscope.grades import Grade
    from zarrscope.grading import Grading
    from zarrscope.packrules import PackRules
    from zarrscope.quick import Quick

LONGEST_NAME = 256
TYPED = ("document", "array_field", "group_field")
"""The slots whose definitions say which members a document may have."""

Key = tuple[str, str]
Claim = tuple[list[str], bool, list[str]]


class ScopeError(ValueError):
    """A folder of definitions or rules that cannot be used; the text gives every fault with file, line and column."""

    def __init__(self, *faults: object) -> None:
        """Keep the faults, one a line of the text."""
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


class Scope:
    """An immutable set of definitions; looking one up is a look-up by slot and name.

    Scopes are values: `extended` returns a new one. They may be shared between threads.
    """

    def __init__(
        self,
        records: Mapping[Key, Mapping[str, Any]],
        resources: Mapping[str, Any],
        shared: Mapping[str, Any],
        packs: tuple[Mapping[str, Any], ...] = (),
        grades: tuple[Grade, ...] = (),
        claims: Mapping[Key, Claim] | None = None,
        parent: Scope | None = None,
    ) -> None:
        """Hold the given records (see `loading`); use `core`, `default`, `proposed` or `extended` instead.

        `shared` holds what all scopes share: the engine's `texts`, the declared `facts`, the old `names`. `claims` says
        of the definitions what is to be known before their records are read (see `claim`). `parent` is
        the scope that this one was made from.
        """
        self._parent = parent
        self._grades = grades
        self._records = records
        self._resources = resources
        self._shared = shared
        self._packs = packs
        self._claims = claims if claims is not None else {key: claim(record) for key, record in records.items()}
        self._made: dict[Key, Definition] = {}
        self._named: dict[Key, str] = {key: key[1] for key in records}
        self._patterns: dict[str, list[str]] = {}
        for (slot, name), (aliases, is_pattern, _) in self._claims.items():
            if is_pattern:
                self._patterns.setdefault(slot, []).append(name)
            for alias in aliases:
                self._named.setdefault((slot, alias), name)

    @cached_property
    def declarations(self) -> Declarations:
        """What expressions may mention."""
        kinds = [key for key in self._records if key[0] == "document"]
        documents = {name: self._records[slot, name].get("schema", {}) for slot, name in kinds}
        fields = [key for key in self._records if key[0] in FIELDS]
        declarations = Declarations(self._shared["facts"], documents, fields, f"{BASE}/{VERSION}/")
        if self._parent is not None:
            declarations.share(self._parent.declarations)
        return declarations

    @staticmethod
    @cache
    def core() -> Scope:
        """What the Zarr v3 core specification defines."""
        from zarrscope.builtin import built_in_scope

        return built_in_scope("core")

    @staticmethod
    @cache
    def default() -> Scope:
        """Core, and what is registered in zarr-extensions."""
        from zarrscope.builtin import built_in_scope

        return built_in_scope("registered")

    @staticmethod
    @cache
    def proposed() -> Scope:
        """The default scope, and open proposals."""
        from zarrscope.builtin import built_in_scope

        return built_in_scope("proposed")

    def extended(self, pack: str | os.PathLike[str]) -> Scope:
        """A new scope with a pack: a built-in one by its name, or a folder.

        A folder holds definitions laid out like ours, `schemas/v3/<slot>/` and `rules/v3/<slot>/`, and replaces those
        that are there already: their schemas by its schemas, their rules by its rules. With a `pack.yaml` it can add
        rules as well, and leaves the definitions that these are about as they are.

        Raises:
            ScopeError: something in the folder is wrong; nothing of it is used.
        """
        from zarrscope.builtin import with_built_in

        name = os.fspath(pack)
        built_in = with_built_in(self, name)
        if built_in is not None:
            return built_in
        from zarrscope.extending import extended

        return extended(self, name)

    def with_records(
        self,
        records: Mapping[Key, Mapping[str, Any]],
        resources: Mapping[str, Any],
        pack: Mapping[str, Any] | None = None,
    ) -> Scope:
        """A new scope with more records and shared schemas, and with a pack in place of one of the same name."""
        # expressions see the types of documents and their members: where these change, what was made may not hold
        stale = set(self._records if any(slot in TYPED for slot, _ in records) else records)
        changed: dict[Key, Mapping[str, Any]] = {}
        for key in sorted(stale.union(records)):
            record = {**self._records.get(key, {}), **records.get(key, {})}
            record.pop("made", None)
            changed[key] = record
        claims = {**self._claims, **{key: claim(record) for key, record in changed.items()}}
        packs = self._packs
        if pack is not None:
            packs = (*(known for known in packs if known["name"] != pack["name"]), pack)
        merged = ChainMap(changed, self._records)  # type: ignore[arg-type]
        return Scope(merged, {**self._resources, **resources}, self._shared, packs, self._grades, claims, self)

    def added_to(self, base: Scope) -> tuple[list[Any], dict[str, Any], list[Any]]:
        """What `with_records` has added to make this of `base`: records, shared schemas, packs."""
        changed = [self._records[key] for key in self._records if self._records[key] is not base._records.get(key)]
        shared = base._resources
        resources = {uri: schema for uri, schema in self._resources.items() if schema is not shared.get(uri)}
        return changed, resources, [pack for pack in self._packs if pack not in base._packs]

    def graded(self, grades: Iterable[Grade]) -> Scope:
        """A new scope whose reports are graded anew; a later grade wins over those before it, and over those of packs.

        Raises:
            GlobError: a glob of a grade cannot be read.
        """
        all_grades = (*self._grades, *grades)
        scope = Scope(self._records, self._resources, self._shared, self._packs, all_grades, self._claims, self)
        scope.grading  # noqa: B018, so that a glob at fault is said here
        return scope

    @cached_property
    def with_built_in(self) -> dict[str, Scope]:
        """This scope with a built-in pack, by the pack's name, once it has been asked for."""
        return {}

    @property
    def packs(self) -> tuple[Mapping[str, Any], ...]:
        """The packs that were added: what their `pack.yaml` says, by its keys."""
        return self._packs

    @cached_property
    def pack_rules(self) -> tuple[PackRules, ...]:
        """The rules that packs add, a file each, in the order in which they are judged."""
        if not self._packs:
            return ()
        from zarrscope.packrules import PackRules

        return tuple(
            PackRules(pack["name"], record, self)
            for pack in self._packs
            for record in pack["rules"]
            if record["name"] is None or (record["slot"], record["name"]) in self._records
        )

    @cached_property
    def grades(self) -> tuple[Grade, ...]:
        """The grades of its packs, in their order, and then its own."""
        of_packs = [pack for pack in self._packs if pack.get("grades")]
        if not of_packs:
            return self._grades
        from zarrscope.grades import grades_of_pack

        return (*(grade for pack in of_packs for grade in grades_of_pack(pack)), *self._grades)

    def find(self, slot: str, name: str) -> Definition | None:
        """The definition that claims a name: exact names first, then name patterns."""
        found = self._named.get((slot, name))
        patterns = self._patterns.get(slot, ())
        if found is not None and found not in patterns:
            return self.definition(slot, found)
        if len(name) <= LONGEST_NAME:
            for candidate in map(self.definition, repeat(slot), patterns):
                if candidate.pattern is not None and candidate.pattern.fullmatch(name):
                    return candidate
        return None

    def definition(self, slot: str, name: str) -> Definition:
        """The definition with this canonical name; KeyError where there is none."""
        made = self._made.get((slot, name))
        if made is None:
            made = self._made.setdefault((slot, name), Definition(self._records[slot, name], self))
        return made

    def known(self, slot: str, name: str) -> Definition | None:
        """The definition with this canonical name; None where there is none."""
        return self.definition(slot, name) if (slot, name) in self._records else None

    @property
    def keys(self) -> Set[Key]:
        """The slots and names of all definitions."""
        return self._records.keys()

    def definitions(self) -> Iterator[Definition]:
        """All definitions, by slot and name."""
        for key in sorted(self._records):
            yield self.definition(*key)

    def names(self, slot: str) -> list[str]:
        """The names that a slot knows, aliases included."""
        return [name for known, name in self._named if known == slot]

    @cached_property
    def catalogue(self) -> Catalogue:
        """The texts of all rules, by id."""
        return Catalogue(self, self._shared)

    @cached_property
    def quick(self) -> Quick:
        """The quick walk with these definitions."""
        from zarrscope.quick import Quick

        return Quick(self)

    @cached_property
    def grading(self) -> Grading:
        """The grades of this scope, ready to be applied."""
        from zarrscope.grading import Grading

        return Grading(self.grades, self.nested_documents)

    @cached_property
    def raised(self) -> frozenset[str]:
        """The rules of severity note that are judged though nobody asks for notes: grades can make more of them."""
        if not self.grades:
            return frozenset()
        notes = [f"{slot}/{name}/{rule}" for (slot, name), (_, _, rules) in self._claims.items() for rule in rules]
        notes += [text.id for text in self.catalogue.texts_of_engine() if text.severity == "note"]
        notes += [text.id for rules in self.pack_rules for text in rules.texts if text.severity == "note"]
        return frozenset(filter(self.grading.raises, notes))

    @cached_property
    def raised_of_engine(self) -> frozenset[str]:
        """Those of them that the engine itself finds, and not a rule of a definition."""
        return self.raised & self.catalogue.of_engine

    @cached_property
    def has_attributes(self) -> bool:
        """Whether some attribute has a definition."""
        return any(slot == "attribute" for slot, _ in self._records)

    @cached_property
    def attribute_names(self) -> frozenset[str] | None:
        """The names of attributes that have a definition; None where some of them are patterns."""
        return None if self._patterns.get("attribute") else frozenset(self.names("attribute"))

    @cached_property
    def nested_documents(self) -> list[tuple[str | int, ...]]:
        """Where documents stand inside documents."""
        fields = [self.definition(*key) for key in self._records if key[0] in FIELDS]
        return [(field.name, *pattern) for field in fields for pattern in field.documents]

    def type_named(self, name: str) -> Any:
        """The facts of a data type that a rule file names; UNKNOWN where the scope does not know it."""
        definition = self.find("data_type", name)
        if definition is None:
            return UNKNOWN
        return facts_of(definition, name, captured(definition, name) if definition.captures else {})

    def resource(self, reference: str) -> Any:
        """The schema with this identifier; None where there is none."""
        return self._resources.get(reference)

    @cached_property
    def registry(self) -> Registry[Any]:
        """The scope as a `referencing.Registry` of its schemas, each under its `$id`."""
        from zarrscope.registry import build

        return build(self)

    @property
    def resources(self) -> Mapping[str, Any]:
        """Schemas that several definitions share, by identifier."""
        return self._resources

    def schemas(self) -> dict[str, Any]:
        """Every schema by its identifier."""
        own = {uri(*key): record["schema"] for key, record in self._records.items() if record.get("schema")}
        return {**self._resources, **own}


def claim(record: Mapping[str, Any]) -> Claim:
    """What is to be known of a definition besides its name before its record is read.

    That is its other names, whether its name stands for a pattern, and which of its rules are notes.
    """
    said = record.get("rules", {})
    notes = [name for name, rule in said.get("rules", {}).items() if rule.get("severity") == "note"]
    return list(said.get("aliases", ())), "pattern" in said, notes


__all__ = ["EXTENSIONS", "FIELDS", "Scope", "ScopeError"]
