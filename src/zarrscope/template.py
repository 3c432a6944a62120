"""Chunk key templates: from a coordinate to a key and back, and whether every chunk has a key of its own.

>>> from zarrscope.template import KeyTemplate
>>> template = KeyTemplate("images/{0}/{1}_{2:02}.raw")
>>> template.encode((3, 14, 5))
'images/3/14_05.raw'
>>> template.decode("images/3/14_05.raw")
(3, 14, 5)
"""

from __future__ import annotations

from operator import index as as_integer
from typing import TYPE_CHECKING

from zarrscope.keys.automaton import Collision, Field, Undecided, first_collision, has_other_than_digits
from zarrscope.keys.decoding import MOST_DIGITS, numbers
from zarrscope.keys.syntax import MOST_AXES, WIDEST, Scan, TemplateError, Term, check, resolve_axes, scan

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Collision", "KeyTemplate", "RankedTemplate", "TemplateError", "Term"]


class KeyTemplate:
    """A chunk key template, immutable; equal to another with the same template and separator.

    Attributes:
        template, separator: as given.
        terms: the expressions in order.
        literals: the texts before, between and after them, unescaped: one more than terms.
    """

    __slots__ = ("_ranked", "literals", "separator", "template", "terms")

    template: str
    separator: str | None
    terms: tuple[Term, ...]
    literals: tuple[str, ...]
    _ranked: dict[int, RankedTemplate]

    def __init__(self, template: str, separator: str | None = None) -> None:
        """Read a template; raises TemplateError where it is valid at no rank."""
        if not isinstance(template, str) or not isinstance(separator, str | None):
            raise TypeError("a template is a string, and so is a separator")
        found: Scan = scan(template)
        check(found, separator)
        values: tuple[object, ...] = (template, separator, found.terms, found.literals, {})
        for name, value in zip(("template", "separator", "terms", "literals", "_ranked"), values, strict=True):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a key template cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a key template cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KeyTemplate):
            return NotImplemented
        return (self.template, self.separator) == (other.template, other.separator)

    def __hash__(self) -> int:
        return hash((self.template, self.separator))

    def __repr__(self) -> str:
        return f"KeyTemplate({self.template!r}, separator={self.separator!r})"

    def __reduce__(self) -> tuple[type[KeyTemplate], tuple[str, str | None]]:
        return KeyTemplate, (self.template, self.separator)

    @property
    def rank(self) -> int | None:
        """The one rank that the template is for; None with `{*}`, which stands for as many axes as there are."""
        return None if any(term.rest for term in self.terms) else len(self.terms)

    def for_rank(self, rank: int) -> RankedTemplate:
        """The template for arrays of a rank; raises TemplateError where it does not fit it."""
        ranked = self._ranked.get(rank)
        if ranked is None:
            ranked = self._ranked[rank] = RankedTemplate(self, rank)
        return ranked

    def encode(self, coordinate: Sequence[int]) -> str:
        """The key of a chunk."""
        ranked = self._ranked.get(len(coordinate))
        return (ranked or self.for_rank(len(coordinate))).encode(coordinate)

    def decode(
        self, key: str, rank: int | None = None, chunks_per_axis: Sequence[int] | None = None
    ) -> tuple[int, ...]:
        """The coordinate of the chunk with a key; see `RankedTemplate.decode`."""
        return self._for(rank, chunks_per_axis).decode(key, chunks_per_axis)

    def is_injective(self, chunks_per_axis: Sequence[int] | None = None, rank: int | None = None) -> bool:
        """Whether every chunk has a key of its own; see `RankedTemplate.collision`."""
        return self._for(rank, chunks_per_axis).is_injective(chunks_per_axis)

    def collision(self, chunks_per_axis: Sequence[int] | None = None, rank: int | None = None) -> Collision | None:
        """Two chunks that share a key; see `RankedTemplate.collision`."""
        return self._for(rank, chunks_per_axis).collision(chunks_per_axis)

    def _for(self, rank: int | None, chunks_per_axis: Sequence[int] | None) -> RankedTemplate:
        if rank is None:
            rank = self.rank if chunks_per_axis is None else len(chunks_per_axis)
        if rank is None:
            raise TypeError("with {*} the rank has to be given, or the chunks per axis")
        return self.for_rank(rank)


