"""An error of the pack `xarray` is a refusal of xarray, and the other way round; skipped where it is not installed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from tests.packs.test_cases import GROUP, document_of
from tests.packs.test_content import CASES, SCOPES

if TYPE_CHECKING:
    from pathlib import Path

ARRAYS = [case for case in CASES["xarray"] if case["of"] == "array"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", ARRAYS, ids=[json.dumps(case["with"])[1:60] for case in ARRAYS])
def test_xarray_agrees(case: dict[str, Any], tmp_path: Path) -> None:
    xarray = pytest.importorskip("xarray")
    pytest.importorskip("cftime")
    document = document_of(case)
    for path, content in (("zarr.json", GROUP), (f"{case['node'][1:]}/zarr.json", document)):
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(content), encoding="utf-8")
    try:
        xarray.open_dataset(tmp_path, engine="zarr", consolidated=False, decode_timedelta=False).load()
        opens = True
    except Exception:  # whatever it is, a user is left without the data
        opens = False
    valid = zarrscope.validate(document, scope=SCOPES["xarray"], node=case["node"]).valid
    assert opens == (valid or case.get("misread", False))
