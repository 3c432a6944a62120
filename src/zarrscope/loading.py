"""Folders of schemas and rule files as records of a scope: one record a definition, plain data."""

from __future__ import annotations

import json
import os
import re
import stat
from typing import TYPE_CHECKING, Any

from zarrscope.identifiers import SLOTS, VERSION, decoded, uri
from zarrscope.scope import ScopeError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from zarrscope.rulefiles import Fault, Marked, Shape

MAX_SIZE = 1_000_000
NAME_PATTERN = re.compile(r"\^(?:[A-Za-z0-9_:-]|\\\.|\(\[[^\]\\]+\][+*]?\))+\$")
MOST_GROUPS = 3
MOST_BYTES = 10_000_000
OWN_KEYS = ("status", "spec", "title", "aliases", "fill", "hints")


class Loaded:
    """What a folder holds.

    Attributes:
        folder: as it was given.
        records: definitions by slot and name; `marked` has their rule files, with positions.
        resources: shared schemas by identifier.
        pack: what `pack.yaml` says, `file` and `rules` beside it; None where there is none.
        additions: rules that add to what stands elsewhere, each a record with its file; `added` says where each stands.
        faults: what is wrong; what is sound stands in the rest.
    """

    def __init__(self, folder: str, shown_from: str | None = None) -> None:
        """Start empty; file names are said from `shown_from`, as they were given where it is None."""
        self.folder = folder
        self._shown_from = shown_from
        self.records: dict[tuple[str, str], dict[str, Any]] = {}
        self.resources: dict[str, Any] = {}
        self.marked: dict[tuple[str, str], tuple[Marked, tuple[str, ...]]] = {}
        self.pack: dict[str, Any] | None = None
        self.pack_marked: Marked | None = None
        self.additions: list[tuple[dict[str, Any], Marked]] = []
        self.added: dict[str, str] = {}
        self.faults: list[Fault] = []
        self.size = 0

    def blame(self, file: str, message: str, hint: str | None = None) -> None:
        """List what is wrong with a whole file, or a folder."""
        from zarrscope.rulefiles import Fault

        self.faults.append(Fault(self.shown(file), 0, 0, message, hint))

    def sound(self) -> Loaded:
        """What was loaded; raises ScopeError where something is wrong with it."""
        if self.faults:
            raise ScopeError(*self.faults)
        return self

    def read(self, file: str) -> bytes:
        """The bytes of a file of the folder; ValueError where it leads out of it, is no file, or too large."""
        if not is_inside(file, self.folder):
            raise ValueError("leads out of the folder")
        if not stat.S_ISREG(os.stat(file).st_mode):
            raise ValueError("is not a regular file")
        size = os.path.getsize(file)
        if size > MAX_SIZE:
            raise ValueError("larger than 1 MB")
        self.size += size
        if self.size > MOST_BYTES:
            raise ValueError(f"not read: the files before it have {MOST_BYTES // 1_000_000} MB already")
        with open(file, "rb") as stream:
            return stream.read(MAX_SIZE)

    def shown(self, file: str) -> str:
        """A file as faults name it: ours from the root of the project, others as they were given."""
        return file if self._shown_from is None else os.path.relpath(file, self._shown_from)

    def record(self, slot: str, name: str) -> dict[str, Any]:
        """The record of a definition, made when first asked for."""
        return self.records.setdefault((slot, name), {"slot": slot, "name": name})


def load(folder: str, shown_from: str | None = None) -> Loaded:
    """Read a folder of definitions laid out like ours; what cannot be read is left out, and listed as a fault."""
    loaded = Loaded(folder, shown_from)
    schemas, rules = os.path.join(folder, "schemas", VERSION), os.path.join(folder, "rules", VERSION)
    if not os.path.isdir(schemas) and not os.path.isdir(rules):
        loaded.blame(folder, f"neither schemas/{VERSION} nor rules/{VERSION} is there, and no pack.yaml")
        return loaded
    load_schemas(loaded, schemas)
    table = os.path.join(rules, "data_type.yaml")
    if os.path.isfile(table):
        marked = read_rules(loaded, table, "table")
        if marked is not None:
            load_table(loaded, table, marked)
    for slot, name, file in _files(rules, ".yaml", loaded):
        marked = read_rules(loaded, file, "definition")
        if marked is not None:
            load_rules(loaded, slot, name, file, marked)
    return loaded


def _files(folder: str, ending: str, loaded: Loaded) -> Iterator[tuple[str, str, str]]:
    for slot in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        below = os.path.join(folder, slot)
        if not os.path.isdir(below):
            continue
        if slot not in (*SLOTS, "fill"):
            loaded.blame(below, f"{slot} is no slot; the slots are {', '.join(SLOTS)}")
            continue
        for file in sorted(os.listdir(below)):
            if file.endswith(ending):
                yield slot, decoded(file.removesuffix(ending)), os.path.join(below, file)


