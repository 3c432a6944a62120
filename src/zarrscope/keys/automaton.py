"""Whether two chunks of a grid share a key: decided exactly, without going through the chunks.

Only where nothing but digits stands between fields can a key be read in two ways. Two readings of one text that part
and meet again are looked for, breadth first, digit by digit; how far each has come is all that has to be remembered,
so the cost depends on the number of digits and not on the number of chunks. Where the readings agree, before they part
and after they have met, every coordinate is 0. Where they part, one reading ends a field at its minimum width and the
other goes on in it; the digits so far may be 1, 0, 0, ..., for dropping and lowering digits keeps both readings valid.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

MOST_STATES = 100_000
MOST_BITS = 13_000  # of a number of chunks: what `str` writes at once

# how the digits read so far of a field compare with the largest value's; a text with a leading zero has minimum width
LESS, SAME, MORE, ZERO = range(4)

# a reading: the number of the field, how many digits of it, or of the literal after it, are read, and how they compare
State = tuple[int, int, int]
Pair = tuple[State, State]
LITERAL = 4


class Field(NamedTuple):
    """One number in a key: its axis, its minimum width, and the largest value."""

    axis: int
    width: int
    largest: int


class Collision(NamedTuple):
    """Two chunks that share a key."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    key: str


class Undecided(Exception):
    """More states than can be gone through."""


def has_other_than_digits(literal: str) -> bool:
    """Whether a literal ends the digits before it."""
    return literal.strip("0123456789") != ""


def first_collision(fields: list[Field], literals: list[str]) -> tuple[list[int], list[int]] | None:
    """Two different lists of values, one value a field, that render to one key; None where there are none.

    `literals` stand between the fields. Raises Undecided where the search would take too long.
    """
    start = 0
    for stop in range(1, len(fields) + 1):
        if stop == len(fields) or has_other_than_digits(literals[stop - 1]):
            found = _in_group(fields[start:stop], literals[start : stop - 1])
            if found is not None:
                before, after = [0] * start, [0] * (len(fields) - stop)
                return before + found[0] + after, before + found[1] + after
            start = stop
    return None


def _in_group(fields: list[Field], literals: list[str]) -> tuple[list[int], list[int]] | None:
    readers = [_Reader(field) for field in fields]
    varying = [index for index, reader in enumerate(readers) if reader.varies]
    if len(varying) < 2:
        return None  # the length of the text tells where each field ends
    group = _Group(readers[: varying[-1] + 1], literals)
    found = group.search(varying[:-1])
    if found is None:
        return None
    rest = [0] * (len(fields) - len(group.readers))
    return found[0] + rest, found[1] + rest


class _Reader:
    """Reads the digits of one field."""

    __slots__ = ("bound", "least", "varies", "width")

    def __init__(self, field: Field) -> None:
        if field.largest.bit_length() > MOST_BITS:
            raise Undecided
        digits = str(field.largest)
        self.width = field.width
        self.varies = len(digits) > field.width
        self.bound = digits.rjust(field.width, "0")
        self.least = "1" + "0" * (field.width - 1)

    def after(self, read: int, compared: int, digit: str) -> int | None:
        """How the digits compare with one digit more; None where no value begins so."""
        if read == 0 and self.varies and digit == "0":
            return ZERO
        if compared == SAME:
            bound = self.bound[read]
            if digit > bound:
                # a longer text would be too large, a shorter one may not
                return MORE if self.varies and read + 1 < len(self.bound) else None
            return SAME if digit == bound else LESS
        return compared

    def may_end(self, read: int) -> bool:
        """Whether a value may end after this many digits."""
        return read >= self.width

    def may_go_on(self, read: int, compared: int) -> bool:
        """Whether a value may have one digit more."""
        if compared == ZERO:
            return read < self.width
        return read < len(self.bound) - (compared == MORE)


class _Group:
    """Fields with digits or nothing between them, the first and the last of varying width."""

    def __init__(self, readers: list[_Reader], literals: list[str]) -> None:
        self.readers = readers
        self.literals = literals

    def search(self, starts: list[int]) -> tuple[list[int], list[int]] | None:
        seen: dict[Pair, tuple[Pair | None, str]] = {}
        waiting: deque[Pair] = deque()
        for index in starts:
            reader = self.readers[index]
            same = reader.bound.startswith(reader.least)
            pair = (self._behind(index), (index, reader.width, SAME if same else LESS))
            seen[pair] = (None, "")
            waiting.append(pair)
        while waiting:
            pair = waiting.popleft()
            left, right = pair
            for digit in self._digits(left, right):
                after_left, left_ended = self._step(left, digit)
                after_right, right_ended = self._step(right, digit)
                if left_ended and right_ended and left[0] == right[0]:
                    return self._values(seen, pair, digit)
                for one in after_left:
                    for other in after_right:
                        following = (one, other)
                        if following not in seen:
                            seen[following] = (pair, digit)
                            waiting.append(following)
            if len(seen) > MOST_STATES:
                raise Undecided
        return None

    def _behind(self, index: int) -> State:
        """Where a reading stands that has ended a field."""
        if index < len(self.literals) and self.literals[index]:
            return (index, 0, LITERAL)
        return (index + 1, 0, SAME)

    def _step(self, state: State, digit: str) -> tuple[list[State], bool]:
        """Where a reading may stand after one digit more, and whether it may have ended its field with it."""
        index, read, compared = state
        if compared == LITERAL:
            literal = self.literals[index]
            if literal[read] != digit:
                return [], False
            return [(index, read + 1, LITERAL) if read + 1 < len(literal) else (index + 1, 0, SAME)], False
        reader = self.readers[index]
        now = reader.after(read, compared, digit)
        if now is None:
            return [], False
        out = []
        if reader.may_go_on(read + 1, now):
            out.append((index, read + 1, now))
        ended = reader.may_end(read + 1)
        if ended and index + 1 < len(self.readers):
            out.append(self._behind(index))
        return out, ended

    def _digits(self, left: State, right: State) -> list[str]:
        """One digit of each kind that the readings tell apart."""
        for index, read, compared in (left, right):
            if compared == LITERAL:
                return [self.literals[index][read]]
        cuts = {"0"}
        for index, read, compared in (left, right):
            if compared == SAME:
                bound = self.readers[index].bound[read]
                cuts.add(bound)
                if bound < "9":
                    cuts.add(chr(ord(bound) + 1))
                if read == 0:
                    cuts.add("1")
        return sorted(cuts)

    def _values(self, seen: dict[Pair, tuple[Pair | None, str]], pair: Pair, digit: str) -> tuple[list[int], list[int]]:
        """The values of the two readings that meet after this pair and this digit."""
        texts: list[dict[int, list[str]]] = [{}, {}]
        here: Pair | None = pair
        while here is not None:
            for (index, _, compared), text in zip(here, texts, strict=True):
                if compared != LITERAL:
                    text.setdefault(index, []).append(digit)
            parted = here[1][0]
            here, digit = seen[here]
        values = [[0] * len(self.readers), [0] * len(self.readers)]
        for text, row in zip(texts, values, strict=True):
            text.setdefault(parted, []).extend(reversed(self.readers[parted].least))
            for index, digits in text.items():
                row[index] = int("".join(reversed(digits)))
        return values[0], values[1]
