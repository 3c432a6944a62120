"""The tokens of JSON as patterns."""

from __future__ import annotations

import json

MAX_DEPTH = 1000

BLANK = r"[ \t\n\r]*+"
BODY = r'[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+'
NAME = rf'"(?P<name>{BODY})"'
STRING = rf'"(?P<string>{BODY})"'
NUMBER_END = r"(?![.eE0-9])"
WORD = r"true|false|null|NaN|-?Infinity"


def unescape(body: str) -> str:
    """Read what stands between the quotes of a JSON string."""
    return str(json.loads(f'"{body}"'))
