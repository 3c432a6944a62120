"""The command `pack docs`: write a page about each rule."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from zarrscope.cli.pack.subject import counted, inspect, is_refused, parser_of
from zarrscope.cli.terminal import UsageError, visible

if TYPE_CHECKING:
    from collections.abc import Mapping

DESCRIPTION = """\
Write a Markdown page about each rule of a pack, with what it says and why, its examples and its link, and an index of
all. Pages that it wrote before are replaced, and those of rules that are gone removed; other files are left alone."""


def run(argv: list[str]) -> int:
    """Write the pages; gives the exit status."""
    parser = parser_of("docs", DESCRIPTION, "the pages are written", "the pack has errors, and nothing is written")
    parser.add_argument("--out", metavar="DIR", help="where to write them; default: docs in the folder of the pack")
    options = parser.parse_args(argv)
    inspection = inspect(options)
    if is_refused(inspection, "no page was written"):
        return 1
    if options.out is None and not os.path.isdir(options.subject):
        parser.error("say where to write the pages of a built-in pack: --out DIR")
    from zarrscope.authoring.pages import pages

    out = options.out or os.path.join(options.subject, "docs")
    written = pages(inspection)
    try:
        _write(out, written)
    except OSError as error:
        raise UsageError(f"{visible(error.filename or out)} cannot be written: {error.strerror or error}") from None
    print(f"{visible(os.path.join(out, ''))}: {counted(len(written) - 1, 'page')} and an index")
    return 0


def _write(out: str, written: Mapping[str, str]) -> None:
    os.makedirs(out, exist_ok=True)
    for name in written:
        path = os.path.join(out, name)
        if os.path.lexists(path) and not _is_ours(path):
            raise UsageError(
                f"{visible(path)} was not written by this command, and is left alone: choose another --out"
            )
    for name in os.listdir(out):
        if name.endswith(".md") and name not in written and _is_ours(os.path.join(out, name)):
            os.remove(os.path.join(out, name))
    for name, text in written.items():
        with open(os.path.join(out, name), "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


def _is_ours(path: str) -> bool:
    """Whether a file is one that this command wrote; a link is none."""
    from zarrscope.authoring.pages import MARK

    if os.path.islink(path) or not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(len(MARK)) == MARK.encode()
