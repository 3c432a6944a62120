"""The command `key`: from chunk coordinates to store keys and back, by the `template` chunk key encoding."""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

from zarrscope.cli.arguments import Parser, did_you_mean
from zarrscope.cli.terminal import visible

ACTIONS = {
    "encode": "give the key that a chunk is stored under",
    "decode": "give the chunk that a key stands for",
}
USAGE = {
    "encode": """\
zarrscope key encode TEMPLATE INDEX... [--separator TEXT] [--format {text,json}]
       zarrscope key encode --document PATH INDEX... [--format {text,json}]""",
    "decode": """\
zarrscope key decode TEMPLATE KEY... (--rank N | --chunks N,N,...) [--separator TEXT]
                            [--format {text,json}]
       zarrscope key decode --document PATH KEY... [--format {text,json}]""",
}
EPILOGS = {
    "encode": """\
exit status:
  0  the key was written
  1  the template or the document is at fault, or there is no such chunk
  2  wrong usage, or the document could not be read

examples:
  zarrscope key encode '{-1}/{*:04}.jpeg' --separator _ 11 22 33
  zarrscope key encode --document stack.zarr 0 5 2
""",
    "decode": """\
Of one key the indices are written; of several, a line each with the key and the indices. What is
the key of no chunk is said on standard error, and the others are decoded.

exit status:
  0  all keys were decoded
  1  the template or the document is at fault, or a key is that of no chunk
  2  wrong usage, or the document could not be read

examples:
  zarrscope key decode '{-1}/{*:04}.jpeg' --separator _ --rank 3 33/0011_0022.jpeg
  zarrscope key decode '{0}{1}' --chunks 12,10 110
  zarrscope key decode --document stack.zarr images/0/5_2.raw images/notes.txt
""",
}
LONGEST_NUMBER = 1000


class Origin(NamedTuple):
    """What keys are made by: the template, and what is known of the array."""

    template: str
    separator: str | None
    rank: int | None
    chunks: tuple[int, ...] | None = None


def run(argv: list[str]) -> int:
    """Encode or decode, as the first argument says; gives the exit status."""
    action = argv[0] if argv else ""
    if action in ACTIONS:
        return _run(action, argv[1:])
    actions = "\n".join(f"  {name}  {purpose}" for name, purpose in ACTIONS.items())
    parser = Parser(
        "key",
        "Go from chunk coordinates to store keys and back, by the `template` chunk key encoding.",
        f"actions:\n{actions}\n\n`zarrscope key ACTION --help` says more.",
    )
    parser.usage = "zarrscope key {encode,decode} ..."
    if action not in ("--help", "-h"):
        parser.error(
            f"no such action: {visible(action)}{did_you_mean(action, ACTIONS)}" if action else "encode or decode?"
        )
    parser.print_help()
    return 0


def _run(action: str, argv: list[str]) -> int:
    parser = _parser(action)
    end = argv.index("--") if "--" in argv else len(argv)  # parse_intermixed_args does not know `--`
    options = parser.parse_intermixed_args(argv[:end])
    words = options.words + argv[end + 1 :]
    if options.document is None:
        origin = _from_options(parser, options, words)
    else:
        for option in ("separator", "rank", "chunks"):
            if getattr(options, option, None) is not None:
                parser.error(f"--document says it all: leave out --{option}")
        from zarrscope.cli.keydocument import Faulty, origin_of

        try:
            origin = origin_of(options.document)
        except Faulty as error:
            sys.stderr.write(str(error))
            return 1
    if not words:
        parser.error("no chunk: give its index on each axis" if action == "encode" else "no key: give at least one")
    from zarrscope.cli import keyanswers

    if action == "decode":
        if origin.rank is None:
            parser.error("the number of axes is not known: give --rank or --chunks")
        return keyanswers.decode(origin, origin.rank, words, options.format)
    try:
        coordinate = tuple(map(_number, words))
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))
    return keyanswers.encode(origin, coordinate, options.format)


def _parser(action: str) -> Parser:
    parser = Parser(f"key {action}", f"{ACTIONS[action].capitalize()}.", EPILOGS[action])
    parser.usage = USAGE[action]
    if action == "encode":
        word, what = "INDEX", "the index of the chunk on each axis"
    else:
        word, what = "KEY", "one store key or more"
    parser.add_argument(
        "words",
        nargs="*",
        metavar=f"TEMPLATE {word}",
        help=f"a template such as 'images/{{0}}/{{1}}_{{2}}.raw' (not with --document), and {what}",
    )
    parser.add_argument("--separator", metavar="TEXT", help="what stands between the indices that {*} is replaced by")
    parser.add_argument(
        "--document",
        metavar="PATH",
        help="take the template, the separator and the chunk grid from an array: its zarr.json, the folder that it "
        "stands in, or - for standard input",
    )
    if action == "decode":
        parser.add_argument("--rank", type=_number, metavar="N", help="the number of axes")
        parser.add_argument(
            "--chunks",
            type=_numbers,
            metavar="N,N,...",
            help="the number of chunks on each axis; then keys of other chunks are refused",
        )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    return parser


def _from_options(parser: Parser, options: argparse.Namespace, words: list[str]) -> Origin:
    """Take the template off `words`, and the rest from the options."""
    if not words:
        parser.error("give a template, or --document")
    chunks: tuple[int, ...] | None = getattr(options, "chunks", None)
    rank: int | None = getattr(options, "rank", None)
    if chunks is not None:
        if rank is not None:
            parser.error("give --rank or --chunks, not both")
        rank = len(chunks)
    return Origin(words.pop(0), options.separator, rank, chunks)


def _number(text: str) -> int:
    """Read a whole number from 0 on, in ASCII digits."""
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        raise argparse.ArgumentTypeError(f'"{visible(text[:100])}" is not a whole number from 0 on')
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(_number, text.split(",")))
