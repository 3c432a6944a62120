"""Whether loaded definitions can be used: their schemas, expressions, messages, pointers and examples."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from zarrscope import cel
from zarrscope.definitions import Definition, is_literal
from zarrscope.envelope import NAME
from zarrscope.examples import judge_examples
from zarrscope.identifiers import EXTENSIONS, SLOTS, is_slot, uri
from zarrscope.messages import pieces
from zarrscope.nearby import nearest
from zarrscope.packrules import EVERY_DOCUMENT
from zarrscope.schemas import SchemaError, check_schema
from zarrscope.scope import Scope, ScopeError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from zarrscope.loading import Loaded
    from zarrscope.rulefiles.marked import Marked
    from zarrscope.ruleset import Ruleset

Path = tuple[str | int, ...]

KINDS = ("array_to_array", "array_to_bytes", "bytes_to_bytes")
NAME_PATTERN = re.compile(r"\^(?:[A-Za-z0-9_:-]|\\\.|\(\[[^\]\\]+\][+*]?\))+\$")
MOST_GROUPS = 3


def checked(scope: Scope, loaded: Loaded) -> Scope:
    """The scope with what was loaded; raises ScopeError with every fault."""
    pack = loaded.pack and {**loaded.pack, "rules": [record for record, _ in loaded.additions]}
    extended = scope.with_records(loaded.records, loaded.resources, pack)
    faults = check_loaded(extended, loaded)
    if faults:
        raise ScopeError("\n".join(faults))
    return extended


def check_loaded(scope: Scope, loaded: Loaded) -> list[str]:
    """Every fault of what was loaded, as lines with file, line and column."""
    faults = [fault for identifier, schema in loaded.resources.items() for fault in _schema(scope, identifier, schema)]
    for key in loaded.records:
        definition = scope.definition(*key)
        known = len(faults)
        faults.extend(_definition(scope, definition, loaded))
        if len(faults) == known and key in loaded.marked:
            marked, prefix = loaded.marked[key]
            faults.extend(_Checker(definition, marked, prefix).faults())
    for record, marked in loaded.additions:
        faults.extend(_target(scope, record, marked))
        for rules in scope.pack_rules:
            if rules.record is record:
                faults.extend(_Checker(rules, marked, ()).faults())
    return list(dict.fromkeys(faults))


def _target(scope: Scope, record: Mapping[str, Any], marked: Marked) -> Iterator[str]:
    """Whether what the rules of a pack are about is known, if not in this scope then in another one of ours."""
    slot, name = record["slot"], record["name"]
    known = [(one.slot, one.name) for one in (*scope.definitions(), *Scope.proposed().definitions())]
    if (slot, name) in known or (name is None and slot in SLOTS):
        return
    words = [*(name if slot == "document" else f"{slot}/{name}" for slot, name in known), *SLOTS, EVERY_DOCUMENT]
    wanted = name if slot == "document" else f"{slot}/{name}"
    near = nearest(wanted, words)
    hint = f"did you mean `{near}`?" if near else "array, group, any, a slot such as codec, or slot/name"
    yield str(marked.fault(marked.position("for"), f"nothing is called {wanted}", hint))


def _schema(scope: Scope, identifier: str, schema: Mapping[str, Any]) -> Iterator[str]:
    try:
        check_schema(schema, scope.resource, is_slot)
    except SchemaError as error:
        yield f"{identifier}: {error}"


def _definition(scope: Scope, definition: Definition, loaded: Loaded) -> Iterator[str]:
    slot, name = definition.slot, definition.name
    where = definition.file or definition.record.get("schema_file", "")
    if slot in EXTENSIONS and not NAME.fullmatch(name) and definition.pattern is None:
        yield f'{where}: "{name}" cannot be a name: a lower case letter, then lower case letters, digits, "-", "_", "."'
    if definition.schema is not None:
        shown = str(definition.record.get("schema_file", ""))
        faults = list(_schema(scope, uri(slot, name), definition.schema))
        yield from (fault.replace(uri(slot, name), shown, 1) for fault in faults)
        if faults:
            return
        written = definition.schema.get("properties", {}).get("name", {})
        wanted = written.get("const", name) if isinstance(written, dict) else name
        if slot in EXTENSIONS and wanted != name:
            yield f'{shown}: the schema is for "{wanted}", the file name says "{name}"'
    if slot == "codec" and definition.kind is None:
        yield f"{where}: codec {name} needs a kind ({', '.join(KINDS)}) in rules/v3/codec/{name}.yaml"
    if slot == "data_type" and definition.schema is not None:
        yield from _fill_form(definition)


def _fill_form(definition: Definition) -> Iterator[str]:
    shown = definition.record.get("schema_file", "")
    if definition.fill_pass is None:
        yield f"{shown}: data type {definition.name} needs $defs/fill_value, the form of a fill value"
        return
    try:
        definition.fill_pass.tree  # noqa: B018
    except SchemaError as error:
        yield f"{shown}: $defs/fill_value: {error}"


class _Checker:
    """Checks the rules of one file."""

    def __init__(self, definition: Ruleset, marked: Marked, prefix: Path) -> None:
        self._definition = definition
        self._marked = marked
        self._prefix = prefix
        self._functions = definition.scope.declarations.functions
        self._faults: list[str] = []
        self._names = dict(definition.scope.declarations.names(definition))

    def faults(self) -> list[str]:
        """Every fault, in the order of the file."""
        data = self._definition.data
        self._check_pattern()
        for name, source in data.get("let", {}).items():
            self._names[name] = self._expression(source, ("let", name), self._names)
        for fact, value in data.get("facts", {}).items():
            if not is_literal(fact, value):
                self._expression(value, (*self._prefix, fact) if self._prefix else ("facts", fact), self._names)
        if not is_literal("size", data.get("size", "static")):
            self._expression(data["size"], ("size",), self._names)
        for key in ("output", "scalars"):
            for name, source in data.get(key, {}).items():
                self._expression(source, (key, name), self._names)
        for where, start in data.get("pipelines", {}).items():
            for name, source in start.items():
                if name != "in":
                    self._expression(source, ("pipelines", where, name), self._names)
        if "members" in data.get("fill", {}):
            self._expression(data["fill"]["members"], (*self._prefix, "fill", "members"), self._names)
        for name, rule in data.get("rules", {}).items():
            self._check_rule(name, rule)
        if not self._faults:
            for path, message in judge_examples(self._definition):
                self._say(("rules", *path), message)
        return self._faults

    def _say(self, path: Path, message: str, hint: str | None = None, offset: int | None = None) -> None:
        marked = self._marked
        position = marked.position(*path) if offset is None else marked.text_position(path, offset)
        self._faults.append(str(marked.fault(position, message, hint)))

    def _check_pattern(self) -> None:
        pattern = self._definition.data.get("pattern")
        captures = self._definition.data.get("config", {})
        if pattern is None:
            if captures:
                self._say(("config",), "config says what the groups of a pattern hold, and there is no pattern")
            return
        if not NAME_PATTERN.fullmatch(pattern) or pattern.count("(") > MOST_GROUPS:
            hint = "write ^, then characters and at most three groups such as ([0-9]+), then $"
            self._say(("pattern",), "the pattern of a name is simpler than this", hint)
        elif pattern.count("(") != len(captures):
            self._say(("config",), f"the pattern has {pattern.count('(')} groups, config names {len(captures)}")

    def _check_rule(self, name: str, rule: Mapping[str, Any]) -> None:
        path: Path = ("rules", name)
        names = dict(self._names)
        for variable, source in rule.get("each", {}).items():
            names[variable] = _item(self._expression(source, (*path, "each", variable), names))
        for variable, source in rule.get("let", {}).items():
            names[variable] = self._expression(source, (*path, "let", variable), names)
        for key in ("given", "check"):
            if key in rule:
                found = self._expression(rule[key], (*path, key), names)
                if found not in (cel.BOOL, cel.DYN):
                    self._say((*path, key), f"{key} is true or false, this is {found.name}")
        for key in ("message", "hint"):
            if key in rule:
                self._template(rule[key], (*path, key), names)
        if rule.get("at") not in ("chunk", "fill", "+1"):
            self._template(rule.get("at", ""), (*path, "at"), names)
        related = rule.get("related", [])
        for index, target in enumerate([related] if isinstance(related, str) else related):
            self._template(
                target, (*path, "related", index) if isinstance(related, list) else (*path, "related"), names
            )

    def _template(self, template: str, path: Path, names: Mapping[str, cel.Type]) -> None:
        try:
            parts = pieces(template)
        except cel.ParseError as error:
            self._say(path, str(error), offset=error.offset)
            return
        for part in parts:
            if not isinstance(part, str):
                self._expression(part[0], path, names, part[1])

    def _expression(self, source: Any, path: Path, names: Mapping[str, cel.Type], start: int = 0) -> cel.Type:
        if not isinstance(source, str):
            return cel.DYN
        try:
            return cel.check(cel.parse(source), names, self._functions)
        except cel.ParseError as error:
            self._say(path, str(error), offset=start + error.offset)
        except cel.CheckError as error:
            self._say(path, error.message, error.hint, start + error.offset)
        return cel.DYN


def _item(found: cel.Type) -> cel.Type:
    if isinstance(found, cel.ListOf):
        return found.item
    return cel.STRING if isinstance(found, cel.MapOf) else cel.DYN
