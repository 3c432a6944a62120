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
        "local",
        "needs",
        "outputs",
        "places",
        "question",
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
        self.local = all(reads_only_rank(program.node) for program in definition.programs())

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


def all_local(inside: Mapping[str, Any]) -> bool:
    """Whether extension points, at any depth, are judged by themselves and the rank of the array alone."""
    pending = list(inside.values())
    while pending:
        found = pending.pop()
        if found.__class__ is list:
            pending.extend(found)
        elif not found.plan.local:
            return False
        else:
            pending.extend(found.inside.values())
    return True


def reads_only_rank(node: Node) -> bool:
    """Whether an expression reads no more of the document around it than the rank of the array."""
    pending = [node]
    while pending:
        node = pending.pop()
        if isinstance(node, Builtin) and node.function == "size" and _is_shape(node.arguments[0]):
            continue
        if isinstance(node, Name) and node.name in ("document", "grid"):
            return False
        pending.extend(node.children())
    return True


def _is_shape(node: Node) -> bool:
    return (
        isinstance(node, Select)
        and node.field == "shape"
        and isinstance(node.operand, Name)
        and node.operand.name == "document"
    )
