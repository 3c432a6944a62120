"""Tree -> one native Python function, and the Program that falls back on the exact evaluator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from zarrscope.cel.check import infer
from zarrscope.cel.exact import evaluate
from zarrscope.cel.generate import generate
from zarrscope.cel.nodes import Node, free_names
from zarrscope.cel.parse import parse
from zarrscope.cel.values import CostExceeded, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.cel.types import Function, Type

_NO_FUNCTIONS: Final[Mapping[str, Function]] = {}


class Program:
    """An expression that can be called with an environment; nothing is read or compiled before it is needed.

    Values of declared names must be of the declared types, holes excepted. `parse` and `check` say beforehand what is
    wrong with an expression; a Program of a text that does not parse raises ParseError when it is first used.
    """

    __slots__ = ("_fast", "_node", "_text", "functions", "types")

    def __init__(
        self,
        expression: Node | str,
        names: Mapping[str, Type] | None = None,
        functions: Mapping[str, Function] = _NO_FUNCTIONS,
    ) -> None:
        """Keep the expression, the types of its names (None: all dyn) and the host functions."""
        self._text: Final = expression if isinstance(expression, str) else None
        self._node: Node | None = expression if isinstance(expression, Node) else None
        self._fast: Callable[[Mapping[str, Any]], Any] | None = None
        self.types: Final = names
        self.functions: Final = functions

    @property
    def node(self) -> Node:
        """The tree."""
        if self._node is None:
            self._node = parse(self._text or "")
        return self._node

    @property
    def names(self) -> frozenset[str]:
        """The names that the expression reads from its environment."""
        return free_names(self.node)

    @property
    def source(self) -> str:
        """The Python source of the fast function."""
        return self._generate()[0]

    def __call__(self, env: Mapping[str, Any]) -> Any:
        """The value, or UNKNOWN. Raises EvaluationError where CEL has an error."""
        try:
            return (self._fast or self._compiled())(env)
        except CostExceeded:
            raise
        except Exception:
            return evaluate(self.node, env, self.functions)

    def surely(self, env: Mapping[str, Any]) -> bool:
        """Whether the fast function alone finds the value to be true; False decides nothing."""
        try:
            return (self._fast or self._compiled())(env) is True
        except Exception:
            return False

    def _compiled(self) -> Callable[[Mapping[str, Any]], Any]:
        source, namespace = self._generate()
        try:
            self._fast = eval(source, namespace)
        except (SyntaxError, RecursionError, MemoryError):  # nested more deeply than Python can read
            self._fast = _undecided
        assert self._fast is not None
        return self._fast

    def _generate(self) -> tuple[str, dict[str, Any]]:
        return generate(self.node, infer(self.node, self.types, self.functions), self.functions)


def _undecided(env: Mapping[str, Any]) -> Any:
    raise Unknown
