"""Judge the documents of a store, and one that needs definitions of one's own, from Python.

python examples/validate.py
"""

from __future__ import annotations

from pathlib import Path

import zarrscope

HERE = Path(__file__).parent


def tell(title: str, report: zarrscope.Report) -> None:
    """Print what a report says."""
    print(f"{title}: {'valid' if report.valid else 'not valid'}{'' if report.openable else ', not openable'}")
    for problem in report.problems:
        print(f"  {problem.line}:{problem.column} {problem.severity} {problem.pointer} [{problem.rule}]")
    for entry in report.unclaimed:
        print(f"  not understood: {entry.slot} {entry.name} at {entry.pointer}")


for store in ("weather.zarr", "weather-faulty.zarr"):
    for path in sorted((HERE / store).rglob("zarr.json")):
        tell(path.relative_to(HERE).as_posix(), zarrscope.validate(path.read_bytes()))

document = (HERE / "acme-document.json").read_bytes()
extended = zarrscope.Scope.default().extended(HERE / "acme")
tell("acme-document.json", zarrscope.validate(document))
tell("acme-document.json with the definitions in acme", zarrscope.validate(document, scope=extended))
