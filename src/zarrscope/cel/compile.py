"""Tree -> one native Python function, and the Program that falls back on the exact evaluator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from zarrscope.cel.helpers import BEGINNING, NAMESPACE, READ
from zarrscope.cel.values import CostExceeded, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from zarrscope.cel.nodes import Node
    from zarrscope.cel.types import Function, Type

_NO_FUNCTIONS: Final[Mapping[str, Function]] = {}


class Made:
    """What was worked out of an expression beforehand, so that it need not be parsed.

    Attributes:
        source: the Python source of the fast function.
        names: what the expression reads from its environment.
        calls: the names of the host functions by those that they have in the source.
        find: gives a host function by its name.
    """

    __slots__ = ("calls", "find", "names", "source")

    def __init__(
        self, source: str, names: frozenset[str], calls: Mapping[str, str], find: Callable[[str], Callable[..., Any]]
    ) -> None:
        """Keep the parts."""
        self.source: Final = source
        self.names: Final = names
        self.calls: Final = calls
        self.find: Final = find

    @staticmethod
    def of_all(parts: Iterable[Made]) -> Made:
        """The questions as one: true where each of them is."""
        parts = list(parts)
        source = "".join(part.source for part in parts)
        calls = {place: name for part in parts for place, name in part.calls.items()}
        return Made(source, frozenset().union(*(part.names for part in parts)), calls, parts[0].find)

    def namespace(self) -> dict[str, Any]:
        """The globals to evaluate the source with."""
        return {**NAMESPACE, **{place: self.find(name) for place, name in self.calls.items()}}


class Program:
    """An expression that can be called with an environment; nothing is read or compiled before it is needed.

    Values of declared names must be of the declared types, holes excepted. `parse` and `check` say beforehand what is
    wrong with an expression; a Program of a text that does not parse raises ParseError when it is first used.
    """

    __slots__ = ("_expression", "_fast", "_made", "functions", "types")

    def __init__(
        self,
        expression: Node | str | Callable[[], Node],
        names: Mapping[str, Type] | None = None,
        functions: Mapping[str, Function] = _NO_FUNCTIONS,
        made: Made | None = None,
    ) -> None:
        """Keep the expression, or what gives it, the types of its names (None: all dyn) and the host functions."""
        self._expression = expression
        self._made: Final = made
        self._fast: Callable[[Mapping[str, Any]], Any] | None = None
        self.types: Final = names
        self.functions: Final = functions

    @property
    def node(self) -> Node:
        """The tree."""
        expression = self._expression
        if isinstance(expression, str):
            from zarrscope.cel.parser import parse

            self._expression = expression = parse(expression)
        elif callable(expression):
            self._expression = expression = expression()
        return expression

    @property
    def names(self) -> frozenset[str]:
        """The names that the expression reads from its environment."""
        if self._made is not None:
            return self._made.names
        from zarrscope.cel.nodes import free_names

        return free_names(self.node)

    @property
    def source(self) -> str:
        """The Python source of the fast function."""
        return self._generate()[0]

    @property
    def calls(self) -> dict[str, str]:
        """The names of the host functions that the source calls, by those that they have there."""
        places = self._generate()[1].keys() - NAMESPACE.keys()
        return {place: list(self.functions)[int(place[1:])] for place in sorted(places)}

    def __call__(self, env: Mapping[str, Any]) -> Any:
        """The value, or UNKNOWN. Raises EvaluationError where CEL has an error."""
        try:
            return (self._fast or self._compiled())(env)
        except CostExceeded:
            raise
        except Exception:
            from zarrscope.cel.exact import evaluate

            return evaluate(self.node, env, self.functions)

    def surely(self, env: Mapping[str, Any]) -> bool:
        """Whether the fast function alone finds the value to be true; False decides nothing."""
        try:
            return (self._fast or self._compiled())(env) is True
        except Exception:
            return False

    def plain(self, *names: str) -> Callable[..., Any]:
        """The fast function with plain arguments: the values of these names, then an environment of all others.

        Where it raises, and where that of a question says no, only the exact evaluator can decide.
        """
        source, namespace = self.written()
        for name in names:
            source = source.replace(READ.format(name), name)
        try:
            exec(self._defined(", ".join([*names, "env"]), source), namespace)
        except (SyntaxError, RecursionError, MemoryError):  # nested more deeply than Python can read
            return self._undecided
        function: Callable[..., Any] = namespace["function"]
        return function

    def may_select(self, name: str, member: str) -> bool:
        """Whether the expression reads this member of what a name stands for, or may do so."""
        source, read = self.source if self._made is None else self._made.source, READ.format(name)
        return f"{read}[{member!r}]" in source or source.count(read) > source.count(f"{read}['")

    def _compiled(self) -> Callable[[Mapping[str, Any]], Any]:
        self._fast = fast = self.plain()
        return fast

    def written(self) -> tuple[str, dict[str, Any]]:
        """The source of the fast function, as READ writes it, and its globals: a lambda; of a question its body."""
        made = self._made
        return self._generate() if made is None else (made.source, made.namespace())

    def _generate(self) -> tuple[str, dict[str, Any]]:
        from zarrscope.cel.generate import generate

        return generate(self.node, self._inferred(), self.functions)

    def _inferred(self) -> dict[Node, Type]:
        from zarrscope.cel.checker import infer

        return infer(self.node, self.types, self.functions)

    @staticmethod
    def _defined(arguments: str, source: str) -> str:
        return f"function = lambda {arguments}: {source.removeprefix(BEGINNING)}"

    @staticmethod
    def _undecided(*_: Any) -> Any:
        raise Unknown


class Question(Program):
    """An expression that is only asked whether it is true: its fast function takes statements where those are faster.

    That is true or false, and never raises; what it was made of beforehand are the lines of its body.
    """

    __slots__ = ()

    def _generate(self) -> tuple[str, dict[str, Any]]:
        from zarrscope.cel.statements import generate_statements

        return generate_statements(self.node, self._inferred(), self.functions)

    @staticmethod
    def _defined(arguments: str, source: str) -> str:
        return f"def function({arguments}):\n try:\n{source}  return True\n except Exception: return False"

    @staticmethod
    def _undecided(*_: Any) -> Any:
        return False
