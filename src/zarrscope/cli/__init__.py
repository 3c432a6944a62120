"""The command `zarrscope`: picks the command asked for, and sees to it that nothing ends in a traceback."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from zarrscope.cli.terminal import UsageError, complain, internal_error, open_streams, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "check": "say what is wrong with metadata documents",
    "explain": "say what a rule demands, why, and what puts it right",
    "definitions": "list what a scope knows at each extension point",
    "rules": "list the rules of a scope",
    "schema": "write a scope as one JSON Schema for other tools",
    "pack": "write, check, test and publish rules of your own",
    "key": "go from chunk coordinates to store keys and back",
}
USAGE_ERROR = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status."""
    open_streams()
    try:
        status = _dispatch(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        gc.freeze()  # the process ends: looking for cycles once more takes longer than judging a document
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError as error:  # reading is guarded where it happens
        _drop_output()
        complain(f"the output cannot be written: {error.strerror or error}")
        return USAGE_ERROR
    except Exception as error:
        if os.environ.get("ZARRSCOPE_DEBUG") == "1":
            raise
        complain(internal_error(error))
        return USAGE_ERROR
    return status


def _drop_output() -> None:
    """Send what is still buffered nowhere, so that the interpreter does not fail once more when it flushes."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _dispatch(argv: list[str]) -> int:
    name = argv[0] if argv else "--help"
    if name in COMMANDS:
        module = import_module(f"zarrscope.cli.{name}")
        try:
            status: int = module.run(argv[1:])
        except UsageError as error:
            complain(str(error))
            return USAGE_ERROR
        return status
    if name in ("--version", "-V"):
        from zarrscope import __version__

        print(f"zarrscope {__version__}")
        return 0
    if name in ("--help", "-h"):
        print(_help())
        return 0 if argv else USAGE_ERROR
    from zarrscope.cli.arguments import did_you_mean

    what = "option" if name.startswith("-") else "command"
    complain(f"no such {what}: {visible(name)}{did_you_mean(name, (*COMMANDS, '--version', '--help'))}")
    return USAGE_ERROR


def _help() -> str:
    width = max(map(len, COMMANDS)) + 2
    commands = "\n".join(f"  {name:<{width}}{purpose}" for name, purpose in COMMANDS.items())
    return f"""\
usage: zarrscope COMMAND ...
       zarrscope --version

Judge Zarr metadata: say everything that is wrong with a document, where, why, and what would put it right.

commands:
{commands}

`zarrscope COMMAND --help` says more. For a start: `zarrscope check FOLDER`."""
