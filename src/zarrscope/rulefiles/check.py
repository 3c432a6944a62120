"""The shape of rule files: what `schemas/meta/rules.json` refuses, said for people and at its place."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from zarrscope.datafolder import data_folder
from zarrscope.rulefiles.indentation import Misplaced
from zarrscope.rulefiles.marked import Fault, Marked, RuleFileError, load
from zarrscope.rulefiles.yamlscalars import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

__all__ = ["Fault", "Marked", "RuleFileError", "Shape", "check", "load"]

Shape = Literal["definition", "table", "texts", "names", "pack"]
_Found = tuple[tuple[int, int], str, str | None]

_MAX_LOOKED_UP = 200  # a hint costs far more than a fault
_TYPES = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
}


def check(marked: Marked, shape: Shape = "definition") -> list[Fault]:
    """Everything about a loaded file that its shape does not allow, in the order of the text."""
    if _is_valid(shape)(marked.data):
        return []
    misplaced = Misplaced(marked.data, _rule_keys(), _schema(shape)["$defs"][shape]["properties"])
    found: list[_Found] = [(marked.name_position(*path), message, hint) for path, message, hint in misplaced.told]
    for error in errors(marked.data, shape):
        found += _said(marked, error, _MAX_LOOKED_UP - len(found), misplaced.explained)
    return [marked.fault(*each) for each in sorted(set(found), key=lambda each: (each[0], each[1]))]


def errors(data: Any, shape: Shape) -> Iterator[Any]:
    """What the validator says of the data of a file."""
    yield from _validator(shape).iter_errors(data)


def schema_of_files() -> Any:
    """`schemas/meta/rules.json`."""
    with open(os.path.join(data_folder(), "schemas", "meta", "rules.json"), "rb") as file:
        return json.loads(file.read())


@cache
def _schema(shape: Shape) -> Any:
    schema = schema_of_files()
    return {"$ref": f"#/$defs/{shape}", "$defs": schema["$defs"]}


@cache
def _is_valid(shape: Shape) -> Callable[[Any], bool]:
    """A quick answer, without the import of jsonschema, which takes longer than reading a pack."""
    try:
        from jsonschema_rs import Draft202012Validator
    except ImportError:
        return lambda _: False  # whoever words the faults decides
    return Draft202012Validator(_schema(shape)).is_valid


@cache
def _validator(shape: Shape) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_schema(shape))


def _said(marked: Marked, error: Any, look_up: int, explained: Collection[tuple[Any, ...]]) -> Iterator[_Found]:
    """One error of the validator in our own sentences; the first `look_up` names get a "did you mean"."""
    if tuple(error.absolute_path) in explained:
        return
    path, value, schema, demand = list(error.absolute_path), error.instance, error.schema, error.validator_value
    place, what = marked.position(*path), _called(path, schema)
    match error.validator:
        case "additionalProperties":
            extra = [name for name in value if name not in schema["properties"] and (*path, name) not in explained]
            for number, name in enumerate(extra):
                hint = _near(name, list(schema["properties"])) if number < look_up else None
                if not path and name in _rule_keys():
                    hint = "it belongs in a rule: indent it"
                message = f"`{shortened(name)}` is not a key of {_a(schema['title'])}"
                yield marked.name_position(*path, name), message, hint
        case "required":
            for name in demand:
                if name not in value:
                    yield marked.name_position(*path), f"`{name}` is missing from {what}", None
        case "type":
            yield place, f"{what} must be {_types(demand)}, not {_shown(value)}", _quoted(demand, value)
        case "enum":
            if type(value) is type(demand[0]):  # the fault of another type is said as such
                hint = _near(value, demand) if look_up > 0 else None
                yield place, f"{what} must be {_either(demand)}, not {_shown(value)}", hint
        case "pattern" if "propertyNames" in error.absolute_schema_path:
            name = schema["title"].lower()
            yield marked.name_position(*path, value), f"{_shown(value)} is no {name}", _spelt(value, demand, schema)
        case "pattern" if demand.endswith(":"):
            yield place, f"{what} must be a link, not {_shown(value)}", None
        case "pattern":
            yield place, f"{what} cannot be {_shown(value)}", _spelt(value, demand, schema)
        case "minLength":
            yield place, f"{what} is empty", None
        case "minItems":
            yield place, f"{what} must hold at least one item", None
        case "minProperties" | "maxProperties":
            yield place, f"{what} must have exactly one of {_either(list(schema['properties']))}", None
        case _:
            yield place, f"{what}: {shortened(error.message)}", None


@cache
def _rule_keys() -> frozenset[str]:
    return frozenset(_schema("definition")["$defs"]["rule"]["properties"])


def _called(path: list[Any], schema: Any) -> str:
    if not path:
        return "the file"
    if isinstance(path[-1], int):
        return f"{schema.get('title', 'item').lower()} {path[-1] + 1} of `{path[-2]}`"
    if len(path) == 2 and path[0] == "rules":
        return f"rule `{shortened(path[-1])}`"
    return f"`{shortened(path[-1])}`"


def _a(title: str) -> str:
    return f"{'an' if title[0] in 'AEIOU' else 'a'} {title.lower()}"


def _types(demand: str | list[str]) -> str:
    return _either([_TYPES[each] for each in ([demand] if isinstance(demand, str) else demand)])


def _either(words: list[Any]) -> str:
    *most, last = map(str, words)
    return f"{', '.join(most)} or {last}" if most else last


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, (dict, list)):
        return "a mapping" if isinstance(value, dict) else "a list"
    return shortened(json.dumps(value, ensure_ascii=False))


def _near(name: Any, known: list[Any]) -> str | None:
    if not isinstance(name, str) or len(name) > 40:
        return None
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), list(map(str, known)), 1)
    return f"did you mean `{near[0]}`?" if near else None


def _quoted(demand: str | list[str], value: Any) -> str | None:
    if "string" not in demand or value is None:
        return None
    if isinstance(value, (dict, list)):
        return f"text that starts with `{'{' if isinstance(value, dict) else '['}` stands in quotes"
    return "in quotes it is text"


def _spelt(name: str, pattern: str, schema: Any) -> str:
    joint = "-" if "-]" in pattern else "_"
    words = re.sub(r"[^a-z0-9]+", joint, re.sub(r"(?<=[a-z0-9])(?=[A-Z])", joint, name[:80]).lower()).strip(joint)
    if len(name) <= 40 and re.search(pattern, words):
        return f"did you mean `{words}`?"
    return str(schema["description"].partition(".")[0].lower())
