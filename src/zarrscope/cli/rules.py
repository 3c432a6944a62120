"""The command `rules`: list the rules of a scope."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from zarrscope.cli.arguments import Parser, UsageError, add_scope, load_scope
from zarrscope.cli.listing import write_columns, write_json
from zarrscope.cli.ruleids import says, suggestion
from zarrscope.cli.terminal import complain

if TYPE_CHECKING:
    from zarrscope.rules import RuleText


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
    try:
        scope = load_scope(options.scope, options.pack)
    except UsageError as error:
        complain(str(error))
        return 2
    rules = sorted(
        (rule for rule in scope.rules() if fnmatchcase(rule.id, options.pattern)),
        key=lambda rule: rule.id,
    )
    if not rules:
        complain(f"no such rule: {options.pattern}{suggestion(scope, options.pattern)}")
        return 2
    if options.format == "json":
        write_json([to_dict(rule) for rule in rules])
    else:
        write_rules(rules)
    return 0


def write_rules(rules: list[RuleText]) -> None:
    """Write one line a rule: id, severity, message."""
    write_columns([(rule.id, rule.severity, says(rule)) for rule in rules])


def to_dict(rule: RuleText) -> dict[str, Any]:
    """Give what is known about a rule as plain JSON."""
    return {
        "id": rule.id,
        "severity": rule.severity,
        "kind": rule.kind,
        "stage": rule.stage,
        "message": rule.message,
        "hint": rule.hint,
        "why": rule.why,
        "spec": rule.spec,
        "check": rule.check,
        "examples": rule.examples,
        "file": str(rule.file) if rule.file is not None else None,
        "line": rule.line,
    }
