"""Static types of values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Type:
    """What is known of a value before there is one. Any part of a value of any type may be UNKNOWN."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        """Keep the name that messages use."""
        self.name: Final = name

    def __repr__(self) -> str:
        """The name."""
        return self.name


DYN: Final = Type("dyn")
NULL: Final = Type("null")
BOOL: Final = Type("bool")
INT: Final = Type("int")
DOUBLE: Final = Type("double")
NUMBER: Final = Type("number")
STRING: Final = Type("string")
NUMERIC: Final = frozenset({INT, DOUBLE, NUMBER})


class ListOf(Type):
    """A list whose items are all of one type."""

    __slots__ = ("item",)

    def __init__(self, item: Type = DYN) -> None:
        """Keep the type of the items."""
        super().__init__(f"list({item.name})")
        self.item: Final = item

    def __eq__(self, other: object) -> bool:
        """Equal item types."""
        return isinstance(other, ListOf) and self.item == other.item

    def __hash__(self) -> int:
        """By the name."""
        return hash(self.name)


class MapOf(Type):
    """A map. `members` are known by name; others, where the map is `open`, are of the type `value`.

    No member need be present. Keys are strings, except in a map that an expression makes (`key`).
    """

    __slots__ = ("key", "members", "open", "value")

    def __init__(
        self, members: Mapping[str, Type] | None = None, open: bool = True, value: Type = DYN, key: Type = STRING
    ) -> None:
        """Keep the parts."""
        super().__init__("map")
        self.members: Final = dict(members or {})
        self.open: Final = open
        self.value: Final = value
        self.key: Final = key

    def member(self, name: str) -> Type | None:
        """The type of a member; None where the map cannot have it."""
        return self.members.get(name, self.value if self.open else None)

    def __eq__(self, other: object) -> bool:
        """Equal parts."""
        return isinstance(other, MapOf) and (
            (self.open, self.key, self.value, self.members) == (other.open, other.key, other.value, other.members)
        )

    def __hash__(self) -> int:
        """By the names of the members."""
        return hash((self.open, frozenset(self.members)))


class Function:
    """A host function: plain JSON values in, a plain JSON value out, pure."""

    __slots__ = ("call", "loop", "params", "result")

    def __init__(self, call: Callable[..., Any], params: tuple[Type, ...], result: Type = DYN, loop: str = "") -> None:
        """Keep the parts; `loop` is Python for what a loop goes through instead, where the one argument is a list."""
        self.call: Final = call
        self.loop: Final = loop
        self.params: Final = params
        self.result: Final = result


def join(left: Type, right: Type) -> Type:
    """The narrowest type that has the values of both."""
    if left is right or left == right:
        return left
    if left in NUMERIC and right in NUMERIC:
        return NUMBER
    if isinstance(left, ListOf) and isinstance(right, ListOf):
        return ListOf(join(left.item, right.item))
    return DYN


def may_equal(left: Type, right: Type) -> bool:
    """Whether a value of one type can equal a value of the other."""
    if left is DYN or right is DYN:
        return True
    if left in NUMERIC:
        return right in NUMERIC
    return left.__class__ is right.__class__ if left.__class__ is not Type else left is right


def fits(value: Type, wanted: Type) -> bool:
    """Whether a value of the one type can be given where the other is wanted."""
    if isinstance(value, ListOf) and isinstance(wanted, ListOf):
        return fits(value.item, wanted.item)
    if value is INT and wanted is DOUBLE:
        return False
    return may_equal(value, wanted)


def joined(types: list[Type]) -> Type:
    """The type of a value that is of any of these; `dyn` where there is none."""
    found = types[0] if types else DYN
    for other in types[1:]:
        found = join(found, other)
    return found


def arithmetic(operator: str, left: Type, right: Type) -> Type | None:
    """The type of the result, None where there can be none. The operands of a result are of one type."""
    if operator == "%":
        return INT if {left, right} <= {DYN, INT, NUMBER} else None
    if operator == "+" and (isinstance(left, ListOf) or isinstance(right, ListOf)):
        if isinstance(left, ListOf) and isinstance(right, ListOf):
            return ListOf(join(left.item, right.item))
        return ListOf(DYN) if DYN in (left, right) else None
    if operator == "+" and STRING in (left, right):
        return STRING if {left, right} <= {DYN, STRING} else None
    if not {left, right} <= NUMERIC | {DYN} or {left, right} == {INT, DOUBLE}:
        return None
    for exact in (INT, DOUBLE):
        if exact in (left, right):
            return exact
    return DYN if operator == "+" and left is right is DYN else NUMBER
