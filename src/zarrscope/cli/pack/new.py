"""The command `pack new`: write a small pack that works."""

from __future__ import annotations

import os
import shlex

from zarrscope.cli.arguments import Parser
from zarrscope.cli.terminal import UsageError, visible

DESCRIPTION = """\
Write a small pack that works, with comments that explain it: what it is called, rules about arrays and about every
document, an attribute with a schema, and what an editor needs to complete rule files."""


def run(argv: list[str]) -> int:
    """Write the pack; gives the exit status."""
    parser = Parser("pack new", DESCRIPTION)
    parser.add_argument("folder", metavar="DIR", help="the folder to write; it must be empty, or not there yet")
    options = parser.parse_args(argv)
    from zarrscope.authoring.starting import NotEmptyError, start

    folder = options.folder
    try:
        name, files = start(folder)
    except NotEmptyError:
        raise UsageError(f"{visible(folder)} is there already, and not empty: nothing was written") from None
    except OSError as error:
        raise UsageError(f"{visible(folder)} cannot be written: {error.strerror or error}") from None
    print(f"{visible(os.path.join(folder, ''))}  the pack {name}")
    for file in files:
        print(f"  {file}")
    shown = visible(shlex.quote(folder))
    print(f"\nNext: zarrscope pack check {shown}, zarrscope pack test {shown}, zarrscope check --pack {shown} FOLDER")
    return 0
