"""The syntax of key templates: expressions, literals, and what every valid template keeps to at any rank."""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_CHARACTERS = 65_536
MOST_AXES = 4_096
WIDEST = 4_096
LONGEST_SEPARATOR = 4_096
FORBIDDEN = ("..", "\\", "\0", "//", "zarr.json")

_PIECE = re.compile(r"\{\{|\}\}|\{[^}]*\}?|\}|[^{}]+")
_EXPRESSION = re.compile(r"\{(\*|-?[0-9]+)(?::0([0-9]+))?\}")
_INTEGER = re.compile(r"\*|0|-?[1-9][0-9]*")
_MOST_DIGITS = 4_000  # what `int` reads at once, and more than any axis or width needs


class TemplateError(ValueError):
    """A template, coordinate or key that breaks a rule.

    Attributes:
        rule: the rule as one word, such as `index-repeated`.
        offset: where in the template (rules `separator-...`: in the separator; `key-...`: in the key), None where the
            fault has no place in it.
    """

    def __init__(self, rule: str, message: str, offset: int | None = None) -> None:
        """Say which rule is broken, how, and where."""
        super().__init__(message)
        self.rule = rule
        self.offset = offset

    def __reduce__(self) -> tuple[type[TemplateError], tuple[str, str, int | None]]:
        return type(self), (self.rule, str(self), self.offset)


class Term(NamedTuple):
    """One expression of a template.

    Attributes:
        index: the axis as written, negative from the end; 0 for `{*}`.
        rest: whether it is `{*}`.
        width: the minimum width, None where there is none.
        text: the expression as written.
        offset: where it begins in the template.
    """

    index: int  # type: ignore[assignment]  # hides tuple.index, which is of no use here
    rest: bool
    width: int | None
    text: str
    offset: int


class Scan(NamedTuple):
    """A template cut up: one literal more than terms; `starts` says where each literal begins in the template."""

    terms: tuple[Term, ...]
    literals: tuple[str, ...]
    starts: tuple[int, ...]


def scan(template: str) -> Scan:
    """Cut a template into terms and unescaped literals; raises TemplateError where it does not follow the grammar."""
    if len(template) > MOST_CHARACTERS:
        raise TemplateError(
            "length", f"the template has {len(template)} characters, at most {MOST_CHARACTERS} are read"
        )
    terms: list[Term] = []
    literals: list[list[str]] = [[]]
    starts = [0]
    for match in _PIECE.finditer(template):
        piece, offset = match[0], match.start()
        if piece in ("{{", "}}"):
            literals[-1].append(piece[0])
        elif piece[0] == "{":
            terms.append(_term(piece, offset))
            literals.append([])
            starts.append(match.end())
        elif piece == "}":
            raise TemplateError("syntax", f'"}}" without "{{" at offset {offset}', offset)
        else:
            literals[-1].append(piece)
    if not terms:
        raise TemplateError("no-expression", "the template has no expression such as {0}", 0)
    return Scan(tuple(terms), tuple(map("".join, literals)), tuple(starts))


def _term(text: str, offset: int) -> Term:
    match = _EXPRESSION.fullmatch(text)
    place = f"{clip(text)} at offset {offset}"
    if match is None:
        what = "is no expression" if text.endswith("}") else "is never closed"
        raise TemplateError("syntax", f"{place} {what}", offset)
    index, width = match[1], match[2]
    if _INTEGER.fullmatch(index) is None:
        wanted = clip(f"{{{_integer(index)}}}")
        raise TemplateError(
            "index-noncanonical", f"the index in {place} has a zero or a sign too many: {wanted}", offset
        )
    if width is not None and width[0] == "0":
        raise TemplateError("width-noncanonical", f"the width in {place} is 0 or begins with 0", offset)
    rest = index == "*"
    return Term(0 if rest else _integer(index), rest, None if width is None else _integer(width), text, offset)


def _integer(digits: str) -> int:
    return int(digits[:_MOST_DIGITS])


def clip(text: str) -> str:
    """The text, cut where it is too long for a message."""
    return text if len(text) <= 40 else text[:40] + "..."


def check(found: Scan, separator: str | None) -> None:
    """Raise TemplateError for the first rule that a template breaks at every rank."""
    _check_terms(found.terms)
    _check_literals(found)
    if any(term.rest for term in found.terms) and separator is None:
        raise TemplateError("separator-required", "{*} needs a separator")
    if separator is not None:
        _check_separator(separator)


