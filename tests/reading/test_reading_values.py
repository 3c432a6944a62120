"""Values that a program hands over: what is converted, what is a fault, and what comes back untouched."""

from __future__ import annotations

import collections
import copy
import enum
import types

import numpy as np
import pytest

from tests.reading.reading_values import flat
from zarrscope.problems import pointer
from zarrscope.reading import converting, read_value


class Word(enum.StrEnum):
    ZSTD = "zstd"


class Level(enum.IntEnum):
    THREE = 3


class Text(str):
    def __str__(self):
        raise RuntimeError

    def encode(self, *_):
        raise RuntimeError


class Broken(collections.abc.Mapping):
    def __getitem__(self, name):
        raise RuntimeError

    def __iter__(self):
        raise RuntimeError

    def __len__(self):
        return 1


class Nameless:
    __slots__ = ()

    def __str__(self):
        raise RuntimeError


class Members(dict):
    pass


Point = collections.namedtuple("Point", "x y")

CONVERTED = {
    "tuple": ({"shape": (1, 2)}, {"shape": [1, 2]}),
    "root-tuple": ((), []),
    "named-tuple": ([Point(1, (2,))], [[1, [2]]]),
    "str-enum": ({"name": Word.ZSTD}, {"name": "zstd"}),
    "int-enum": ([Level.THREE], [3]),
    "str-subclass": ([Text("a")], ["a"]),
    "numpy-float64": ([np.float64(2.5)], [2.5]),
    "numpy-str": ([np.str_("a")], ["a"]),
    "ordered-dict": (collections.OrderedDict(a=1), {"a": 1}),
    "dict-subclass": ([Members(a=(1,))], [{"a": [1]}]),
    "mapping-proxy": (types.MappingProxyType({"a": {"b": ()}}), {"a": {"b": []}}),
    "user-dict": (collections.UserDict(a=[None, True]), {"a": [None, True]}),
    "name-of-a-str-subclass": ({Word.ZSTD: {Text("b"): 1}}, {"zstd": {"b": 1}}),
    "list-subclass": ([type("Items", (list,), {})([1])], [[1]]),
}

FAULTY = {
    "nan": ([1, float("nan")], [("/1", "nonfinite-number", "NaN")]),
    "infinity": ({"a": float("inf")}, [("/a", "nonfinite-number", "Infinity")]),
    "minus-infinity-numpy": ([np.float64("-inf")], [("/0", "nonfinite-number", "-Infinity")]),
    "surrogate": (["a", "x\ud800"], [("/1", "lone-surrogate", "x\\ud800")]),
    "surrogate-name": ({"a": {"\udfff": 1}}, [("/a/\udfff", "lone-surrogate", "\\udfff")]),
    "digits": ([10**4300, -(10**4300)], [(f"/{n}", "integer-digits", "an integer of 14285 bits") for n in (0, 1)]),
    "digits-root": (10**5000, [("", "integer-digits", "an integer of 16610 bits")]),
    "set": ({"a": {1}}, [("/a", "not-json", "set")]),
    "bytes": ([b"x"], [("/0", "not-json", "bytes")]),
    "root-object": (object(), [("", "not-json", "object")]),
    "numpy-int64": ({"shape": [np.int64(3)]}, [("/shape/0", "not-json", "int64")]),
    "numpy-bool": ([np.True_], [("/0", "not-json", "bool")]),
    "numpy-array": ({"a": np.zeros(3)}, [("/a", "not-json", "ndarray")]),
    "complex": ([1j], [("/0", "not-json", "complex")]),
    "range": ([range(3)], [("/0", "not-json", "range")]),
    "class": ([dict], [("/0", "not-json", "type")]),
    "broken-mapping": ({"a": Broken()}, [("/a", "not-json", "Broken")]),
    "name-int": ({"a": {1: [2]}}, [("/a/1", "not-json", "a member name of type int")]),
    "name-none": ({None: 1}, [("/None", "not-json", "a member name of type NoneType")]),
    "name-tuple": ([{("a", 1): 1}], [("/0/('a', 1)", "not-json", "a member name of type tuple")]),
    "name-without-text": ({Nameless(): 1}, [("/<Nameless>", "not-json", "a member name of type Nameless")]),
    "name-int-beside-str": ({"1": "kept", 1: "not"}, [("/1", "not-json", "a member name of type int")]),
    "order": (
        {"a": float("nan"), "b": [b"", {"c": "\ud800"}]},
        [
            ("/a", "nonfinite-number", "NaN"),
            ("/b/0", "not-json", "bytes"),
            ("/b/1/c", "lone-surrogate", "\\ud800"),
        ],
    ),
}


