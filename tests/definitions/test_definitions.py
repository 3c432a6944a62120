"""Every registered definition, written well and badly, in every place where it can stand.

The tables beside this file say what is right and wrong; a fault is told where it lies, and nothing follows from it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import zarrscope
from tests.definitions import expansion
from tests.definitions.expansion import Case, pointers, put
from tests.definitions.places import (
    Place,
    array,
    codec_places,
    data_type_places,
    fill_places,
    grid_places,
    group,
    index_place,
    key_encoding_places,
    listed,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SCOPE = zarrscope.Scope.proposed()
HERE = Path(__file__).parent


def tables(name: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((HERE / f"{name}.yaml").read_text(encoding="utf-8")))


[CODECS], [GRIDS], [KEY_ENCODINGS], [FIELDS] = map(tables, ("codecs", "chunk_grids", "chunk_key_encodings", "fields"))
FORMS, DATA_TYPES = tables("data_types")


def disagreements(place: Place, case: Case, always: dict[str, Any]) -> list[Any]:
    """Where the verdict on a case in a place differs from the table: what was expected, what was said, the document."""
    data = place.filled(case.text)
    report = zarrscope.validate(data, scope=SCOPE)
    found = {problem.pointer for problem in report.problems if problem.severity == "error"}
    warned = {problem.pointer for problem in report.problems if problem.severity == "warning"}
    errors = set(map(place.absolute, case.errors))
    expected = set(map(place.absolute, case.warnings))
    usual = [*pointers(always.get("everywhere")), *pointers(always.get(place.name.removeprefix("listed ")))]
    usual = [] if "warning" in case.row else [*usual, *case.row.get("also", ())]
    allowed = expected.union(map(place.absolute, usual))
    judged = [problem for problem in report.problems if problem.pointer in errors | expected]
    agrees = (
        found == errors
        and ((expected <= warned <= allowed) if errors else warned == allowed)
        and case.rule in (None, *(problem.rule for problem in judged))
        and (case.kind is None or {problem.kind for problem in judged} == {case.kind})
        and report.faults == ()
    )
    said = [str(problem) for problem in (*report.problems, *report.faults)]
    return [] if agrees else [(sorted(errors), sorted(expected), case.rule or case.kind, said, data)]


def judge_everywhere(
    cases: Iterable[Case],
    places: Callable[[Case], Iterable[Place]],
    always: dict[str, Any] | None = None,
    also_listed: bool = True,
) -> None:
    """Judge each case in each place; the array of the first in a group's consolidated metadata too."""
    found = []
    for case in cases:
        chosen = list(places(case))
        chosen = [place for place in chosen if case.row.get("only") != "top" or place.name == "top"]
        for place in (*chosen, *map(listed, chosen[:also_listed])):
            found += disagreements(place, case, always or {})
    assert found == []


def for_types(case: Case) -> Iterable[Case]:
    """A case for each data type that its row names."""
    for name in case.row.get("types", [None]):
        if name is None:
            yield case
        else:
            entry = DATA_TYPES[name]
            data_type = {"name": name, "configuration": entry["configuration"]} if "configuration" in entry else name
            members = {**case.row.get("array", {}), "data_type": data_type, "fill_value": json.loads(entry["valid"])}
            usual = pointers(entry.get("always", {}).get("everywhere"))
            warnings = (*case.warnings, *(f"/data_type/{pointer}" if pointer else "/data_type" for pointer in usual))
            yield case._replace(row={**case.row, "array": members}, warnings=warnings)


@pytest.mark.parametrize("key", CODECS)
def test_codec(key: str) -> None:
    entry, name = CODECS[key], key.partition(" ")[0]
    cases = [case for case in expansion.extension(name, entry, True) if case.row.get("only") != "index"]
    judge_everywhere(
        [one for case in cases for one in for_types(case)],
        lambda case: codec_places(entry, case),
        entry.get("always"),
    )


@pytest.mark.parametrize("key", [key for key, entry in CODECS.items() if entry["size"] == "static"])
def test_codec_of_an_index(key: str) -> None:
    entry = {**CODECS[key], **CODECS[key].get("index", {})}
    specs = entry.get("members", {})
    if not entry.get("edges", True):
        entry["members"] = {name: {**spec, "edges": False} for name, spec in specs.items()}
    cases = [
        case
        for case in expansion.extension(key, entry, True)
        if case.row.get("only") in (None, "index") and case.row.keys().isdisjoint(("array", "types", "before", "after"))
    ]
    judge_everywhere(cases, lambda _: [index_place(entry)])


@pytest.mark.parametrize("key", [key for key, entry in CODECS.items() if entry["size"] == "dynamic"])
def test_codec_of_varying_size_in_an_index(key: str) -> None:
    definition = json.dumps({"name": key.partition(" ")[0], "configuration": CODECS[key]["example"]})
    report = zarrscope.validate(index_place(CODECS[key]).filled(definition))
    found = {problem.pointer for problem in report.problems if problem.rule.endswith("/index-codec-dynamic")}
    assert found == {index_place(CODECS[key]).pointer}


@pytest.mark.parametrize("name", GRIDS)
def test_chunk_grid(name: str) -> None:
    judge_everywhere(expansion.extension(name, GRIDS[name]), grid_places)


@pytest.mark.parametrize("name", KEY_ENCODINGS)
def test_chunk_key_encoding(name: str) -> None:
    judge_everywhere(expansion.extension(name, KEY_ENCODINGS[name]), key_encoding_places)