def _check_terms(terms: tuple[Term, ...]) -> None:
    rests = [term for term in terms if term.rest]
    if len(rests) > 1:
        raise TemplateError("one-rest", f"a second {{*}} at offset {rests[1].offset}", rests[1].offset)
    for term in terms:
        if term.width is not None and term.width > WIDEST:
            message = f"the width in {clip(term.text)} at offset {term.offset} is more than {WIDEST}"
            raise TemplateError("width-limit", message, term.offset)
    if len(terms) > MOST_AXES:
        raise TemplateError("length", f"the template has {len(terms)} expressions, at most {MOST_AXES} are read")
    if not rests:
        resolve_axes(terms, len(terms))


def _check_literals(found: Scan) -> None:
    literals, starts = found.literals, found.starts
    if literals[0].startswith("/"):
        raise TemplateError("leading-slash", 'the template begins with "/"', 0)
    for literal, start in zip(literals, starts, strict=True):
        for text in FORBIDDEN:
            if text in literal:
                at = start + _escaped_length(literal, text)
                raise TemplateError("forbidden-substring", f"{_named(text)} in a literal at offset {at}", at)
    last = len(literals) - 1
    for index, literal in enumerate(literals):
        first_part = index == 0 and literal.startswith("./")
        last_part = index == last and literal.endswith("/.")
        if first_part or last_part or "/./" in literal:
            at = starts[index] + (
                0 if first_part else _escaped_length(literal, "/./" if "/./" in literal else "/.") + 1
            )
            raise TemplateError("segment-dot", f'the segment "." at offset {at}', at)
    if literals[-1].endswith("/"):
        at = starts[-1] + _escaped_length(literals[-1], "/", last=True)
        raise TemplateError("trailing-slash", 'the template ends in "/"', at)


def _escaped_length(literal: str, text: str, *, last: bool = False) -> int:
    """How many characters of the template the literal takes up to where the text stands in it."""
    at = literal.rfind(text) if last else literal.find(text)
    return at + literal.count("{", 0, at) + literal.count("}", 0, at)


def _check_separator(separator: str) -> None:
    if len(separator) > LONGEST_SEPARATOR:
        message = f"the separator has {len(separator)} characters, at most {LONGEST_SEPARATOR} are read"
        raise TemplateError("separator-length", message)
    for text in FORBIDDEN:
        if text in separator:
            at = separator.find(text)
            raise TemplateError("separator-forbidden-substring", f"{_named(text)} in the separator", at)
    if "/./" in separator:
        raise TemplateError("separator-segment-dot", 'the segment "." in the separator', separator.find("/./") + 1)


def _named(text: str) -> str:
    return "NUL" if text == "\0" else f'"{text}"'


def resolve_axes(terms: tuple[Term, ...], rank: int) -> tuple[tuple[int, ...], int | None]:
    """The axis of each field at a rank, `{*}` written out, and which term is `{*}`; raises TemplateError."""
    if rank == 0:
        raise TemplateError("rank-zero", "no template gives a key to an array without axes")
    rest = next((index for index, term in enumerate(terms) if term.rest), None)
    if rest is None and len(terms) != rank:
        raise TemplateError("axis-missing", f"the template has {len(terms)} expressions, the array has rank {rank}")
    used: dict[int, Term] = {}
    for term in terms:
        if term.rest:
            continue
        axis = term.index + rank if term.index < 0 else term.index
        if not 0 <= axis < rank:
            message = f"{clip(term.text)} at offset {term.offset} names no axis of an array of rank {rank}"
            raise TemplateError("index-range", message, term.offset)
        if axis in used:
            message = f"{term.text} at offset {term.offset} names axis {axis}, as {used[axis].text} does"
            raise TemplateError("index-repeated", message, term.offset)
        used[axis] = term
    others = [axis for axis in range(rank) if axis not in used]
    axes = list(used)
    if rest is None:
        return tuple(axes), None
    if not others:
        raise TemplateError("rest-empty", f"{{*}} stands for no axis at rank {rank}", terms[rest].offset)
    return (*axes[:rest], *others, *axes[rest:]), rest
