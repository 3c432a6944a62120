"""Values and names as messages show them: JSON, clipped, whatever they hold."""

from __future__ import annotations

import json
from typing import Any

CLIP = 60
ROOM_TO_CLOSE = 12
CONTAINERS = (dict, list, tuple)


def name(text: str) -> str:
    """A member name without quotes where that is readable."""
    return text if text.isidentifier() and len(text) <= CLIP else show(text)


def show(value: Any) -> str:
    """A value as JSON, clipped to about 60 characters."""
    text = _brief(value, CLIP, 8)
    return text if len(text) <= CLIP + ROOM_TO_CLOSE else f"{text[:CLIP]}..."


def _brief(value: Any, room: int, depth: int) -> str:
    """Write no more of a value than there is room for."""
    if isinstance(value, CONTAINERS):
        return _brief_container(value, room, depth)
    if isinstance(value, str):
        text = json.dumps(value[:room] + "..." if len(value) > room + 3 else value, ensure_ascii=False)
        return text if text.isprintable() else json.dumps(value[:room] + "..." * (len(value) > room))
    if isinstance(value, bool) or value is None or isinstance(value, float):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value) if value.bit_length() <= 190 else f"an integer of {value.bit_length()} bits"
    return "something unknown"


def _brief_container(value: dict[str, Any] | list[Any] | tuple[Any, ...], room: int, depth: int) -> str:
    pairs = isinstance(value, dict)
    opening, closing = "{}" if pairs else "[]"
    parts: list[str] = []
    for entry in value.items() if isinstance(value, dict) else value:
        if room <= 0 or depth == 0:
            parts.append("...")
            break
        text = (
            f"{_brief(entry[0], room, 0)}: {_brief(entry[1], room, depth - 1)}"
            if pairs
            else _brief(entry, room, depth - 1)
        )
        parts.append(text)
        room -= len(text) + 2
    return f"{opening}{', '.join(parts)}{closing}"
