"""From an entry of a table to its cases: what the tables leave to be written out, nothing that decides a verdict."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

MARK = "@@"
ABSENT = object()
NOT_OBJECTS = ("null", "5", '"x"', "true", "[]")
NOT_LISTS = ("null", "5", '"x"', "true", "{}")
NOT_SLOTS = ("null", "5", "true", "[]", '["bytes"]')
NOT_NAMES = ("null", "5", "true", "[]", "{}", '""', '"Bytes"', '"é"', '"a b"', '"_a"', '"bytes\\n"')
ANYTHING = ("null", "1", '"x"', "[]", "{}", '{"must_understand": false}')


class Case(NamedTuple):
    """One way to write a definition, as JSON text, and the pointers below it where errors and warnings stand.

    Attributes:
        row: the keys of the table that say where the definition stands (array, before, after, only, fill); also `also`,
            where a warning may be said.
        rule: the rule that the problem must have; or `kind`, its kind.
    """

    text: str
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    row: dict[str, Any] = {}
    rule: str | None = None
    kind: str | None = None


def pointers(value: Any) -> tuple[str, ...]:
    """One pointer or several; none for None."""
    return () if value is None else (value,) if isinstance(value, str) else tuple(value)


def changed(value: Any, path: list[str], new: Any) -> Any:
    """A copy of a value with something else at a path, or without what stands there."""
    if not path:
        return new
    key: Any = int(path[0]) if isinstance(value, list) else path[0]
    copy = list(value) if isinstance(value, list) else dict(value)
    if len(path) == 1 and new is ABSENT:
        del copy[key]
    else:
        copy[key] = changed(value[key] if len(path) > 1 else None, path[1:], new)
    return copy


def at(value: Any, path: list[str]) -> Any:
    """What stands at a path."""
    for token in path:
        value = value[int(token) if isinstance(value, list) else token]
    return value


def put(definition: Any, path: str, text: str) -> str:
    """The definition as JSON text, with a JSON text at a path."""
    return json.dumps(changed(definition, path.split("/"), MARK)).replace(json.dumps(MARK), text)


def doubled(definition: Any, path: str) -> str:
    """The definition with the member at a path given twice."""
    tokens = path.split("/")
    value = json.dumps(at(definition, tokens))
    return put(definition, path, f"{value}, {json.dumps(tokens[-1])}: {value}")


def envelope(definition: dict[str, Any], may_be_passed_over: bool) -> Iterator[Case]:
    """What holds for every extension point."""
    yield Case(json.dumps(definition))
    for text in NOT_SLOTS:
        yield Case(text, ("",))
    yield Case(json.dumps(changed(definition, ["name"], ABSENT)), ("name",), kind="missing_key")
    for text in NOT_NAMES:
        yield Case(put(definition, "name", text), ("name",))
    for text in NOT_OBJECTS:
        yield Case(put(definition, "configuration", text), ("configuration",), kind="invalid_type")
    for text in ANYTHING:
        yield Case(put(definition, "more", text), ("more",), rule="envelope/unexpected-member")
    yield Case(put(definition, "must_understand", "true"))
    forbidden: tuple[Any, Any] = ((), ("must_understand",)) if may_be_passed_over else (("must_understand",), ())
    yield Case(put(definition, "must_understand", "false"), *forbidden)
    for text in ("null", "0", "1", '"no"', '"false"', "[]", "{}"):
        yield Case(put(definition, "must_understand", text), ("must_understand",), kind="invalid_type")
    for member in definition:
        yield Case(doubled(definition, member), (member,), rule="json/duplicate-key")
    twice = doubled({**definition, "must_understand": True}, "must_understand")
    yield Case(twice, ("must_understand",), rule="json/duplicate-key")


def configuration(entry: dict[str, Any], definition: dict[str, Any]) -> Iterator[Case]:
    """A configuration that is left out, empty, or has a member too many; the name alone."""
    required = [f"configuration/{name}" for name, spec in entry.get("members", {}).items() if is_required(name, spec)]
    if "empty" in entry:
        required = list(pointers(entry["empty"]))
    yield Case(put(definition, "configuration", "{}"), tuple(required))
    absent = required if entry.get("optional") else ["configuration"]
    yield Case(json.dumps(changed(definition, ["configuration"], ABSENT)), tuple(absent))
    yield Case(json.dumps(definition["name"]), () if entry["string"] == "ok" else ("",))
    for text in ANYTHING:
        where = "configuration/more"
        yield Case(
            put(definition, where, text),
            (entry.get("closed_at", where),),
            kind=entry.get("kind_of_more", "unknown_key"),
        )


def is_required(name: str, spec: dict[str, Any]) -> bool:
    return "/" not in name and spec.get("required", False)


def member(path: str, spec: dict[str, Any], whole: dict[str, Any]) -> Iterator[Case]:
    """One member: left out, given twice, and with every wrong and every extreme value."""
    parent = path.rpartition("/")[0]
    if isinstance(at(whole, parent.split("/")) if parent else whole, dict):
        required = spec.get("required")
        without = json.dumps(changed(whole, path.split("/"), ABSENT))
        yield Case(without, (path,) if required else (), kind="missing_key" if required else None)
        yield Case(doubled(whole, path), (path,), rule="json/duplicate-key")
    old = at(whole, path.split("/"))
    for text in right(spec):
        yield Case(put(whole, path, text))
    for text in wrong(spec, old):
        yield Case(put(whole, path, text), (path,))
    items = {"slot": spec["slots"]} if "slots" in spec else spec.get("list", spec.get("items"))
    if "slot" in spec:
        for text in ("{}", '{"name": null}', '{"name": "Bytes"}'):
            yield Case(put(whole, path, text), (f"{path}/name",))
    if items is not None:
        for index in range(len(old)):
            for text in wrong(items, old[index]):
                yield Case(put(whole, f"{path}/{index}", text), (f"{path}/{index}",))
    if "empty" in spec:
        yield Case(put(whole, path, "[]"), (path,) if spec["empty"] == "error" else ())


def right(spec: dict[str, Any]) -> Iterator[str]:
    """Values that a member may have: every one that is listed, and the least and the greatest number."""
    if "integer" in spec:
        edges = spec.get("edges", True)
        yield from map(str, edges if isinstance(edges, list) else spec["integer"] if edges else [])
    yield from map(json.dumps, spec.get("enum", ()))
    if "number" in spec:
        yield from ("0", "1", "1.0", "1e1", "2.5e-3")
    if "boolean" in spec:
        yield from ("true", "false")
    if spec.get("nullable"):
        yield "null"


def wrong(spec: dict[str, Any], old: Any) -> Iterator[str]:
    """Values that a member may not have: of every other JSON type, and just beyond its range."""
    yield from spec.get("other", ())
    if "integer" in spec:
        yield from (
            '"1"',
            f'"{old}"',
            "true",
            "false",
            "[]",
            f"[{old}]",
            "{}",
            f"{old}.0",
            f"{old}e0",
            f"{old}.5",
            "1e400",
        )
        lowest, *highest = spec["integer"] or [None]
        if lowest is not None:
            yield str(spec.get("below", lowest - 1))
        yield from (str(value + 1) for value in highest)
        yield from ([] if spec.get("nullable") else ["null"])
    if "number" in spec:
        yield from ("null", '"1"', "true", "[]", f"[{old}]", "{}", '"NaN"', "NaN", "1e400")
    if "boolean" in spec:
        yield from ("null", "0", "1", '"true"', '"false"', "[]", "{}")
    if "enum" in spec:
        values = [*spec["enum"], "", *(value + "\n" for value in spec["enum"]), spec["enum"][0] + "x"]
        yield from (json.dumps(value) for value in values if value not in spec["enum"])
        yield from ("null", "0", "1.5", "true", "[]", "{}", json.dumps([old]))
    if "list" in spec or "slots" in spec:
        yield from NOT_LISTS
    if "slot" in spec:
        yield from (*NOT_SLOTS, '"Bytes"', '""')
    if "object" in spec:
        yield from NOT_OBJECTS


def members(entry: dict[str, Any], definition: dict[str, Any]) -> Iterator[Case]:
    """Every member of a configuration."""
    for name, spec in entry.get("members", {}).items():
        yield from member(f"configuration/{name}", spec, definition)


def written(row: dict[str, Any], name: str, example: Any) -> Case:
    """A row of `cases`."""
    config = dict(row["all"] or {}) if "all" in row else {**example, **row.get("set", {})}
    config.pop(row.get("remove"), None)
    definition = {"name": row.get("name", name), "configuration": config}
    if "all" in row and row["all"] is None:
        del definition["configuration"]
    text = row.get("raw", json.dumps(definition))
    return Case(text, pointers(row.get("error")), pointers(row.get("warning")), row, row.get("rule"))


def extension(name: str, entry: dict[str, Any], may_be_passed_over: bool = False) -> Iterator[Case]:
    """All cases of an extension point but a data type."""
    definition = {"name": name, "configuration": entry["example"]}
    yield from envelope(definition, may_be_passed_over)
    yield from configuration(entry, definition)
    yield from members(entry, definition)
    for row in entry.get("cases", ()):
        yield written(row, name, entry["example"])


def data_type(name: str, entry: dict[str, Any]) -> Iterator[Case]:
    """All cases of a data type; what its fill values may be is not among them."""
    plain = "configuration" not in entry
    definition = {"name": name, "configuration": entry.get("configuration", {})}
    noted = ("",) if entry.get("core") else ()
    known = (
        {"string": "ok", "optional": True, "closed_at": "configuration", "kind_of_more": None}
        if entry.get("core")
        else entry
    )
    rules = {"string": "ok" if plain else "error", "optional": plain, **known}
    for case in (*envelope(definition, False), *configuration(rules, definition), *members(entry, definition)):
        if case.text.startswith("{"):
            yield case._replace(row={"also": noted}) if case.errors else case._replace(warnings=noted)
        else:
            yield case._replace(warnings=("",)) if case.text == f'"{name}"' and "always" in entry else case
    for row in entry.get("cases", ()):
        text = json.dumps({"name": name, "configuration": row["configuration"]})
        yield Case(text, pointers(row.get("error")), pointers(row.get("warning")), row)


def fills(table: dict[str, Any], forms: dict[str, list[str]], name: str) -> Iterator[tuple[str, str, str]]:
    """The fill values of a data type: verdict, pointer below the fill value, JSON text."""
    entry = table[name]
    yield "ok", "", entry["valid"]
    yield from (("error", "", text) for form in forms.keys() & entry.keys() for text in forms[form])
    for key, texts in entry.get("fill", {}).items():
        verdict, _, pointer = key.partition(" ")
        yield from ((verdict, pointer, text) for text in texts)
    if "integer" in entry:
        lowest, highest = entry["integer"]
        yield from (("ok", "", str(value)) for value in (lowest, highest, 0, "-0"))
        yield from (("error", "", str(value)) for value in (lowest - 1, highest + 1))
    if "hex" in entry:
        digits = entry["hex"]
        yield from (("ok", "", f'"0x{"0" * (digits - 1)}{last}"') for last in "0fF")
        odd = [
            f"0x{'0' * (digits + 1)}",
            f"0x{'0' * (digits - 1)}",
            f"0X{'0' * digits}",
            "0" * digits,
            f"0x{'0' * (digits - 1)}g",
        ]
        yield from (("error", "", json.dumps(text)) for text in (*odd, f"-0x{'0' * digits}", f"0x{'0' * digits}\n"))
    if "parts" in entry:
        for verdict, pointer, text in fills(table, forms, entry["parts"]):
            yield verdict, f"/0{pointer}", f"[{text}, 1.0]"
            yield verdict, f"/1{pointer}", f"[1.0, {text}]"
