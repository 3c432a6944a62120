"""Generated texts: what is JSON reads back equal; what is not is refused, without an exception."""

from __future__ import annotations

import json
import os

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reading.reading_values import flat
from zarrscope.problems import pointer
from zarrscope.reading import read_value, reading
from zarrscope.reading.positions import Positions
from zarrscope.reading.scanning import scan

EXAMPLES = int(os.environ.get("ZARRSCOPE_EXAMPLES", "200"))
generated = settings(max_examples=EXAMPLES, deadline=None)

strings = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ["", "a", '"', "\\", "[", "}", " "]
)
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=2**53, max_value=2**80)
    | st.floats(allow_nan=False, allow_infinity=False)
    | strings
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(strings, inner, max_size=5),
    max_leaves=25,
)
styles = st.fixed_dictionaries(
    {
        "ensure_ascii": st.booleans(),
        "indent": st.sampled_from([None, 0, 1, 2, "\t"]),
        "separators": st.sampled_from([None, (",", ":"), (" , ", " : "), (",\r\n", ":\t")]),
    }
)
# Pieces that are nearly JSON, to be strung together.
PIECES = [
    *["{", "}", "[", "]", ",", ":", " ", "\n", "\r", "\t", "\0", "\f", "\ufeff", "\xa0"],
    *['"', "\\", '"a"', '"b"', '"a":', '"b":', '"\\u0061":1', '"\\ud83d\\ude00"', '"\\ud83d"', '"é"', "'a'"],
    *["\\u", "\\ud800", "\\udc00", "\\n", "\\x", "/", "//", "/*", "#"],
    *["0", "1", "-0", "-1", "01", "1.", ".5", "0.0", "-0.0", "1e5", "1E+5", "1e400", "-1e400", "1e-400", "9" * 25],
    *["NaN", "Infinity", "-Infinity", "-NaN", "true", "false", "null", "tru"],
]
pieces = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


def unique(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice")
    return members


def refuse(token):
    raise ValueError(token)


def finite(token):
    number = float(token)
    if number in (float("inf"), float("-inf")):
        raise ValueError(token)
    return number


def whole(token):
    if token == "-0":
        raise ValueError(token)
    return int(token)


def stdlib(data: bytes):
    """The value by the standard library, refusing all that counts as a lexical fault."""
    hooks = {"object_pairs_hook": unique, "parse_constant": refuse, "parse_float": finite, "parse_int": whole}
    value = json.loads(data.decode("utf-8"), **hooks)
    json.dumps(value, ensure_ascii=False).encode("utf-8")
    return value


def stdlib_grammar(data: bytes):
    """Whether the standard library finds the grammar kept, faults or not."""
    try:
        json.loads(data.decode("utf-8"))
    except ValueError:
        return False
    return True


def mutated(data: bytes, cuts) -> bytes:
    for kind, place, byte in cuts:
        at = place % (len(data) + 1)
        if kind == "cut":
            data = data[:at]
        elif kind == "drop":
            data = data[:at] + data[at + 1 :]
        elif kind == "double":
            data = data[:at] + data[at : at + byte % 16] + data[at:]
        else:
            data = data[:at] + bytes([byte]) + data[at + (kind == "replace") :]
    return data


mutations = st.lists(
    st.tuples(
        st.sampled_from(["cut", "drop", "double", "insert", "replace"]),
        st.integers(0, 10_000),
        st.integers(0, 255) | st.sampled_from(list(b'"\\{}[],:0-.eE \n\x00')),
    ),
    min_size=1,
    max_size=3,
)


def ways(data: bytes):
    """The same bytes through the fast path, through the standard library's, and through the scanner."""
    exact = reading.read_exactly(data)
    yield exact
    yield reading.read(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "fast_parser", lambda _: None)
        yield reading.read(data)


def check(data: bytes):
    exact, *others = ways(data)
    for other in others:
        assert other.faults == exact.faults
        assert flat(other.value) == flat(exact.value)
        assert other.text == exact.text
    try:
        expected = stdlib(data)
    except ValueError:
        assert exact.faults
    else:
        assert exact.faults == ()
        assert flat(exact.value) == flat(expected)
    assert exact.readable or exact.value is None
    offsets = [fault.offset for fault in exact.faults]
    assert offsets == sorted(offsets)
    assert all(0 <= offset <= len(exact.text) for offset in offsets)
    if not data.startswith(b"\xef\xbb\xbf"):
        assert exact.readable is stdlib_grammar(data)
    positions = Positions(exact.text)
    for fault in exact.faults:
        positions.value(fault.loc)
        positions.name(fault.loc)
        pointer(fault.loc)


@generated
@given(values, styles)
def test_json_in_any_style_reads_back_equal(value, style):
    data = json.dumps(value, **style).encode()
    for result in ways(data):
        assert result.faults == ()
        assert result.readable
        assert flat(result.value) == flat(value)
        assert result.text == data.decode()


@generated
@given(values, styles, mutations)
def test_mutated_json(value, style, cuts):
    check(mutated(json.dumps(value, **style).encode(), cuts))


@generated
@given(pieces)
def test_pieces(text):
    check(text.encode())


@generated
@given(st.binary(max_size=40))
def test_bytes(data):
    check(data)


@generated
@given(values, styles, mutations)
def test_orjson_accepts_what_is_readable(value, style, cuts):
    """orjson is as strict about the grammar, and refuses some of the faults besides."""
    data = mutated(json.dumps(value, **style).encode(), cuts)
    result = reading.read_exactly(data)
    try:
        orjson.loads(data)
    except orjson.JSONDecodeError:
        assert result.faults
    else:
        assert {fault.code for fault in result.faults} <= {"duplicate-member", "negative-zero"}


@generated
@given(values, styles)
def test_positions_point_at_the_first_character(value, style):
    text = json.dumps(value, **style)
    starts = [0, *(at + 1 for at, character in enumerate(text) if character == "\n")]
    positions = Positions(text)
    decode = json.JSONDecoder().raw_decode
    todo = [((), value)]
    while todo:
        loc, item = todo.pop()
        line, column = positions.value(loc)
        assert flat(decode(text, starts[line - 1] + column - 1)[0]) == flat(item)
        if type(item) is dict:
            for name in item:
                line, column = positions.name((*loc, name))
                assert decode(text, starts[line - 1] + column - 1)[0] == name
        else:
            assert loc == () or type(loc[-1]) is str or positions.name(loc) is None
        children = item.items() if type(item) is dict else enumerate(item) if type(item) is list else ()
        todo.extend(((*loc, key), child) for key, child in children)
        assert positions.value((*loc, "no such member", 0)) is None


@generated
@given(st.text(st.characters(codec=None), max_size=10))
def test_strings_of_any_code_points(text):
    """A Python string may hold surrogates as such; each stands alone."""
    result = reading.read(json.dumps([text], ensure_ascii=False))
    surrogates = any("\ud800" <= character <= "\udfff" for character in text)
    assert [fault.code for fault in result.faults] == ["lone-surrogate"] * surrogates
    assert result.value == [text]
    assert flat(result.value) == flat(scan(json.dumps([text], ensure_ascii=False)).value)


@generated
@given(values)
def test_a_plain_value_is_returned_itself(value):
    result = read_value(value)
    assert result.value is value
    assert (result.faults, result.readable, result.text) == ((), True, None)
