"""Documents, and what several validators and the engine say of them: a verdict, and the places at fault."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import jsonschema_rs
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

import zarrscope
from tests.shared import SHARED, document, lines
from zarrscope.catalogue import WORDS
from zarrscope.problems import pointer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from zarrscope.problems import Problem

CASES = {case["id"]: document(case) for case in lines(Path(__file__).parents[1] / "cases" / "v3.jsonl")}
CORPUS = {
    f"corpus-{number}": entry["text"].encode()
    for number, entry in enumerate(lines(SHARED / "corpus" / "documents.jsonl"))
    if entry["kind"].startswith("v3-")
}
UNREADABLE = "unreadable"
UNEXPECTED = re.compile(
    r"Additional properties are not allowed \((['\"])(.*?)\1(?:, .*)? (?:was|were) unexpected\)", re.DOTALL
)


class Verdict(NamedTuple):
    """What one says of a document: whether it is valid, and the places at fault, the one told first at the front."""

    valid: bool
    places: list[str]


def values(documents: Mapping[str, bytes]) -> dict[str, Any]:
    """What Python reads; what it cannot read is left out."""
    found = {}
    for name, data in documents.items():
        try:
            found[name] = json.loads(data)
        except (ValueError, RecursionError):
            continue
    return found


def engine(data: bytes, scope: zarrscope.Scope) -> Verdict | None:
    """What the engine says, as far as a schema might say it; None where the text itself is at fault."""
    report = zarrscope.validate(data, scope=scope, kind="zarr.json")
    if any(problem.rule.startswith("json/") for problem in report.problems):
        return None
    places = [problem.pointer for problem in report.problems if is_for_schemas(problem)]
    return Verdict(not places, places)


def is_for_schemas(problem: Problem) -> bool:
    """Whether a problem is an error in an envelope, or against the schema of a definition."""
    family, _, rest = problem.rule.partition("/")
    return problem.severity == "error" and (family == "envelope" or rest.rpartition("/")[2] in WORDS)


def python_jsonschema(schema: Any, documents: Mapping[str, Any]) -> dict[str, Verdict]:
    """The reference in Python; the error that it takes for the best comes first."""
    validator = Draft202012Validator(schema)
    verdicts = {}
    for name, value in documents.items():
        errors = list(validator.iter_errors(value))
        ordered = [best_match(errors), *errors] if errors else []
        places = [place(error.absolute_path, error.validator == "required", error.message) for error in ordered]
        verdicts[name] = Verdict(not errors, places)
    return verdicts


def rust_jsonschema(schema: Any, documents: Mapping[str, Any]) -> dict[str, Verdict]:
    """The crate jsonschema, errors in its order."""
    validator = jsonschema_rs.Draft202012Validator(schema)
    verdicts = {}
    for name, value in documents.items():
        errors = list(validator.iter_errors(value))
        places = [place(error.instance_path, error.kind.name == "required", error.message) for error in errors]
        verdicts[name] = Verdict(validator.is_valid(value), places)
    return verdicts


def check_jsonschema(schema: Path, files: Mapping[str, Path]) -> dict[str, Verdict]:
    """The command check-jsonschema, run once for all files; the errors of each in its order."""
    command = [sys.executable, "-m", "check_jsonschema", "--output-format", "json", "--schemafile", str(schema)]
    names = {str(file): name for name, file in files.items()}
    done = subprocess.run([*command, *names], capture_output=True, text=True, encoding="utf-8", check=False)
    answer = json.loads(done.stdout)
    assert done.returncode == (answer["status"] == "fail"), done.stderr
    found: dict[str, list[str]] = {name: [] for name in files}
    for error in answer["errors"]:
        message = error["message"]
        is_missing = message.endswith("is a required property")
        found[names[error["filename"]]].append(place(path(error["path"]), is_missing, message))
    for error in answer["parse_errors"]:
        found[names[error["filename"]]].append(UNREADABLE)
    return {name: Verdict(not places, places) for name, places in found.items()}


def place(loc: Iterable[str | int], is_missing: bool, message: str) -> str:
    """The member at fault; validators name the object around one that is missing or too many."""
    tokens = list(loc)
    if is_missing:
        tokens.append(re.split("[\"']", message)[1])
    elif unexpected := UNEXPECTED.fullmatch(message):
        tokens.append(unexpected[2])
    return pointer(tokens)


def path(text: str) -> list[str | int]:
    """The tokens of a path such as `$.codecs[0].name`; names of other characters stand in quotes."""
    steps = re.findall(r"\.(\w+)|\[(\d+)\]|['\"](.*?)['\"]", text)
    return [int(index) if index else name or quoted for name, index, quoted in steps]
