"""Texts and objects made to hurt: each ends with a fault, or well, and never with an exception."""

from __future__ import annotations

import sys

import pytest

from tests.reading.reading_values import flat
from zarrscope.reading import reading, scanning
from zarrscope.reading.positions import Positions

MILLION = 1_000_000
TEXTS = {
    "lists-10000-deep": (b"[" * 10_000 + b"]" * 10_000, "depth-limit"),
    "objects-10000-deep": (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "depth-limit"),
    "opening-brackets": (b"[" * 10 * MILLION, "depth-limit"),
    "opening-braces": (b'{"":' * 2 * MILLION, "depth-limit"),
    "closing-brackets": (b"]" * 10 * MILLION, "syntax"),
    "quotes": (b'"' * 10 * MILLION, "syntax"),
    "blanks": (b" " * 10 * MILLION, "syntax"),
    "zeros": (b"0" * 10 * MILLION, "syntax"),
    "nul-bytes": (b"\0" * 10 * MILLION, "syntax"),
    "digits": (b"7" * 10 * MILLION, "integer-digits"),
    "integers-of-5000-digits": (b"[" + b",".join([b"-" + b"9" * 5000] * 200) + b"]", "integer-digits"),
    "integers-of-4300-digits": (b"[" + b",".join([b"9" * 4300] * 200) + b"]", None),
    "fraction": (b"0." + b"3" * 10 * MILLION, None),
    "exponent": (b"1e" + b"9" * 10 * MILLION, "number-overflow"),
    "long-string": (b'"' + b"a" * 10 * MILLION + b'"', None),
    "long-escaped-string": (b'"' + b"\\n" * 5 * MILLION + b'"', None),
    "long-surrogates": (b'"' + b"\\ud800" * MILLION + b'"', "lone-surrogate"),
    "long-string-not-closed": (b'"' + b"\\n" * 5 * MILLION, "syntax"),
    "long-word": (b"t" * 10 * MILLION, "syntax"),
    "long-name": (b'{"' + b"n" * 10 * MILLION + b'": NaN}', "nonfinite-number"),
    "backslashes": (b'"' + b"\\" * 9_999_999, "syntax"),
    "bad-last-byte": (b"[" + b"1," * 300_000 + b"\xff", "encoding"),
    "one-name-200000-times": (b"{" + b",".join([b'"a":1'] * 200_000) + b"}", "duplicate-member"),
    "100000-names-twice": (b"{" + b",".join(b'"%d":1' % (n // 2) for n in range(200_000)) + b"}", "duplicate-member"),
    "many-deep-faults": (b"[" * 900 + b"NaN," * 10_000, "size-limit"),
    "wide": (b"[" + b"[]," * 100_000 + b"NaN]", "nonfinite-number"),
    "utf-16": ("[1]".encode("utf-16"), "encoding"),
    "utf-16-le": ('{"é": 1}'.encode("utf-16-le"), "encoding"),
    "utf-16-be": ('["中"]'.encode("utf-16-be"), "encoding"),
    "utf-32": ("[1]".encode("utf-32"), "encoding"),
}


@pytest.mark.parametrize(("data", "code"), TEXTS.values(), ids=TEXTS)
def test_text(data, code):
    result = reading.read(data)
    assert (result.faults[-1].code if result.faults else None) == code
    assert result.readable is (code not in {"syntax", "encoding", "depth-limit", "size-limit"})
    positions = Positions(result.text)
    for fault in result.faults[:3] + result.faults[-3:]:
        assert positions.at(fault.offset) >= (1, 1)
        positions.value(fault.loc)
        positions.name(fault.loc)


def test_a_name_that_stands_often_is_one_fault():
    (fault,) = reading.read(TEXTS["one-name-200000-times"][0]).faults
    assert fault.offset == len('{"a":1,')


def test_too_many_faults_end_the_reading(monkeypatch):
    monkeypatch.setattr(scanning, "MAX_FAULT_TOKENS", 100)
    result = reading.read(b"[" + b"-0," * 100 + b"0]")
    assert [fault.code for fault in result.faults] == ["negative-zero"] * 51 + ["size-limit"]
    assert reading.read(b"[" + b"-0," * 50 + b"0]").readable


def test_many_members_read_the_same_on_both_ways():
    data = b"{" + b",".join(b'"%d":[%d,"\\u0061"]' % (n, n) for n in range(20_000)) + b"}"
    fast, exact = reading.read(data), reading.read_exactly(data)
    assert flat(fast.value) == flat(exact.value)
    assert fast.faults == exact.faults == ()


def test_a_lower_limit_for_digits_changes_nothing(monkeypatch):
    before = sys.get_int_max_str_digits()
    digits = "12345" * 860
    try:
        for limit in (640, 0, 100_000):
            sys.set_int_max_str_digits(limit)
            assert reading.read(f"[{digits}]").faults == ()
            assert reading.read(f"[-{digits}]").value[0] % 100_000 == -12345 % 100_000
            assert [fault.code for fault in reading.read(f"[{digits}1]").faults] == ["integer-digits"]
    finally:
        sys.set_int_max_str_digits(before)


def test_name_position_is_the_second_and_value_position_the_last():
    positions = Positions('{"a": 1,\n"a": 2,\n"a": [3]}')
    assert positions.name(("a",)) == (2, 1)
    assert positions.value(("a",)) == (3, 6)
    assert positions.value(("a", 0)) == (3, 7)
