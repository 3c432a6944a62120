"""Rules of definitions: compiled from a rule file, told item by item, and as one quick question for all of them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from zarrscope import cel
from zarrscope.cel import UNKNOWN
from zarrscope.compiling import read_made
from zarrscope.facts import Facts, facts
from zarrscope.messages import literal_token, pieces, render, tokens
from zarrscope.problems import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from zarrscope.compiling import Compiler
    from zarrscope.problems import Loc


MOST_STEPS = 20_000_000


class RuleText:
    """What a rule says of itself: id, severity, message, reasons, examples, and where it stands."""

    __slots__ = ("data", "file", "id", "line", "severity")

    def __init__(self, rule_id: str, data: Mapping[str, Any], file: str | None, line: int | None) -> None:
        """Read the texts of one rule."""
        self.id = rule_id
        self.data = data
        self.file = file
        self.line = line
        self.severity = Severity(data.get("severity", "error"))

    @property
    def name(self) -> str:
        """The last part of the id: how the rule is called in its file."""
        return self.id.rpartition("/")[2]

    message = property(lambda self: self.data.get("message"))
    hint = property(lambda self: self.data.get("hint"))
    why = property(lambda self: self.data.get("why"))
    spec = property(lambda self: self.data.get("spec"))
    kind = property(lambda self: self.data.get("kind"))
    stage = property(lambda self: self.data.get("stage"))
    check = property(lambda self: self.data.get("check"))

    @property
    def examples(self) -> dict[str, list[Any]]:
        """The examples that the rule passes and fails."""
        return {"pass": self.data.get("pass", []), "fail": self.data.get("fail", [])}


class Rule:
    """One rule, ready to be judged."""

    def __init__(self, text: RuleText, compiler: Compiler, made: Any = None) -> None:
        """Keep the expressions of a rule; `made` is what `precompute` has made of the whole rule."""
        data = text.data
        self.text = text
        self.severity = text.severity
        names = dict.fromkeys((*data.get("each", {}), *data.get("let", {})), cel.DYN)
        inner = compiler.with_names(names)
        self.compiler = inner
        self.made = made
        self.each = {name: inner.program(source) for name, source in data.get("each", {}).items()}
        self.given = inner.program(data["given"]) if "given" in data else None
        self.lets = {name: inner.program(source) for name, source in data.get("let", {}).items()}
        self.check = inner.program(data["check"])
        self.at = data.get("at", "")
        self.related = data.get("related", [])
        self._messages: dict[str, list[str | cel.Program]] = {}
        self._targets: dict[str, list[list[str | cel.Program]]] = {}

    @cached_property
    def stage(self) -> int:
        """3 where only the raw document is read, 4 where only the definition is, 5 otherwise."""
        reads = self.reads
        if reads <= {"document"}:
            return 3
        return 4 if reads <= {"config", "name"} else 5

    @cached_property
    def reads(self) -> set[str]:
        """The facts that the rule mentions, directly or through its own names."""
        if self.made is not None:
            return set(self.made[1])
        programs = [*self.each.values(), *self.lets.values(), self.check, *([self.given] if self.given else [])]
        own = {*self.each, *self.lets}
        return {name for program in programs for name in program.names} - own

    @cached_property
    def members(self) -> frozenset[str]:
        """The members of the document that the rule reads (see `reads.reads`)."""
        if self.made is not None:
            return frozenset(self.made[3])
        from zarrscope.reads import reads

        return frozenset(reads(self.question()))

    @cached_property
    def members_told(self) -> frozenset[str]:
        """The members of the document that messages, hints and pointers of the rule read."""
        from zarrscope.reads import reads

        return frozenset(name for node in self.expressions_told() for name in reads(node))

    def expressions_told(self) -> Iterator[cel.Node]:
        """The expressions in messages, hints and pointers of the rule."""
        related = [self.related] if isinstance(self.related, str) else self.related
        for template in (self.text.message, self.text.hint, self.at, *related):
            for piece in pieces(template or ""):
                if not isinstance(piece, str):
                    yield self.compiler.program(piece[0]).node

    def items(self, env: Facts) -> Iterator[Facts | None]:
        """The facts of each item that the rule is judged on; None where a list of items is unknown.

        Raises EvaluationError where a list of items cannot be worked out.
        """
        # one meter for all items, so that many cheap ones cannot take forever together
        meter = env.get("@meter") or cel.Meter(MOST_STEPS)
        return self._items(list(self.each.items()), facts({"@meter": meter}, {}, env))

    def _items(self, each: list[tuple[str, cel.Program]], seen: Facts) -> Iterator[Facts | None]:
        if not each:
            yield facts({"@meter": seen["@meter"]}, self.lets, seen)
            return
        (name, program), *inner = each
        values = program(seen)
        if values is UNKNOWN:
            yield None
            return
        if not isinstance(values, (list, dict)):
            raise cel.EvaluationError(f"each {name} is no list and no map")
        for value in values:
            yield from self._items(inner, facts({name: value, "@meter": seen["@meter"]}, {}, seen))

    @cached_property
    def passes(self) -> cel.Program:
        """The whole rule as one program: true where no item is at fault."""
        return self.compiler.question(self.question, self.made and read_made(self.made))

    def holds(self, item: Facts) -> Any:
        """Whether the rule holds for one item: true, false, or UNKNOWN; true where it does not apply."""
        if self.given is not None:
            applies = self.given(item)
            if applies is UNKNOWN:
                return UNKNOWN
            if applies.__class__ is not bool:
                raise cel.EvaluationError("given is neither true nor false")
            if not applies:
                return True
        verdict = self.check(item)
        if verdict is not UNKNOWN and verdict.__class__ is not bool:
            raise cel.EvaluationError("check is neither true nor false")
        return verdict

    def message(self, item: Facts) -> str:
        """The message for one item at fault."""
        return self._render(self.text.message, item)

    def hint(self, item: Facts) -> str | None:
        """The hint for one item at fault."""
        return None if self.text.hint is None else self._render(self.text.hint, item)

    def _render(self, template: str, item: Facts) -> str:
        if template not in self._messages:
            self._messages[template] = [self._part(piece) for piece in pieces(template)]
        return render(self._messages[template], item)

    def target(self, template: str, item: Facts) -> Loc:
        """The tokens of a relative pointer for one item."""
        if template not in self._targets:
            self._targets[template] = [[self._part(piece) for piece in token] for token in tokens(template) if token]
        return tuple(step for token in self._targets[template] for step in _steps(token, item))

    def _part(self, piece: str | tuple[str, int]) -> str | cel.Program:
        return piece if isinstance(piece, str) else self.compiler.program(piece[0])

    def question(self) -> cel.Node:
        """The whole rule as one expression that is true where no item is at fault."""
        node = self.check.node
        asked = frozenset() if self.given is None else self.given.names
        before: dict[str, cel.Program] = {}  # what `given` needs; the rest is worked out only where the rule applies
        for name, program in reversed(self.lets.items()):
            if name in asked:
                before[name] = program
                asked |= program.names
            else:
                node = cel.Let(name, program.node, node, 0)
        if self.given is not None:
            node = cel.Conditional(self.given.node, node, cel.Literal(True, 0), 0)
        for name, program in before.items():
            node = cel.Let(name, program.node, node, 0)
        for name, program in reversed(self.each.items()):
            node = cel.Comprehension("all", name, program.node, None, node, 0)
        return node


def passes(rules: list[Rule], compiler: Compiler) -> cel.Program | None:
    """One program for all rules: true where none of them is at fault."""
    if not rules:
        return None
    if len(rules) == 1:
        return rules[0].passes

    def tree() -> cel.Node:
        return cel.Logical("&&", tuple(rule.question() for rule in rules))

    made = [rule.made for rule in rules]
    return compiler.question(tree, None if None in made else cel.Made.of_all(map(read_made, made)))


def _steps(token: list[str | cel.Program], item: Facts) -> list[str | int]:
    """The steps of a pointer that one part of it stands for: one, or those of a list."""
    only = token[0]
    if len(token) > 1 or isinstance(only, str):
        return [literal_token(render(token, item))]
    value = only(item)
    return [_step(each) for each in value] if isinstance(value, list) else [_step(value)]


def _step(value: Any) -> str | int:
    if value.__class__ is int:
        return int(value)
    return value if isinstance(value, str) else "?"
