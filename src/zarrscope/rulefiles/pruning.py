"""The sound part of a file: what its shape does not allow is taken out, so that the rest can be checked as well."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from zarrscope.rulefiles.check import errors

if TYPE_CHECKING:
    from zarrscope.rulefiles.check import Shape
    from zarrscope.rulefiles.marked import Marked

EXAMPLES = ("pass", "fail")
NAMES = ("let", "each")
BESIDE = frozenset(("severity", "kind", "why", "spec", "policy", "hint", "related"))

_NONE: dict[str, list[Any]] = {word: [] for word in EXAMPLES}

Path = list[str | int]


def pruned(marked: Marked, shape: Shape) -> Marked:
    """The file without what its shape does not allow.

    Where a rule cannot be told from what is left, it goes, and where its examples cannot be judged, they go.
    """
    data = copy.deepcopy(marked.data)
    for error in errors(marked.data, shape):
        path: Path = list(error.absolute_path)
        if error.validator == "additionalProperties":
            for name in [name for name in error.instance if name not in error.schema["properties"]]:
                _delete(data, [*path, name])
            if path[:1] == ["rules"] and len(path) > 2 and path[2] in EXAMPLES:
                _without_examples(data, path[1])
        elif "propertyNames" in error.absolute_schema_path:
            _take_out(data, [*path, error.instance])
        elif not path:
            if error.validator != "required":
                return marked.with_data({})
        elif error.validator != "required":
            _take_out(data, path)
    for name, rule in list((data.get("rules") or {}).items()):
        if not isinstance(rule, dict) or "check" not in rule:
            del data["rules"][name]
        elif "message" not in rule or not all(rule.get(word) for word in EXAMPLES):
            data["rules"][name] = {"message": "", **rule, **_NONE}
    return marked.with_data(data)


def _take_out(data: dict[str, Any], path: Path) -> None:
    match path:
        case ["let" | "rules"]:
            data.pop("let", None)
            data.pop("rules", None)
        case ["let", name, *_] if "let" in data:
            data["let"][name] = None
            for rule in data.get("rules", {}):
                _without_examples(data, rule)
        case ["rules", rule] | ["rules", rule, "check" | "let" | "each"]:
            _delete(data, ["rules", rule])
        case ["rules", rule, key, *rest] if key not in BESIDE:
            _without_examples(data, rule)
            if key in NAMES:
                _delete(data, path, keep=True)
            elif not rest and key not in EXAMPLES:
                _delete(data, path)
        case _:
            _delete(data, path)


def _without_examples(data: dict[str, Any], rule: str | int) -> None:
    found = data.get("rules", {}).get(rule)
    if isinstance(found, dict):
        found.update(_NONE)


def _delete(data: Any, path: Path, keep: bool = False) -> None:
    """Delete what stands at a path, or keep its name with nothing behind it."""
    for token in path[:-1]:
        if not (isinstance(data, dict) and token in data):
            return  # in a list, or gone already
        data = data[token]
    if isinstance(data, dict):
        if keep:
            data[path[-1]] = None
        else:
            data.pop(path[-1], None)
