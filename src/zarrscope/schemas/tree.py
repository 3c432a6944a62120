"""One schema and all it refers to as one small document: references local, slots cut out, faults refused.

Only keywords that judge (and `title`, for messages) are kept, so that every engine reads the same schema. `false`
becomes a fragment of its own (`NOTHING`, `NO_MEMBER`), so that an error always stands in a fragment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.schemas.patterns import check_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

Fragment = dict[str, Any]

ALLOW_FALSE = ("additionalProperties", "unevaluatedItems", "unevaluatedProperties")
ONE = frozenset(("not", "if", "then", "else", "items", "contains", "propertyNames", *ALLOW_FALSE))
MANY = frozenset(("allOf", "anyOf", "oneOf", "prefixItems"))
NAMED = frozenset(("properties", "patternProperties", "dependentSchemas"))
IN_PLACE = frozenset(("not", "if", "then", "else", "allOf", "anyOf", "oneOf", "dependentSchemas"))
STAYING = IN_PLACE - {"not"} | {"$ref"}
ENTERING = frozenset(("properties", "prefixItems", "patternProperties", "additionalProperties", "items"))
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
SIZES = (
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minContains",
    "maxContains",
    "minProperties",
    "maxProperties",
)
OTHERS = ("title", "type", "const", "enum", "pattern", "multipleOf", "uniqueItems", "required", "dependentRequired")
PLAIN = frozenset((*OTHERS, *BOUNDS, *SIZES))
REFUSED = ("$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$anchor", "$vocabulary")
NOTHING: Fragment = {"not": {}}  # what `false` becomes
NO_MEMBER: Fragment = {"title": "no member", "not": {}}  # the same, as the schema of a member in `properties`
MAX_DEPTH = 100
MAX_EXPANSION = 100_000


class SchemaError(ValueError):
    """A schema that cannot be used; the message names the place in it as a JSON pointer."""


class SchemaTree:
    """A schema as one document; `targets` are the fragments its references name, `order` numbers all fragments.

    `recursive` says that a value can be followed without end, `compares_items` that items are told apart, `slots` where
    the schema refers to extension points.
    """

    def __init__(
        self,
        schema: Mapping[str, Any] | bool,
        resolve: Callable[[str], Mapping[str, Any] | bool | None],
        is_slot: Callable[[str], bool],
        *,
        checked: bool = False,
    ) -> None:
        """Copy `schema` and, one after the other, everything that it refers to; its patterns may be `checked`."""
        self._resolve, self._is_slot, self._checked = resolve, is_slot, checked
        self._own = str(schema.get("$id", "")) if not isinstance(schema, bool) else ""
        self._schema = schema
        self._slot_names: dict[int, str] = {}
        self._waiting: list[tuple[str, str, str]] = []
        self._keys: dict[tuple[str, str], str] = {(self._own, ""): "#"}
        self.order: dict[int, int] = {}
        self.root = self._copy(schema, self._own, "", NOTHING)
        self.targets: dict[str, Fragment] = {"#": self.root}
        while self._waiting:
            uri, pointer, key = self._waiting.pop()
            self.targets[key] = self._copy(self._find(uri, pointer), uri, pointer, NOTHING)
        if len(self.targets) > 1:
            self.root["$defs"] = {key[8:]: fragment for key, fragment in self.targets.items() if key != "#"}
        self.recursive = self._judge_cycles()
        self.compares_items = any("uniqueItems" in fragment for fragment in self.fragments())
        self.slots = self._collect_slots()

    def _copy(self, schema: Any, base: str, pointer: str, nothing: Fragment) -> Fragment:
        """Copy one schema; `base` is the resource it stands in, `pointer` where."""
        if pointer.count("/") > 3 * MAX_DEPTH:
            raise SchemaError(f"{pointer[:60]}...: nested too deeply")
        out: Fragment = {}
        if schema is False:
            out.update(nothing)
        elif not isinstance(schema, bool):
            for keyword in schema:
                self._copy_keyword(out, keyword, schema, base, f"{pointer}/{_escape(keyword)}")
            if "$ref" in out and not out.keys().isdisjoint(("type", "const", "enum")):
                out["allOf"] = [*out.get("allOf", ()), self._numbered({"$ref": out.pop("$ref")})]
        return self._numbered(out)

    def _numbered(self, fragment: Fragment) -> Fragment:
        self.order[id(fragment)] = len(self.order)
        return fragment

    def _copy_keyword(self, out: Fragment, keyword: str, schema: Mapping[str, Any], base: str, pointer: str) -> None:
        value = schema[keyword]
        if keyword == "$ref":
            self._copy_reference(out, value, base, pointer)
        elif keyword in ONE:
            keep = value is False and keyword in ALLOW_FALSE
            out[keyword] = value if keep else self._copy(value, base, pointer, NOTHING)
        elif keyword in MANY:
            out[keyword] = [self._copy(part, base, f"{pointer}/{i}", NOTHING) for i, part in enumerate(value)]
        elif keyword in NAMED:
            nothing = NO_MEMBER if keyword == "properties" else NOTHING
            if keyword == "patternProperties":
                for name in value:
                    self._check(name, f"{pointer}/{_escape(name)}")
            out[keyword] = {
                name: self._copy(part, base, f"{pointer}/{_escape(name)}", nothing) for name, part in value.items()
            }
        elif keyword in REFUSED or (keyword == "$id" and pointer != "/$id"):
            raise SchemaError(f"{pointer}: {keyword} is not supported here")
        elif keyword in PLAIN:
            if keyword == "pattern":
                self._check(value, pointer)
            out[keyword] = value

    def _check(self, pattern: str, pointer: str) -> None:
        fault = None if self._checked else check_pattern(pattern)
        if fault:
            raise SchemaError(f"{pointer}: {fault}")

    def _copy_reference(self, out: Fragment, ref: str, base: str, pointer: str) -> None:
        if "://" not in ref and not ref.startswith("#"):
            from urllib.parse import urljoin

            ref = urljoin(base, ref)
        uri, _, inside = ref.partition("#")
        uri = uri or base
        if self._is_slot(uri):
            self._slot_names[id(out)] = uri.rpartition("/")[2]
            return
        if inside and not inside.startswith("/"):
            raise SchemaError(f"{pointer}: a reference names its target by a JSON pointer, not by {inside!r}")
        if (uri, inside) not in self._keys:
            self._find(uri, inside, pointer)
            self._keys[uri, inside] = key = f"#/$defs/{len(self._keys)}"
            self._waiting.append((uri, inside, key))
        out["$ref"] = self._keys[uri, inside]

    def _find(self, uri: str, inside: str, pointer: str = "") -> Any:
        """The schema that a reference names."""
        found: Any = self._schema if uri == self._own else self._resolve(uri)
        if found is None:
            raise SchemaError(f"{pointer}: {uri} cannot be resolved")
        if "%" in inside:
            from urllib.parse import unquote

            inside = unquote(inside)
        for token in inside.split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")
            try:
                found = found[int(token) if isinstance(found, list) else token]
            except (LookupError, TypeError, ValueError):
                raise SchemaError(f"{pointer}: there is nothing at #{inside}") from None
        if not hasattr(found, "keys") and not isinstance(found, bool):
            raise SchemaError(f"{pointer}: what stands at #{inside} is not a schema")
        return found

    def _judge_cycles(self) -> bool:
        """Refuse what could be judged without end; say whether the schema comes back to itself deeper in a value."""
        in_place, everywhere = self._expansion(in_place=True), self._expansion(in_place=False)
        if in_place is None:
            raise SchemaError("#: a reference leads back to itself without going into the value")
        if max(in_place, everywhere or 0) > MAX_EXPANSION:
            raise SchemaError("#: the references, followed, make the schema too large")
        return everywhere is None

    def _expansion(self, in_place: bool) -> int | None:
        """How many fragments there are when every reference is replaced by its target; None where that has no end."""
        sizes: dict[int, int] = {}  # 0: being visited
        for start in self.targets.values():
            stack = [(start, iter(self._below(start, in_place)))] if id(start) not in sizes else []
            sizes.setdefault(id(start), 0)
            while stack:
                fragment, rest = stack[-1]
                following = next(rest, None)
                if following is None:
                    sizes[id(fragment)] = 1 + sum(sizes[id(part)] for part in self._below(fragment, in_place))
                    stack.pop()
                elif id(following) not in sizes:
                    sizes[id(following)] = 0
                    stack.append((following, iter(self._below(following, in_place))))
                elif not sizes[id(following)]:
                    return None
        return max(sizes.values())

    def _below(self, fragment: Fragment, in_place: bool) -> list[Fragment]:
        parts = self.parts(fragment)
        return [part for keyword, _, part in parts if keyword in IN_PLACE or keyword == "$ref" or not in_place]

    def parts(self, fragment: Fragment) -> list[tuple[str, str | int | None, Fragment]]:
        """The fragments right below this one: (keyword, index or name, fragment)."""
        out: list[tuple[str, str | int | None, Fragment]] = []
        for keyword, value in fragment.items():
            if keyword == "$ref":
                out.append((keyword, None, self.targets[value]))
            elif keyword in ONE and value is not False:
                out.append((keyword, None, value))
            elif keyword in MANY:
                out.extend((keyword, i, part) for i, part in enumerate(value))
            elif keyword in NAMED:
                out.extend((keyword, name, part) for name, part in value.items())
        return out

    def fragments(self, below: Collection[Fragment] | None = None) -> list[Fragment]:
        """All fragments, or those that are `below` some (themselves too), each once."""
        found: dict[int, Fragment] = {}
        stack = list(self.targets.values() if below is None else below)
        while stack:
            fragment = stack.pop()
            if id(fragment) not in found:
                found[id(fragment)] = fragment
                stack.extend(part for _, _, part in self.parts(fragment))
        return list(found.values())

    def _collect_slots(self) -> list[tuple[tuple[str | int, ...], str]]:
        found: dict[tuple[tuple[str | int, ...], str], None] = {}
        seen: set[tuple[int, int]] = set()

        def visit(fragment: Fragment, pattern: tuple[str | int, ...], above: frozenset[int]) -> None:
            state = (id(fragment), hash(pattern))
            if id(fragment) in above or state in seen:
                return
            seen.add(state)
            if id(fragment) in self._slot_names:
                found[pattern, self._slot_names[id(fragment)]] = None
            for keyword, name, part in self.parts(fragment):
                if keyword in STAYING:
                    visit(part, pattern, above | {id(fragment)})
                elif keyword in ENTERING:
                    step = name if keyword in ("properties", "prefixItems") and name is not None else "*"
                    visit(part, (*pattern, step), above | {id(fragment)})

        if self._slot_names:
            visit(self.root, (), frozenset())
        return list(found)


def _escape(token: str) -> str:
    return token.replace("~", "~0").replace("/", "~1")
