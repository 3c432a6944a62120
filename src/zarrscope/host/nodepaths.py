"""What expressions do with the paths of nodes."""

from __future__ import annotations

from typing import Any, Final

from zarrscope.cel import UNKNOWN, EvaluationError, Unknown

MAX_CHARACTERS: Final = 16_000_000
"""The longest that all ancestors of one call may be together."""

METADATA_KEY: Final = "zarr.json"


def segments(path: Any) -> list[str]:
    """The parts of a path, which slashes separate."""
    return _text(path).split("/")


def ancestors(paths: Any) -> list[str]:
    """The paths of all nodes above those given, each once, nearest the root first; the root, "", is not among them."""
    if paths is UNKNOWN:
        raise Unknown
    if not isinstance(paths, list):
        raise EvaluationError("ancestors wants a list of paths")
    found: dict[str, int] = {}
    characters = 0
    for path in paths:
        above = _text(path).rpartition("/")[0]
        depth = above.count("/")
        while above and above not in found:
            found[above] = depth
            characters += len(above)
            if characters > MAX_CHARACTERS:
                raise EvaluationError(f"the ancestors have more than {MAX_CHARACTERS} characters")
            above = above.rpartition("/")[0]
            depth -= 1
    return sorted(found, key=found.__getitem__)


def is_node_name(text: Any) -> bool:
    """Whether a node below the root may have the name."""
    name = _text(text)
    return "/" not in name and _is_name(name)


def is_node_path(text: Any) -> bool:
    """Whether a node below the root may have the path."""
    for name in _text(text).split("/"):  # noqa: SIM110, several times as quick as `all` with a generator
        if not _is_name(name):
            return False
    return True


def _is_name(part: str) -> bool:
    return bool(part.strip(".")) and not part.startswith("__") and part != METADATA_KEY


def _text(value: Any) -> str:
    if value.__class__ is str:
        return str(value)
    if value is UNKNOWN:
        raise Unknown
    raise EvaluationError("wants a text")
