"""The command `schema`: write one self-contained JSON Schema for tools that are not zarrscope."""

from __future__ import annotations

import sys

from zarrscope.cli.arguments import Parser, add_scope, did_you_mean, load_scope
from zarrscope.cli.terminal import complain, visible

EPILOG = """\
examples:
  zarrscope schema > zarr.schema.json
  zarrscope schema codec
  zarrscope schema array --pack acme/
"""


def run(argv: list[str]) -> int:
    """Write the schema that the arguments ask for; gives the exit status."""
    parser = Parser(
        "schema",
        "Write a scope as one self-contained JSON Schema (2020-12) for editors and for validators of other languages.\n"
        "Rules between members are not in it; `zarrscope rules --format json` lists those.",
        EPILOG,
    )
    parser.add_argument(
        "what",
        nargs="?",
        default="node",
        metavar="WHAT",
        help="node (default: an array or a group), array, group, a slot such as codec, or SLOT/NAME",
    )
    add_scope(parser)
    options = parser.parse_args(argv)
    scope = load_scope(options)
    from zarrscope.bundle import bundle, subjects
    from zarrscope.cli.jsonlines import dumps

    try:
        schema = bundle(scope, options.what)
    except LookupError:
        complain(f"no schema of {visible(options.what)}{did_you_mean(options.what, subjects(scope))}")
        return 2
    sys.stdout.write(dumps(schema, indent=1) + "\n")
    return 0
