"""Rules whose work grows faster than the document: loops within loops over lists that may be long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zarrscope import cel
from zarrscope.authoring.expressions import of_rule, shared

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from zarrscope.rulechecking import RuleChecker
    from zarrscope.rulefiles import Fault

# Facts, and members of facts, that are as long as there are axes or codecs; the lists in them may be longer.
SHORT = frozenset(("axes", "before", "after", "codecs", "codec_names", "node", "name", "config"))
SHORT_MEMBERS = frozenset(("shape", "dimension_names", "codecs", "storage_transformers", "lengths", "counts"))
SHORT_RESULTS = frozenset(("characters", "segments"))
MOST_NAMES = 50


def costly(checker: RuleChecker) -> Iterator[Fault]:
    """Rules that go through a long list once for each item of a long list."""
    marked = checker.marked
    rules = checker.sound_rules()
    lets = shared(checker.ruleset) if rules else {}
    for name, rule in rules:
        costs = _Costs({**lets, **{variable: program.node for variable, program in rule.lets.items()}})
        around, within = 0, frozenset[str]()
        for variable, program in rule.each.items():
            cost, within = costs.loop(program.node, within)
            around += cost
            costs.items[variable] = program.node
        for path, node in of_rule(rule):
            is_repeated = path[0] in ("check", "given")
            degree, offset = costs.degree(node, within if is_repeated else frozenset())
            degree += around if is_repeated else 0
            if degree > 1:
                position = marked.text_position(("rules", name, *path), offset)
                power = {2: "square", 3: "cube"}.get(degree, f"{degree}th power")
                message = f"this takes as many steps as the {power} of the length of a list that may be long"
                yield marked.fault(position, message, "go through it once: repeats() finds doubles, `in` looks one up")
                break


class _Costs:
    """Counts loops within loops; `items` says what list a variable goes through."""

    def __init__(self, lists: Mapping[str, cel.Node]) -> None:
        self.lists = lists
        self.items: dict[str, cel.Node] = {}

    def degree(self, node: cel.Node, within: frozenset[str] = frozenset()) -> tuple[int, int]:
        """How many loops over long lists multiply, and where the innermost is.

        `within` names the variables whose items a loop goes through already.
        """
        if not isinstance(node, cel.Comprehension):
            below = [self.degree(child, within) for child in node.children()]
            return max(below, key=lambda each: each[0], default=(0, node.offset))
        around, inside = self.loop(node.range, within)
        self.items[node.variable] = node.range
        parts = [self.degree(part, inside) for part in (node.condition, node.body) if part]
        inner, offset = max(parts, key=lambda each: each[0])
        own = (inner + around, offset if inner else node.offset)
        return max(own, self.degree(node.range, within), key=lambda each: each[0])

    def loop(self, source: cel.Node, within: frozenset[str]) -> tuple[int, frozenset[str]]:
        """What a loop over a list adds; one over what the items of another loop hold adds nothing."""
        variable = self.holder(source)
        if variable is not None and variable not in within:
            return 0, within | {variable}
        return int(self.is_long(source)), within

    def holder(self, node: cel.Node, names: int = 0) -> str | None:
        """The variable of the loop whose items hold a list."""
        match node:
            case cel.Name(name=name) if name in self.items:
                return name
            case cel.Name(name=name) if name in self.lists and names < MOST_NAMES:
                return self.holder(self.lists[name], names + 1)
            case cel.Index(index=cel.Name(name=name)) if name in self.items:
                return name
            case cel.Select(operand=inner) | cel.Index(operand=inner) | cel.Comprehension(range=inner):
                return self.holder(inner, names)
            case cel.Call(arguments=(inner, *_)):
                return self.holder(inner, names)
        return None

    def is_long(self, node: cel.Node, inside: bool = False, names: int = 0) -> bool:
        """Whether a list may be long; `inside` asks it of the lists that are its items."""
        match node:
            case cel.Name(name=name) if names < MOST_NAMES and name in self.items:
                return self.is_long(self.items[name], True, names + 1)
            case cel.Name(name=name) if names < MOST_NAMES and name in self.lists:
                return self.is_long(self.lists[name], inside, names + 1)
            case cel.Name(name=name):
                return name not in SHORT
            case cel.Select(operand=cel.Name(name="document" | "chunk" | "grid" | "written"), field=field):
                return inside or field not in SHORT_MEMBERS
            case cel.Index(operand=operand):
                return self.is_long(operand, True, names)
            case cel.Select(operand=operand):
                return self.is_long(operand, inside, names)
            case cel.Conditional(then=then, otherwise=otherwise):
                return self.is_long(then, inside, names) or self.is_long(otherwise, inside, names)
            case cel.Comprehension(range=source):
                return self.is_long(source, inside, names)
            case cel.Binary(left=left, right=right):
                return self.is_long(left, inside, names) or self.is_long(right, inside, names)
            case cel.Call(function=function, arguments=arguments) if function not in SHORT_RESULTS:
                return any(self.is_long(argument, inside, names) for argument in arguments[:1])
        return False
