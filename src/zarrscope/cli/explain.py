"""The command `explain`: say what a rule demands, why, and what puts it right."""

from __future__ import annotations

import sys
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from zarrscope.cli.arguments import Parser, add_scope, is_glob, load_scope
from zarrscope.cli.ruleids import suggestion
from zarrscope.cli.terminal import Paint, complain, visible, wants_colour, width_of
from zarrscope.explaining import Part, heading, owners, parts
from zarrscope.ruleids import all_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from zarrscope import Scope
    from zarrscope.rules import RuleText

ABOUT_A_PACK = (("version", "Version"), ("description", "Is for"), ("contact", "Contact"), ("extends", "Builds on"))


def run(argv: list[str]) -> int:
    """Explain one rule or one pack, or list the rules that a pattern matches; gives the exit status."""
    parser = Parser("explain", "Say what a rule demands, why, and what puts it right; or what a pack is for.")
    parser.add_argument(
        "rule",
        metavar="RULE",
        help="the id of a rule as `check` reports it, or the name of a pack; a pattern lists what it matches",
    )
    add_scope(parser)
    options = parser.parse_args(argv)
    options.pack += _built_in(options.rule)
    scope = load_scope(options)
    if is_glob(options.rule):
        return _list(scope, options.rule)
    paint, width = Paint(wants_colour(sys.stdout)), width_of(sys.stdout)
    for pack in scope.packs:
        if pack["name"] == options.rule:
            print("\n".join(_about_pack(pack, paint, width)))
            return _list(scope, f"{options.rule}/*", is_all=True)
    rule = scope.catalogue.rule(options.rule)
    if rule is None:
        complain(f"no such rule: {options.rule}{suggestion(scope, options.rule)}")
        return 2
    print("\n".join(_lines(rule, parts(rule, owners(scope).get(rule.id)), paint, width)))
    return 0


def _built_in(rule: str) -> list[str]:
    """The built-in pack that an id begins with."""
    from zarrscope.builtin import built_in_packs

    pack = rule.partition("/")[0]
    return [pack] if pack in built_in_packs() else []


def _list(scope: Scope, pattern: str, is_all: bool = False) -> int:
    from zarrscope.cli.rules import write_rules

    rules = sorted((rule for rule in all_rules(scope) if fnmatchcase(rule.id, pattern)), key=lambda rule: rule.id)
    if not rules and not is_all:
        complain(f"no rule matches {pattern}")
        return 2
    write_rules(rules)
    return 0


def _about_pack(pack: Mapping[str, Any], paint: Paint, width: int) -> Iterator[str]:
    yield f"{paint('strong', visible(pack['name']))}  {visible(pack.get('title', ''))}".rstrip()
    for key, title in ABOUT_A_PACK:
        value = pack.get(key)
        yield from _part(title, ", ".join(value) if isinstance(value, list) else value, paint, width)
    yield ""


def _lines(rule: RuleText, said: Iterator[Part], paint: Paint, width: int) -> Iterator[str]:
    stage = heading(rule).removeprefix(rule.severity)
    yield f"{paint('strong', visible(rule.id))}  {paint(rule.severity, rule.severity)}{stage}"
    for title, kind, values in said:
        if kind == "example":
            from zarrscope.cli.jsonlines import dumps

            yield from _part(title, dumps(values[0]), paint, width)
        else:
            yield from _part(title, "\n".join(values), paint, width)


def _part(title: str, text: str | None, paint: Paint, width: int) -> Iterator[str]:
    if not text:
        return
    from textwrap import wrap

    yield ""
    yield paint("strong", title)
    for line in text.splitlines():
        for row in wrap(visible(line), width - 2, break_long_words=False, break_on_hyphens=False) or [""]:
            yield f"  {row}"
