"""Pages about the rules of a pack, in Markdown: an index, and one for each rule."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

from zarrscope.explaining import heading, parts, says
from zarrscope.identifiers import encoded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from zarrscope.authoring.inspection import Inspection
    from zarrscope.explaining import Part
    from zarrscope.rules import RuleText
    from zarrscope.ruleset import Ruleset

MARK = "<!-- written by `zarrscope pack docs` -->"
INDEX = "README.md"
MARKUP = frozenset("\\`*_[]<>|~&")
LINK = re.compile(r"https?://[A-Za-z0-9._~:/?#@!$&*+,;=%-]+")
LINE_BREAKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def pages(inspection: Inspection) -> dict[str, str]:
    """The pages by their file names."""
    rules = [(text, checker.ruleset) for checker in inspection.files for text in checker.ruleset.texts]
    inside = os.path.join(inspection.folder, "")
    found = {file_name(text.id): _page(text, owner, inside) for text, owner in rules}
    found[INDEX] = _index(inspection.loaded.pack or {"name": inspection.name}, [text for text, _ in rules])
    return found


def file_name(rule: str) -> str:
    """The file of the page about a rule."""
    return f"{'-'.join(map(encoded, rule.split('/')))}.md"


def _index(pack: Mapping[str, Any], rules: Iterable[RuleText]) -> str:
    lines = [MARK, "", f"# {escaped(pack.get('title', pack['name']))}", ""]
    if "description" in pack:
        lines += [escaped(pack["description"]), ""]
    facts = {
        "pack": pack["name"],
        "version": pack.get("version"),
        "authors": ", ".join(pack.get("authors", ())),
        "contact": pack.get("contact"),
        "builds on": ", ".join(pack.get("extends", ())),
    }
    lines += [f"* {title}: {escaped(value)}" for title, value in facts.items() if value]
    lines += ["", "| rule | severity | says |", "|---|---|---|"]
    for rule in rules:
        link = f"[{escaped(rule.id)}]({file_name(rule.id)})"
        lines.append(f"| {link} | {rule.severity} | {escaped(says(rule))} |")
    return "\n".join(lines) + "\n"


def _page(rule: RuleText, owner: Ruleset, inside: str) -> str:
    lines = [MARK, "", f"# {escaped(rule.id)}", "", f"*{heading(rule)}*, in [the rules of this pack]({INDEX})", ""]
    for part in parts(rule, owner):
        lines += [f"## {part.title}", "", *_body(part, inside), ""]
    return "\n".join(lines[:-1]) + "\n"


def _body(part: Part, inside: str) -> Iterator[str]:
    if part.kind == "example":
        for index, example in enumerate(part.values):
            if index:
                yield ""
            yield from _block(json.dumps(example, indent=2, ensure_ascii=False), "json")
    elif part.kind == "expression":
        yield from _block("\n".join(part.values))
    elif part.kind == "place":
        yield code(part.values[0].removeprefix(inside))
    elif part.kind == "link":
        yield link(part.values[0])
    else:
        yield "\n\n".join(map(escaped, part.values))


def _block(text: str, language: str = "") -> Iterator[str]:
    """A block of code; the fence is longer than any run of backticks in it."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    yield fence + language
    yield from map(printable, text.split("\n"))
    yield fence


def code(text: str) -> str:
    """A piece of code within a line."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if longest else ""
    return f"{fence}{padding}{printable(text)}{padding}{fence}"


def link(target: str) -> str:
    """A link to a page of the web; anything else is text."""
    return f"<{target}>" if LINK.fullmatch(target) else escaped(target)


def escaped(text: str) -> str:
    """A text on one line in which nothing is markup."""
    line = LINE_BREAKS.sub(" ", str(text)).strip()
    line = "".join(f"\\{char}" if char in MARKUP else char for char in line if char.isprintable())
    return re.sub(r"^(?=[#+=-])|^(\d+)(?=[.)](?:\s|$))", lambda match: f"{match[1] or ''}\\", line)


def printable(text: str) -> str:
    """A line of code without what does not print."""
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)
