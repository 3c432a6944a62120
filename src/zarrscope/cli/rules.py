"""The command `rules`: list the rules of a scope."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from zarrscope.cel import free_names, parse
from zarrscope.cli.arguments import Parser, add_scope, load_scope
from zarrscope.cli.listing import write_columns, write_json
from zarrscope.cli.ruleids import says, suggestion
from zarrscope.cli.terminal import complain
from zarrscope.messages import pieces
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
        (rule for rule in scope.rules() if fnmatchcase(rule.id, options.pattern)),
        key=lambda rule: rule.id,
    )
    if not rules:
        complain(f"no such rule: {options.pattern}{suggestion(scope, options.pattern)}")
        return 2
    if options.format == "json":
        owners = {text.id: rules for rules in (*scope.definitions(), *scope.pack_rules) for text in rules.texts}
        write_json([to_dict(rule, owners.get(rule.id)) for rule in rules])
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
        "related": _listed(rule.data.get("related", [])),
        **_reads(rule, owner),
        "examples": rule.examples,
        "file": str(rule.file) if rule.file is not None else None,
        "line": rule.line,
    }


def _listed(related: str | list[str]) -> list[str]:
    return [related] if isinstance(related, str) else related


def _reads(rule: RuleText, owner: Ruleset | None) -> dict[str, Any]:
    """What a rule mentions: the names that its file shares, in the order of the file, and facts with their types."""
    if owner is None:
        return {"shared_let": {}, "facts": {}}
    data = rule.data
    own = {*data.get("each", {}), *data.get("let", {})}
    expressions = [*data.get("each", {}).values(), *data.get("let", {}).values(), data["check"]]
    expressions += [data["given"]] if "given" in data else []
    for template in (data.get("message"), data.get("hint"), data.get("at"), *_listed(data.get("related", []))):
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


def _names_in(expression: Any) -> frozenset[str]:
    """The names that an expression reads."""
    return free_names(parse(expression)) if isinstance(expression, str) else frozenset()
