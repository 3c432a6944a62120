"""What may be meant by an expression that cannot be right."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from zarrscope.cel import nodes
from zarrscope.cel.tokens import ELSEWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable

NOT_IN_PROFILE: Final = frozenset(
    [
        "bool",
        "bytes",
        "double",
        "duration",
        "dyn",
        "int",
        "matches",
        "string",
        "timestamp",
        "type",
        "uint",
        "startsWith",
        "endsWith",
        "contains",
    ]
)
"""Functions of CEL that there are not here."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?")


def requoted(node: nodes.Binary) -> str | None:
    """What to write where a number is compared with a text that is one, or the other way round."""
    for side, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(side, nodes.Literal) and not isinstance(other, nodes.Literal):
            if isinstance(side.value, str) and _NUMBER.fullmatch(side.value):
                return f"without quotes it is a number: {side.value}"
            if side.value.__class__ in (int, float):
                return f'in quotes it is text: "{side.value}"'
    return None


def meant(name: str, known: Iterable[str]) -> str | None:
    """What to write in place of a name that is not known."""
    if not name or name in ELSEWHERE:
        return ELSEWHERE.get(name)
    from difflib import get_close_matches

    close = get_close_matches(name, sorted(known), 1)
    return f"did you mean {close[0]!r}?" if close else None
