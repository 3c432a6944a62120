"""Compare zarrscope with zarr-metadata and with bare JSON parsing: time to a verdict, and time of a whole process.

python benchmarks/compare.py [--quick] [--json FILE] [--write-readme]        needs pip install '.[test]'
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import jsonschema_rs
import orjson
from jsonschema import Draft202012Validator
from zarr_metadata.model import read_array_metadata_v3

import zarrscope
from zarrscope.bundle import bundle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

README = Path(__file__).parent.parent / "README.md"
OPENING, CLOSING = "<!-- figures -->", "<!-- /figures -->"
PACKAGES = ("zarrscope", "zarr-metadata", "orjson", "jsonschema-rs")
VARIANTS = 256


class Contender(NamedTuple):
    """One thing that is timed: a function that is called on each item in turn."""

    group: str
    name: str
    call: Callable[[Any], object]
    items: list[Any]


class Figure(NamedTuple):
    """The median time of a contender, its quartiles, and its ratio to the first of its group."""

    group: str
    name: str
    unit: str
    median: float
    lower: float
    upper: float
    ratio: float


def document(number: int) -> dict[str, Any]:
    """A sharded float64 array with attributes; every number gives another shape and other attributes."""
    little = {"name": "bytes", "configuration": {"endian": "little"}}
    blosc = {"cname": "zstd", "clevel": 5, "shuffle": "shuffle", "typesize": 8, "blocksize": 0}
    sharding = {
        "chunk_shape": [256, 256],
        "codecs": [little, {"name": "blosc", "configuration": blosc}],
        "index_codecs": [little, {"name": "crc32c"}],
        "index_location": "end",
    }
    return {
        "zarr_format": 3,
        "node_type": "array",
        "shape": [4096 + number, 8192 - number],
        "data_type": "float64",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1024, 1024]}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": 0.0,
        "codecs": [{"name": "sharding_indexed", "configuration": sharding}],
        "attributes": {"units": "K", "long_name": f"temperature of run {1000 + number}", "range": [180.5, 330.0]},
        "dimension_names": ["y", "x"],
    }


def faulty(number: int) -> dict[str, Any]:
    """The same array with three faults: rank of the chunks, fill value, compression level."""
    made = document(number)
    made["chunk_grid"]["configuration"]["chunk_shape"] = [1024]
    made["fill_value"] = "nan"
    made["codecs"][0]["configuration"]["codecs"][1]["configuration"]["clevel"] = 12
    return made


def text(value: Any) -> bytes:
    """A document as compact JSON."""
    return json.dumps(value, separators=(",", ":")).encode()


def contenders(count: int) -> list[Contender]:
    """Everything that is timed here; ends the run where a party does not judge the documents as it should."""
    clean, wrong = [document(number) for number in range(count)], [faulty(number) for number in range(count)]
    clean_texts, wrong_texts = list(map(text, clean)), list(map(text, wrong))
    for judge in (ours, peer):
        found = {len(judge(raw)) for raw in clean_texts}, {len(judge(raw)) for raw in wrong_texts}
        if found != ({0}, {3}):
            raise SystemExit(f"{judge.__name__} finds {found} problems in the clean and in the faulty documents")
    good, bad = f"clean array, {len(clean_texts[0])} bytes", f"the same with three faults, {len(wrong_texts[0])} bytes"
    return [
        Contender(good, "orjson.loads(bytes), no verdict", orjson.loads, clean_texts),
        Contender(good, "json.loads(bytes), no verdict", json.loads, clean_texts),
        Contender(good, "zarrscope.validate(bytes)", ours, clean_texts),
        Contender(good, "zarrscope.validate(mapping)", ours, clean),
        Contender(good, "zarr-metadata, json.loads(bytes)", peer, clean_texts),
        Contender(good, "zarr-metadata, mapping", peer_parsed, clean),
        Contender(bad, "orjson.loads(bytes), no verdict", orjson.loads, wrong_texts),
        Contender(bad, "zarrscope.validate(bytes)", ours, wrong_texts),
        Contender(bad, "zarrscope.validate(mapping)", ours, wrong),
        Contender(bad, "zarr-metadata, json.loads(bytes)", peer, wrong_texts),
        *schema_contenders(clean[:4]),
    ]


def schema_contenders(documents: list[Any]) -> list[Contender]:
    """The scope as one schema, in validators that know nothing of Zarr; shapes alone are judged."""
    scope = zarrscope.Scope.default()
    schema = bundle(scope)
    rust, python = jsonschema_rs.Draft202012Validator(schema), Draft202012Validator(schema)
    group = f"the default scope as one schema, {len(text(schema)) / 1000:.0f} kB"
    return [
        Contender(group, "jsonschema_rs, is_valid(mapping)", rust.is_valid, documents),
        Contender(group, "jsonschema, is_valid(mapping)", python.is_valid, documents),
        Contender(group, "jsonschema_rs, compile the schema", jsonschema_rs.Draft202012Validator, [schema]),
        Contender(group, "zarrscope.bundle.bundle(scope)", bundle, [scope]),
    ]


def ours(data: bytes | dict[str, Any]) -> Sequence[object]:
    """The problems that zarrscope finds."""
    return zarrscope.validate(data).problems


def peer(raw: bytes) -> Sequence[object]:
    """The problems that zarr-metadata finds, which leaves the parsing to its caller."""
    return read_array_metadata_v3(json.loads(raw)).problems


def peer_parsed(value: object) -> Sequence[object]:
    """The problems that zarr-metadata finds in a document that was parsed before."""
    return read_array_metadata_v3(value).problems


def seconds_a_call(contender: Contender) -> float:
    """Call the contender on each of its items once."""
    call, items = contender.call, contender.items
    start = perf_counter()
    for item in items:
        call(item)
    return (perf_counter() - start) / len(items)


def commands(folder: Path) -> dict[str, list[str]]:
    """Whole processes by the name they have in the table."""
    path = folder / "zarr.json"
    path.write_bytes(text(document(0)))
    script = shutil.which("zarrscope", path=os.path.dirname(sys.executable))
    check = [script] if script else [sys.executable, "-m", "zarrscope"]
    judge = f"import zarrscope; zarrscope.validate(open({str(path)!r}, 'rb').read())"
    return {
        "python -c pass": [sys.executable, "-c", "pass"],
        "python -c 'import zarrscope; zarrscope.validate(...)'": [sys.executable, "-c", judge],
        "zarrscope check zarr.json": [*check, "check", str(path)],
        "python -c 'import zarr_metadata.model'": [sys.executable, "-c", "import zarr_metadata.model"],
    }


def seconds_of(command: list[str]) -> float:
    """Run a process to its end; byte code is cached, for all parties, since the first run."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    subprocess.run(command, check=True, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return perf_counter() - start


