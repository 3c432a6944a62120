"""Documents that are like one that was read before, but for the members that vary from array to array."""

from __future__ import annotations

import marshal
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from zarrscope.reading import Reading

if TYPE_CHECKING:
    from zarrscope.problems import Loc
    from zarrscope.quick.plans import DocumentPlan

    Match = tuple[dict[str, Any], tuple[int, ...]]  # what was read; where the parts of a text around the holes start

MOST = 8
LARGEST = 2**63 - 1
FREE, PRICE = 32, 32
"""How many are made before one has proved useful; how many documents must be read for each one after that."""


class Alike(ABC):
    """What later documents are compared with.

    Attributes:
        holes: the members that vary.
        document: it, as it was read, with nothing in the holes; a copy, for reports show parts of what was read.
        plan, key: how it is judged, and what findings about it are remembered by (see `memory`).
        is_ordinary: whether its schema names all its members.
        rank: of the array; None where its shape is not among the holes.
        known: what there is to say about each of them, but for the rules that are to be asked always; None where that
            follows from what varies, too.
    """

    __slots__ = ("_least", "_most", "_tests", "document", "holes", "is_ordinary", "key", "known", "plan", "rank")

    def __init__(self, holes: list[str], document: dict[str, Any], plan: DocumentPlan, key: bytes) -> None:
        """Take what is known of the document."""
        self.holes = holes
        self.document = marshal.loads(marshal.dumps({**document, **dict.fromkeys(holes)}))
        self.plan = plan
        self.key = key
        self.is_ordinary = plan.members.issuperset(document)
        self.rank = len(document["shape"]) if "shape" in holes else None
        schemas = plan.varying or {}
        is_known = self.rank is not None and "shape" in schemas
        bounds = schemas["shape"].bounds_of_items() if is_known else None
        least, most = bounds or (-LARGEST, LARGEST)
        self._least, self._most = max(least, -LARGEST), min(most, LARGEST)
        tested = [member for member in holes if member != "shape" or bounds is None]
        tests = [(member, schemas[member].plain_test() if member in schemas else None) for member in tested]
        known = [(member, test) for member, test in tests if test is not None]
        self._tests = known if len(known) == len(tests) else None
        self.known = plan.settled(key) if self.is_ordinary else None

    @abstractmethod
    def match(self, source: Any) -> Match | None:
        """What is read of a source that is like this one; None where it is not."""

    @abstractmethod
    def reading(self, match: Match, source: Any) -> Reading:
        """The reading of a source that this one fits."""

    def accepts(self, document: dict[str, Any]) -> bool:
        """Whether the schema accepts another document that is like this one, which it accepts, and whose shape fits."""
        if self._tests is None:
            return self.plan.schema.accepts(document)
        for member, test in self._tests:  # noqa: SIM110, several times as quick as `all` with a generator
            if not test(document[member]):
                return False
        return True

    def has_shape(self, shape: Any) -> bool:
        """Whether this is a list of as many integers, each one that the schema allows, of 64 bits."""
        if shape.__class__ is not list or len(shape) != self.rank:
            return False
        least, most = self._least, self._most
        for length in shape:  # noqa: SIM110, several times as quick as `all` with a generator
            if length.__class__ is not int or not least <= length <= most:
                return False
        return True


class AlikeReading(Reading):
    """What was read by comparing; other documents share parts of it, so that whoever asks for one gets a copy."""

    __slots__ = ()

    def part(self, loc: Loc) -> Any:
        """A copy of what stands at a place; None where there is nothing."""
        return marshal.loads(marshal.dumps(super().part(loc)))


One = TypeVar("One", bound=Alike)


class Recent(ABC, Generic[One]):
    """The last of them, the one that was met last first."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._known: tuple[One, ...] = ()  # replaced, never changed: another thread may go through it
        self._read = self._made = 0

    def find(self, source: Any) -> tuple[One, Match] | None:
        """The one that a source is like, and what is read of that."""
        for one in self._known:
            match = one.match(source)
            if match is not None:
                self._read += 1
                if one is not self._known[0]:
                    self._put_first(one)
                return one, match
        return None

    @abstractmethod
    def learn(self, source: Any, document: dict[str, Any], plan: DocumentPlan, key: bytes) -> None:
        """Make another one of a source that was read as this document, and is like none."""

    def _is_worth_it(self) -> bool:
        """Count a document that is like none; whether to make another one of it, or too many were made in vain."""
        self._read += 1
        if self._made >= FREE + self._read // PRICE:
            return False
        self._made += 1
        return True

    def _put_first(self, one: One) -> None:
        others = [known for known in self._known if known is not one]
        self._known = (one, *others[: MOST - 1])
