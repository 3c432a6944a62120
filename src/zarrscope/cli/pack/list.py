"""The command `pack list`: list the built-in packs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cli.arguments import Parser
from zarrscope.cli.listing import write_columns, write_json
from zarrscope.cli.pack.subject import counted

if TYPE_CHECKING:
    from collections.abc import Mapping


def run(argv: list[str]) -> int:
    """List the built-in packs; gives the exit status."""
    parser = Parser("pack list", "List the built-in packs: name, number of rules, title.")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    options = parser.parse_args(argv)
    from zarrscope.builtin import built_in_packs

    packs = [
        {
            "name": name,
            "title": data["pack"].get("title"),
            "description": data["pack"].get("description"),
            "extends": data["pack"].get("extends", []),
            "rules": sum(
                len(record.get("rules", {}).get("rules", {}))
                for record in (*data["pack"]["rules"], *data["definitions"])
            ),
        }
        for name, data in built_in_packs().items()
    ]
    if options.format == "json":
        write_json(packs)
    else:
        write_columns([(pack["name"], _size(pack), pack["title"] or "") for pack in packs])
    return 0


def _size(pack: Mapping[str, Any]) -> str:
    """How many rules there are; of a pack without any, how many packs it stands for."""
    return counted(pack["rules"], "rule") if pack["rules"] else counted(len(pack["extends"]), "pack")
