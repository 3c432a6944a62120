"""Whether what was loaded can be used: the schemas of definitions, and what rules are about and say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope import cel
from zarrscope.envelope import NAME
from zarrscope.examples import EXAMPLE_STEPS
from zarrscope.identifiers import EXTENSIONS, SLOTS, is_slot, uri
from zarrscope.nearby import nearest
from zarrscope.packrules import EVERY_DOCUMENT
from zarrscope.rulechecking import RuleChecker
from zarrscope.rulefiles import Fault
from zarrscope.schemas import SchemaError, check_schema
from zarrscope.scope import Scope, ScopeError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from zarrscope.definitions import Definition
    from zarrscope.loading import Loaded
    from zarrscope.rulefiles import Marked

KINDS = ("array_to_array", "array_to_bytes", "bytes_to_bytes")


def checked(scope: Scope, loaded: Loaded) -> Scope:
    """The scope with what was loaded; raises ScopeError with every fault."""
    extended = with_loaded(scope, loaded)
    faults = [*loaded.faults, *check_loaded(extended, loaded)]
    if faults:
        raise ScopeError(*faults)
    return extended


def with_loaded(scope: Scope, loaded: Loaded) -> Scope:
    """The scope with what was loaded, whatever is wrong with it."""
    pack = loaded.pack and {**loaded.pack, "rules": [record for record, _ in loaded.additions]}
    return scope.with_records(loaded.records, loaded.resources, pack)


def check_loaded(scope: Scope, loaded: Loaded) -> list[Fault]:
    """Every fault of what was loaded, in a scope that has it."""
    return examined(scope, loaded)[0]


def examined(scope: Scope, loaded: Loaded) -> tuple[list[Fault], list[RuleChecker]]:
    """Every fault of what was loaded, and what has looked at each file of rules."""
    faults = [fault for identifier, schema in loaded.resources.items() for fault in _schema(scope, identifier, schema)]
    for key in loaded.records:
        faults += _definition(scope, scope.definition(*key))
    for record, marked in loaded.additions:
        faults += _target(scope, record, marked)
    checkers = _rule_checkers(scope, loaded)
    if not faults and not any(checker.faults for checker in checkers if not checker.ruleset.of_pack):
        meter = cel.Meter(EXAMPLE_STEPS)
        for checker in checkers:  # an example may resolve a document, and so evaluate what definitions say
            checker.judge_examples(meter)
    faults += [fault for checker in checkers for fault in checker.faults]
    return list(dict.fromkeys(faults)), checkers


def _rule_checkers(scope: Scope, loaded: Loaded) -> list[RuleChecker]:
    of_definitions = [
        RuleChecker(scope.definition(*key), *loaded.marked[key]) for key in loaded.records if key in loaded.marked
    ]
    marked = {id(record): marked for record, marked in loaded.additions}
    of_packs = [
        RuleChecker(rules, marked[id(rules.record)], ()) for rules in scope.pack_rules if id(rules.record) in marked
    ]
    return of_definitions + of_packs


def _target(scope: Scope, record: Mapping[str, Any], marked: Marked) -> Iterator[Fault]:
    """Whether what the rules of a pack are about is known, if not in this scope then in another one of ours."""
    slot, name = record["slot"], record["name"]
    if (slot, name) in scope.keys or (name is None and slot in SLOTS):
        return
    known = [*scope.keys, *Scope.proposed().keys]
    if (slot, name) in known:
        return
    words = [*(name if slot == "document" else f"{slot}/{name}" for slot, name in known), *SLOTS, EVERY_DOCUMENT]
    wanted = name if slot == "document" else f"{slot}/{name}"
    near = nearest(wanted, words)
    hint = f"did you mean `{near}`?" if near else "array, group, any, a slot such as codec, or slot/name"
    yield marked.fault(marked.position("for"), f"nothing is called {wanted}", hint)


def _schema(scope: Scope, file: str, schema: Mapping[str, Any]) -> Iterator[Fault]:
    try:
        check_schema(schema, scope.resource, is_slot)
    except SchemaError as error:
        yield Fault(file, 0, 0, str(error))


def _definition(scope: Scope, definition: Definition) -> Iterator[Fault]:
    slot, name = definition.slot, definition.name
    shown = str(definition.record.get("schema_file", ""))
    where = definition.file or shown
    if slot in EXTENSIONS and not NAME.fullmatch(name) and definition.pattern is None:
        characters = 'a lower case letter, then lower case letters, digits, "-", "_", "."'
        yield Fault(where, 0, 0, f'"{name}" cannot be a name: {characters}')
    if definition.schema is not None:
        faults = list(_schema(scope, shown, definition.schema))
        yield from faults
        if faults:
            return
        written = definition.schema.get("properties", {}).get("name", {})
        wanted = written.get("const", name) if isinstance(written, dict) else name
        if slot in EXTENSIONS and wanted != name:
            yield Fault(shown, 0, 0, f'the schema is for "{wanted}", the file name says "{name}"')
        yield from _pipelines(definition, shown)
    if slot == "document" and definition.schema is None:
        yield Fault(
            where, 0, 0, f"nothing is called {name}, and no schema says what it is", "write array, group or any"
        )
    if slot == "codec" and definition.kind is None:
        yield Fault(where, 0, 0, f"codec {name} needs a kind ({', '.join(KINDS)}) in rules/v3/codec/{name}.yaml")
    if slot == "data_type" and definition.schema is not None:
        yield from _fill_form(definition)


def _pipelines(definition: Definition, shown: str) -> Iterator[Fault]:
    """Whether the schema refers to codecs where the rules follow them."""
    for path, _, _ in definition.pipelines:
        if ((*path, "*"), "codec") not in definition.schema_pass.slots:
            there = "/".join(map(str, path))
            message = f"the schema does not say that codecs stand at {there}, where the rules follow them"
            yield Fault(shown, 0, 0, message, f"refer to {uri('codec')} in its items")


def _fill_form(definition: Definition) -> Iterator[Fault]:
    shown = definition.record.get("schema_file", "")
    if definition.fill_pass is None:
        yield Fault(shown, 0, 0, f"data type {definition.name} needs $defs/fill_value, the form of a fill value")
        return
    try:
        definition.fill_pass.tree  # noqa: B018
    except SchemaError as error:
        yield Fault(shown, 0, 0, f"$defs/fill_value: {error}")
