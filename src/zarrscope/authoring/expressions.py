"""The expressions of a file of rules, each with where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope import cel
from zarrscope.cel.write import write
from zarrscope.messages import pieces
from zarrscope.rulechecking import FIXED, related_places

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from zarrscope.rules import Rule
    from zarrscope.ruleset import Ruleset

LONGEST = 60

Path = tuple[str | int, ...]
Placed = tuple[Path, cel.Node]


def of_rule(rule: Rule) -> list[Placed]:
    """What a rule is judged by: `check` and `given`, then its own names and lists."""
    given = [(("given",), rule.given.node)] if rule.given is not None else []
    lets: list[Placed] = [(("let", name), program.node) for name, program in rule.lets.items()]
    each: list[Placed] = [(("each", name), program.node) for name, program in rule.each.items()]
    return [(("check",), rule.check.node), *given, *lets, *each]


def of_texts(data: Mapping[str, Any]) -> Iterator[cel.Node]:
    """The expressions within the message, the hint and the pointers of a rule."""
    templates = [data.get("message", ""), data.get("hint", ""), *(target for target, _ in related_places(data))]
    if data.get("at", "") not in FIXED:
        templates.append(data.get("at", ""))
    for template in templates:
        for piece in pieces(template):
            if not isinstance(piece, str):
                yield cel.parse(piece[0])


def shared(ruleset: Ruleset) -> dict[str, cel.Node]:
    """The names that a file shares; a number or the like stands for itself."""
    lets = ruleset.data.get("let", {})
    return {name: cel.parse(source) for name, source in lets.items() if isinstance(source, str)}


def beside_rules(ruleset: Ruleset) -> Iterator[cel.Node]:
    """The expressions of a file that stand neither in `let` nor in a rule."""
    data = ruleset.data
    sources: list[Any] = [data.get("facts", {}), data.get("output", {}), data.get("scalars", {}), data.get("fill", {})]
    sources += data.get("pipelines", {}).values()
    texts = [text for source in sources for text in source.values() if isinstance(text, str)]
    for text in (*texts, data.get("size", "static")):
        try:
            yield cel.parse(text)
        except cel.ParseError:  # a word such as `bytes`; what should be an expression was checked before
            continue


def short(node: cel.Node) -> str:
    """An expression as text, for a message."""
    text = write(node)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def walk(node: cel.Node) -> Iterator[cel.Node]:
    """A node and all below it, in the order of the text as far as it goes."""
    yield node
    for child in node.children():
        yield from walk(child)
