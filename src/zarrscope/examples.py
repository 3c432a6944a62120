"""The examples that every rule carries: what it passes, and what it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope import cel
from zarrscope.cel import UNKNOWN, EvaluationError
from zarrscope.context import document_facts
from zarrscope.facts import CODEC_FACTS, Facts, facts
from zarrscope.judgement import Judgement
from zarrscope.messages import literal_token
from zarrscope.packfacts import PACK_FACTS
from zarrscope.packjudging import ToldNode
from zarrscope.problems import pointer
from zarrscope.reading import read_value
from zarrscope.resolving import Node, resolve, resolve_one

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping

    from zarrscope.rules import Rule
    from zarrscope.ruleset import Ruleset
    from zarrscope.scope import Scope

EXAMPLE_STEPS = 5_000_000
PARTIAL = ("chunk", "grid")
AS_WRITTEN = frozenset(("name", "configuration"))


class _Partial(dict[str, Any]):
    """Facts of which an example gives some; the others are unknown."""

    def __missing__(self, name: str) -> Any:
        return UNKNOWN

    def __contains__(self, name: object) -> bool:
        return True


def judge_examples(
    ruleset: Ruleset, but: Container[str] = (), meter: cel.Meter | None = None
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What is wrong with the examples of the rules of a file: path below `rules`, and why.

    The rules named in `but` are left out. `meter` is what all examples may take together.
    """
    meter = meter or cel.Meter(EXAMPLE_STEPS)
    for rule in ruleset.all_rules:
        name = rule.text.id.rpartition("/")[2]
        for word in ("pass", "fail"):
            for index, example in enumerate(rule.text.examples[word]) if name not in but else ():
                fault = fault_of(rule, facts_of_example(ruleset, example, meter), word, example)
                if fault is not None:
                    yield (name, word, index), fault


def fault_of(rule: Rule, env: Facts, word: str, example: Mapping[str, Any]) -> str | None:
    """Why an example that gives these facts is no example of what `word` (pass, fail) says; None where it is one."""
    at_fault: list[str] = []
    try:
        for item in rule.items(env):
            verdict = UNKNOWN if item is None else rule.holds(item)
            if item is None or verdict is UNKNOWN:
                return "the example leaves the rule undecided: give every fact that it reads"
            if not verdict:
                rule.message(item)
                fixed = rule.at in ("chunk", "fill", "+1")
                at_fault.append(rule.at if fixed else pointer(rule.target(rule.at.removeprefix("/"), item))[1:])
    except EvaluationError as error:
        return f"the rule cannot be evaluated on the example: {error}"
    if word == "pass":
        return f"the rule fails this example, at {', '.join(map(repr, at_fault))}" if at_fault else None
    if not at_fault:
        return "the rule passes this example"
    expected = example.get("at")
    if expected is not None and _normal(expected) not in map(_normal, at_fault):
        return f"the rule fails this example at {', '.join(map(repr, at_fault))}, not at {expected!r}"
    return None


def _normal(target: str) -> str:
    return (
        target if target == "+1" else pointer(literal_token(token) for token in target.strip("/").split("/") if token)
    )


def facts_of_example(ruleset: Ruleset, example: Mapping[str, Any], meter: cel.Meter) -> Facts:
    """The facts that an example gives; all others are unknown. `meter` is what evaluating may take.

    Where the rules are about a document, what the example's `document` resolves to is known as well.
    """
    values: dict[str, Any] = dict.fromkeys(ruleset.scope.declarations.names(ruleset), UNKNOWN)
    values["@meter"] = meter
    values["name"] = ruleset.name
    values["config"] = {}
    for name in (*CODEC_FACTS, "axes", *PACK_FACTS):
        values.pop(name, None)
    parent = None
    if ruleset.of_pack and ruleset.slot == "document":
        parent = _facts_of_document(ruleset, example.get("document", {}))
        for name in parent.lazy:
            values.pop(name, None)
    for name, value in example.items():
        if name != "at":
            values[name] = _given(ruleset.scope, name, value)
    lazy: dict[str, Callable[[Any], Any]] = {**dict.fromkeys(CODEC_FACTS, _unknown), **ruleset.own_lets}
    if parent is None:
        lazy |= {**dict.fromkeys(PACK_FACTS, _unknown), "axes": _axes, "written": _document}
        lazy |= {"problems": _nothing, "unclaimed": _nothing}
    return facts(values, lazy, parent)


def _facts_of_document(ruleset: Ruleset, document: Any) -> Facts:
    judgement = Judgement(ruleset.scope, read_value(document), notes=False)
    kind = ruleset.name or document.get("node_type", "array")
    definition = ruleset.scope.find("document", kind)
    node = Node("document", (), judgement.root, kind, definition)
    if definition is not None:
        resolve(judgement, node)
    told = ToldNode(judgement, node, None)
    return document_facts(judgement.root, node.member, told)


def _given(scope: Scope, name: str, value: Any) -> Any:
    """A fact as an example gives it; what a document would write stands for what that resolves to."""
    if name == "axes" and isinstance(value, int):
        return list(range(value))  # their number stands for the list
    if name == "data_type":
        return _resolved(scope, name, value)
    if name in ("codecs", "before", "after") and isinstance(value, list):
        return [_resolved(scope, "codec", item) for item in value]
    if name in PARTIAL:
        return _Partial({key: _given(scope, key, item) for key, item in value.items()})
    return value


def _resolved(scope: Scope, slot: str, value: Any) -> Any:
    written = isinstance(value, str) or (isinstance(value, dict) and value.keys() == AS_WRITTEN)
    if not written:
        return value
    judgement = Judgement(scope, read_value(value), notes=False)
    return resolve_one(judgement, judgement.root, slot).facts


def _unknown(_: Facts) -> Any:
    return UNKNOWN


def _nothing(_: Facts) -> Any:
    return []


def _document(env: Facts) -> Any:
    return env.get("document", UNKNOWN)


def _axes(env: Facts) -> Any:
    document = _document(env)
    shape = document.get("shape", UNKNOWN) if isinstance(document, dict) else UNKNOWN
    return list(range(len(shape))) if isinstance(shape, list) else UNKNOWN
