"""Folders of schemas and rule files as records of a scope: one record a definition, plain data."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from zarrscope.identifiers import SLOTS, VERSION, uri
from zarrscope.scope import ScopeError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from zarrscope.rulefiles import Marked, Shape

OWN_KEYS = ("status", "spec", "title", "aliases", "fill", "hints")


class Loaded:
    """What a folder holds: records by slot and name, shared schemas by identifier, rule files with positions."""

    def __init__(self, folder: str, is_built_in: bool) -> None:
        """Start empty."""
        self.folder = folder
        self.is_built_in = is_built_in
        self.records: dict[tuple[str, str], dict[str, Any]] = {}
        self.resources: dict[str, Any] = {}
        self.marked: dict[tuple[str, str], tuple[Marked, tuple[str, ...]]] = {}
        self.faults: list[str] = []

    def shown(self, file: str) -> str:
        """A file as faults name it: ours from the root of the project, others as they were given."""
        return os.path.relpath(file, self.folder) if self.is_built_in else file

    def record(self, slot: str, name: str) -> dict[str, Any]:
        """The record of a definition, made when first asked for."""
        return self.records.setdefault((slot, name), {"slot": slot, "name": name})


def load(folder: str, is_built_in: bool = False) -> Loaded:
    """Read a folder laid out like ours.

    Raises:
        ScopeError: the folder, a schema or a rule file cannot be read; the text lists every fault.
    """
    loaded = Loaded(folder, is_built_in)
    schemas, rules = os.path.join(folder, "schemas", VERSION), os.path.join(folder, "rules", VERSION)
    if not os.path.isdir(folder):
        raise ScopeError(f"{folder}: no such folder")
    if not os.path.isdir(schemas) and not os.path.isdir(rules):
        raise ScopeError(f"{folder}: neither schemas/{VERSION} nor rules/{VERSION} is there")
    for slot, name, file in _files(schemas, ".json", loaded):
        _load_schema(loaded, slot, name, file, folder)
    table = os.path.join(rules, "data_type.yaml")
    if os.path.isfile(table):
        _load_table(loaded, table, folder)
    for slot, name, file in _files(rules, ".yaml", loaded):
        _load_rules(loaded, slot, name, file, folder)
    if loaded.faults:
        raise ScopeError("\n".join(loaded.faults))
    return loaded


def _files(folder: str, ending: str, loaded: Loaded) -> Iterator[tuple[str, str, str]]:
    for slot in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        below = os.path.join(folder, slot)
        if not os.path.isdir(below):
            continue
        if slot not in (*SLOTS, "fill"):
            loaded.faults.append(f"{below}: {slot} is no slot; the slots are {', '.join(SLOTS)}")
            continue
        for file in sorted(os.listdir(below)):
            if file.endswith(ending):
                yield slot, unquote(file.removesuffix(ending)), os.path.join(below, file)


def _load_schema(loaded: Loaded, slot: str, name: str, file: str, folder: str) -> None:
    shown = loaded.shown(file)
    try:
        with open(file, "rb") as stream:
            schema = json.loads(stream.read().decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        loaded.faults.append(f"{file}: {_one_line(error)}")
        return
    if not isinstance(schema, dict):
        loaded.faults.append(f"{file}: a schema of a definition is an object")
    elif slot == "fill":
        loaded.resources[uri(slot, name)] = {**schema, "$id": uri(slot, name)}
    else:
        loaded.record(slot, name).update(schema={**schema, "$id": uri(slot, name)}, schema_file=shown)


def _load_rules(loaded: Loaded, slot: str, name: str, file: str, folder: str) -> None:
    marked = _read(loaded, file, "definition")
    if marked is None:
        return
    record = loaded.record(slot, name)
    record.update(rules=marked.data, file=loaded.shown(file), lines=_lines(marked))
    loaded.marked[slot, name] = (marked, ())


def _load_table(loaded: Loaded, file: str, folder: str) -> None:
    marked = _read(loaded, file, "table")
    if marked is None:
        return
    table: Mapping[str, Any] = marked.data
    shared = {key: table[key] for key in ("spec", "rules") if key in table}
    page = table.get("registered_spec")
    for name, row in table.get("types", {}).items():
        own = {key: row[key] for key in OWN_KEYS if key in row}
        facts = {key: value for key, value in row.items() if key not in OWN_KEYS}
        if page is not None and row.get("status") != "core":
            own.setdefault("spec", page.replace("{name}", name))
        record = loaded.record("data_type", name)
        record.update(rules={**shared, **own, "facts": facts}, file=loaded.shown(file), lines=_lines(marked))
        loaded.marked["data_type", name] = (marked, ("types", name))


def load_texts(file: str, folder: str) -> dict[str, Any]:
    """Read the texts of one family of what the engine itself finds; raises ScopeError."""
    loaded = Loaded(folder, True)
    marked = _read(loaded, file, "texts")
    if marked is None:
        raise ScopeError("\n".join(loaded.faults))
    return {**marked.data, "file": loaded.shown(file), "lines": _lines(marked)}


def load_names(file: str, folder: str) -> dict[str, Any]:
    """Read old names and spellings, and what to write instead; raises ScopeError."""
    loaded = Loaded(folder, True)
    marked = _read(loaded, file, "names")
    if marked is None:
        raise ScopeError("\n".join(loaded.faults))
    names: dict[str, Any] = marked.data
    return names


def _read(loaded: Loaded, file: str, shape: Shape) -> Marked | None:
    from zarrscope.rulefiles import RuleFileError, check, load

    try:
        marked = load(Path(file))
    except RuleFileError as error:
        loaded.faults.extend(str(fault) for fault in error.faults)
        return None
    except OSError as error:
        loaded.faults.append(f"{file}: {_one_line(error)}")
        return None
    faults = check(marked, shape)
    loaded.faults.extend(str(fault) for fault in faults)
    return None if faults else marked


def _lines(marked: Marked) -> dict[str, int]:
    return {name: marked.name_position("rules", name)[0] for name in marked.data.get("rules", {})}


def _one_line(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return str(getattr(error, "strerror", None) or error).splitlines()[0]
