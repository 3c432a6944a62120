"""Folders with a `pack.yaml`: definitions, and rules that add to definitions of others, as plain data."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from zarrscope.grades import GradeError, grades
from zarrscope.identifiers import SLOTS, VERSION, decoded
from zarrscope.loading import Loaded, is_inside, lines_of, load_rules, load_schemas, load_table, read_rules
from zarrscope.packrules import EVERY_DOCUMENT, target

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zarrscope.rulefiles import Marked

PACK_FILE = "pack.yaml"
ADDING = frozenset(("title", "spec", "why", "for", "let", "rules"))
DOCUMENTS = ("array", "group", EVERY_DOCUMENT)
RESERVED = frozenset((*SLOTS, *DOCUMENTS, "json", "envelope", "pipeline", "schema"))
UNNAMED = "pack"
MOST_FILES = 1000
LISTS = ("authors", "extends")
MOST_RULES = 5000
DEEPEST = 8


def load_pack(folder: str, shown: str | None = None) -> Loaded:
    """Read a pack; `shown` is the folder that file names are said from, where it is one of ours.

    What cannot be read or used is left out, and listed as a fault.
    """
    loaded = Loaded(folder, shown)
    file = os.path.join(folder, PACK_FILE)
    marked = read_rules(loaded, file, "pack")
    said = {"name": UNNAMED, **(marked.data if marked else {})}
    lists = {key: [said[key]] for key in LISTS if isinstance(said.get(key), str)}
    loaded.pack = {**said, **lists, "file": loaded.shown(file), "rules": []}
    if marked is not None:
        loaded.pack_marked = marked
        _check_pack(loaded, marked)
        _read_grades(loaded, marked)
    if os.path.isdir(os.path.join(folder, "schemas")):
        load_schemas(loaded, os.path.join(folder, "schemas", VERSION))
    for count, file in enumerate(_rule_files(loaded)):
        if count == MOST_FILES:
            loaded.blame(folder, f"more than {MOST_FILES} rule files")
            break
        _load_rule_file(loaded, file)
    return loaded


def _check_pack(loaded: Loaded, marked: Marked) -> None:
    from zarrscope import __version__

    name, wanted = marked.data.get("name"), marked.data.get("zarrscope")
    if name in RESERVED:
        hint = "the ids of rules begin with it: take the name of your archive"
        loaded.faults.append(marked.fault(marked.position("name"), f"a pack cannot be called {name}", hint))
    if wanted is not None:
        numbers = wanted.removeprefix(">=").strip().split(".")
        if not all(number.isascii() and number.isdigit() and len(number) < 10 for number in numbers):
            message = f"{wanted} is no version number, such as {__version__}"
            loaded.faults.append(marked.fault(marked.position("zarrscope"), message))
        elif list(map(int, numbers)) > [int(number) for number in __version__.split(".")]:
            message = f"the pack needs zarrscope {wanted}, this is {__version__}"
            loaded.faults.append(marked.fault(marked.position("zarrscope"), message))


def _read_grades(loaded: Loaded, marked: Marked) -> None:
    """Check the grades, and keep the line of each."""
    written = marked.data.get("grades")
    if loaded.pack is None or not written:
        return
    try:
        grades(written, "")
    except GradeError as error:
        for fault in error.faults:
            place = marked.name_position if fault.is_name else marked.position
            loaded.faults.append(marked.fault(place("grades", *fault.path), fault.message, fault.hint))
        del loaded.pack["grades"]
    loaded.pack["lines"] = {rules: marked.name_position("grades", rules)[0] for rules in written}


def _rule_files(loaded: Loaded) -> Iterator[str]:
    """The rule files: beside `pack.yaml`, then those in `rules` at any depth, by name."""
    for name in sorted(os.listdir(loaded.folder)):
        if name != PACK_FILE:
            yield from _rule_file(loaded, os.path.join(loaded.folder, name))
    pending = [(os.path.join(loaded.folder, "rules"), 0)]
    seen: set[str] = set()
    while pending:
        folder, depth = pending.pop()
        if not os.path.isdir(folder) or os.path.realpath(folder) in seen:
            continue
        seen.add(os.path.realpath(folder))
        if depth > DEEPEST or not is_inside(folder, loaded.folder):
            loaded.blame(folder, "leads out of the pack, or too deep")
            continue
        names = sorted(os.listdir(folder))
        for name in names:
            yield from _rule_file(loaded, os.path.join(folder, name))
        pending += [(os.path.join(folder, name), depth + 1) for name in reversed(names) if not name.startswith(".")]


def _rule_file(loaded: Loaded, file: str) -> Iterator[str]:
    name = os.path.basename(file)
    if name.startswith(".") or not name.endswith((".yaml", ".yml")) or os.path.isdir(file):
        return
    if name.endswith(".yml"):
        loaded.blame(file, "rule files end in .yaml")
    elif not is_inside(file, loaded.folder):
        loaded.blame(file, "leads out of the pack")
    else:
        yield file


def _load_rule_file(loaded: Loaded, file: str) -> None:
    parts = _parts(os.path.relpath(file, loaded.folder))
    table = parts == ["data_type"] and VERSION in os.path.relpath(file, loaded.folder).split(os.sep)
    marked = read_rules(loaded, file, None if table else "definition")
    if marked is None:
        return
    if "types" in marked.data:
        load_table(loaded, file, marked)
        return
    about = marked.data.get("for") or _by_place(parts)
    if about is None:
        message, hint = "nothing says what the file is about", "begin it with `for: array`, or another of group, any, "
        loaded.faults.append(marked.fault((1, 1), message, hint + "a slot such as codec, or slot/name"))
        return
    slot, name = target(about)
    defining = sorted(marked.data.keys() - ADDING)
    if name is not None and (defining or (slot, name) in loaded.records):
        load_rules(loaded, slot, name, file, marked)
    elif defining:
        message = f"`{defining[0]}` belongs to one definition, and this file is about all of {about}"
        loaded.faults.append(marked.fault(marked.name_position(defining[0]), message))
    else:
        _add(loaded, slot, name, file, marked)


def _add(loaded: Loaded, slot: str, name: str | None, file: str, marked: Marked) -> None:
    if len(loaded.added) + len(marked.data.get("rules", {})) > MOST_RULES:
        loaded.blame(file, f"not read: the pack has more than {MOST_RULES} rules")
        return
    for rule in marked.data.get("rules", {}):
        known = loaded.added.get(rule)
        if known is not None:
            message = f"duplicate id: {known} has a rule `{rule}` too"
            loaded.faults.append(
                marked.fault(marked.name_position("rules", rule), message, "call one of them something else")
            )
        else:
            loaded.added[rule] = f"{loaded.shown(file)}:{marked.name_position('rules', rule)[0]}"
    record = {"slot": slot, "name": name, "rules": marked.data, "file": loaded.shown(file), "lines": lines_of(marked)}
    loaded.additions.append((record, marked))


def _parts(relative: str) -> list[str]:
    """The path of a rule file below `rules/v3`, without its ending."""
    parts = relative.removesuffix(".yaml").split(os.sep)
    for first in ("rules", VERSION):
        if len(parts) > 1 and parts[0] == first:
            del parts[0]
    return parts


def _by_place(parts: list[str]) -> str | None:
    """What a file is about by its place, such as `array.yaml` or `SLOT/NAME.yaml`; None where that says nothing."""
    if len(parts) == 1:
        return parts[0] if parts[0] in (*SLOTS, *DOCUMENTS) else None
    return f"{parts[0]}/{decoded(parts[1])}" if len(parts) == 2 and parts[0] in SLOTS else None
