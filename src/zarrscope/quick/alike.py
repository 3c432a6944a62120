"""Documents that are like one that was read before, but for the members that vary from array to array."""

from __future__ import annotations

import marshal
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from zarrscope.quick.memory import trimmed
from zarrscope.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from zarrscope.findings import Findings
    from zarrscope.problems import Loc
    from zarrscope.quick.budget import Budget
    from zarrscope.quick.plans import DocumentPlan

    Match = tuple[dict[str, Any], tuple[int, ...]]  # what was read; where the parts of a text around the holes start
    KnownAlike = tuple[Findings, "Alike", Match]  # what there is to say, and why

LARGEST = 2**63 - 1
MOST_OF_A_KEY = 8
"""How many are kept that a source may be like, for all that its key tells."""
NOTHING: dict[str, Any] = {}
CONTAINERS = frozenset((dict, list))


class Basis(NamedTuple):
    """What is known of a document, and of all others that are the same but for the members that vary.

    Attributes:
        document: it, as it was read.
        holes: the members that vary, about which, taken by themselves, there is nothing to say.
        plan: how it is judged.
        key: what findings about it are remembered by (see `memory`); None where all that there may be to say is known.
        known: what there is to say about each of them, but for the rules `always`; None where that follows from what
            varies, too.
        always: the rules that are to be asked each time, as one function of the document.
    """

    document: dict[str, Any]
    holes: Sequence[str]
    plan: DocumentPlan
    key: bytes | None
    known: Findings | None
    always: Callable[..., bool] | None


class Alike(ABC):
    """What later documents are compared with.

    Attributes:
        basis: what is known of them.
        document: the one that was read, with nothing in the holes; a copy, for reports show parts of what was read.
        holes: the members that vary, in some order.
        is_ordinary: whether its schema names all its members.
        rank: of the array; None where its shape is not among the holes.
        next: what the document was like that came after one like this.
    """

    __slots__ = ("_least", "_most", "_tests", "basis", "document", "holes", "is_ordinary", "next", "rank")

    def __init__(self, basis: Basis, holes: Sequence[str]) -> None:
        """Take what is known of the document."""
        document, plan = basis.document, basis.plan
        key = None if basis.key is None else trimmed(basis.key)
        self.basis = basis._replace(document=NOTHING, key=key)  # the document is not to be kept
        self.document = marshal.loads(marshal.dumps({**document, **dict.fromkeys(holes)}))
        self.holes = holes
        self.is_ordinary = plan.members.issuperset(document)
        self.rank = len(document["shape"]) if "shape" in holes else None
        self.next = self
        schemas = plan.varying or {}
        is_known = self.rank is not None and "shape" in schemas
        bounds = schemas["shape"].bounds_of_items() if is_known else None
        least, most = bounds or (-LARGEST, LARGEST)
        self._least, self._most = max(least, -LARGEST), min(most, LARGEST)
        tested = [member for member in holes if member != "shape" or bounds is None]
        tests = [(member, schemas[member].plain_test() if member in schemas else None) for member in tested]
        known = [(member, test) for member, test in tests if test is not None]
        self._tests = known if len(known) == len(tests) else None

    @abstractmethod
    def match(self, source: Any) -> Match | None:
        """What is read of a source that is like this one; None where it is not."""

    @abstractmethod
    def reading(self, match: Match, source: Any) -> Reading:
        """The reading of a source that this one fits."""

    def accepts(self, document: dict[str, Any]) -> bool:
        """Whether the schema accepts another document that is like this one, which it accepts, and whose shape fits."""
        if self._tests is None:
            return self.basis.plan.schema.accepts(document)
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
        value = super().part(loc)
        return marshal.loads(marshal.dumps(value)) if value.__class__ in CONTAINERS else value


One = TypeVar("One", bound=Alike)


class Recent(ABC, Generic[One]):
    """The last of them that were made.

    Documents come in the order of their names, group after group, so that what came next before is likely to come next.
    """

    def __init__(self, budget: Budget) -> None:
        """Start with nothing; `budget` says how many may be made, for what was read."""
        self._last: One | None = None
        self._budget = budget

    def find(self, source: Any) -> tuple[One, Match] | None:
        """The one that a source is like, and what is read of that."""
        last = self._last
        if last is None:
            return None
        one: Any = last.next
        match = one.match(source)
        if match is None:
            for one in self.likely(source):
                match = one.match(source)
                if match is not None:
                    last.next = one
                    break
            else:
                return None
        self._last = one
        self._budget.met += 1
        return one, match

    @abstractmethod
    def likely(self, source: Any) -> Iterable[One]:
        """Those that a source may be like."""

    @abstractmethod
    def learn(self, source: Any, basis: Basis) -> None:
        """Make another one of a source that is like none."""

    def is_worth_it(self) -> bool:
        """Count a document that is like none; whether to make another one of it, or too many were made in vain."""
        self._budget.met += 1
        return self._budget.allows()

    def keep(self, known: dict[Any, tuple[One, ...]], key: Any, one: One) -> None:
        """Keep one that was made among those with the same key; a document like this came last."""
        known[key] = (*known.get(key, ())[1 - MOST_OF_A_KEY :], one)
        if self._last is not None:
            self._last.next = one
        self._last = one

    def forget(self) -> None:
        """Guess nothing of what was made before."""
        self._last = None
