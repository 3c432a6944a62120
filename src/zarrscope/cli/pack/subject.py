"""The pack that a command is about: its arguments, and what is wrong with it in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cli.arguments import Parser, add_scope, load_scope
from zarrscope.cli.terminal import UsageError, visible

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from zarrscope.authoring.inspection import Inspection
    from zarrscope.rulefiles import Fault

STATUS = """\
exit status:
  0  {fine}
  1  {wrong}
  2  wrong usage, or the folder is not there"""


def parser_of(command: str, description: str, fine: str, wrong: str) -> Parser:
    """Make the parser of a command about one pack."""
    parser = Parser(f"pack {command}", description, STATUS.format(fine=fine, wrong=wrong))
    parser.add_argument("subject", metavar="PACK", help="the folder of the pack, or the name of a built-in one")
    add_scope(parser)
    return parser


def inspect(options: argparse.Namespace) -> Inspection:
    """Read and check the pack; UsageError where there is no such folder."""
    from zarrscope import ScopeError
    from zarrscope.authoring.inspection import Inspection

    scope = load_scope(options)
    try:
        return Inspection(options.subject, scope)
    except (ScopeError, OSError) as error:
        raise UsageError(str(error)) from None


def lines(inspection: Inspection) -> Iterator[str]:
    """One line for each error and for each warning."""
    yield from _lines("error", inspection.errors)
    yield from _lines("warning", inspection.warnings)


def is_refused(inspection: Inspection, outcome: str) -> bool:
    """Whether the pack has errors; they are said then, and what came of it."""
    for line in _lines("error", inspection.errors):
        print(line)
    if inspection.errors:
        print(f"\n{outcome}: put this right first")
    return bool(inspection.errors)


def _lines(word: str, faults: Iterable[Fault]) -> Iterator[str]:
    for fault in faults:
        place = f"{fault.file}:{fault.line}:{fault.column}" if fault.line else fault.file
        hint = f" ({fault.hint})" if fault.hint else ""
        yield visible(f"{place}: {word}: {fault.message}{hint}")


def to_dict(fault: Fault) -> dict[str, Any]:
    """Give a fault as plain JSON; line and column are null where it is about a whole file."""
    return {**fault._asdict(), "line": fault.line or None, "column": fault.column or None}


def counted(number: int, word: str) -> str:
    """Write a number and the word for what it counts."""
    return f"{number} {word}{'' if number == 1 else 's'}"