class RankedTemplate:
    """A template for arrays of one rank, `{*}` written out. Made by `KeyTemplate.for_rank`.

    Attributes:
        template: the template that it was made from.
        rank: the number of axes.
        axes, widths: of each number in the key, which axis it counts along, and its minimum width.
        literals: the texts before, between and after the numbers.
    """

    __slots__ = ("_format", "axes", "literals", "rank", "template", "widths")

    def __init__(self, template: KeyTemplate, rank: int) -> None:
        """Resolve the axes; raises TemplateError where the template does not fit the rank."""
        if rank > MOST_AXES:
            raise TemplateError("length", f"{rank} axes, at most {MOST_AXES} are read")
        self.template = template
        self.rank = rank
        self.axes, rest = resolve_axes(template.terms, rank)
        widths: list[int] = []
        literals = [template.literals[0]]
        for position, (term, literal) in enumerate(zip(template.terms, template.literals[1:], strict=True)):
            count = rank - len(template.terms) + 1 if position == rest else 1
            widths += [term.width or 1] * count
            literals += [template.separator or ""] * (count - 1) + [literal]
        self.widths, self.literals = tuple(widths), tuple(literals)
        escaped = [literal.replace("{", "{{").replace("}", "}}") for literal in literals]
        fields = [
            f"{{{axis}:0{width}d}}" if width > 1 else f"{{{axis}:d}}"
            for axis, width in zip(self.axes, widths, strict=True)
        ]
        parts = [part for pair in zip(escaped, fields, strict=False) for part in pair]
        self._format = "".join([*parts, escaped[-1]]).format

    def encode(self, coordinate: Sequence[int]) -> str:
        """The key of a chunk; raises TemplateError unless the coordinate has the rank and no negative number."""
        try:
            key = self._format(*coordinate)
        except (IndexError, ValueError, TypeError):
            self._check(coordinate)
            key = self._format(*map(as_integer, coordinate))
        if len(coordinate) != self.rank or min(coordinate) < 0:
            self._check(coordinate)
        return key

    def _check(self, coordinate: Sequence[int]) -> None:
        if len(coordinate) != self.rank:
            raise TemplateError("coordinate-rank", f"the coordinate has {len(coordinate)} numbers, not {self.rank}")
        if any(as_integer(number) < 0 for number in coordinate):
            raise TemplateError("coordinate-negative", "a number of the coordinate is negative")

    def decode(self, key: str, chunks_per_axis: Sequence[int] | None = None) -> tuple[int, ...]:
        """The coordinate of the chunk with a key, where there is exactly one: of the grid, where that is given.

        Raises TemplateError: `key-form` where no chunk has the key (numbers are written without superfluous zeros),
        `key-outside-grid` where only chunks outside the grid have, `key-ambiguous` where several chunks have.
        """
        counts = self._counts(chunks_per_axis)
        grown: list[int | None] = [None] * self.rank
        if counts is None or self.is_injective():
            coordinate = self._read(key, grown)
            if counts is not None and any(number >= count for number, count in zip(coordinate, counts, strict=True)):
                raise TemplateError("key-outside-grid", f"the key is that of chunk {coordinate}, outside the grid")
            return coordinate
        if 0 in counts:
            raise TemplateError("key-outside-grid", "the grid has no chunks")
        try:
            return self._read(key, [counts[axis] - 1 for axis in self.axes])
        except TemplateError as error:
            if error.rule != "key-form":
                raise
        try:
            self._read(key, grown)
        except TemplateError as error:
            if error.rule == "key-form":
                raise
        raise TemplateError("key-outside-grid", "the key is that of a chunk outside the grid")

    def _read(self, key: str, most: list[int | None]) -> tuple[int, ...]:
        return self._by_axis(numbers(key, self.literals, self.widths, most))

    def _by_axis(self, values: list[int]) -> tuple[int, ...]:
        found = dict(zip(self.axes, values, strict=True))
        return tuple(found[axis] for axis in range(self.rank))

    def is_injective(self, chunks_per_axis: Sequence[int] | None = None) -> bool:
        """Whether every chunk has a key of its own: of the grid, or of every grid where none is given."""
        if self._is_unique_everywhere():
            self._counts(chunks_per_axis)
            return True
        return chunks_per_axis is not None and self.collision(chunks_per_axis) is None

    def collision(self, chunks_per_axis: Sequence[int] | None = None) -> Collision | None:
        """Two chunks that share a key, or None: chunks of the grid, or of some grid where none is given.

        Exact, at a cost that does not depend on the number of chunks. Raises TemplateError (`key-undecided`) where the
        search would take too long, which only a made-up template can bring about.
        """
        counts = self._counts(chunks_per_axis)
        if self._is_unique_everywhere() or (counts is not None and 0 in counts):
            return None
        if counts is None:
            return self._collision_of(*self._everywhere())
        fields = [Field(axis, width, counts[axis] - 1) for axis, width in zip(self.axes, self.widths, strict=True)]
        try:
            found = first_collision(fields, list(self.literals[1:-1]))
        except Undecided:
            raise TemplateError("key-undecided", "whether keys are unique would take too long to find out") from None
        return None if found is None else self._collision_of(*found)

    def _is_unique_everywhere(self) -> bool:
        return all(map(has_other_than_digits, self.literals[1:-1]))

    def _everywhere(self) -> tuple[list[int], list[int]]:
        """Two lists of numbers that make one key: the digits between two fields taken as part of one or the other."""
        at = next(at for at, literal in enumerate(self.literals[1:-1]) if not has_other_than_digits(literal))
        before, between, after = "1" * self.widths[at], self.literals[at + 1], "1" * self.widths[at + 1]
        if len(between) + WIDEST > MOST_DIGITS - 1:
            raise TemplateError("key-undecided", "two chunks share a key, but their numbers are too long to write")
        first, second = [0] * self.rank, [0] * self.rank
        first[at], first[at + 1] = int(before), int("1" + between + after)
        second[at], second[at + 1] = int(before + between + "1"), int(after)
        return first, second

    def _collision_of(self, *rows: list[int]) -> Collision:
        first, second = map(self._by_axis, rows)
        return Collision(first, second, self.encode(first))

    def _counts(self, chunks_per_axis: Sequence[int] | None) -> list[int] | None:
        if chunks_per_axis is None:
            return None
        counts = [as_integer(count) for count in chunks_per_axis]
        if len(counts) != self.rank or any(count < 0 for count in counts):
            raise TemplateError("grid", f"chunks per axis are {self.rank} numbers, none of them negative")
        return counts