def interleaved(timers: list[Callable[[], float]], rounds: int) -> list[list[float]]:
    """Run every timer once a round, after one round that does not count."""
    taken: list[list[float]] = [[] for _ in timers]
    for number in range(rounds + 1):
        for timer, times in zip(timers, taken, strict=True):
            seconds = timer()
            if number:
                times.append(seconds)
    return taken


def figures(names: Iterable[tuple[str, str]], taken: list[list[float]], unit: str) -> list[Figure]:
    """Medians, quartiles, and what each is compared with the first of its group."""
    scale = {"µs": 1e6, "ms": 1e3}[unit]
    first: dict[str, float] = {}
    rows = []
    for (group, name), times in zip(names, taken, strict=True):
        ordered = sorted(value * scale for value in times)
        middle = median(ordered)
        quarter = len(ordered) // 4
        ratio = middle / first.setdefault(group, middle)
        rows.append(Figure(group, name, unit, middle, ordered[quarter], ordered[-1 - quarter], ratio))
    return rows


def machine() -> str:
    """Where and with what the figures were taken."""
    versions = ", ".join(f"{package} {version(package)}" for package in PACKAGES)
    info = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").is_file() else ""
    processor = next(iter(re.findall(r"model name\s*: (.+)", info)), platform.machine())
    return f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} x {processor}; {versions}"


def table(rows: list[Figure]) -> str:
    """The figures as Markdown."""
    lines = []
    for group, members in groupby(rows, key=lambda row: row.group):
        lines += [f"| {group} | median | quartiles | ratio |", "|---|--:|--:|--:|"]
        for row in members:
            spread = f"{digits(row.lower)} to {digits(row.upper)}"
            lines.append(f"| `{row.name}` | {digits(row.median)} {row.unit} | {spread} | {digits(row.ratio)} |")
        lines.append("")
    return "\n".join(lines)


def digits(value: float) -> str:
    """Three digits, never an exponent."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def main() -> None:
    """Time everything, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="only show that it runs; the figures mean nothing")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    parser.add_argument("--write-readme", action="store_true", help="put the table into README.md")
    options = parser.parse_args()
    rounds, starts, count = (2, 1, 8) if options.quick else (25, 15, VARIANTS)

    timed = contenders(count)
    taken = interleaved([partial(seconds_a_call, contender) for contender in timed], rounds)
    rows = figures(((contender.group, contender.name) for contender in timed), taken, "µs")
    with tempfile.TemporaryDirectory() as folder:
        processes = commands(Path(folder))
        taken = interleaved([partial(seconds_of, command) for command in processes.values()], starts)
    rows += figures((("whole process", name) for name in processes), taken, "ms")

    date = datetime.now(UTC).date().isoformat()
    counts = f"{rounds} interleaved rounds over {count} documents, {starts} interleaved processes, gc on"
    shown = f"{table(rows)}\n{date}: medians of {counts}. {machine()}."
    print(shown)
    if options.json:
        found = {"date": date, "counts": counts, "machine": machine(), "figures": [row._asdict() for row in rows]}
        options.json.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if options.write_readme:
        source = README.read_text(encoding="utf-8")
        before, after = source.split(OPENING)[0], source.split(CLOSING)[1]
        README.write_text(f"{before}{OPENING}\n{shown}\n{CLOSING}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
