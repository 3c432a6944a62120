"""The tables of this folder: keys, invalid templates, collisions, decoding."""

from __future__ import annotations

from typing import Any

import pytest

from tests.shared import SHARED, needs_shared
from tests.template.tables import identity, number, table
from zarrscope.template import KeyTemplate, TemplateError

VALID, INVALID, COLLISIONS, DECODING = map(table, ("valid", "invalid", "collisions", "decoding"))


def read(template: str, separator: str | None, rank: int | None) -> None:
    """Read a template, by itself or for a rank."""
    made = KeyTemplate(template, separator)
    if rank is not None:
        made.for_rank(rank)


@pytest.mark.parametrize("row", VALID, ids=identity)
def test_valid(row: dict[str, Any]) -> None:
    template = KeyTemplate(row["template"], row["separator"])
    coordinate, key = row["coordinate"], row["key"]
    assert template.encode(coordinate) == key
    if template.is_injective(rank=len(coordinate)):
        assert template.decode(key, rank=len(coordinate)) == coordinate


@pytest.mark.parametrize("row", INVALID, ids=identity)
def test_invalid(row: dict[str, Any]) -> None:
    rank = number(row["rank"])
    with pytest.raises(TemplateError) as caught:
        read(row["template"], row["separator"], rank)
    assert (caught.value.rule, caught.value.offset) == (row["rule"], number(row["offset"]))
    assert str(caught.value)


@pytest.mark.parametrize("row", COLLISIONS, ids=identity)
def test_collisions(row: dict[str, Any]) -> None:
    template, counts = KeyTemplate(row["template"], row["separator"]), row["chunks_per_axis"]
    found = template.collision(counts)
    assert template.is_injective(counts) is (found is None)
    assert (found is None) == (row["verdict"] == "unique")
    pairs = [] if found is None else [found, (row["first"], row["second"], row["key"])]
    for first, second, key in pairs:
        assert first != second
        assert template.encode(first) == template.encode(second) == key
        assert all(0 <= number < count for one in (first, second) for number, count in zip(one, counts, strict=True))


@pytest.mark.parametrize("row", DECODING, ids=identity)
def test_decoding(row: dict[str, Any]) -> None:
    template, rank, counts = KeyTemplate(row["template"], row["separator"]), number(row["rank"]), row["chunks_per_axis"]
    if isinstance(row["result"], str):
        with pytest.raises(TemplateError) as caught:
            template.decode(row["key"], rank=rank, chunks_per_axis=counts)
        assert caught.value.rule == row["result"]
    else:
        assert template.decode(row["key"], rank=rank, chunks_per_axis=counts) == row["result"]
        assert template.encode(row["result"]) == row["key"]


def test_every_rule_has_a_row() -> None:
    listed = {row["rule"] for row in INVALID}
    assert listed >= {
        "syntax",
        "no-expression",
        "one-rest",
        "separator-required",
        "leading-slash",
        "forbidden-substring",
    }
    assert listed >= {"axis-missing", "rest-empty", "index-range", "index-repeated", "rank-zero", "segment-dot"}


@needs_shared
def test_the_published_examples_are_in_the_table() -> None:
    rows = {(row["template"], row["separator"], row["coordinate"], row["key"]) for row in VALID}
    lines = (SHARED / "source-documents" / "000_examples.tsv").read_text(encoding="utf-8").splitlines()[1:]
    published = [line.split("\t") for line in lines]
    assert len(published) == 8
    for template, separator, coordinate, key in published:
        assert (template, separator, tuple(map(int, coordinate.split(","))), key) in rows
