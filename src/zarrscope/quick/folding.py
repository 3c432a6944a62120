"""Lines of generated Python without the conditions that come out the same whatever is judged."""

from __future__ import annotations

import re

WORDS = frozenset(("and", "or", "not", "in", "True", "False", "None"))
_condition = re.compile(r" *if (.*):( return False)?")
_text = re.compile(r"'[^'\\]*'")
_names = re.compile(r"[A-Za-z_]\w*")


def folded(lines: list[str]) -> list[str]:
    """Lines without the conditions on which nothing follows, and what stands below those."""
    kept: list[str] = []
    below: int | None = None  # how far the lines are indented that a condition leaves out
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if below is not None and indent > below:
            continue
        below = None
        found = _condition.fullmatch(line)
        if found is not None and _surely_false(found[1]):
            below = indent
        else:
            kept.append(line)
    return kept


def _surely_false(condition: str) -> bool:
    if not WORDS.issuperset(_names.findall(_text.sub("", condition))):
        return False
    try:
        return not eval(condition, {"__builtins__": {}})
    except Exception:
        return False
