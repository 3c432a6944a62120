"""Resolving extension points: name to definition, envelope and configuration judged, at any depth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN
from zarrscope.definitions import captured
from zarrscope.envelope import open_envelope
from zarrscope.facts import Definite, facts_of
from zarrscope.identifiers import EXTENSIONS
from zarrscope.judgement import poke
from zarrscope.paths import keys, value_at, values_at
from zarrscope.problems import Severity

if TYPE_CHECKING:
    from zarrscope.definitions import Definition
    from zarrscope.judgement import Judgement
    from zarrscope.problems import Loc


# the node that an extension point stands in, its path from there, its slot, its container in Python, and its key there
Place = tuple["Node", "Loc", str, Any, Any]


class Node:
    """One extension point, or one document, as it was read.

    Attributes:
        raw: as written; `config` is the configuration as expressions see it, with resolved facts at nested slots.
        bare: an extension point written as a string, so that faults below are reported at the string.
        status: resolved, unclaimed or refused.
        children: nested extension points by their path from here.
        places: where they stand, before they are read.
    """

    __slots__ = ("_facts", "bare", "children", "config", "definition", "loc", "name", "places", "raw", "slot", "status")

    def __init__(self, slot: str, loc: Loc, raw: Any, name: str | None, definition: Definition | None) -> None:
        """Start with an empty configuration and no children."""
        self.slot = slot
        self.loc = loc
        self.raw = raw
        self.name = name
        self.definition = definition
        self.bare = raw.__class__ is str and slot in EXTENSIONS
        self.config: Any = {}
        self.status = "resolved"
        self.children: dict[Loc, Node] = {}
        self.places: list[Place] = []
        self._facts: Any = None

    @property
    def facts(self) -> Any:
        """The facts of the definition for this configuration; UNKNOWN where nothing claims the name."""
        if self._facts is None:
            self._facts = UNKNOWN if self.definition is None else facts_of(self.definition, self.name, self.config)
        return self._facts

    @property
    def kind(self) -> str | None:
        """The kind of a codec; None where it is unknown."""
        return None if self.definition is None else self.definition.kind

    def place(self, tokens: Loc) -> Loc:
        """Where a fault below this node is reported."""
        if self.bare:
            return self.loc
        if self.definition is not None and self.definition.captures and tokens[:1] == ("configuration",):
            return (*self.loc, "name")
        return self.loc + tokens

    def make_hole(self, tokens: Loc, root: Any) -> None:
        """Make what is at fault read as UNKNOWN, in the configuration as expressions see it and in the document."""
        if not self.bare and self.loc + tokens:
            poke(root, self.loc + tokens)
        if not tokens:
            self.raw = self.config = UNKNOWN
        elif tokens == ("configuration",):
            self.config = UNKNOWN
        elif tokens[:1] == ("configuration",):
            poke(self.config, tokens[1:])
        elif tokens and self.slot not in ("document",) and isinstance(self.raw, (dict, list)):
            poke(self.raw, tokens)
        if isinstance(self._facts, Definite):
            self._facts["config"] = self.config
            self._facts.forget()

    def list_at(self, path: Loc) -> list[Node] | None:
        """The nodes of a list of extension points inside; None where there is no list, or of something else."""
        value = self.raw
        for token in path:
            value = value.get(token) if isinstance(value, dict) else None
        if not isinstance(value, list):
            return None
        places = [(*path, index) for index in range(len(value))]
        return [self.children[place] for place in places] if self.children.keys() >= set(places) else None

    def member(self, name: str) -> Node | None:
        """The extension point that is the member of this name."""
        return self.children.get((name,))

    def nested(self) -> list[Node]:
        """The extension points directly inside, in order."""
        return list(self.children.values())

    def values_at(self, pattern: Loc) -> list[tuple[Loc, Any]]:
        """The values at a path pattern, with their paths."""
        return values_at(self.raw, pattern)


def resolve(judgement: Judgement, document: Node) -> None:
    """Resolve every extension point of a document, at any depth."""
    _resolve_all(judgement, _places(document))


def _resolve_all(judgement: Judgement, pending: list[Place]) -> None:
    while pending:
        parent, tokens, slot, container, key = pending.pop()
        node = _read(judgement, container[key], slot, parent.loc + tokens)
        parent.children[tokens] = node
        judgement.nodes.append(node)
        pending.extend(node.places)
        if parent.slot != "document":
            container[key] = node.facts


def resolve_one(judgement: Judgement, raw: Any, slot: str) -> Node:
    """Resolve one extension point that stands alone, and everything below it."""
    node = _read(judgement, raw, slot, ())
    judgement.nodes.append(node)
    _resolve_all(judgement, node.places)
    return node


def _read(judgement: Judgement, raw: Any, slot: str, loc: Loc) -> Node:
    if raw is UNKNOWN:
        node = Node(slot, loc, raw, None, None)
        node.status = "refused"
        return node
    accepted = judgement.scope.quick.accepted(slot, raw) if judgement.brief else None
    if accepted is not None:
        return _as_accepted(raw, slot, loc, accepted)
    envelope = open_envelope(judgement, raw, slot, loc)
    definition = None if envelope.name is None else judgement.scope.find(slot, envelope.name)
    node = Node(slot, loc, raw, envelope.name, definition)
    if envelope.refused:
        node.status = "refused"
    if definition is None:
        if envelope.name is not None and not envelope.misnamed:
            node.status = "refused" if envelope.refused else "unclaimed"
            judgement.claim_nothing(loc, slot, envelope.name, judgement.scope.names(slot))
        return node
    _judge_configuration(judgement, node)
    return node


def _as_accepted(raw: Any, slot: str, loc: Loc, definition: Definition) -> Node:
    """An extension point of which the schema accepts all."""
    if raw.__class__ is str:
        return Node(slot, loc, raw, raw, definition)
    node = Node(slot, loc, raw, raw["name"], definition)
    node.config = raw.get("configuration", {})
    if definition.slots:
        node.places = _places(node)
    return node


def _judge_configuration(judgement: Judgement, node: Node) -> None:
    definition = node.definition
    assert definition is not None
    assert node.name is not None
    if node.bare:
        written: Any = {"name": definition.name}
    else:
        written = node.raw if definition.name == node.name else {**node.raw, "name": definition.name}
        node.config = node.raw.get("configuration", {})
    if definition.captures:
        written = {"name": node.name, "configuration": captured(definition, node.name)}
        if node.config is not UNKNOWN and node.config != {}:
            judgement.say_engine(
                "envelope/unexpected-member", (*node.loc, "configuration"), what=f"{node.name} has no configuration"
            )
        node.config = written["configuration"]
    core_name = definition.status == "core" and node.name not in definition.aliases
    if node.slot == "data_type" and core_name and not node.bare:
        judgement.say_engine("envelope/object-form", node.loc, found=node.name)
    severity = definition.aliases.get(node.name)
    if severity is not None and severity != "ok":
        text = judgement.scope.catalogue.text("envelope/alias")
        where = node.place(("name",))
        judgement.say(text, where, severity=Severity(severity), found=node.name, name=definition.name)
    if definition.slots and not node.bare:
        node.places = _places(node)
    for violation in definition.schema_pass.violations(written):
        tokens = violation.loc
        text = judgement.scope.catalogue.violation(definition, violation.word)
        message = violation.message
        if definition.captures and len(tokens) == 2:
            message = message.replace(str(tokens[1]), f'the number in "{node.name}"', 1)
        if node.bare and tokens == ("configuration",):
            message = f"{node.name} needs a configuration"
        hint = definition.hint(tokens, value_at(written, tokens)) or violation.hint
        if judgement.say(text, node.place(tokens), message, kind=violation.kind, stage=4, hint=hint):
            if written is not node.raw and not definition.captures:
                poke(written, tokens)
            node.make_hole(tokens, judgement.root)


def _places(node: Node) -> list[Place]:
    """The places of the extension points directly inside, last first; the configuration becomes a view of its own."""
    found: list[Place] = []
    assert node.definition is not None
    tree = node.definition.slots
    if node.slot == "document":
        _look(node, node.raw, tree, (), found, copying=False)
    elif isinstance(node.config, (dict, list)) and isinstance(tree.get("configuration"), dict):
        node.config = _look(node, node.config, tree["configuration"], ("configuration",), found, copying=True)
    found.reverse()
    return found


def _look(node: Node, value: Any, tree: Any, tokens: Loc, found: list[Any], *, copying: bool) -> Any:
    if not isinstance(value, (dict, list)):
        return value
    out = value.copy() if copying else value
    for token, below in tree.items():
        for key in keys(value, token):
            here = (*tokens, key)
            if isinstance(below, str):
                found.append((node, here, below, out, key))
            else:
                out[key] = _look(node, value[key], below, here, found, copying=copying)
    return out
