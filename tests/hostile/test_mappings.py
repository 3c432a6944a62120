"""Mappings made to hurt: cycles, odd names, odd values, shared parts, classes of a stranger."""

from __future__ import annotations

import json
from collections import OrderedDict, UserDict
from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import IntEnum
from types import MappingProxyType
from typing import Any

import pytest

import zarrscope
from tests.hostile.reports import faults_of
from tests.hostile.texts import ARRAY
from zarrscope.reading import read_value


class Level(IntEnum):
    HIGH = 9


class Name(str):
    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __hash__ = str.__hash__


class Broken(Mapping[str, Any]):
    def __getitem__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(["a"])

    def __len__(self) -> int:
        return 1


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __hash__ = object.__hash__


def cyclic_dict() -> Any:
    cycle: dict[str, Any] = {"name": "gzip"}
    cycle["configuration"] = cycle
    return cycle


def cyclic_list() -> Any:
    cycle: list[Any] = ["bytes"]
    cycle.append(cycle)
    return cycle


def shared() -> Any:
    value: Any = ["bytes"]
    for _ in range(60):
        value = [value, value]
    return value


def deep() -> Any:
    value: Any = {}
    for _ in range(100_000):
        value = {"configuration": value}
    return value


ODD = {
    "cyclic-dict": cyclic_dict(),
    "cyclic-list": cyclic_list(),
    "deep": deep(),
    "bytes": b"bytes",
    "tuple": (1, 2),
    "set": {1},
    "decimal": Decimal("1.5"),
    "nan": float("nan"),
    "infinity": float("-inf"),
    "huge-integer": 10**5000,
    "enum": Level.HIGH,
    "odd-string": Name("bytes"),
    "surrogate": "\ud800",
    "surrogate-name": {"\ud800": 1},
    "odd-names": {1: 2, None: 3, ("a",): 4, Name("name"): "bytes", b"other": 5, Unprintable(): 6},
    "broken-mapping": Broken(),
    "unprintable": Unprintable(),
    "class": int,
    "function": len,
    "iterator": iter([1]),
    "user-dict": UserDict(name="bytes"),
    "ordered-dict": OrderedDict(name="bytes"),
    "proxy": MappingProxyType({"name": "bytes"}),
    "complex": 1j,
    "range": range(3),
    "byte-array": bytearray(b"1"),
}


def check(value: Mapping[Any, Any]) -> zarrscope.Report:
    report = zarrscope.validate(value)
    assert faults_of(read_value(value), report) == []
    assert zarrscope.validate(value).to_dict() == report.to_dict()
    zarrscope.validate(value, notes=True).to_dict()
    return report


@pytest.mark.parametrize("name", ODD)
def test_odd_value(name: str) -> None:
    check({**ARRAY, "attributes": {"a": ODD[name]}})
    for member in ARRAY:
        check({**ARRAY, member: ODD[name]})
    for codec in ({"name": ODD[name]}, {"name": "gzip", "configuration": ODD[name]}, ODD[name]):
        check({**ARRAY, "codecs": [codec]})
    check({**ARRAY, "codecs": [{"name": "gzip", "configuration": {"level": ODD[name]}}]})


@pytest.mark.parametrize("member", ["attributes", "codecs"])
def test_shared_parts(member: str) -> None:
    assert not zarrscope.validate({**ARRAY, member: shared()}).valid


def test_what_stands_in_two_places_is_at_fault_in_both() -> None:
    codec = {"name": "gzip", "configuration": {"level": 12}}
    report = zarrscope.validate({**ARRAY, "codecs": ["bytes", codec, codec]})
    assert [problem.pointer for problem in report.problems if problem.rule.startswith("codec/gzip/")] == [
        "/codecs/1/configuration/level",
        "/codecs/2/configuration/level",
    ]


def test_cyclic_document() -> None:
    document: dict[str, Any] = {**ARRAY}
    document["attributes"] = document
    assert not check(document).valid
    document["consolidated_metadata"] = {"kind": "inline", "must_understand": False, "metadata": {"a": document}}
    assert not check(document).valid


@pytest.mark.parametrize(
    "document", [Broken(), {}, {1: 2}, UserDict(ARRAY), OrderedDict(ARRAY), MappingProxyType(ARRAY)]
)
def test_odd_document(document: Mapping[Any, Any]) -> None:
    check(document)


def test_a_mapping_is_judged_as_its_text_is() -> None:
    for member in ARRAY:
        for value in (None, 0, [], {}, "bytes", [None], {"name": "bytes"}):
            document = {**ARRAY, member: value}
            told = [(problem.rule, problem.pointer, problem.message) for problem in check(document).problems]
            read = zarrscope.validate(json.dumps(document)).problems
            assert told == [(problem.rule, problem.pointer, problem.message) for problem in read]


def test_the_document_is_left_as_it_was() -> None:
    text = json.dumps(ARRAY)
    for member in ARRAY:
        document = {**json.loads(text), member: {"name": None}}
        before = json.dumps(document)
        zarrscope.validate(document, notes=True)
        assert json.dumps(document) == before
