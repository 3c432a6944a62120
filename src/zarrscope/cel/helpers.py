"""What generated functions call where a native operator would accept too much.

Each either gives what the exact evaluator gives, or raises: then the exact evaluator decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

from zarrscope.cel import semantics
from zarrscope.cel.semantics import Meter
from zarrscope.cel.values import UNKNOWN, Unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

BEGINNING: Final = "lambda env: "
READ: Final = "env['{}']"
"""How the source reads a name from its environment; it holds this nowhere else."""
MAX_STEPS: Final = 5_000_000
SMALL_WORK: Final = 1_000

_NUMBERS: Final = frozenset({int, float})
_FLAT: Final = frozenset({int, str, bool})
_PLAIN: Final = frozenset({int, str})
_UNKNOWN_ID: Final = id(UNKNOWN)


def literal(value: Any) -> str:
    """A literal as it stands in the source, where nothing but names that are read may look like one."""
    return repr(value).replace("env[", r"env\x5b")


def meter_of(env: Mapping[str, Any]) -> Meter:
    """The meter that several calls share, `@meter` in the environment, or one of its own."""
    shared = env.get("@meter")
    return Meter(MAX_STEPS) if shared is None else shared


def known(value: Any) -> Any:
    """The value, which is not UNKNOWN."""
    if value is UNKNOWN:
        raise Unknown
    return value


def boolean(value: Any) -> Any:
    """The value, which is a boolean."""
    if value is True or value is False:
        return value
    raise TypeError


def number(value: Any) -> Any:
    """The value, which is a number."""
    if value.__class__ in _NUMBERS:
        return value
    raise TypeError


def items(value: Any) -> Any:
    """The value, which is a list or a map."""
    if isinstance(value, (list, dict)):
        return value
    raise TypeError


def scan(meter: Meter, value: Any) -> Any:
    """The value, having paid for looking at all of it."""
    if isinstance(value, (list, str, dict)):
        meter.left -= len(value)
        if meter.left < 0:
            meter.charge(0)
    return value


def nested(env: Mapping[str, Any], loop: Any, *scans: Any) -> Any:
    """The list or map that a loop goes through, which looks at all of `scans` in every round."""
    for value in scans:
        work = len(loop) * len(value)
        if work > SMALL_WORK:
            meter_of(env).charge(work)
    return loop


def haystack(meter: Meter, value: Any) -> Any:
    """The list or map that an element is looked for in, having paid for it."""
    if value.__class__ is list:
        meter.charge(len(value))
        return value
    return items(value)


def below() -> NoReturn:
    """Refuse an index below zero."""
    raise IndexError


def at(value: Any, index: int) -> Any:
    """`list[int]`."""
    if index < 0:
        raise IndexError
    return value[index]


def index(value: Any, index: Any) -> Any:
    """`value[index]`."""
    kind = value.__class__
    if (kind is dict and index.__class__ is str) or (kind is list and index.__class__ is int and index >= 0):
        return value[index]
    return semantics.lookup(value, index)


def has(value: Any, name: str) -> bool:
    """`has(value.name)`."""
    if not isinstance(value, dict):
        raise TypeError
    if name in value:
        if value[name] is UNKNOWN:
            raise Unknown
        return True
    return False


def equal(left: Any, right: Any, meter: Meter | None = None) -> Any:
    """`left == right`."""
    kind = left.__class__
    if kind is right.__class__ and kind in _FLAT and (kind is not str or len(left) < 64):
        return left == right
    return known(semantics.equal(left, right, meter or Meter(MAX_STEPS)))


def equal_lists(left: list[Any], right: list[Any]) -> bool:
    """`left == right` for lists of integers, of strings or of booleans."""
    if left == right:
        # A list finds an item equal to itself, UNKNOWN too.
        if _UNKNOWN_ID in map(id, left):
            raise Unknown
        return True
    return False


def contains(container: Any, element: Any, meter: Meter | None = None) -> Any:
    """`element in container`."""
    if element is UNKNOWN:
        raise Unknown
    if container.__class__ is list and element.__class__ in _PLAIN:
        if meter:
            meter.charge(len(container))
        if element not in container:
            return False
        if element not in (0, 1):  # what else is equal to them is a boolean
            return True
    return known(semantics.contains(container, element, meter or Meter(MAX_STEPS)))


def add(left: Any, right: Any, meter: Meter | None = None) -> Any:
    """`left + right`."""
    kind = left.__class__
    if kind in _NUMBERS and kind is right.__class__:
        return left + right
    return semantics.add(left, right, meter or Meter(MAX_STEPS))


def remainder(left: Any, right: Any) -> int:
    """`left % right`."""
    if left.__class__ is int is right.__class__ and left >= 0 and right > 0:
        rest: int = left % right
        return rest
    return semantics.remainder(left, right)


def compare(operator: str, left: Any, right: Any, meter: Meter | None = None) -> bool:
    """`left < right` and its like."""
    return semantics.compare(operator, left, right, meter or Meter(MAX_STEPS))


NAMESPACE: Final[dict[str, Any]] = {
    "__builtins__": {"Exception": Exception, "all": all, "any": any, "len": len, "range": range, "sum": sum},
    "_known": known,
    "_bool": boolean,
    "_number": number,
    "_items": items,
    "_scan": scan,
    "_nested": nested,
    "_haystack": haystack,
    "_below": below,
    "_at": at,
    "_index": index,
    "_has": has,
    "_eq": equal,
    "_eq_lists": equal_lists,
    "_in": contains,
    "_add": add,
    "_sub": semantics.subtract,
    "_mul": semantics.multiply,
    "_div": semantics.divide,
    "_mod": remainder,
    "_neg": semantics.negate,
    "_compare": compare,
    "_text": semantics.text_test,
    "_map": semantics.build_map,
    "_meter": meter_of,
}
