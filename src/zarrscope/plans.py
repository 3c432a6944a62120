"""What the quick walk needs of each definition, and extension points as it has read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import Builtin, Name, Select
from zarrscope.facts import Facts, facts
from zarrscope.resolve import facts_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from zarrscope.cel import Node
    from zarrscope.definitions import Definition
    from zarrscope.facts import Definite


class Doubt(Exception):
    """Something is not a plain yes."""


class Plan:
    """What the quick walk needs of one definition."""

    __slots__ = (
        "accepts",
        "bare",
        "definition",
        "facts",
        "kind",
        "lets",
        "needs",
        "outputs",
        "places",
        "question",
        "reads",
    )

    def __init__(self, definition: Definition) -> None:
        """Gather what is asked again and again."""
        self.definition = definition
        self.kind = definition.kind
        self.accepts = definition.schema_pass.is_valid
        self.bare = definition.is_extension and not definition.needs_configuration and not definition.captures
        self.question = definition.question
        self.outputs = definition.outputs
        names = frozenset() if self.question is None else self.question.names
        self.lets = definition.lets if names & definition.lets.keys() else None
        self.needs = tuple(names & {"document", "axes", "data_type", "grid"})
        self.places = _places(definition)
        self.facts = facts_of(definition, definition.name, {}) if self.bare else None
        self.reads = {member for program in definition.programs() for member in reads(program.node)}
        if "counts" in definition.outputs:  # whoever asks for them reads the shape, which is said there
            self.reads |= reads(definition.counts.node) - {"shape"}

    def ask(self, config: Any, name: str, extra: dict[str, Any], base: Facts) -> Mapping[str, Any]:
        """Judge the rules; the facts that they were judged on."""
        env: Any = {"config": config, "name": name, **extra}
        if self.lets is not None or self.outputs:
            env = facts(env, self.definition.lets, base)
        else:
            for need in self.needs:
                env[need] = base[need]
        if self.question is not None and not self.question.surely(env):
            raise Doubt
        seen: Mapping[str, Any] = env
        return seen


def _places(definition: Definition) -> list[tuple[str, bool, str]] | None:
    """Members of the configuration that hold extension points: (member, whether a list, slot); None: elsewhere too."""
    places = []
    prefix = 0 if definition.slot == "document" else 1
    for tokens, slot in definition.schema_pass.slots:
        tail = tokens[prefix:]
        if tokens[:prefix] != ("configuration",)[:prefix] or len(tail) not in (1, 2) or tail[1:] not in ((), ("*",)):
            return None
        places.append((str(tail[0]), len(tail) == 2, slot))
    return places


class Resolved:
    """One extension point that its definition's schema accepts."""

    __slots__ = ("config", "inside", "name", "plan")

    def __init__(self, plan: Plan, name: str, config: Any, inside: dict[str, Any]) -> None:
        """Keep the plan, the configuration as rules see it, and the extension points inside by member."""
        self.plan = plan
        self.name = name
        self.config = config
        self.inside = inside

    @property
    def definition(self) -> Definition:
        """What claims it."""
        return self.plan.definition

    @property
    def facts(self) -> Definite:
        """The facts of the definition for this configuration."""
        if self.plan.facts is not None and not self.config:
            return self.plan.facts
        return facts_of(self.plan.definition, self.name, self.config)


def all_reads(inside: Mapping[str, Any]) -> set[str]:
    """The members of the document that judging extension points reads, at any depth; see `reads`."""
    found: set[str] = set()
    pending = list(inside.values())
    while pending:
        one = pending.pop()
        if one.__class__ is list:
            pending.extend(one)
        else:
            found |= one.plan.reads
            pending.extend(one.inside.values())
    return found


def reads(node: Node) -> set[str]:
    """The members of the document around it that an expression reads, beyond the rank; `*` is the whole document.

    What the grid hands on to a pipeline is told by the grid's own expressions; its counts follow from the shape.
    """
    found: set[str] = set()
    pending = [node]
    while pending:
        node = pending.pop()
        if (
            isinstance(node, Builtin)
            and node.function == "size"
            and _member_of(node.arguments[0], "document") == "shape"
        ):
            continue
        member = _member_of(node, "document")
        if member is not None:
            found.add(member)
        elif _member_of(node, "grid") == "lengths":
            continue
        elif isinstance(node, Name) and node.name in ("document", "grid"):
            found.add("*" if node.name == "document" else "shape")
        else:
            pending.extend(node.children())
    return found


def _member_of(node: Node, name: str) -> str | None:
    """The member that an expression selects of a name; None where it is something else."""
    if isinstance(node, Select) and isinstance(node.operand, Name) and node.operand.name == name:
        return node.field
    return None
