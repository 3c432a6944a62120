"""What holds for the report on any document whatsoever."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zarrscope import Report
    from zarrscope.problems import Problem
    from zarrscope.reading import Reading

DUPLICATE = "json/duplicate-key"


def faults_of(reading: Reading, report: Report) -> list[str]:
    """What is wrong with a report on a document that was read."""
    found = []
    try:
        json.dumps(report.to_dict(), allow_nan=False).encode()
        for problem in report.problems:  # what people read can be written; a pointer holds the names as they are
            f"{problem.message}{problem.hint}".encode()
    except (TypeError, ValueError) as error:
        found.append(f"not to be written as JSON: {error}")
    keys = [(problem.rule, problem.pointer) for problem in report.problems]
    if len(keys) != len(set(keys)):
        found.append("a problem stands twice")
    found += [f"could not be evaluated: {fault}" for fault in report.faults if "too many steps" not in fault.message]
    if reading.readable:
        duplicates = [problem.pointer for problem in report.problems if problem.rule == DUPLICATE]
        for at in [*(problem.pointer for problem in report.problems), *(entry.pointer for entry in report.unclaimed)]:
            # what stands below a member given twice may be gone
            if not any(at.startswith(f"{twice}/") for twice in duplicates) and not resolves(reading.value, at):
                found.append(f"{at[:80]!r} points nowhere")
        for pointer in report.fields:
            if pointer and not resolves(reading.value, pointer):
                found.append(f"the field {pointer[:80]!r} points nowhere")
    found += _faults_of_places(reading, report.problems)
    return found


def resolves(value: Any, pointer: str) -> bool:
    """Whether a pointer, or that of the member around it, leads to something; a configuration may be left out."""
    tokens = [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]
    for index, token in enumerate(tokens):
        last = index == len(tokens) - 1 or (token == "configuration" and index == len(tokens) - 2)
        if isinstance(value, dict):
            if token not in value:
                return last
            value = value[token]
        elif isinstance(value, list):
            if not token.isdecimal() or int(token) >= len(value):
                return last
            value = value[int(token)]
        else:
            return last
    return True


def _faults_of_places(reading: Reading, problems: tuple[Problem, ...]) -> list[str]:
    text = reading.text
    if text is None:
        return ["a line without a text"] if any(problem.line or problem.column for problem in problems) else []
    widths = [len(line) for line in text.split("\n")]
    for problem in problems:
        if problem.line is None or problem.column is None:
            return [f"no line for {problem.pointer[:80]!r}"]
        if not (0 < problem.line <= len(widths) and 0 < problem.column <= widths[problem.line - 1] + 1):
            return [f"line {problem.line}, column {problem.column} is outside of the text"]
    if any(problem.rule == DUPLICATE for problem in problems):
        return []  # the second of two members stands where the first one stood
    placed = [problem for problem in problems if problem.kind != "missing_key"]
    for one, other in itertools.pairwise(placed):
        if one.pointer != other.pointer and (one.line, one.column) > (other.line, other.column):
            return [f"{one.pointer[:80]!r} ({one.rule}) is listed before {other.pointer[:80]!r} ({other.rule})"]
    return []