@pytest.mark.parametrize("name", DATA_TYPES)
def test_data_type(name: str) -> None:
    entry = DATA_TYPES[name]
    judge_everywhere(
        expansion.data_type(name, entry),
        lambda case: data_type_places(entry, case.row.get("fill", entry["valid"])),
        entry.get("always"),
        also_listed="configuration" in entry,
    )


@pytest.mark.parametrize("name", ["r0", "r00", "r1", "r7", "r9", "r12", "r15", "r999999999999999999999"])
def test_raw_bits_that_are_no_bytes(name: str) -> None:
    for raw, where, warned in ((name, "", ()), ({"name": name}, "name", ("",))):
        place = Place("top", array(data_type=raw, fill_value=[0]), "", "/data_type")
        assert disagreements(place, Case("", (where,), warned), {}) == []


@pytest.mark.parametrize("name", DATA_TYPES)
def test_fill_value(name: str) -> None:
    entry = DATA_TYPES[name]
    data_type = {"name": name, "configuration": entry["configuration"]} if "configuration" in entry else name
    usual = pointers(entry.get("always", {}).get("everywhere"))
    found = []
    for verdict, pointer, text in expansion.fills(DATA_TYPES, FORMS, name):
        for place in fill_places(entry, data_type):
            if place.name == "scalar" and ("e400" in text or "e308" in text):
                continue  # an overflow is forgiven in fill values only
            at = (pointer.removeprefix("/"),)
            where = "/data_type/configuration/fields/1/data_type" if place.name == "field" else "/data_type"
            warnings = tuple(f"{where}/{below}" if below else where for below in usual)
            case = Case(text, at if verdict == "error" else (), (*(at if verdict == "warning" else ()), *warnings))
            found += disagreements(place, case, {})
    assert found == []


@pytest.mark.parametrize("name", DATA_TYPES)
def test_byte_order(name: str) -> None:
    """Whether `bytes` has to be told the byte order of a data type, or cannot write it at all."""
    entry = DATA_TYPES[name]
    data_type = {"name": name, "configuration": entry["configuration"]} if "configuration" in entry else name
    document = array(data_type=data_type, fill_value=json.loads(entry["valid"]), codecs=[{"name": "bytes"}])
    report = zarrscope.validate(json.dumps(document).encode())
    found = {(str(problem.severity), problem.pointer) for problem in report.problems if "codecs" in problem.pointer}
    where = "/codecs/0/configuration/endian"
    wanted = {True: {("error", where)}, "warning": {("warning", where)}, False: set()}
    assert found == ({("error", "/codecs/0")} if "variable" in entry else wanted[entry["endian"]])


@pytest.mark.parametrize("name", [name for name, entry in DATA_TYPES.items() if "variable" in entry])
def test_a_field_of_variable_length(name: str) -> None:
    data_type = {"name": "struct", "configuration": {"fields": [{"name": "x", "data_type": name}]}}
    place = Place("field", array(data_type=data_type, fill_value={"x": ""}), "", "/data_type")
    assert disagreements(place, Case("", ("configuration/fields/0/data_type",)), {}) == []


@pytest.mark.parametrize("name", [name for name, entry in DATA_TYPES.items() if not entry.get("real")])
def test_a_cast_to_no_real_number(name: str) -> None:
    entry = DATA_TYPES[name]
    data_type = {"name": name, "configuration": entry["configuration"]} if "configuration" in entry else name
    codecs = [{"name": "cast_value", "configuration": {"data_type": data_type}}]
    document = array(data_type="float64", fill_value=1.0, codecs=[*codecs, array()["codecs"][0]])
    place = Place("cast", document, "", "/codecs/0/configuration/data_type")
    assert disagreements(place, Case("", ("",)), entry.get("always", {})) == []


@pytest.mark.parametrize("key", FIELDS)
def test_field(key: str) -> None:
    slot, name = key.split("/")
    entry, around = FIELDS[key], array() if slot == "array_field" else group()
    example = entry["example"]
    cases = [Case(json.dumps(example))]
    cases += [Case(text, ("",)) for text in entry.get("whole", ())]
    for member, spec in entry.get("members", {}).items():
        cases += expansion.member(member, spec, example)
    cases += [Case(put(example, "more", text), ("more",)) for text in expansion.ANYTHING if "members" in entry]
    for row in entry.get("cases", ()):
        text = json.dumps({**example, **row["set"]})
        cases.append(Case(text, pointers(row.get("error")), pointers(row.get("warning")), row, row.get("rule")))
    place = Place("top", {**around, name: expansion.MARK}, "", f"/{name}")
    assert [one for case in cases for one in disagreements(place, case, entry.get("always", {}))] == []


def test_every_definition_is_in_a_table() -> None:
    slots = {"codec": CODECS, "data_type": DATA_TYPES, "chunk_grid": GRIDS, "chunk_key_encoding": KEY_ENCODINGS}
    keys = {f"{slot}/{key.partition(' ')[0]}" for slot, entries in slots.items() for key in entries} | FIELDS.keys()
    keys |= {f"data_type/{entry['pattern']}" for entry in DATA_TYPES.values() if "pattern" in entry}
    assert {f"{one.slot}/{one.name}" for one in SCOPE.definitions() if one.slot != "document"} - keys == set()
