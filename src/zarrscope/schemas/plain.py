"""Verdicts in plain Python, for the first documents of a process, and for members that are judged alone.

Judging these is quicker than an import.

What a test finds is sure for a value made of plain JSON. Where there is a hole or a number that is not finite only its
yes is, and it may raise. A schema with a keyword that is not known here has no test.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.schemas.patterns import python_matcher, short_matcher

if TYPE_CHECKING:
    from collections.abc import Callable

    from zarrscope.schemas.tree import Fragment, SchemaTree

    Test = Callable[[Any], bool]

CLASSES: dict[str, tuple[type, ...]] = {
    "null": (type(None),),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "string": (str,),
    "array": (list,),
    "object": (dict,),
}
SCALARS = frozenset((type(None), bool, int, str))
SURE = SCALARS | {dict, list}
SILENT = frozenset(("title", "$defs", "then", "else"))
OF_INTEGERS = SILENT | {"type", "minimum", "maximum"}
INFINITY = float("inf")


class Unsupported(Exception):
    """A keyword that plain Python does not judge."""


def verdict_of(tree: SchemaTree, *, is_ours: bool) -> Test:
    """The test of a whole schema; raises Unsupported where there is none.

    Python may take exponential time for a pattern, but for those of ours.
    """
    if tree.recursive:
        raise Unsupported
    return _Maker(tree, is_ours).test(tree.root)


def _class_of(value: Any) -> type:
    found: type = value.__class__
    if found in SURE or (found is float and -INFINITY < value < INFINITY):
        return found
    raise TypeError


class _Maker:
    """Makes the tests of a schema's fragments."""

    def __init__(self, tree: SchemaTree, is_ours: bool) -> None:
        self._tree = tree
        self._is_ours = is_ours

    def test(self, fragment: Fragment) -> Test:
        return _every([self._keyword(keyword, fragment) for keyword in fragment if keyword not in SILENT])

    def _keyword(self, keyword: str, fragment: Fragment) -> Test:
        given = fragment[keyword]
        if keyword == "$ref":
            return self.test(self._tree.targets[given])
        if keyword == "type":
            names = [given] if isinstance(given, str) else given
            classes = {one for name in names for one in CLASSES[name]}
            sure = classes - {float}
            return lambda value: value.__class__ in sure or _class_of(value) in classes
        if keyword in ("const", "enum"):
            return _one_of([given] if keyword == "const" else given)
        if keyword in ("allOf", "anyOf", "oneOf"):
            return _several(keyword, [self.test(part) for part in given])
        if keyword == "not":
            refused = self.test(given)
            return lambda value: not refused(value)
        if keyword == "if":
            asked = self.test(given)
            then, otherwise = (self.test(fragment.get(branch, {})) for branch in ("then", "else"))
            return lambda value: then(value) if asked(value) else otherwise(value)
        if keyword in ("properties", "required", "additionalProperties"):
            return _of_class((dict,), self._of_objects(keyword, fragment))
        if keyword in ("prefixItems", "items"):
            return _of_class((list,), self._of_lists(keyword, fragment))
        if keyword in BOUNDS:
            classes_of, meets = BOUNDS[keyword]
            return _of_class(classes_of, lambda value: meets(value, given))
        if keyword == "pattern":
            matcher = python_matcher if self._is_ours else short_matcher
            return _of_class((str,), matcher(given))
        raise Unsupported

    def _of_objects(self, keyword: str, fragment: Fragment) -> Test:
        given = fragment[keyword]
        if keyword == "required":
            required = frozenset(given)
            return lambda value: required <= value.keys()
        if keyword == "properties":
            return _of_members([(name, self.test(part)) for name, part in given.items()])
        if "patternProperties" in fragment:
            raise Unsupported
        known = fragment.get("properties", {}).keys()
        if given is False:
            return lambda value: value.keys() <= known
        other = self.test(given)
        return lambda value: all(other(value[name]) for name in value if name not in known)

    def _of_lists(self, keyword: str, fragment: Fragment) -> Test:
        if keyword == "prefixItems":
            first = [self.test(part) for part in fragment["prefixItems"]]
            return lambda value: all(test(item) for test, item in zip(first, value, strict=False))
        start, given = len(fragment.get("prefixItems", ())), fragment["items"]
        if given is False:
            return lambda value: len(value) <= start
        test = self.test(given)
        return lambda value: all(map(test, value[start:]))


def _every(tests: list[Test]) -> Test:
    """All of the tests, one after the other."""
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda value: first(value) and second(value)

    def holds(value: Any) -> bool:
        for test in tests:  # noqa: SIM110, several times as quick as `all` with a generator
            if not test(value):
                return False
        return True

    return holds


def _of_members(parts: list[tuple[str, Test]]) -> Test:
    """A test of each of these members that an object has."""

    def holds(value: Any) -> bool:
        for name, test in parts:  # noqa: SIM110, as above
            if name in value and not test(value[name]):
                return False
        return True

    return holds


def _of_class(classes: tuple[type, ...], test: Test) -> Test:
    """A test that holds for values of other classes."""
    return lambda value: _class_of(value) not in classes or test(value)


def bounds_of_items(tree: SchemaTree) -> tuple[float, float] | None:
    """The least and the most that the items may be of a list of integers; None where more is asked, or less."""
    root = tree.root
    items = root.get("items", {})
    is_list = root.get("type") == "array" and root.keys() <= {"type", "items", *SILENT}
    if not is_list or items.get("type") != "integer" or not items.keys() <= OF_INTEGERS:
        return None
    return items.get("minimum", -INFINITY), items.get("maximum", INFINITY)


def _one_of(options: list[Any]) -> Test:
    if not all(option.__class__ in SCALARS for option in options):
        raise Unsupported
    known = {(option.__class__, option) for option in options}
    return lambda value: _class_of(value) in SCALARS and (value.__class__, value) in known


def _several(keyword: str, tests: list[Test]) -> Test:
    if keyword == "allOf":
        return _every(tests)
    if keyword == "anyOf":
        return lambda value: any(test(value) for test in tests)
    return lambda value: sum(test(value) for test in tests) == 1


NUMBERS = (int, float)
BOUNDS: dict[str, tuple[tuple[type, ...], Callable[[Any, Any], bool]]] = {
    "minimum": (NUMBERS, lambda value, bound: value >= bound),
    "maximum": (NUMBERS, lambda value, bound: value <= bound),
    "exclusiveMinimum": (NUMBERS, lambda value, bound: value > bound),
    "exclusiveMaximum": (NUMBERS, lambda value, bound: value < bound),
    "minLength": ((str,), lambda value, bound: len(value) >= bound),
    "maxLength": ((str,), lambda value, bound: len(value) <= bound),
    "minItems": ((list,), lambda value, bound: len(value) >= bound),
    "maxItems": ((list,), lambda value, bound: len(value) <= bound),
    "minProperties": ((dict,), lambda value, bound: len(value) >= bound),
    "maxProperties": ((dict,), lambda value, bound: len(value) <= bound),
}