def load_schemas(loaded: Loaded, folder: str) -> None:
    """Read the schemas of definitions, `<slot>/<name>.json`."""
    for slot, name, file in _files(folder, ".json", loaded):
        _load_schema(loaded, slot, name, file)


def _load_schema(loaded: Loaded, slot: str, name: str, file: str) -> None:
    shown = loaded.shown(file)
    try:
        schema = json.loads(loaded.read(file).decode("utf-8"))
    except json.JSONDecodeError as error:
        loaded.faults.append(_not_json(shown, error))
        return
    except (OSError, ValueError, RecursionError) as error:
        loaded.blame(file, _one_line(error))
        return
    if not isinstance(schema, dict):
        loaded.blame(file, "a schema of a definition is an object")
    elif slot == "fill":
        loaded.resources[uri(slot, name)] = {**schema, "$id": uri(slot, name)}
    else:
        loaded.record(slot, name).update(schema={**schema, "$id": uri(slot, name)}, schema_file=shown)


def _not_json(shown: str, error: json.JSONDecodeError) -> Fault:
    from zarrscope.rulefiles import Fault

    return Fault(shown, error.lineno, error.colno, f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}")


def is_inside(path: str, folder: str) -> bool:
    """Whether a path leads to somewhere in a folder, links followed."""
    return os.path.realpath(path).startswith(os.path.join(os.path.realpath(folder), ""))


def load_rules(loaded: Loaded, slot: str, name: str, file: str, marked: Marked) -> None:
    """Take the rule file of a definition."""
    if "pattern" in marked.data and not _is_name_pattern(marked.data["pattern"]):
        hint = "write ^, then characters and at most three groups such as ([0-9]+), then $"
        message = "the pattern of a name is simpler than this"
        loaded.faults.append(marked.fault(marked.position("pattern"), message, hint))
        marked = marked.with_data(
            {key: value for key, value in marked.data.items() if key not in ("pattern", "config")}
        )
    loaded.record(slot, name).update(rules=marked.data, file=loaded.shown(file), lines=lines_of(marked))
    loaded.marked[slot, name] = (marked, ())


def _is_name_pattern(pattern: str) -> bool:
    """Whether a pattern of names is one that is matched quickly."""
    if not NAME_PATTERN.fullmatch(pattern) or pattern.count("(") > MOST_GROUPS:
        return False
    try:
        re.compile(pattern)
    except re.error:  # such as [z-a]
        return False
    return True


def load_table(loaded: Loaded, file: str, marked: Marked) -> None:
    """Take a table of plain data types."""
    table: Mapping[str, Any] = marked.data
    shared = {key: table[key] for key in ("spec", "rules") if key in table}
    page = table.get("registered_spec")
    for name, row in table.get("types", {}).items():
        own = {key: row[key] for key in OWN_KEYS if key in row}
        facts = {key: value for key, value in row.items() if key not in OWN_KEYS}
        if page is not None and row.get("status") != "core":
            own.setdefault("spec", page.replace("{name}", name))
        record = loaded.record("data_type", name)
        record.update(rules={**shared, **own, "facts": facts}, file=loaded.shown(file), lines=lines_of(marked))
        loaded.marked["data_type", name] = (marked, ("types", name))


def load_texts(file: str, folder: str) -> dict[str, Any]:
    """Read the texts of one family of what the engine itself finds; raises ScopeError with every fault."""
    loaded, marked = _read_ours(file, folder, "texts")
    return {**marked.data, "file": loaded.shown(file), "lines": lines_of(marked)}


def load_names(file: str, folder: str) -> dict[str, Any]:
    """Read old names and spellings, and what to write instead; raises ScopeError with every fault."""
    names: dict[str, Any] = _read_ours(file, folder, "names")[1].data
    return names


def _read_ours(file: str, folder: str, shape: Shape) -> tuple[Loaded, Marked]:
    loaded = Loaded(folder, folder)
    marked = read_rules(loaded, file, shape)
    assert loaded.sound() is loaded
    assert marked is not None
    return loaded, marked


def read_rules(loaded: Loaded, file: str, shape: Shape | None) -> Marked | None:
    """Read a YAML file of a shape (without one, `types` makes it a table); None where it is no YAML.

    What the shape does not allow is left out.
    """
    from zarrscope.rulefiles import RuleFileError, check, load, pruned

    try:
        marked = load(loaded.read(file), loaded.shown(file))
    except RuleFileError as error:
        loaded.faults.extend(error.faults)
        return None
    except (OSError, ValueError) as error:
        loaded.blame(file, _one_line(error))
        return None
    if shape is None:
        shape = "table" if isinstance(marked.data, dict) and "types" in marked.data else "definition"
    faults = check(marked, shape)
    loaded.faults.extend(faults)
    return pruned(marked, shape) if faults else marked


def lines_of(marked: Marked) -> dict[str, int]:
    """In which line each rule stands."""
    return {name: marked.name_position("rules", name)[0] for name in marked.data.get("rules", {})}


def _one_line(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return str(getattr(error, "strerror", None) or error).splitlines()[0]
