"""Programs of a rule file's expressions: parsed and compiled, or taken from what was made of them beforehand."""

from __future__ import annotations

from collections import ChainMap
from typing import TYPE_CHECKING, Any

from zarrscope import cel
from zarrscope.host import host_function

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NOTHING: Mapping[str, Any] = {}


class Compiler:
    """Makes programs from expressions, with the types of the facts that they may mention.

    `made` holds what `precompute` has made of the expressions, by their texts, as plain data (see `written`).
    """

    def __init__(
        self,
        names: Mapping[str, cel.Type],
        functions: Mapping[str, cel.Function],
        made: Mapping[str, Any] = NOTHING,
    ) -> None:
        """Compile for these facts and functions."""
        self.names = names
        self.functions = functions
        self._made = made

    def program(self, node: cel.Node | str) -> cel.Program:
        """The program of an expression."""
        made = self._made.get(node) if isinstance(node, str) else None
        return cel.Program(node, self.names, self.functions, made and read_made(made))

    def question(self, node: Callable[[], cel.Node], made: cel.Made | None) -> cel.Question:
        """The question whether an expression is true; its tree is put together where what was made is not enough."""
        return cel.Question(node, self.names, self.functions, made)

    def with_names(self, more: dict[str, cel.Type]) -> Compiler:
        """A compiler that knows more names."""
        return Compiler(and_names(more, self.names), self.functions)


def and_names(more: dict[str, cel.Type], names: Mapping[str, cel.Type]) -> Mapping[str, cel.Type]:
    """More names and those known before, whose types are worked out when they are looked up."""
    return ChainMap(more, names)  # type: ignore[arg-type]


def written(program: cel.Program) -> list[Any]:
    """What is made of an expression, as plain data: source, names, host functions by their names in the source."""
    return [program.source, sorted(program.names), program.calls]


def read_made(data: Any) -> cel.Made:
    """What was made of an expression, from plain data."""
    return cel.Made(data[0], frozenset(data[1]), data[2], host_function)
