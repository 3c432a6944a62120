"""The words for a text that does not follow the grammar of JSON."""

from __future__ import annotations

import re
from typing import Any

from zarrscope.reading.syntax import BLANK, BODY, NUMBER_END, STRING, WORD

_blank = re.compile(BLANK).match
_body = re.compile(BODY).match
_run = re.compile(r'[^ \t\n\r,:\[\]{}"]*+').match
_string = re.compile(STRING).match
_escape = re.compile(r"\\(?:u[0-9a-fA-F]{0,4}|.?)", re.DOTALL).match
_value = re.compile(
    rf"{STRING}|(?:-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+{NUMBER_END}|{WORD}|[\[{{])"
).match

Complaint = tuple[int, str, bool]
"""Offset, sentence, and whether the fault reaches the end of the text."""


def explain(text: str, pos: int, container: Any, first: bool) -> Complaint:
    """Say why `text` does not go on at `pos` as JSON demands.

    `container` is the list or the dict being read, None outside; `first` where nothing stands before in it.
    """
    pos = _skip(text, pos)
    if container is None:
        if not first:
            return _unexpected(text, pos, "unexpected text after the document")
        if pos == len(text):
            return pos, "the document is empty", True
        return _bad_value(text, pos)
    close = "}" if isinstance(container, dict) else "]"
    if not first:
        if not text.startswith(",", pos):
            return _unexpected(text, pos, f'expected "," or "{close}", found {{}}')
        comma = pos
        pos = _skip(text, pos + 1)
        if text.startswith(close, pos):
            return comma, f'a comma must not stand before "{close}"', False
    if close == "]":
        return _bad_value(text, pos)
    if not text.startswith('"', pos):
        return _unexpected(text, pos, "expected a name in double quotes, found {}")
    name = _string(text, pos)
    if name is None:
        return _bad_string(text, pos)
    pos = _skip(text, name.end())
    if not text.startswith(":", pos):
        return _unexpected(text, pos, 'expected ":" after the name, found {}')
    return _bad_value(text, _skip(text, pos + 1))


def _skip(text: str, pos: int) -> int:
    found = _blank(text, pos)
    return found.end() if found else pos


def _bad_value(text: str, pos: int) -> Complaint:
    if text.startswith('"', pos):
        return _bad_string(text, pos)
    run = _run(text, pos)
    token = run[0] if run else ""
    at_end = pos + len(token) == len(text)
    if re.match(r"-?0[0-9]", token):
        return pos, "a number must not begin with a zero that is followed by digits", at_end
    if token[:1] == "+" and token[1:2].isdigit():
        return pos, 'a number must not begin with "+"', at_end
    if re.match(r"-?[0-9]*\.", token) and re.search(r"[0-9]", token):
        return pos, "a decimal point needs a digit on both sides", at_end
    return _unexpected(text, pos, "expected a value, found {}")


def _bad_string(text: str, pos: int) -> Complaint:
    body = _body(text, pos + 1)
    end = body.end() if body else pos + 1
    if end == len(text):
        return pos, "the string is not closed", True
    if text[end] == "\\":
        escape = _escape(text, end)
        token = escape[0] if escape else "\\"
        return end, f"{_quoted(token)} is not an escape of JSON", end + len(token) == len(text)
    return end, f"a control character (U+{ord(text[end]):04X}) must be escaped in a string", False


def _unexpected(text: str, pos: int, sentence: str) -> Complaint:
    """Fill in what was found; comments and single quotes have a sentence of their own."""
    if pos == len(text):
        return pos, "the document ends too early", True
    if text.startswith(("//", "/*", "#"), pos):
        return pos, "comments are not JSON", False
    if text[pos] == "'":
        return pos, "names and strings stand in double quotes, not in single quotes", False
    run = _run(text, pos)
    token = (run[0] if run else "") or text[pos]
    return pos, sentence.replace("{}", _quoted(token)), pos + len(token) == len(text) and token not in ",:]}"


def _quoted(token: str) -> str:
    shown = token if len(token) <= 40 else f"{token[:39]}…"
    return f'"{shown}"' if shown.isprintable() else ascii(shown)
