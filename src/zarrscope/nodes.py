"""Judging a node's document: its shape, its members, what they resolve to, and the rules across them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN
from zarrscope.chunks import Chunk
from zarrscope.context import document_facts
from zarrscope.envelope import json_type
from zarrscope.facts import Facts, facts
from zarrscope.judgement import poke
from zarrscope.judging import judge, warn_overflow
from zarrscope.packjudging import ToldNode, judge_packs
from zarrscope.paths import child_path, value_at
from zarrscope.pipeline import Walk, judge_scalars
from zarrscope.problems import Severity
from zarrscope.reporting import ordered
from zarrscope.resolving import Node, resolve, resolve_one
from zarrscope.schemas.excerpt import show as excerpt

if TYPE_CHECKING:
    from zarrscope.judgement import Judgement, Mark
    from zarrscope.problems import Loc
    from zarrscope.reading import Fault

# a document, where it stands in the outermost one, and the path of its node
Place = tuple[Any, "Loc", str | None]


def judge_document(judgement: Judgement, is_format_2: bool) -> None:
    """Judge the whole document, all five stages; `is_format_2` where its key says that it is of format 2."""
    reading = judgement.reading
    for fault in reading.faults:
        _say_lexical(judgement, fault, is_format_2)
    if not reading.readable:
        return
    root = judgement.root
    if not isinstance(root, dict):
        judgement.say_engine("envelope/document", (), found=json_type(root))
        return
    if is_format_2:
        judgement.say_engine("envelope/format-2", ())
        return
    waiting: list[Place] = [(root, (), judgement.path)]
    while waiting:
        waiting.extend(_judge_node(judgement, *waiting.pop()))
    for loc, token in judgement.overflows.items():
        warn_overflow(judgement, loc, token)


def judge_field(judgement: Judgement, slot: str) -> None:
    """Judge one extension point that stands alone: nothing is known of the document around it."""
    for fault in judgement.reading.faults:
        _say_lexical(judgement, fault, False)
    if not judgement.reading.readable:
        return
    node = resolve_one(judgement, judgement.root, slot)
    base = document_facts(UNKNOWN, lambda _: None)
    _judge_nodes(judgement, judgement.nodes, base)
    if slot == "codec" and node.definition is not None:
        walk = Walk(judgement, base)
        walk.codec(node, UNKNOWN, 0, Chunk.unknown(), UNKNOWN)
        walk.finish()
    judge_packs(judgement, judgement.judged)


def _judge_node(judgement: Judgement, raw: Any, loc: Loc, path: str | None) -> list[Place]:
    """Judge one document, the outermost or a nested one; the documents inside it."""
    if not isinstance(raw, dict):
        if raw is not UNKNOWN:
            judgement.say_engine("envelope/document", loc, found=json_type(raw))
        return []
    if loc and judgement.brief:
        known = judgement.scope.quick.known(value_at(judgement.reading.value, loc), path)
        if known is not None and judgement.take(known.below(loc)):
            return []
    zarr_format = raw.get("zarr_format")
    if zarr_format.__class__ is int and zarr_format == 2:
        judgement.say_engine("envelope/format-2", (*loc, "zarr_format"))
        return []
    mark = judgement.mark()
    kind = _kind(judgement, raw, loc)
    if not loc:
        judgement.node_type = kind
    judgement.start = loc
    definition = judgement.scope.find("document", kind)
    if definition is None:
        raise LookupError(f"the scope has no document {kind}")
    node = Node("document", loc, raw, kind, definition)
    _judge_shape(judgement, node)
    fields = _judge_extra_members(judgement, node)
    first = len(judgement.nodes)
    told = ToldNode(judgement, node, path)
    base = document_facts(raw, node.member, told)
    judgement.judged = []
    judge(judgement, node, base, definition.rules(judgement.notes, early=True))
    resolve(judgement, node)
    _judge_nodes(judgement, judgement.nodes[first:], base)
    judge(judgement, node, base, definition.rules(judgement.notes))
    judge_scalars(judgement, node, base)
    Walk(judgement, base).run(node, base, Chunk.start({"independent": True}))
    inside: list[tuple[Any, Loc]] = []
    for field in fields:
        inside.extend(_judge_field_definition(judgement, field, base))
    if judgement.scope.pack_rules:
        judge_packs(judgement, [(node, document_facts(raw, node.member, told)), *judgement.judged])
    if judgement.brief and not inside and judgement.scope.quick.is_worth_learning():
        _learn(judgement, [node, *fields, *judgement.nodes[first:]], mark)
    return [(value, below, child_path(path, below)) for value, below in inside]


def _learn(judgement: Judgement, nodes: list[Node], mark: Mark) -> None:
    """Remember what was found in a document, the first node, unless it is the text that is at fault."""
    document = nodes[0]
    findings = judgement.since(mark, document.loc)
    if findings is not None and not judgement.reading.faults:
        as_read = value_at(judgement.reading.value, document.loc)
        definitions = {node.definition for node in nodes if node.definition is not None}
        judgement.scope.quick.learn(
            as_read, definitions, findings._replace(found=tuple(ordered(findings.found, as_read)))
        )


def _kind(judgement: Judgement, raw: dict[str, Any], loc: Loc) -> str:
    """Which kind of document this is; where it does not say so, what its members are those of."""
    node_type = raw.get("node_type", UNKNOWN)
    if node_type.__class__ is str and judgement.scope.find("document", node_type) is not None:
        return str(node_type)
    if node_type is not UNKNOWN:
        kinds = [definition.name for definition in judgement.scope.definitions() if definition.slot == "document"]
        wanted = " or ".join(f'"{kind}"' for kind in kinds)
        where = (*loc, "node_type")
        judgement.say_engine("envelope/node-type", where, wanted=wanted, found=excerpt(node_type))
        raw["node_type"] = UNKNOWN
    return "array" if "shape" in raw or "data_type" in raw else "group"


def _judge_shape(judgement: Judgement, node: Node) -> None:
    definition = node.definition
    assert definition is not None
    for violation in definition.schema_pass.violations(node.raw):
        text = judgement.scope.catalogue.violation(definition, violation.word)
        loc = node.loc + violation.loc
        hint = definition.hint(violation.loc, value_at(node.raw, violation.loc)) or violation.hint
        message = violation.message
        if not violation.loc and node.name is not None:
            message = message.replace("the value", node.name, 1)
        if judgement.say(text, loc, message, kind=violation.kind, stage=2, hint=hint):
            node.make_hole(violation.loc, judgement.root)


def _judge_extra_members(judgement: Judgement, node: Node) -> list[Node]:
    """List members that no definition claims; the nodes of those that one does, attributes included."""
    definition = node.definition
    assert definition is not None
    known = definition.members
    slot = f"{definition.name}_field"
    claimed: list[Node] = []
    for member, value in node.raw.items():
        if member in known or value is UNKNOWN:
            continue
        found = judgement.scope.find(slot, member)
        if found is not None:
            claimed.append(Node(slot, (*node.loc, member), value, member, found))
        elif isinstance(value, dict) and value.get("must_understand") is False:
            judgement.say_engine("envelope/passed-over-member", (*node.loc, member), found=member)
        else:
            judgement.claim_nothing((*node.loc, member), slot, member, [*known, *judgement.scope.names(slot)])
    attributes = node.raw.get("attributes")
    if judgement.scope.has_attributes and isinstance(attributes, dict):
        for name, value in attributes.items():
            found = judgement.scope.find("attribute", name)
            if found is not None and value is not UNKNOWN:
                claimed.append(Node("attribute", (*node.loc, "attributes", name), value, name, found))
    return claimed


def _judge_field_definition(judgement: Judgement, node: Node, base: Facts) -> list[tuple[Any, Loc]]:
    """Judge an extra member or an attribute by its definition; the documents inside it."""
    definition = node.definition
    assert definition is not None
    _judge_shape(judgement, node)
    env = facts({"value": node.raw}, definition.lets, base)
    judge(judgement, node, env, definition.rules(judgement.notes), question=definition.question)
    judgement.judges(node, env)
    return [(value, node.loc + tokens) for pattern in definition.documents for tokens, value in node.values_at(pattern)]


def _judge_nodes(judgement: Judgement, nodes: list[Node], base: Facts) -> None:
    """Judge what was resolved, codecs aside; what is inside comes first, as its facts are read outside."""
    for node in reversed(nodes):
        definition = node.definition
        if definition is None or node.slot == "codec":
            continue
        rules = definition.rules(judgement.notes)
        if not rules and not judgement.scope.pack_rules:
            continue
        env = facts({"config": node.config, "name": node.name}, definition.lets, base)
        if node.slot == "data_type":
            env["data_type"] = node.facts
        judge(judgement, node, env, rules, question=definition.question)
        judgement.judges(node, env)


def _say_lexical(judgement: Judgement, fault: Fault, is_attributes: bool) -> None:
    rule = {"duplicate-member": "json/duplicate-key"}.get(fault.code, f"json/{fault.code}")
    text = judgement.scope.catalogue.text(rule)
    member = _member(judgement, fault.loc)
    if fault.code == "number-overflow" and member == "fill_value":
        judgement.overflows[fault.loc] = fault.detail
        return
    severity = None
    if "attributes" in text.data and (is_attributes or member == "attributes"):
        severity = Severity(text.data["attributes"])
    error = judgement.say(text, fault.loc, severity=severity, offset=fault.offset, detail=fault.detail)
    if fault.loc and (error or fault.code == "integer-digits"):
        poke(judgement.root, fault.loc)


def _member(judgement: Judgement, loc: Loc) -> str | int | None:
    """The member of the innermost document that a place lies in."""
    found = True
    while found:
        found = False
        for pattern in judgement.scope.nested_documents:
            size = len(pattern)
            if len(loc) > size and all(want in (token, "*") for token, want in zip(loc, pattern, strict=False)):
                loc, found = loc[size:], True
    return loc[0] if loc else None
