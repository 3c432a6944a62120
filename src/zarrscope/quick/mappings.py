"""Documents that a program hands over as mappings, known by one that they are like."""

from __future__ import annotations

import marshal
from contextlib import suppress
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from zarrscope.quick.alike import Alike, AlikeReading, Recent
from zarrscope.quick.budget import Budget
from zarrscope.quick.memory import LONGEST_REMEMBERED
from zarrscope.reading import Reading, as_plain, is_flat
from zarrscope.reading.fastparser import fast_parser

if TYPE_CHECKING:
    from zarrscope.quick.alike import Basis, Match

    Key = tuple[str | int | None, ...]

EMPTY: dict[str, Any] = {}
MOST = 256
MOST_MEMBERS = 64


class Form(Alike):
    """A mapping without its shape and its attributes, as it was handed over, and what it is as plain JSON.

    Another one is like it where the rest is equal, and the same when written: that tells 1 from 1.0 and from true.
    Comparing costs no more than the size of this one, whatever a program may have put into the other.
    """

    __slots__ = ("_dumps", "_has_attributes", "_is_plain", "_rest", "_rest_of", "_size", "_start")

    def __init__(self, mapping: dict[str, Any], basis: Basis) -> None:
        """Take the mapping; ValueError where there is more in it than JSON and tuples, or much, or hardly anything."""
        rest = {member: value for member, value in mapping.items() if member not in basis.holes}
        orjson = fast_parser()
        if orjson is None or len(rest) < 2:
            raise ValueError
        self._dumps = orjson.dumps
        written: bytes = self._dumps((*rest.values(),))
        if len(written) > LONGEST_REMEMBERED:
            raise ValueError
        super().__init__(basis, basis.holes)
        self._start = b"[%b," % written
        self._size = len(mapping)
        self._rest_of = itemgetter(*rest)
        self._rest = marshal.loads(marshal.dumps((*rest.values(),)))
        self._has_attributes = "attributes" in basis.holes
        self._is_plain = basis.document is mapping

    def match(self, source: dict[str, Any]) -> Match | None:
        """A mapping that is like this one, as plain JSON; None where it is not, or there is something odd in it."""
        if len(source) != self._size:
            return None
        try:
            rest = self._rest_of(source)
            shape = source["shape"] if self.rank is not None else None
            attributes = source["attributes"] if self._has_attributes else EMPTY
        except KeyError:
            return None
        if rest != self._rest:
            return None
        is_plain = self._is_plain
        if self.rank is not None and not self.has_shape(shape):
            if shape.__class__ is not tuple or len(shape) != self.rank or not self.has_shape([*shape]):
                return None
            is_plain, shape = False, [*shape]
        # one text for both: to write another takes as long as to write what is in it
        text = self._dumps((rest, attributes if is_flat(attributes) else None))
        if not text.startswith(self._start):
            return None
        plain = attributes if text.find(b"null", len(self._start)) < 0 else as_plain(attributes)
        if plain is None:
            return None
        if is_plain and plain is attributes:
            return source, ()
        varying = {"shape": shape, "attributes": plain}
        return {**source, **self.document, **{member: varying[member] for member in self.holes}}, ()

    def reading(self, match: Match, source: Any) -> Reading:
        """The mapping as it is, or as plain JSON."""
        return Reading(source) if match[0] is source else AlikeReading(match[0])


class Forms(Recent[Form]):
    """The forms of the last mappings that were unlike those before, found by the texts in a mapping, and its lists."""

    def __init__(self) -> None:
        """Start with nothing."""
        super().__init__(Budget(64, 16))
        self._known: dict[Key, tuple[Form, ...]] = {}
        self._size = 0

    def likely(self, source: dict[str, Any]) -> tuple[Form, ...]:
        """The forms that may fit a mapping."""
        return self._known.get(_key(source), ()) if len(source) <= MOST_MEMBERS else ()

    def learn(self, source: Any, basis: Basis) -> None:
        """Make a form of a mapping that no form fits."""
        if len(source) > MOST_MEMBERS or not self.is_worth_it():
            return
        with suppress(TypeError, ValueError):  # such as text of a class of its own
            form = Form(source, basis)
            if self._size >= MOST:
                self.forget()
                self._known, self._size = {}, 0
            self._size += 1
            self.keep(self._known, _key(source), form)


def _key(mapping: dict[str, Any]) -> Key:
    """What forms are found by: texts as they are, of lists how long they are."""
    return tuple(
        [
            value if (sort := value.__class__) is str else len(value) if sort is list else None
            for value in mapping.values()
        ]
    )
