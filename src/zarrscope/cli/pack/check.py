"""The command `pack check`: say everything that is wrong with a pack, and what is doubtful."""

from __future__ import annotations

from zarrscope.cli.pack.subject import counted, inspect, lines, parser_of, to_dict
from zarrscope.cli.terminal import visible

DESCRIPTION = """\
Say everything that is wrong with a pack, at once, each with its place and what to write; and what is doubtful: members
that may be missing, pointers that lead nowhere, names that nobody reads, checks that decide nothing, rules that take
long, grades that match no rule."""


def run(argv: list[str]) -> int:
    """Check the pack that the arguments name; gives the exit status."""
    parser = parser_of("check", DESCRIPTION, "the pack can be used; there may be warnings", "it cannot be used")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    options = parser.parse_args(argv)
    inspection = inspect(options)
    errors, warnings = inspection.errors, inspection.warnings
    if options.format == "json":
        import json

        answer = {
            "pack": inspection.name,
            "rules": inspection.rules,
            "errors": list(map(to_dict, errors)),
            "warnings": list(map(to_dict, warnings)),
        }
        print(json.dumps(answer, indent=1))
    else:
        for line in lines(inspection):
            print(line)
        if errors or warnings:
            print(f"\n{counted(len(errors), 'error')}, {counted(len(warnings), 'warning')}")
        else:
            print(f"{visible(inspection.name)}: {counted(inspection.rules, 'rule')}, nothing is wrong")
    return 1 if errors else 0
