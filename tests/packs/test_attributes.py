"""No rule about attributes fails to be evaluated, whatever stands in them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import zarrscope
from tests.packs.test_cases import ARRAY, GROUP
from zarrscope import Scope

SCOPE = Scope.default().extended("recommended").extended("xarray").extended("conventions")
NAMES = (
    *("units", "calendar", "_FillValue", "missing_value", "scale_factor", "add_offset", "_Unsigned", "coordinates"),
    *("bounds", "standard_name", "_ARRAY_DIMENSIONS", "zarr_conventions", "proj:code", "proj:wkt2", "proj:projjson"),
)
INSIDE = (
    "uuid",
    "schema_url",
    "version",
    "multiscales",
    "axes",
    "datasets",
    "coordinateTransformations",
    "type",
    "name",
)
PLAIN = (None, True, 0, -1, 1.5, "", "a", "é", "days since 2000-01-01", "since", "AAAAAAAA+H8=", "0.5")
IMAGE = {
    "version": "0.5",
    "multiscales": [
        {
            "axes": [{"name": "y", "type": "space"}, {"name": "x", "type": "space"}],
            "datasets": [{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [1, 1]}]}],
        }
    ],
}


def anything(random: Random, depth: int = 0) -> Any:
    kind = random.random()
    if kind < 0.5 or depth > 3:
        return random.choice(PLAIN)
    if kind < 0.75:
        return [anything(random, depth + 1) for _ in range(random.randint(0, 3))]
    return {random.choice(INSIDE): anything(random, depth + 1) for _ in range(random.randint(0, 4))}


def damaged(random: Random, value: Any) -> Any:
    """The value with something else at one place."""
    if not isinstance(value, (list, dict)) or random.random() < 0.2:
        return anything(random)
    chosen = random.choice(list(value) if isinstance(value, dict) else range(len(value)))
    copy = json.loads(json.dumps(value))
    copy[chosen] = damaged(random, value[chosen])
    return copy


@pytest.mark.parametrize("seed", range(20))
def test_every_rule_can_be_evaluated(seed: int) -> None:
    random = Random(seed)
    for _ in range(100):
        attributes = {random.choice(NAMES): anything(random) for _ in range(random.randint(0, 4))}
        document = {**random.choice((ARRAY, GROUP)), "attributes": {**attributes, "ome": damaged(random, IMAGE)}}
        found = zarrscope.validate(document, scope=SCOPE, node=random.choice((None, "/", "/a b")), notes=True)
        assert found.faults == (), document
