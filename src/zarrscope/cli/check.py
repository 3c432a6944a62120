"""The command `check`: judge documents and write what was found."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from zarrscope.cli.arguments import Parser, add_scope, load_scope, reader_pack
from zarrscope.cli.grading import Grading, parse_grade, parse_ignore, require_known
from zarrscope.cli.progress import Progress
from zarrscope.cli.stores import STDIN, Document, Trouble, find
from zarrscope.cli.tally import Tally
from zarrscope.cli.terminal import complain, internal_error, visible, wants_colour, width_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from zarrscope import Scope
    from zarrscope.cli.grading import Grade
    from zarrscope.cli.jsonlines import JsonLines
    from zarrscope.cli.text import TextFormat
    from zarrscope.problems import Report

EPILOG = """\
A name or an extra member that the scope does not know is no problem: it is listed as "not understood", apart from the
problems. --require-known makes it an error (envelope/unknown-name, envelope/unknown-member).

With --quiet, only documents with errors are written, and of them (as text) only the errors; no summary.
What could not be read is always said, on standard error.
As text, colour goes to terminals only; NO_COLOR and FORCE_COLOR are respected.

exit status:
  0  no errors
  1  errors found
  2  wrong usage, a fault of a rule, or something could not be read

examples:
  zarrscope check data.zarr
  zarrscope check zarr.json --scope core --require-known
  zarrscope check archive/ --format jsonl --severity 'codec/*/unexpected-member=warning' > report.jsonl
  curl -s https://example.org/data.zarr/zarr.json | zarrscope check -
"""


def run(argv: list[str]) -> int:
    """Judge what the arguments name; gives the exit status."""
    parser = _parser()
    end = argv.index("--") if "--" in argv else len(argv)  # parse_intermixed_args does not know `--`
    options = parser.parse_intermixed_args(argv[:end])
    options.paths += argv[end + 1 :]
    if not options.paths:
        parser.error("nothing to check: give a metadata document, a folder, or - for standard input")
    if options.paths.count(STDIN) > 1:
        parser.error("standard input can be read only once")
    scope = load_scope(options.scope, [*map(reader_pack, options.readers), *options.pack])
    grading = Grading(options.grades, options.notes)
    status = _check(options, scope, grading)
    _tell_unused(grading, scope, options.quiet)
    return status


def _parser() -> Parser:
    parser = Parser("check", "Say everything that is wrong with Zarr metadata documents.", EPILOG)
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="a metadata document, a folder (every document in and below it), or - for standard input",
    )
    add_scope(parser)
    parser.add_argument(
        "--for-reader",
        action="append",
        dest="readers",
        default=[],
        metavar="NAME",
        help="warn of what this reader is known to refuse, such as tensorstore; may be repeated, `all` asks for all",
    )
    parser.add_argument("--require-known", action="store_true", help="make an error of what the scope does not know")
    parser.add_argument("--notes", action="store_true", help="list notes as well")
    parser.add_argument("--quiet", "-q", action="store_true", help="write only documents with errors, and no summary")
    parser.add_argument("--format", choices=("text", "json", "jsonl"), default="text", help="default: text")
    parser.add_argument(
        "--severity",
        action="append",
        dest="grades",
        default=[],
        type=_argument(parse_grade),
        metavar="ID=LEVEL",
        help="grade a rule anew: error, warning, note or off; ID may be a pattern (codec/*), the last match wins",
    )
    parser.add_argument(
        "--ignore",
        action="append",
        dest="grades",
        type=_argument(parse_ignore),
        metavar="ID",
        help="leave out the problems of a rule: the same as --severity ID=off",
    )
    return parser


def _argument(parse: Callable[[str], Grade]) -> Callable[[str], Grade]:
    def convert(text: str) -> Grade:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def _check(options: argparse.Namespace, scope: Scope, grading: Grading) -> int:
    writer = _writer(options.format, options.quiet)
    tally = Tally()
    with Progress() as progress:
        for item in find(options.paths):
            progress.step(item.path)
            result = item if isinstance(item, Trouble) else _judge(item, options, scope, grading)
            if isinstance(result, Trouble):
                tally.unreadable += result.unread
                with progress.paused():
                    complain(visible(f"{result.path}: {result.message}"))
            elif isinstance(item, Document):
                item.is_array = item.is_array or result.node_type == "array"
                tally.add(result)
                if text := writer.document(item, result):
                    with progress.paused():
                        sys.stdout.write(text)
    sys.stdout.write(writer.end(tally))
    return tally.status


def _writer(name: str, quiet: bool) -> JsonLines | TextFormat:
    if name == "text":
        from zarrscope.cli.text import TextFormat

        return TextFormat(quiet, wants_colour(sys.stdout), width_of(sys.stdout))
    if name == "jsonl":
        from zarrscope.cli.jsonlines import JsonLines

        return JsonLines(quiet)
    from zarrscope.cli.jsondocument import JsonDocument

    return JsonDocument(quiet)


def _judge(document: Document, options: argparse.Namespace, scope: Scope, grading: Grading) -> Report | Trouble:
    """Judge one document; where the program itself fails, the other documents are judged still."""
    from zarrscope import validate

    try:
        # A note that the user raised to an error has to be looked for.
        notes = options.notes or bool(options.grades)
        report = validate(document.data, scope=scope, notes=notes, kind=document.kind, node=document.node)
        if options.require_known and report.unclaimed:
            from zarrscope.cli.places import Places

            report = require_known(report, scope, Places(document.data))
        return grading.apply(report)
    except Exception as error:
        if os.environ.get("ZARRSCOPE_DEBUG") == "1":
            raise
        return Trouble(document.path, internal_error(error))


def _tell_unused(grading: Grading, scope: Scope, quiet: bool) -> None:
    unused = grading.unused()
    if not unused:
        return
    from zarrscope.cli.ruleids import is_known, suggestion

    for grade in unused:
        if not is_known(scope, grade.pattern):
            complain(f"warning: {grade.option}: no such rule{suggestion(scope, grade.pattern)}")
        elif not quiet:
            complain(f"warning: {grade.option} matched nothing")
