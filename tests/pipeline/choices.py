"""What the makers of random documents have in common: how they choose, and how they break a list of codecs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

UNKNOWN_CODECS = [
    "acme.codec",
    {"name": "acme.codec"},
    {"name": "acme.codec", "configuration": {"codecs": ["bytes", "bytes"], "order": [9]}},
    {"name": "acme.codec", "must_understand": False},
]


class Chooser:
    """Makes choices; `slip` is how likely each is to be a wrong one."""

    def __init__(self, random: Random, slip: float) -> None:
        self.random = random
        self.slip = slip

    def slips(self, times: float = 1.0) -> bool:
        return self.random.random() < self.slip * times

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def disturb(self, codecs: list[Any], known: Callable[[], list[Any]]) -> None:
        """Put an unknown codec or one of the known ones in, or break the order."""
        place = self.random.randrange(len(codecs) + 1)
        deed = self.random.randrange(6)
        if deed <= 2:
            codecs.insert(place, self.random.choice(UNKNOWN_CODECS))
        elif deed == 3:
            self.random.shuffle(codecs)
        elif deed == 4 and len(codecs) > 1:
            codecs.pop(place % len(codecs))
        else:
            codecs.insert(place, self.random.choice([*known(), UNKNOWN_CODECS[0]]))
