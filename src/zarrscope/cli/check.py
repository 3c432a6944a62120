"""The command `check`: judge documents and write what was found."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from zarrscope.cli.arguments import Parser, add_scope, configured, reader_pack
from zarrscope.cli.grading import Usage, parse_grade, parse_ignore
from zarrscope.cli.judging import Judge, judged
from zarrscope.cli.progress import Progress
from zarrscope.cli.stores import STDIN, Document, Trouble
from zarrscope.cli.tally import Tally
from zarrscope.cli.terminal import complain, visible, wants_colour, width_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from zarrscope.cli.baseline import Baseline, NewBaseline
    from zarrscope.cli.jsonlines import JsonLines
    from zarrscope.cli.judging import Judged
    from zarrscope.cli.text import TextFormat
    from zarrscope.grades import Grade

MOST_JOBS = 256
EPILOG = """\
A name or an extra member that the scope does not know is no problem: it is listed as "not understood", apart from the
problems. --require-known makes it an error (envelope/unknown-name, envelope/unknown-member).

With --quiet, only documents with errors are written, and of them (as text) only the errors; no summary.
What could not be read is always said, on standard error.
As text, colour goes to terminals only; NO_COLOR and FORCE_COLOR are respected.

Packs that were found sound are kept in the user's cache folder until they change; ZARRSCOPE_CACHE names another folder,
and `off` keeps none.

Grades come from packs, from the configuration and from --severity and --ignore, the last match counting; problems
that they leave out, and those that a baseline lists, are counted in the summary.

exit status:
  0  no errors, or none that is not in the baseline
  1  errors found
  2  wrong usage, a fault of a rule, or something could not be read

examples:
  zarrscope check data.zarr
  zarrscope check zarr.json --scope core --require-known
  zarrscope check archive/ --write-baseline known.json; zarrscope check archive/ --baseline known.json
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
    options.pack = [*map(reader_pack, options.readers), *options.pack]
    settings = configured(options)
    options.notes = settings.notes if options.notes is None else options.notes
    options.require_known = settings.require_known if options.require_known is None else options.require_known
    judge = Judge(options, settings)
    usage = Usage(judge.scope, judge.of_packs)
    tally = Tally(settings.file)
    status = _check(options, judge, usage, tally, _baseline(options, settings.baseline))
    for complaint in usage.complaints(options.notes, only_unknown=options.quiet):
        complain(visible(complaint))
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
    switch = argparse.BooleanOptionalAction
    parser.add_argument("--require-known", action=switch, help="make an error of what the scope does not know")
    parser.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="judge folders in N processes; default: 1")
    parser.add_argument("--notes", action=switch, help="list notes as well")
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
    parser.add_argument(
        "--baseline",
        metavar="FILE",
        help="leave out the problems that this file lists; only new ones count",
    )
    parser.add_argument(
        "--no-baseline", action="store_true", help="use no baseline, though the configuration names one"
    )
    parser.add_argument(
        "--write-baseline",
        metavar="FILE",
        help="write what is found to this file, to be known from then on",
    )
    return parser


def _argument(parse: Callable[[str], Grade]) -> Callable[[str], Grade]:
    def convert(text: str) -> Grade:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST_JOBS):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {MOST_JOBS}")
    return int(text)


def _baseline(options: argparse.Namespace, configured: str | None) -> Baseline | NewBaseline | None:
    if options.write_baseline is not None:
        from zarrscope.cli.baseline import NewBaseline

        return NewBaseline(options.write_baseline)
    file = None if options.no_baseline else options.baseline or configured
    if file is None:
        return None
    from zarrscope.cli.baseline import Baseline

    return Baseline(file)


def _check(
    options: argparse.Namespace, judge: Judge, usage: Usage, tally: Tally, baseline: Baseline | NewBaseline | None
) -> int:
    writer = _writer(options.format, options.quiet)
    together = baseline is None and writer.passes_over
    with Progress() as progress, closing(_judged(options, judge, together)) as found:
        for item, result, count in found:
            progress.step(item.path, count)
            if isinstance(result, Trouble):
                tally.unreadable += result.unread
                with progress.paused():
                    complain(visible(f"{result.path}: {result.message}"))
            elif isinstance(item, Document):
                usage.see(result, item.node)
                known = [] if baseline is None else baseline.known(item.path, result)
                if known:
                    hidden = set(known)
                    result = result.__replace__(problems=tuple(each for each in result.problems if each not in hidden))
                tally.add(result, len(known), count)
                if text := writer.document(item, result, known):
                    progress.write(text)
    if baseline is not None:
        baseline.finish(tally)
    sys.stdout.write(writer.end(tally))
    return tally.status


def _judged(options: argparse.Namespace, judge: Judge, together: bool) -> Generator[Judged]:
    """Everything that the paths lead to, with its report, and for how many documents it stands."""
    if options.jobs > 1:
        from zarrscope.cli.jobs import judged_in_processes

        return judged_in_processes(options.paths, judge, options.jobs, together)
    return judged(options.paths, judge, together)


def _writer(name: str, quiet: bool) -> JsonLines | TextFormat:
    if name == "text":
        from zarrscope.cli.text import TextFormat

        return TextFormat(quiet, wants_colour(sys.stdout), width_of(sys.stdout))
    if name == "jsonl":
        from zarrscope.cli.jsonlines import JsonLines

        return JsonLines(quiet)
    from zarrscope.cli.jsondocument import JsonDocument

    return JsonDocument(quiet)
