"""The command `rules`: list the rules of a scope."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from zarrscope.cli.arguments import Parser, add_scope, load_scope
from zarrscope.cli.listing import write_columns, write_json
from zarrscope.cli.ruleids import suggestion
from zarrscope.cli.terminal import complain
from zarrscope.explaining import listed, owners, reads, says
from zarrscope.rules import Rule

if TYPE_CHECKING:
    from zarrscope.rules import RuleText
    from zarrscope.ruleset import Ruleset


def run(argv: list[str]) -> int:
    """List the rules that the arguments ask for; gives the exit status."""
    parser = Parser(
        "rules",
        "List the rules of a scope. What a definition's schema demands is reported under the definition's own ids,\n"
        "such as codec/NAME/invalid-value; those are not listed, `zarrscope explain` knows them.",
    )
    parser.add_argument("pattern", nargs="?", default="*", metavar="ID", help="an id, or a pattern such as 'codec/*'")
    add_scope(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    options = parser.parse_args(argv)
    scope = load_scope(options)
    rules = sorted(
        (rule for rule in scope.catalogue.rules() if fnmatchcase(rule.id, options.pattern)),
        key=lambda rule: rule.id,
    )
    if not rules:
        complain(f"no such rule: {options.pattern}{suggestion(scope, options.pattern)}")
        return 2
    if options.format == "json":
        known = owners(scope)
        write_json([to_dict(rule, known.get(rule.id)) for rule in rules])
    else:
        write_rules(rules)
    return 0


def write_rules(rules: list[RuleText]) -> None:
    """Write one line a rule: id, severity, message."""
    write_columns([(rule.id, rule.severity, says(rule)) for rule in rules])


def to_dict(rule: RuleText, owner: Ruleset | None) -> dict[str, Any]:
    """Give everything about a rule as plain JSON, so that an engine in another language can run it.

    `owner` is the file that holds the rule; None where the program itself finds what the rule is about.
    """
    compiled = None if owner is None else Rule(rule, owner.compiler)
    return {
        "id": rule.id,
        "about": None if owner is None else owner.about,
        "severity": rule.severity,
        "kind": rule.kind,
        "stage": rule.stage if compiled is None else compiled.stage,
        "message": rule.message,
        "hint": rule.hint,
        "why": rule.why,
        "spec": rule.spec,
        "each": rule.data.get("each", {}),
        "given": rule.data.get("given"),
        "let": rule.data.get("let", {}),
        "check": rule.check,
        "at": rule.data.get("at", ""),
        "related": listed(rule.data.get("related", [])),
        **reads(rule, owner),
        "examples": rule.examples,
        "file": str(rule.file) if rule.file is not None else None,
        "line": rule.line,
    }
