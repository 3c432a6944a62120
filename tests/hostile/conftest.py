from __future__ import annotations

import pytest

from zarrscope.quick import structures


@pytest.fixture
def functions_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function is written for the first document of each structure."""
    monkeypatch.setattr(structures, "EACH", 1)
    monkeypatch.setattr(structures, "OFTEN", 1)
    monkeypatch.setattr(structures, "FREE", 1000)
