"""Host functions called from expressions: a row says the value, or the function that refuses what it is given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from zarrscope import Scope
from zarrscope.cel import EvaluationError, Program, evaluate, parse

ROWS = [json.loads(line) for line in Path(__file__).with_name("host_calls.jsonl").read_text("utf-8").splitlines()]
FUNCTIONS = Scope.core().declarations.functions


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['text']} {row['env']['x']}" for row in ROWS])
def test_call(row: dict[str, Any]) -> None:
    program = Program(row["text"], functions=FUNCTIONS)
    for evaluation in (lambda: evaluate(parse(row["text"]), row["env"], FUNCTIONS), lambda: program(row["env"])):
        if "error" in row:
            with pytest.raises(EvaluationError, match=row["error"]):
                evaluation()
        else:
            assert evaluation() == row["value"]
