"""The examples that every rule carries: what it passes, and what it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN, EvaluationError
from zarrscope.facts import CODEC_FACTS, Facts, facts
from zarrscope.messages import literal_token
from zarrscope.problems import pointer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from zarrscope.definitions import Definition
    from zarrscope.rules import Rule

PARTIAL = ("chunk", "grid")


class _Partial(dict[str, Any]):
    """Facts of which an example gives some; the others are unknown."""

    def __missing__(self, name: str) -> Any:
        return UNKNOWN

    def __contains__(self, name: object) -> bool:
        return True


def judge_examples(definition: Definition) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What is wrong with the examples of a definition's rules: path below `rules`, and why."""
    for rule in definition.all_rules:
        name = rule.text.id.rpartition("/")[2]
        for word in ("pass", "fail"):
            for index, example in enumerate(rule.text.examples[word]):
                fault = _judge(definition, rule, word, example)
                if fault is not None:
                    yield (name, word, index), fault


def _judge(definition: Definition, rule: Rule, word: str, example: Mapping[str, Any]) -> str | None:
    env = facts_of_example(definition, example)
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


def facts_of_example(definition: Definition, example: Mapping[str, Any]) -> Facts:
    """The facts that an example gives; all others are unknown."""
    values: dict[str, Any] = dict.fromkeys(definition.scope.declarations.names(definition), UNKNOWN)
    values["name"] = definition.name
    values["config"] = {}
    for lazy in (*CODEC_FACTS, "axes"):
        if lazy not in example:
            values.pop(lazy, None)
    for name, value in example.items():
        if name != "at":
            values[name] = _Partial(value) if name in PARTIAL else value
    if isinstance(example.get("axes"), int):
        values["axes"] = list(range(example["axes"]))  # their number stands for the list
    lazy_facts = {**dict.fromkeys(CODEC_FACTS, _unknown), **definition.own_lets, "axes": _axes}
    return facts(values, lazy_facts)


def _unknown(_: Facts) -> Any:
    return UNKNOWN


def _axes(env: Facts) -> Any:
    document = env.get("document", UNKNOWN)
    shape = document.get("shape", UNKNOWN) if isinstance(document, dict) else UNKNOWN
    return list(range(len(shape))) if isinstance(shape, list) else UNKNOWN
