"""No rule of a built-in pack fails to be evaluated, whatever is wrong with a document."""

from __future__ import annotations

import json
from random import Random

import pytest

import zarrscope
from tests.hostile.mutations import mutated
from tests.hostile.seeds import any_document
from tests.peers.readers.expansion import documents
from zarrscope.builtin import built_in_packs

UNMUTABLE = ("json-byte-order-mark", "json-attributes-surrogate")
LEGAL = [json.loads(text) for name, text in documents().items() if name not in UNMUTABLE]


@pytest.mark.parametrize("seed", range(40))
def test_every_rule_can_be_evaluated(seed: int) -> None:
    random = Random(seed)
    for _ in range(100):
        document = random.choice(LEGAL) if random.random() < 0.5 else any_document(random)
        data = mutated(random, document)
        found = zarrscope.validate(data, kind="zarr.json", packs=[*built_in_packs()], notes=True)
        assert found.faults == (), data
