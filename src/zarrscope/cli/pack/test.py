"""The command `pack test`: judge the examples of rules, and find changes that no example would notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zarrscope.cli.pack.subject import counted, inspect, is_refused, parser_of, to_dict
from zarrscope.cli.terminal import visible

if TYPE_CHECKING:
    from zarrscope.authoring.testing import Tested

DESCRIPTION = """\
Judge the examples of each rule, then change the rule in every small way: `<` for `<=`, a clause left out, `exists` for
`all`. A change that no example would notice is a gap: add the example that is missing."""


def run(argv: list[str]) -> int:
    """Test the rules of the pack that the arguments name; gives the exit status."""
    parser = parser_of(
        "test", DESCRIPTION, "every change is noticed", "a change goes unnoticed, or the pack has errors"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    options = parser.parse_args(argv)
    inspection = inspect(options)
    if is_refused(inspection, "nothing was tested"):
        return 1
    from zarrscope.authoring.testing import test_pack

    tested = test_pack(inspection)
    if options.format == "json":
        import json

        print(json.dumps(_to_dict(inspection.name, tested), indent=1))
    else:
        for rule, fault in tested.survivors:
            place = f"{fault.file}:{fault.line}:{fault.column}"
            print(visible(f"{place}: {rule}: {fault.message}"))
        if tested.survivors:
            print()
        print(_summary(tested))
    return 1 if tested.survivors or tested.was_stopped else 0


def _summary(tested: Tested) -> str:
    counts = f"{counted(tested.rules, 'rule')}, {counted(tested.examples, 'example')}"
    left = len(tested.survivors)
    stopped = "; stopped, because the rules take too long" if tested.was_stopped else ""
    noticed = f"{left} of them would go unnoticed" if left else "each of them is noticed"
    return f"{counts}, {counted(tested.mutants, 'change')}: {noticed}{stopped}"


def _to_dict(name: str, tested: Tested) -> dict[str, object]:
    return {
        "pack": name,
        "rules": tested.rules,
        "examples": tested.examples,
        "changes": tested.mutants,
        "complete": not tested.was_stopped,
        "unnoticed": [{"rule": rule, **to_dict(fault)} for rule, fault in tested.survivors],
    }
