"""The command `explain`: say what a rule demands, why, and what puts it right."""

from __future__ import annotations

import sys
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from zarrscope.cli.arguments import Parser, add_scope, is_glob, load_scope
from zarrscope.cli.ruleids import all_rules, says, suggestion
from zarrscope.cli.terminal import Paint, complain, visible, wants_colour, width_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zarrscope import Scope
    from zarrscope.rules import RuleText

STAGES = {1: "json", 2: "shape", 3: "consistency", 4: "resolve", 5: "cross-field"}


def run(argv: list[str]) -> int:
    """Explain one rule, or list those that a pattern matches; gives the exit status."""
    parser = Parser("explain", "Say what a rule demands, why, and what puts it right.")
    parser.add_argument(
        "rule", metavar="RULE", help="the id of a rule as `check` reports it; a pattern lists what it matches"
    )
    add_scope(parser)
    options = parser.parse_args(argv)
    scope = load_scope(options)
    if is_glob(options.rule):
        return _list(scope, options.rule)
    rule = scope.rule(options.rule)
    if rule is None:
        complain(f"no such rule: {options.rule}{suggestion(scope, options.rule)}")
        return 2
    print("\n".join(_lines(rule, Paint(wants_colour(sys.stdout)), width_of(sys.stdout))))
    return 0


def _list(scope: Scope, pattern: str) -> int:
    from zarrscope.cli.rules import write_rules

    rules = sorted((rule for rule in all_rules(scope) if fnmatchcase(rule.id, pattern)), key=lambda rule: rule.id)
    if not rules:
        complain(f"no rule matches {pattern}")
        return 2
    write_rules(rules)
    return 0


def _lines(rule: RuleText, paint: Paint, width: int) -> Iterator[str]:
    stage = f", stage {rule.stage} ({STAGES[rule.stage]})" if rule.stage in STAGES else ""
    yield f"{paint('strong', visible(rule.id))}  {paint(rule.severity, rule.severity)}{stage}"
    examples = rule.examples or {}
    parts = [
        ("Says", says(rule)),
        ("Why", rule.why),
        ("To put it right", rule.hint),
        ("Checks", rule.check),
        ("Specification", rule.spec),
        ("Stands in", f"{rule.file}:{rule.line}" if rule.file and rule.line else rule.file),
    ]
    for title, text in parts[:4]:
        yield from _part(title, text, paint, width)
    for title, key in (("Fails", "fail"), ("Passes", "pass")):
        if examples.get(key):
            from zarrscope.cli.jsonlines import dumps

            yield from _part(title, dumps(examples[key][0]), paint, width)
    for title, text in parts[4:]:
        yield from _part(title, text, paint, width)


def _part(title: str, text: str | None, paint: Paint, width: int) -> Iterator[str]:
    if not text:
        return
    from textwrap import wrap

    yield ""
    yield paint("strong", title)
    for line in text.splitlines():
        for row in wrap(visible(line), width - 2, break_long_words=False, break_on_hyphens=False) or [""]:
            yield f"  {row}"
