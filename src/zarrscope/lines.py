"""JSON Lines of which each line is decoded when it is first asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

Key = TypeVar("Key")


class Lines(Mapping[Key, Any]):
    """Values by key, from their JSON texts."""

    def __init__(self, texts: Mapping[Key, bytes]) -> None:
        """Hold the texts; nothing is decoded yet."""
        self._texts = texts
        self._values: dict[Key, Any] = {}

    def __getitem__(self, key: Key) -> Any:
        value = self._values.get(key)
        if value is None:
            value = self._values.setdefault(key, json.loads(self._texts[key]))
        return value

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[Key]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)
