"""The `template` chunk key encoding for zarr-python, which finds it by its entry point; needs zarr 3.1.3 or newer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Encode = Callable[[tuple[int, ...]], str]
