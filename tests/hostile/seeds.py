"""Documents to start from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.pipeline.array_documents import Maker
from tests.shared import SHARED, document, lines

if TYPE_CHECKING:
    from random import Random

CASES = [*lines(Path(__file__).parents[1] / "cases" / "v3.jsonl"), *lines(SHARED / "cases" / "reports.jsonl")]
BYTES = [document(case) for case in CASES]
DOCUMENTS: list[Any] = [case["document"] for case in CASES if "document" in case]
GROUP = {
    "zarr_format": 3,
    "node_type": "group",
    "attributes": {"title": "a", "list": [1, {"b": None}]},
    "consolidated_metadata": {
        "kind": "inline",
        "must_understand": False,
        "metadata": {"a": {"zarr_format": 3, "node_type": "group"}, "a/b": {"zarr_format": 3, "node_type": "group"}},
    },
}


def any_document(random: Random) -> Any:
    """A case, a group, or a generated array with attributes."""
    choice = random.random()
    if choice < 0.4:
        return random.choice(DOCUMENTS)
    if choice < 0.45:
        return GROUP
    made = Maker(random, random.choice([0.0, 0.05])).array()
    rank = len(made["shape"])
    made["attributes"] = {"units": "m", "history": [{"by": "é", "n": 0.1}]}
    made["dimension_names"] = [f"axis {axis}" for axis in range(rank)]
    return json.loads(json.dumps(made))
