"""Random templates: encode, decode and collisions against a slow reference and against going through all chunks."""

from __future__ import annotations

import importlib.util
import os
import random
from typing import Any

import pytest

from tests.shared import SHARED, needs_shared
from tests.template.generated import few, keys, sample
from zarrscope.template import KeyTemplate, RankedTemplate, TemplateError

EXAMPLES = int(os.environ.get("ZARRSCOPE_EXAMPLES", "1500"))
PARTS = 10


def ranked(one: Any) -> RankedTemplate | None:
    """The template at the rank of its grid, None where it is invalid."""
    try:
        return KeyTemplate(one.template, one.separator).for_rank(len(one.counts))
    except TemplateError:
        return None


def samples(part: int) -> list[Any]:
    rng = random.Random(part)
    return [sample(rng) for _ in range(EXAMPLES // PARTS)]


def check_collision(template: RankedTemplate, counts: tuple[int, ...]) -> bool:
    """Check the two chunks that are found to share a key; whether there are any."""
    found = template.collision(counts)
    assert template.is_injective(counts) is (found is None)
    if found is None:
        return False
    assert found.first != found.second
    assert template.encode(found.first) == template.encode(found.second) == found.key
    assert all(0 <= n < count for one in found[:2] for n, count in zip(one, counts, strict=True))
    return True


@pytest.mark.parametrize("part", range(PARTS))
def test_against_all_chunks(part: int) -> None:
    judged = 0
    for one in samples(part):
        template = ranked(one)
        if template is None or not few(one.counts):
            continue
        judged += 1
        found = keys(template, one.counts)
        shared = any(len(chunks) > 1 for chunks in found.values())
        assert check_collision(template, one.counts) is shared, one
        if shared:
            assert not template.is_injective()
        for key, chunks in random.Random(part).sample(sorted(found.items()), min(len(found), 5)):
            if len(chunks) == 1:
                assert template.decode(key, one.counts) == chunks[0]
            else:
                with pytest.raises(TemplateError) as caught:
                    template.decode(key, one.counts)
                assert caught.value.rule == "key-ambiguous"
    assert judged > 0


@needs_shared
@pytest.mark.parametrize("part", range(PARTS))
def test_against_the_reference(part: int) -> None:
    spec = importlib.util.spec_from_file_location("template_ref", SHARED / "oracles" / "template_ref.py")
    assert spec is not None
    assert spec.loader is not None
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    rng = random.Random(part)
    valid = 0
    for one in samples(part):
        template = ranked(one)
        try:
            literals, fields = reference.expand(reference.parse(one.template), one.separator, len(one.counts))
        except reference.TemplateError:
            assert template is None, one
            continue
        if template is None:  # the reference knows no rule about literals
            assert one.template.startswith("/") or one.template.endswith("/") or "//" in one.template, one
            continue
        valid += 1
        assert (list(template.literals), list(template.axes), list(template.widths)) == (
            literals,
            [axis for axis, _ in fields],
            [width for _, width in fields],
        )
        coordinate = tuple(rng.randrange(count) for count in one.counts)
        key = reference.render(literals, fields, coordinate)
        assert template.encode(coordinate) == key
        assert template.is_injective() is reference.injective_unbounded(literals, fields)
        assert check_collision(template, one.counts) is (
            reference.injective_bounded(literals, fields, one.counts) is not None
        ), one
        readings = reference.decode(literals, fields, key, one.counts)
        if len(readings) == 1:
            assert template.decode(key, one.counts) == readings[0] == coordinate
        else:
            with pytest.raises(TemplateError, match="more than one"):
                template.decode(key, one.counts)
        broken = rng.choice([key[:-1], key + "0", "0" + key, key.replace("1", "7"), key.replace("1", "01")])
        readings = reference.decode(literals, fields, broken, one.counts)
        if len(readings) == 1:
            assert template.decode(broken, one.counts) == readings[0]
        else:
            with pytest.raises(TemplateError):
                template.decode(broken, one.counts)
    assert valid > 0


@pytest.mark.parametrize("part", range(PARTS))
def test_where_all_keys_are_unique(part: int) -> None:
    """With no grid: two chunks of the counterexample share a key, or every key is decoded."""
    rng = random.Random(part)
    for one in samples(part):
        template = ranked(one)
        if template is None:
            continue
        found = template.collision()
        assert template.is_injective() is (found is None)
        if found is None:
            for _ in range(5):
                coordinate = tuple(rng.randrange(10 ** rng.randint(1, 18)) for _ in one.counts)
                assert template.decode(template.encode(coordinate)) == coordinate
        else:
            assert found.first != found.second
            assert template.encode(found.first) == template.encode(found.second) == found.key
            enough = [max(pair) + 1 for pair in zip(found.first, found.second, strict=True)]
            assert check_collision(template, tuple(enough))
