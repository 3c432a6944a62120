"""The command `pack schema`: write the JSON Schema of rule files, or of `pack.yaml`, for editors."""

from __future__ import annotations

import sys

from zarrscope.cli.arguments import Parser

DESCRIPTION = """\
Write the JSON Schema of rule files, or of `pack.yaml`. An editor that reads it completes and explains their keys;
`zarrscope pack new` puts both into a new pack."""


def run(argv: list[str]) -> int:
    """Write the schema that the arguments ask for; gives the exit status."""
    parser = Parser("pack schema", DESCRIPTION)
    parser.add_argument("what", nargs="?", default="rules", choices=("rules", "pack"), help="default: rules")
    options = parser.parse_args(argv)
    from zarrscope.authoring.starting import editor_schema

    sys.stdout.write(editor_schema(options.what))
    return 0
