"""The command `definitions`: list what a scope knows at each extension point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cli.arguments import Parser, add_scope, did_you_mean, load_scope
from zarrscope.cli.listing import write_columns, write_json
from zarrscope.cli.terminal import complain

if TYPE_CHECKING:
    from zarrscope.definitions import Definition


def run(argv: list[str]) -> int:
    """List the definitions that the arguments ask for; gives the exit status."""
    parser = Parser("definitions", "List what a scope knows: every name, where it stands, and its status.")
    parser.add_argument("slot", nargs="?", metavar="SLOT", help="one slot only, such as codec or data_type")
    add_scope(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    options = parser.parse_args(argv)
    definitions = list(load_scope(options).definitions())
    slots = {definition.slot for definition in definitions}
    if options.slot is not None and options.slot not in slots:
        near = did_you_mean(options.slot, slots) or f"; the slots are {', '.join(sorted(slots))}"
        complain(f"no such slot: {options.slot}{near}")
        return 2
    definitions = [definition for definition in definitions if options.slot in (None, definition.slot)]
    definitions.sort(key=lambda definition: (definition.slot, definition.name))
    if options.format == "json":
        write_json([_to_dict(definition) for definition in definitions])
    else:
        write_columns([_row(definition) for definition in definitions])
    return 0


def _row(definition: Definition) -> tuple[str, ...]:
    names = ", ".join((definition.name, *definition.aliases))
    return definition.slot, names, definition.status, definition.kind or "", definition.title or ""


def _to_dict(definition: Definition) -> dict[str, Any]:
    return {
        "slot": definition.slot,
        "name": definition.name,
        "status": definition.status,
        "aliases": dict(definition.aliases),
        "kind": definition.kind,
        "title": definition.title,
        "description": definition.description,
        "spec": definition.spec,
        "file": str(definition.file) if definition.file is not None else None,
    }
