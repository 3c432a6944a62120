"""Documents that a program hands over as mappings, known by one that they are like."""

from __future__ import annotations

import marshal
from contextlib import suppress
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from zarrscope.quick.alike import Alike, AlikeReading, Recent
from zarrscope.quick.memory import LONGEST_REMEMBERED, VARYING
from zarrscope.reading import Reading, as_plain
from zarrscope.reading.fastparser import fast_parser

if TYPE_CHECKING:
    from zarrscope.quick.alike import Match
    from zarrscope.quick.plans import DocumentPlan


class Form(Alike):
    """A mapping without its shape and its attributes, as it was handed over, and what it is as plain JSON.

    Another one is like it where the rest is equal, and the same when written: that tells 1 from 1.0 and from true.
    Comparing costs no more than the size of this one, whatever a program may have put into the other.
    """

    __slots__ = ("_is_plain", "_rest", "_rest_of", "_size", "_text")

    def __init__(self, mapping: dict[str, Any], document: dict[str, Any], plan: DocumentPlan, key: bytes) -> None:
        """Take the mapping; ValueError where there is more in it than JSON and tuples, or much, or hardly anything."""
        rest = {member: value for member, value in mapping.items() if member not in VARYING}
        self._text = _written((*rest.values(),))
        if self._text is None or len(self._text) > LONGEST_REMEMBERED or len(rest) < 2:
            raise ValueError
        super().__init__([member for member in VARYING if member in mapping], document, plan, key)
        self._size = len(mapping)
        self._rest_of = itemgetter(*rest)
        self._rest = marshal.loads(marshal.dumps((*rest.values(),)))
        self._is_plain = document is mapping

    def match(self, mapping: dict[str, Any]) -> Match | None:
        """A mapping that is like this one, as plain JSON; None where it is not, or there is something odd in it."""
        if len(mapping) != self._size:
            return None
        rest = self._rest_of(mapping)
        if rest != self._rest or _written(rest) != self._text:
            return None
        is_same = self._is_plain
        values: dict[str, Any] = {}
        for member in self.holes:
            value = mapping[member]
            plain = value if member == "shape" and self.has_shape(value) else as_plain(value)
            if plain is None or (member == "shape" and not self.has_shape(plain)):
                return None
            values[member] = plain
            is_same = is_same and plain is value
        return (mapping if is_same else {**mapping, **self.document, **values}), ()

    def reading(self, match: Match, source: Any) -> Reading:
        """What was read of a mapping that this one fits."""
        return Reading(source) if match[0] is source else AlikeReading(match[0])


class Forms(Recent[Form]):
    """The forms of the last mappings that were unlike those before."""

    def find(self, mapping: Any) -> tuple[Form, Match] | None:
        """The form that fits a mapping, and what is read of that."""
        if mapping.__class__ is not dict:
            return None
        for form in self._known:
            try:
                match = form.match(mapping)
            except KeyError:  # a member that is not there
                continue
            if match is not None:
                self._meet(form)
                return form, match
        return None

    def learn(self, mapping: Any, document: dict[str, Any], plan: DocumentPlan, key: bytes) -> None:
        """Make a form of a mapping that was read as this document, and that no form fits."""
        if mapping.__class__ is dict and self._is_worth_it():
            with suppress(TypeError, ValueError):  # such as text of a class of its own
                self._put_first(Form(mapping, document, plan, key))


def _written(rest: tuple[Any, ...]) -> bytes | None:
    orjson = fast_parser()
    return None if orjson is None else orjson.dumps(rest)
