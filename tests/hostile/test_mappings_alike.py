"""A mapping is known by one that it is like only where it is like it."""

from __future__ import annotations

import copy
from collections import OrderedDict, UserDict
from enum import Enum, IntEnum, StrEnum
from typing import TYPE_CHECKING, Any

import numpy
import orjson
import pytest

import zarrscope
from tests.hostile.test_switches import forgetful, fresh, told
from tests.hostile.test_texts_alike import ARRAY, WRONG_ITSELF

if TYPE_CHECKING:
    from collections.abc import Callable

    from zarrscope import Scope


class Text(str):
    """A text of a class of its own."""


class Names(StrEnum):
    int8 = "int8"


class Numbers(IntEnum):
    one = 1


class Opaque(Enum):
    int8 = "int8"


class Liar:
    """Equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__


def cyclic() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


def shared() -> Any:
    """A small graph with more paths than can be walked."""
    value: Any = [1]
    for _ in range(50):
        value = [value, value]
    return value


GROUP: dict[str, Any] = {"zarr_format": 3, "node_type": "group", "attributes": {"title": "a"}}
VALUES: list[Any] = [
    1, 1.0, True, None, "a", "\ud800", float("nan"), 2**70, -1, [], {}, (), (1, 2), [7, 5], (7, 5), [7, 5.0], [7, True],
    [7, 5, 3], [Numbers.one, 2], {"a": (1, (2,))}, {"a": {1: 2}}, {"a": {1, 2}}, {"a": b"x"}, {"a": Text("x")},
    Text("int8"), Names.int8, Opaque.int8, Numbers.one, Liar(), {"a": Liar()}, OrderedDict(a=1), UserDict(a=1),
    numpy.int64(6), [numpy.int64(6), 4], numpy.float64(0), numpy.array([6, 4]), object(),
    {Text("a"): 1}, {"shape": [1]},
]  # fmt: skip


def listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: listed(item) for name, item in value.items()}
    return tuple(map(listed, value)) if isinstance(value, list) else value


def changed(document: dict[str, Any]) -> list[Any]:
    """Mappings that differ in one member, or in a part of one."""
    found: list[Any] = []
    for member in [*document, "extra"]:
        found += [{**document, member: value} for value in VALUES]
        found.append({name: value for name, value in document.items() if name != member})
    for value in VALUES:
        inside = copy.deepcopy(document)
        if "chunk_grid" in inside:
            inside["chunk_grid"]["configuration"]["chunk_shape"] = value
            found.append(inside)
            inside = copy.deepcopy(document)
            inside["codecs"][1]["configuration"]["level"] = value
            found.append(inside)
    without = {name: value for name, value in document.items() if name not in ("shape", "attributes")}
    found += [without, {**without, "shape": [6, 4]}, {**without, "attributes": {}}, {"shape": [6, 4], **without}]
    return [*found, dict(reversed(document.items())), OrderedDict(document), UserDict(document)]


def said(data: Any, scope: Scope) -> Any:
    try:
        return told(data, scope)
    except RecursionError:
        return "too deep to be shown"


@pytest.mark.parametrize("form", [copy.deepcopy, listed], ids=["lists", "tuples"])
@pytest.mark.parametrize("document", [ARRAY, WRONG_ITSELF, GROUP], ids=["array", "wrong array", "group"])
def test_what_a_mapping_holds_is_judged(document: dict[str, Any], form: Callable[[Any], Any]) -> None:
    scope, plainly = fresh(), forgetful()
    plain = form(document)
    for number in range(60):  # orjson has its turn after the first documents
        zarrscope.validate({**plain, "attributes": {"number": number}}, scope=scope)
    assert scope.quick.known_alike(plain, None) is not None, "there is a form that it fits"
    for mapping in map(form, changed(document)):
        assert said(mapping, scope) == said(mapping, plainly), mapping


@pytest.mark.parametrize("odd", [cyclic, shared])
def test_what_has_no_end_comes_to_one(odd: Callable[[], Any]) -> None:
    scope = fresh()
    for number in range(60):
        zarrscope.validate({**ARRAY, "attributes": {"number": number}}, scope=scope)
    for member in ("attributes", "shape", "codecs", "fill_value"):
        report = zarrscope.validate({**ARRAY, member: odd()}, scope=scope)
        assert not report.valid
        report = zarrscope.validate({**ARRAY, member: {"a": odd()}}, scope=scope)
        assert not report.valid


def test_a_mapping_may_be_changed_after_it_was_judged() -> None:
    scope = fresh()
    mapping = copy.deepcopy(ARRAY)
    for _ in range(60):
        assert zarrscope.validate(mapping, scope=scope).valid
    mapping["codecs"][1]["configuration"]["level"] = 12
    assert not zarrscope.validate(mapping, scope=scope).valid
    mapping["codecs"][1]["configuration"]["level"] = 1
    assert zarrscope.validate(mapping, scope=scope).valid


@pytest.mark.parametrize("write", [orjson.dumps, listed], ids=["texts", "tuples"])
def test_a_value_at_fault_may_be_changed(write: Callable[[Any], Any]) -> None:
    scope = fresh()
    wrong = {**ARRAY, "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [3]}}}
    for number in range(60):
        report = zarrscope.validate(write({**wrong, "attributes": {"number": number}}), scope=scope)
        (problem,) = report.problems
        assert problem.value == [3]
        problem.value.append(2)
    assert scope.quick.known_alike(write(wrong), None) is not None


def test_of_a_long_mapping_nothing_is_kept() -> None:
    scope = fresh()
    entries = {f"a{number}": ARRAY for number in range(100)}
    listed = {"kind": "inline", "must_understand": False, "metadata": entries}
    for number in range(60):
        group = {**GROUP, "attributes": {"number": number}, "consolidated_metadata": listed}
        assert zarrscope.validate(group, scope=scope).valid
    assert scope.quick.known_alike(group, None) is None
    assert zarrscope.validate({**group, "consolidated_metadata": None}, scope=scope).problems
