"""How much may be made for later, most of which may never be of use."""

from __future__ import annotations


class Budget:
    """Some may be made before anything was met, and then a share of what was.

    Attributes:
        met: how many were met; for whoever has the budget to count.
        useful: how many of those that were made have been of use; likewise.
    """

    def __init__(self, free: int, price: int, gain: int = 0) -> None:
        """Allow `free` of them, one more for every `price` that were met, and `gain` more for each that was of use."""
        self._free, self._price, self._gain = free, price, gain
        self._made = self.met = self.useful = 0

    def allows(self) -> bool:
        """Whether one more may be made, which then counts as made."""
        if self._made >= self._free + self.met // self._price + self._gain * self.useful:
            return False
        self._made += 1
        return True