def nested(depth, make=lambda inner: [inner]):
    value = 1
    for _ in range(depth):
        value = make(value)
    return value


def listed(result):
    return [(pointer(fault.loc), fault.code, fault.detail) for fault in result.faults]


@pytest.mark.parametrize(("value", "plain"), CONVERTED.values(), ids=CONVERTED)
def test_converted(value, plain):
    result = read_value(value)
    assert flat(result.value) == flat(plain)
    assert (result.faults, result.readable, result.text) == ((), True, None)


@pytest.mark.parametrize(("value", "faults"), FAULTY.values(), ids=FAULTY)
def test_faulty(value, faults):
    result = read_value(value)
    assert listed(result) == faults
    assert result.readable


def test_what_is_not_json_reads_as_null():
    value = {"a": [b"x", 1], "b": {2: 3}, "1": "kept", 1: "not"}
    assert flat(read_value(value).value) == flat({"a": [None, 1], "b": {"2": None}, "1": "kept"})


@pytest.mark.parametrize(
    "value", [None, True, 0, -1, 2.5, "é", [], {}, {"a": [{"b": []}]}, [10**4300 - 1], [float("nan")], nested(999)]
)
def test_the_same_object_where_nothing_is_converted(value):
    assert read_value(value).value is value


@pytest.mark.parametrize("value", [{"a": (1, [2, {"b": (3,)}])}, {"a": [b"x"], 1: 2}])
def test_the_object_handed_over_is_left_alone(value):
    before = copy.deepcopy(value)
    read_value(value)
    assert value == before


@pytest.mark.parametrize(
    ("depth", "codes"),
    [
        (64, []),
        (65, ["depth-portability"]),
        (128, ["depth-portability"]),
        (129, ["depth-portability", "depth"]),
        (1000, ["depth-portability", "depth"]),
        (1001, ["depth-portability", "depth", "depth-limit"]),
        (100_000, ["depth-portability", "depth", "depth-limit"]),
    ],
)
@pytest.mark.parametrize("make", [lambda inner: [inner], lambda inner: {"a": inner}, lambda inner: (inner,)])
def test_depth(depth, codes, make):
    result = read_value(nested(depth, make))
    assert [fault.code for fault in result.faults] == codes
    assert result.readable is ("depth-limit" not in codes)
    lengths = [len(fault.loc) for fault in result.faults]
    assert lengths == {0: [], 1: [64], 2: [64, 128], 3: [64, 128, 0]}[len(codes)]


def cyclic(kind):
    if kind == "list":
        value = []
        value.append(value)
    elif kind == "mapping":
        value = {}
        value["a"] = {"b": [value]}
    else:
        value = {}
        value.update(a=value, b=value, c=[value, value])
    return value


@pytest.mark.parametrize("kind", ["list", "mapping", "branching"])
def test_a_cycle_ends_at_the_depth_limit(kind):
    result = read_value(cyclic(kind))
    assert listed(result)[-1] == ("", "depth-limit", "1001")
    assert result.value is None
    assert not result.readable


@pytest.mark.parametrize("make", [list, tuple])
def test_a_graph_of_shared_parts_ends_at_the_size_limit(make):
    value = make([1])
    for _ in range(60):
        value = make([value] * 10)
    result = read_value(value)
    assert listed(result)[-1][:2] == ("", "size-limit")
    assert not result.readable


def test_too_many_faults_end_the_reading(monkeypatch):
    monkeypatch.setattr(converting, "MAX_FAULT_TOKENS", 100)
    assert listed(read_value([b""] * 60))[-1] == ("", "size-limit", "too many faults to list")
    assert read_value([b""] * 50).readable


def test_too_many_values_end_the_reading(monkeypatch):
    monkeypatch.setattr(converting, "MAX_VALUES", 100)
    odd = collections.OrderedDict()  # which takes the closer look
    assert listed(read_value([odd] + [0] * 100))[-1] == ("", "size-limit", "too many values")
    assert read_value([odd] + [0] * 90).readable
