"""What the commands' arguments have in common: the parser, the scope, suggestions."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, NoReturn

from zarrscope.cli.terminal import PLAIN_WIDTH, UsageError, complain, visible, width_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from zarrscope import Scope
    from zarrscope.cli.configuration import Configuration

READER = "reader-"
SCOPES = ("core", "default", "proposed")


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, but no wider than reads well; with a width, argparse need not import shutil."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(width_of(sys.stdout), PLAIN_WIDTH))


class Parser(argparse.ArgumentParser):
    """An argument parser for one command."""

    def __init__(self, command: str, description: str, epilog: str | None = None) -> None:
        """Describe the command."""
        super().__init__(
            prog=f"zarrscope {command}",
            description=description,
            epilog=epilog,
            formatter_class=_Help,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Say on standard error what is wrong and how the command is used; exit status 2."""
        sys.stderr.write(self.format_usage())
        complain(message)
        self.exit(2)


def add_scope(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the definitions and rules to judge by."""
    parser.add_argument(
        "--scope",
        choices=SCOPES,
        help="core; default (core, the registered extensions and `template`); proposed (open proposals as well)",
    )
    parser.add_argument(
        "--pack",
        action="append",
        default=[],
        metavar="PACK",
        help="add the definitions and rules of a folder or of a built-in pack; may be repeated",
    )
    parser.add_argument(
        "--config",
        metavar="FILE",
        help="take the configuration from this file; otherwise zarrscope.toml, or [tool.zarrscope] in pyproject.toml,\n"
        "is looked for from the current folder upwards; options win over it",
    )
    parser.add_argument("--no-config", action="store_true", help="look for no configuration")


def configured(options: argparse.Namespace) -> Configuration:
    """Read the configuration that the options name, or else the one that is found; UsageError with its faults."""
    from zarrscope.cli.configuration import Configuration, configuration

    return Configuration() if options.no_config else configuration(options.config)


def load_scope(options: argparse.Namespace, settings: Configuration | None = None) -> Scope:
    """Build the scope that the options and the configuration ask for; UsageError where a pack cannot be used."""
    from zarrscope import Scope, ScopeError

    settings = settings or configured(options)
    name = options.scope or settings.scope or "default"
    scope: Scope = getattr(Scope, name)()
    packs = (*settings.packs, *options.pack)
    if not packs:
        return scope
    from zarrscope.cli.packcache import PackCache

    cache = PackCache(name)
    for folder in packs:
        try:
            scope = cache.extended(scope, folder)
        except (ScopeError, OSError) as error:
            raise UsageError(f"the pack {visible(folder)} cannot be used:\n{error}") from error
    return scope


def reader_pack(reader: str) -> str:
    """The built-in pack of what a reader refuses; UsageError where there is none."""
    from zarrscope.builtin import built_in_packs

    readers = [name.removeprefix(READER) for name in built_in_packs() if name.startswith(READER)]
    if reader == "all":
        return "readers"
    if reader not in readers:
        hint = did_you_mean(reader, readers) or f"; known are {', '.join(readers)}"
        raise UsageError(f"nothing is known of a reader {visible(reader)}{hint}")
    return READER + reader


def did_you_mean(text: str, known: Iterable[str]) -> str:
    """Name the nearest known words as a question to add to a message, or nothing."""
    from difflib import get_close_matches

    near = get_close_matches(text[:200], list(known), n=2, cutoff=0.75)
    return f"; did you mean {' or '.join(map(visible, near))}?" if near else ""


def is_glob(text: str) -> bool:
    """Tell whether a text holds a wildcard."""
    return any(char in text for char in "*?[")
