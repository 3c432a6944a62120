"""A new pack: small, complete, and with comments that explain it."""

from __future__ import annotations

import json
import os
import re

from zarrscope.packfolder import RESERVED
from zarrscope.rulefiles import schema_of_files

STARTER = os.path.join(os.path.dirname(__file__), "starter")
NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
LONGEST = 60
FALLBACK = "my-pack"
SHAPES = {"rules": "definition", "pack": "pack"}


class NotEmptyError(OSError):
    """The folder is there already, and something is in it."""


def start(folder: str) -> tuple[str, list[str]]:
    """Write a pack into a folder that is empty or not there: the name of the pack, and the files.

    Raises:
        NotEmptyError: something is in the folder.
        OSError: it cannot be written.
    """
    if os.path.lexists(folder) and not (os.path.isdir(folder) and not os.listdir(folder)):
        raise NotEmptyError(folder)
    name = pack_name(folder)
    texts = {file: _filled_in(text, name) for file, text in _starter()}
    texts |= {f"editor/{what}.schema.json": editor_schema(what) for what in SHAPES}
    for file, text in sorted(texts.items()):
        path = os.path.join(folder, *_filled_in(file, name).split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    return name, [_filled_in(file, name) for file in sorted(texts)]


def pack_name(folder: str) -> str:
    """The name of a pack in a folder: that of the folder where it can be one."""
    base = os.path.basename(os.path.abspath(folder)).lower()
    name = re.sub(r"[^a-z0-9]+", "-", base).strip("-")[:LONGEST].strip("-")
    return name if NAME.fullmatch(name) and name not in RESERVED else FALLBACK


def editor_schema(what: str) -> str:
    """The JSON Schema of rule files (`rules`) or of `pack.yaml` (`pack`), which needs no other file."""
    schema = schema_of_files()
    own = {"$schema": schema["$schema"], "$ref": f"#/$defs/{SHAPES[what]}", "$defs": schema["$defs"]}
    return json.dumps(own, indent=1, ensure_ascii=False) + "\n"


def _starter() -> list[tuple[str, str]]:
    """The files of the starter by their names, with `/` whatever the system."""
    found = []
    for folder, _, files in os.walk(STARTER):
        for file in files:
            path = os.path.join(folder, file)
            with open(path, encoding="utf-8") as stream:
                found.append((os.path.relpath(path, STARTER).replace(os.sep, "/"), stream.read()))
    return found


def _filled_in(text: str, name: str) -> str:
    return text.replace("PACK-NAME", name).replace("PACK-TITLE", name.replace("-", " ").capitalize())
