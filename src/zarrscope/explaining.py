"""What there is to say about a rule: the parts of an explanation, for whoever shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from zarrscope.cel import free_names, parse
from zarrscope.messages import pieces

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from zarrscope.rules import RuleText
    from zarrscope.ruleset import Ruleset
    from zarrscope.scope import Scope

PLACEHOLDER = "{message}"
STAGES = {1: "json", 2: "shape", 3: "consistency", 4: "resolve", 5: "cross-field"}


class Part(NamedTuple):
    """One part: a heading, and texts, expressions, a link, examples as data, or a place in a file."""

    title: str
    kind: Literal["text", "expression", "link", "example", "place"]
    values: tuple[Any, ...]


def parts(rule: RuleText, owner: Ruleset | None = None) -> Iterator[Part]:
    """The parts of the explanation of a rule, those left out about which nothing is said; `owner` holds the rule."""
    data, examples = rule.data, rule.examples
    shared = reads(rule, owner)["shared_let"]
    names = [f"{name} = {text}" for name, text in (*shared.items(), *data.get("let", {}).items())]
    each = [f"{name} of {text}" for name, text in data.get("each", {}).items()]
    place = f"{rule.file}:{rule.line}" if rule.file and rule.line else rule.file
    yield from _part("Says", "text", says(rule))
    yield from _part("Why", "text", rule.why)
    yield from _part("To put it right", "text", rule.hint)
    yield from _part("For each", "expression", *each)
    yield from _part("Only where", "expression", data.get("given"))
    yield from _part("Checks", "expression", rule.check)
    yield from _part("With", "expression", *names)
    yield from _part("Reports at", "text", data.get("at"))
    yield from _part("Fails", "example", *examples["fail"])
    yield from _part("Passes", "example", *examples["pass"])
    yield from _part("Specification", "link", rule.spec)
    yield from _part("Stands in", "place", place)


def _part(title: str, kind: Any, *values: Any) -> Iterator[Part]:
    known = tuple(value for value in values if value not in (None, ""))
    if known:
        yield Part(title, kind, known)


def heading(rule: RuleText) -> str:
    """The severity of a rule, and the stage of what the program itself finds."""
    stage = f", stage {rule.stage} ({STAGES[rule.stage]})" if rule.stage in STAGES else ""
    return f"{rule.severity}{stage}"


def says(rule: RuleText) -> str:
    """The message of a rule as its file has it, with expressions in braces."""
    return "(what the schema of the definition demands)" if rule.message == PLACEHOLDER else rule.message or ""


def owners(scope: Scope) -> Mapping[str, Ruleset]:
    """The file of rules that holds each rule, by the id of the rule."""
    return {text.id: rules for rules in (*scope.definitions(), *scope.pack_rules) for text in rules.texts}


def reads(rule: RuleText, owner: Ruleset | None) -> dict[str, Any]:
    """What a rule mentions: the names that its file shares, in the order of the file, and facts with their types."""
    if owner is None:
        return {"shared_let": {}, "facts": {}}
    data = rule.data
    own = {*data.get("each", {}), *data.get("let", {})}
    expressions = [*data.get("each", {}).values(), *data.get("let", {}).values(), data["check"]]
    expressions += [data["given"]] if "given" in data else []
    for template in (data.get("message"), data.get("hint"), data.get("at"), *listed(data.get("related", []))):
        expressions += [piece[0] for piece in pieces(template or "") if not isinstance(piece, str)]
    shared = owner.data.get("let", {})
    seen: set[str] = set()
    while expressions:
        new = _names_in(expressions.pop()) - own - seen
        seen |= new
        expressions += [shared[name] for name in new if name in shared]
    types = owner.compiler.names
    return {
        "shared_let": {name: text for name, text in shared.items() if name in seen},
        "facts": {name: types[name].name for name in sorted(seen - shared.keys())},
    }


def listed(related: str | list[str]) -> list[str]:
    """The places in `related`, be it one or several."""
    return [related] if isinstance(related, str) else related


def _names_in(expression: Any) -> frozenset[str]:
    return free_names(parse(expression)) if isinstance(expression, str) else frozenset()
