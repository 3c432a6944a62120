"""Pages about rules: everything that a rule says, and no markup of a stranger."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.packs.writing import write_pack
from zarrscope.authoring.inspection import Inspection
from zarrscope.authoring.pages import code, escaped, link, pages

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = '<img src=x onerror="a()"> [x](javascript:a) `c` **b**\n\n# heading\n| cell |\n'


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("a chunk has {chunk_bytes} bytes", r"a chunk has {chunk\_bytes} bytes"),
        ("<b> & [x](y) | `z` *e* ~s~", r"\<b\> \& \[x\](y) \| \`z\` \*e\* \~s\~"),
        ("# h", r"\# h"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("0.1", "0.1"),
        ("a\n\nb\x1b[31m\u2028c", r"a b \[31m c"),
        ("\u202eabc", "abc"),
    ],
)
def test_a_text_is_no_markup(text: str, safe: str) -> None:
    assert escaped(text) == safe


def test_code_and_links() -> None:
    assert code("a `b` ``c``") == "``` a `b` ``c`` ```"
    assert link("https://example.org/a?b=c#d") == "<https://example.org/a?b=c#d>"
    assert link("javascript:alert(1)") == "javascript:alert(1)"
    assert link("https://example.org/>x<script>") == r"https://example.org/\>x\<script\>"


def test_a_page_says_everything(tmp_path: Path) -> None:
    rule = {
        "each": {"k": "axes"},
        "given": "rank > wanted",
        "let": {"own": "document.shape[k]"},
        "check": "own > 1",
        "at": "shape/{k}",
        "message": HOSTILE,
        "hint": "a hint",
        "why": "a reason",
        "spec": "https://example.org/",
        "severity": "warning",
        "pass": [{"rank": 2, "document": {"shape": [2, 2]}}, {"rank": 1, "document": {"shape": [1]}}],
        "fail": [{"rank": 2, "document": {"shape": [2, 1]}}],
    }
    files = {
        "pack.yaml": {"name": "acme", "title": HOSTILE, "description": HOSTILE, "authors": [HOSTILE]},
        "array.yaml": {"let": {"wanted": "3 - 2"}, "rules": {"r": rule}},
    }
    inspection = Inspection(str(write_pack(tmp_path / "acme", files)))
    assert inspection.errors == []
    written = pages(inspection)
    assert sorted(written) == ["README.md", "acme-r.md"]
    assert "[acme/r](acme-r.md)" in written["README.md"]
    page = written["acme-r.md"]
    for text in ("*warning*", "a hint", "a reason", "<https://example.org/>", "rank > wanted", "k of axes", "own > 1"):
        assert text in page
    for text in ("own = document.shape[k]", "wanted = 3 - 2", "shape/{k}", '"shape": [', "`array.yaml:"):
        assert text in page
    assert page.count("```json") == 3
    for text in (page, written["README.md"]):
        text = re.sub(r"\\.", "", text)
        assert not any(word in text for word in ("<img", "](javascript", "**b**", "\n# heading", "\n| cell"))
