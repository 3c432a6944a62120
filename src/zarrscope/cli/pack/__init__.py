"""The command `pack`: what the author of a pack of rules needs, a command each."""

from __future__ import annotations

from importlib import import_module

from zarrscope.cli.terminal import complain, visible

COMMANDS = {
    "new": "write a small pack that works, with comments that explain it",
    "check": "say everything that is wrong with a pack, and what is doubtful",
    "test": "judge the examples of its rules, and find changes that no example would notice",
    "docs": "write a page about each rule",
    "list": "list the built-in packs",
    "schema": "write the JSON Schema that lets an editor complete rule files",
}
USAGE_ERROR = 2


def run(argv: list[str]) -> int:
    """Run the command that the first argument names; gives the exit status."""
    name = argv[0] if argv else "--help"
    if name in COMMANDS:
        status: int = import_module(f"zarrscope.cli.pack.{name}").run(argv[1:])
        return status
    if name in ("--help", "-h"):
        print(_help())
        return 0 if argv else USAGE_ERROR
    from zarrscope.cli.arguments import did_you_mean

    complain(f"no such command: pack {visible(name)}{did_you_mean(name, COMMANDS)}")
    return USAGE_ERROR


def _help() -> str:
    width = max(map(len, COMMANDS)) + 2
    commands = "\n".join(f"  {name:<{width}}{purpose}" for name, purpose in COMMANDS.items())
    return f"""\
usage: zarrscope pack COMMAND ...

Write, check, test and publish rules of your own.

commands:
{commands}

`zarrscope pack COMMAND --help` says more. For a start: `zarrscope pack new FOLDER`."""
