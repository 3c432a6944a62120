"""From a key back to the numbers in it: every reading of the digits that the template and the grid allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zarrscope.keys.syntax import TemplateError

if TYPE_CHECKING:
    from collections.abc import Sequence

DIGITS = "0123456789"
MOST_STEPS = 2_000_000
MOST_DIGITS = 4_299  # of a number in a key: what `int` reads at once
MOST_BITS = 14_281  # a bound that has more is greater than any such number


def numbers(key: str, literals: Sequence[str], widths: Sequence[int], most: Sequence[int | None]) -> list[int]:
    """The numbers in a key, one a field; `most` holds the greatest number of each field, None where there is none.

    Raises TemplateError where the key is not of this form (`key-form`), or where it can be read in more than one way
    (`key-ambiguous`).
    """
    first, last = literals[0], literals[-1]
    if not key.startswith(first):
        raise TemplateError("key-form", f"the key does not begin with {first!r}", 0)
    if not key.endswith(last) or len(key) < len(first) + len(last):
        raise TemplateError("key-form", f"the key does not end with {last!r}", len(key))
    stop = len(key) - len(last)
    out: list[int] = []
    position, start = len(first), 0
    for index in range(1, len(widths) + 1):
        literal = literals[index]
        if index < len(widths) and literal.strip(DIGITS) == "":
            continue
        # the literal's first other character ends a run of digits, so it is known where these fields end
        end = stop if index == len(widths) else _end_of_digits(key, position) - _leading_digits(literal)
        if end < position or not key.startswith(literal, end):
            raise TemplateError("key-form", f"the key lacks {literal!r} after its digits", position)
        text = key[position:end]
        if text.strip(DIGITS):
            raise TemplateError("key-form", "the key has something else where digits belong", position)
        group = _Group(text, literals[start + 1 : index], widths[start:index], most[start:index], position)
        out.extend(group.only_reading())
        position, start = end + len(literal), index
    return out


def _end_of_digits(key: str, position: int) -> int:
    while position < len(key) and key[position] in DIGITS:
        position += 1
    return position


def _leading_digits(literal: str) -> int:
    return len(literal) - len(literal.lstrip(DIGITS))


class _Group:
    """Fields with only digits, or nothing, between them, and the digits that they and the literals make up."""

    def __init__(
        self, text: str, literals: Sequence[str], widths: Sequence[int], most: Sequence[int | None], offset: int
    ) -> None:
        self.text = text
        self.literals = [*literals, ""]
        self.widths = widths
        self.bounds = [None if value is None or value.bit_length() > MOST_BITS else str(value) for value in most]
        self.offset = offset
        self.steps = 0

    def only_reading(self) -> list[int]:
        """The numbers, where there is exactly one way to read them."""
        size = len(self.text)
        windows = [*self._windows(), (size, size)]
        # from the last field to the first: how many ways lead on from a position (two stand for more), and the last one
        ahead = {size: (1, 0)}
        ways: list[dict[int, tuple[int, int]]] = []
        for index in reversed(range(len(self.widths))):
            least, greatest = windows[index]
            here: dict[int, tuple[int, int]] = {}
            for start in range(max(least, 0), greatest + 1):
                count, stop = 0, 0
                for end in self._ends(index, start, windows[index + 1]):
                    after = end + len(self.literals[index])
                    if after in ahead and self.text.startswith(self.literals[index], end):
                        count, stop = count + ahead[after][0], end
                if count:
                    here[start] = (min(count, 2), stop)
            ahead = here
            ways.append(here)
        if 0 not in ahead:
            raise TemplateError("key-form", "the digits of the key are not those of any chunk", self.offset)
        if ahead[0][0] > 1:
            raise TemplateError("key-ambiguous", "the key can be read as that of more than one chunk", self.offset)
        out, position = [], 0
        for index, here in enumerate(reversed(ways)):
            stop = here[position][1]
            out.append(int(self.text[position:stop]))
            position = stop + len(self.literals[index])
        return out

    def _longest(self, index: int) -> int:
        bound = self.bounds[index]
        return MOST_DIGITS if bound is None else max(len(bound), self.widths[index])

    def _windows(self) -> list[tuple[int, int]]:
        """Between which positions each field can begin, by the lengths of all others."""
        size, count = len(self.text), len(self.widths)
        shortest_before = longest_before = 0
        out = []
        shortest_after = sum(self.widths) + sum(map(len, self.literals))
        longest_after = sum(map(self._longest, range(count))) + sum(map(len, self.literals))
        for index in range(count):
            out.append((max(shortest_before, size - longest_after), min(longest_before, size - shortest_after)))
            fixed = len(self.literals[index])
            shortest_before += self.widths[index] + fixed
            longest_before += self._longest(index) + fixed
            shortest_after -= self.widths[index] + fixed
            longest_after -= self._longest(index) + fixed
        return out

    def _ends(self, index: int, start: int, following: tuple[int, int]) -> range:
        """Where the field can end that begins here: no zero too many, no number too large."""
        text, width, bound = self.text, self.widths[index], self.bounds[index]
        shortest = start + width
        if shortest > len(text):
            return range(0)
        longest = shortest if text[start] == "0" else min(start + self._longest(index), len(text))
        size = longest - start
        if bound is not None and size >= len(bound) and text[start:longest] > bound.rjust(size, "0"):
            longest -= 1
        fixed = len(self.literals[index])
        ends = range(max(shortest, following[0] - fixed), min(longest, following[1] - fixed) + 1)
        self.steps += len(ends) + 1
        if self.steps > MOST_STEPS:
            raise TemplateError("key-undecided", "the digits of the key can be cut in too many ways", self.offset)
        return ends
