"""Two engines that find the faults of a value: `fast` (jsonschema-rs) and `reference` (python-jsonschema, strict).

Strict: 4.0 is no integer, `const` and `enum` tell 3 from 3.0 and 1 from true. `UNKNOWN` in a value is a hole: it meets
every schema, and a condition that depends on it decides nothing.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from zarrscope.paths import value_at
from zarrscope.schemas.slices import MOST_FAULTS
from zarrscope.schemas.tree import BOUNDS, MANY, NAMED, ONE
from zarrscope.schemas.violations import Fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from zarrscope.schemas.tree import Fragment, SchemaTree

TYPE_URI = "urn:zarrscope:type:"
# Below propertyNames the path through a reference is lost; unevaluated members are named differently by the engines.
PLACES_LOST = frozenset(("propertyNames", "unevaluatedProperties", "unevaluatedItems"))
ALL_TYPES = ("null", "boolean", "object", "array", "number", "string")


class FastEngine:
    """jsonschema-rs on a form of the schema in which integers are strict.

    jsonschema-rs takes 4.0 for an integer in Draft 2020-12 but not in Draft 4, so integers are judged by a reference to
    a resource of that draft. `usable` is False where the two engines could still differ, `finds` where only the verdict
    is of use.
    """

    def __init__(self, tree: SchemaTree) -> None:
        """Compile the schema; raises ImportError without jsonschema-rs."""
        import jsonschema_rs as rs

        self.usable = not any(_is_doubtful(fragment) for fragment in tree.fragments())
        self.finds = all(PLACES_LOST.isdisjoint(fragment) for fragment in tree.fragments())
        self._tree = tree
        types: dict[str, list[str]] = {}
        strict = _strict(tree.root, types)
        if "$defs" in tree.root:
            strict["$defs"] = {name: _strict(part, types) for name, part in tree.root["$defs"].items()}
        draft = "http://json-schema.org/draft-04/schema#"
        resources = [(uri, {"id": uri, "$schema": draft, "type": names}) for uri, names in types.items()]
        self._validator = rs.Draft202012Validator(
            strict,
            registry=rs.Registry(resources) if resources else None,
            pattern_options=rs.RegexOptions(),
            validate_formats=False,
        )
        self.is_valid = self._validator.is_valid

    def faults(self, value: Any) -> list[Fault]:
        """Everything that is wrong with the value."""
        out: list[Fault] = []
        for error in islice(self._validator.iter_errors(value), MOST_FAULTS):
            fragment, keyword = self._locate(error.evaluation_path, error.instance_path, value)
            loc = tuple(error.instance_path)
            kind: Any = error.kind
            if keyword in ("required", "dependentRequired"):
                out.append(Fault(loc, keyword, fragment, kind.property))
            elif kind.name == "falseSchema":
                out.extend(Fault(loc, keyword, fragment, name) for name in value_at(value, loc))
            elif keyword == "additionalProperties":
                out.extend(Fault(loc, keyword, fragment, name) for name in kind.unexpected)
            else:
                out.append(Fault(loc, keyword, fragment))
        return out

    def _locate(self, path: list[str | int], loc: list[str | int], value: Any) -> tuple[Fragment, str]:
        """The fragment and the keyword that a path of jsonschema-rs leads to."""
        fragment: Any = self._tree.root
        last = len(path) - 1
        i = 0
        while True:
            keyword = str(path[i])
            if keyword == "$ref" and "$ref" in fragment:
                fragment = self._tree.targets[fragment["$ref"]]
            elif keyword == "$ref":
                return fragment, _strict_keyword(fragment, loc, value)
            elif i == last:
                return fragment, "contains" if keyword in ("minContains", "maxContains") else keyword
            else:
                fragment = fragment[keyword]
                if keyword in NAMED or keyword in MANY:
                    i += 1
                    fragment = fragment[path[i]]
            i += 1


def _strict_keyword(fragment: Fragment, loc: list[str | int], value: Any) -> str:
    """Which keyword a value fails that is not of the types that `_strict` demands."""
    if "type" in fragment and not is_type(value_at(value, tuple(loc)), fragment["type"]):
        return "type"
    return "const" if "const" in fragment else "enum"


def _strict(fragment: Fragment, types: dict[str, list[str]]) -> Fragment:
    """A fragment for jsonschema-rs; `types` collects the Draft 4 resources that it refers to."""
    out: Fragment = {}
    for keyword, value in fragment.items():
        if keyword in MANY:
            out[keyword] = [_strict(part, types) for part in value]
        elif keyword in NAMED:
            out[keyword] = {name: _strict(part, types) for name, part in value.items()}
        elif keyword != "$defs":
            out[keyword] = _strict(value, types) if isinstance(value, dict) and keyword in ONE else value
    given = out.get("type", ALL_TYPES)
    names = [given] if isinstance(given, str) else list(given)
    if "number" in names and _integers_only(fragment):
        names = ["integer" if name == "number" else name for name in names]
    if "integer" in names and "number" not in names:
        out.pop("type", None)
        out["$ref"] = TYPE_URI + "-".join(names)
        types[out["$ref"]] = names
    elif "type" not in out and not fragment.keys().isdisjoint(BOUNDS):
        out["type"] = list(ALL_TYPES)  # infinity is of no type there; without a type it would meet every bound
    return out


def _integers_only(fragment: Fragment) -> bool:
    """Whether `const` or `enum` allow a number, and only integers."""
    options = fragment.get("enum", [fragment["const"]] if "const" in fragment else [])
    return any(is_type(option, "integer") for option in options)


def _is_doubtful(fragment: Fragment) -> bool:
    """Whether jsonschema-rs may find a value good that a strict reading refuses, or the other way round."""
    options = [*fragment.get("enum", ()), *([fragment["const"]] if "const" in fragment else ())]
    if any(isinstance(option, float | list | dict) for option in options):
        return True
    types = fragment.get("type", "number")
    return "multipleOf" in fragment and (isinstance(fragment["multipleOf"], float) or "number" in types)


def is_type(value: Any, types: str | list[str]) -> bool:
    """Whether a value has one of the types, read strictly."""
    return any(TYPES[name](value) for name in ([types] if isinstance(types, str) else types))


TYPES: dict[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list | tuple),
    "object": lambda value: isinstance(value, dict),
}


def reference_faults(tree: SchemaTree, value: Any) -> list[Fault]:
    """Everything that is wrong with the value, by python-jsonschema with strict keywords."""
    from zarrscope.schemas.strictkeywords import strict_validator
    from zarrscope.schemas.strictvalues import HoleError

    return [
        Fault(tuple(error.absolute_path), str(error.validator), error.schema, error.name)
        for error in islice(strict_validator()(tree.root).iter_errors(value), MOST_FAULTS)
        if not isinstance(error, HoleError)
    ]
