"""The documents of documents.yaml, written out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml


def documents() -> dict[str, bytes]:
    """The bytes of each document, by its name."""
    data = yaml.safe_load(Path(__file__).with_name("documents.yaml").read_text(encoding="utf-8"))
    texts = {}
    for changes in data.values():
        plain = next(iter(changes.values()))
        texts.update({name: _text(plain, change) for name, change in changes.items()})
    return texts


def _text(plain: dict[str, Any], change: dict[str, Any]) -> bytes:
    change = dict(change)
    removed = change.pop("remove", [])
    around = [change.pop(where, []) for where in ("before", "after")]
    texts = change.pop("json", {})
    deep = change.pop("deep", 0)
    mark = b"\xef\xbb\xbf" if change.pop("mark", False) else b""
    document = {name: value for name, value in {**plain, **change}.items() if name not in removed}
    if "codecs" in document:
        document["codecs"] = [*around[0], *document["codecs"], *around[1]]
    if deep:
        texts = {"attributes": '{"a": ' + "[" * deep + "]" * deep + "}"}
    members = {name: json.dumps(value) for name, value in document.items()} | texts
    return mark + ("{" + ", ".join(f'"{name}": {text}' for name, text in members.items()) + "}").encode()
