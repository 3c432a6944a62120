"""The operators applied to values, and what several outcomes come to: steps of the exact evaluator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from zarrscope.cel import semantics
from zarrscope.cel.values import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from zarrscope.cel.semantics import Meter


def decide(decisive: bool, outcomes: Iterable[Any]) -> Any:
    """Chained `&&` or `||`: the decisive value if there is one, else UNKNOWN, an error, or the other value."""
    unknown = False
    failure = None
    for outcome in outcomes:
        if outcome is decisive:
            return decisive
        if outcome is UNKNOWN:
            unknown = True
        elif outcome.__class__ is not bool:
            failure = failure or outcome
    if unknown:
        return UNKNOWN
    if failure:
        raise failure
    return not decisive


def _not(value: Any) -> Any:
    return UNKNOWN if value is UNKNOWN else not value


OPERATORS: Final[dict[str, Callable[[str, Any, Any, Meter], Any]]] = {
    "==": lambda _, left, right, meter: semantics.equal(left, right, meter),
    "!=": lambda _, left, right, meter: _not(semantics.equal(left, right, meter)),
    "in": lambda _, left, right, meter: semantics.contains(right, left, meter),
    "+": lambda _, left, right, meter: semantics.add(left, right, meter),
    "-": lambda _, left, right, meter: semantics.subtract(left, right),
    "*": lambda _, left, right, meter: semantics.multiply(left, right),
    "/": lambda _, left, right, meter: semantics.divide(left, right),
    "%": lambda _, left, right, meter: semantics.remainder(left, right),
    **dict.fromkeys(("<", "<=", ">", ">="), lambda op, left, right, meter: semantics.compare(op, left, right, meter)),
}
