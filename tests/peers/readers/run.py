"""Give every document to a reader and write down what it refuses: `python -m tests.peers.readers.run NAME COMMAND`.

The command starts one of the scripts in opening/ with whatever has the reader installed. Where it crashes or hangs,
that is written down for the document at hand, and it is started anew for those that are left. The name `chunks` has the
first chunk of every document written instead, into chunks.yaml, from which the readers then read.
"""

from __future__ import annotations

import datetime
import json
import re
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from tests.peers.readers.expansion import documents

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
CHUNKS = HERE / "chunks.yaml"
# of codecs that no writer at hand knows: whether a reader looks for the codec at all
UNWRITABLE = {"zfp-": "c/0/0", "conditional": "c/0/0", "scale_offset-string": "c/0/0", "n5_default": "0/0"}
LONGEST_SECONDS = 60
LONGEST_MESSAGE = 200


def _answers(command: list[str], stores: list[str]) -> Iterator[Any]:
    """The version of a reader, then what it says of each store."""
    left, started = stores, False
    while left:
        child = subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert child.stdin is not None
        assert child.stdout is not None
        version = json.loads(child.stdout.readline())
        if not started:
            yield version
        started = True
        for store in left:
            timer = threading.Timer(LONGEST_SECONDS, child.kill)
            timer.start()
            child.stdin.write(store + "\n")
            child.stdin.flush()
            line = child.stdout.readline()
            timer.cancel()
            left = left[1:]
            yield json.loads(line) if line else "the process ended"
            if not line:
                break
        child.stdin.close()
        child.wait()


def _short(message: str, folder: str) -> str:
    text = re.sub(r"\s+", " ", message.replace(folder, "")).strip()
    return text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 3] + "..."


def _write(file: Path, data: object) -> None:
    file.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=150), encoding="utf-8")


def main(name: str, command: list[str]) -> None:
    """Write the results of one reader into results/, or the chunks."""
    texts = documents()
    chunks = yaml.safe_load(CHUNKS.read_text(encoding="utf-8")) if name != "chunks" else {}
    with tempfile.TemporaryDirectory() as folder:
        stores = []
        for document, text in texts.items():
            files = {"zarr.json": text} | {key: bytes.fromhex(data) for key, data in chunks.get(document, {}).items()}
            for key, data in files.items():
                file = Path(folder, f"{document}.zarr", key)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
            kind = "group" if document.startswith("group-") else "array"
            stores.append(f"{kind} {folder}/{document}.zarr")
        version, *said = _answers(command, stores)
    answers = {document: answer for document, answer in zip(texts, said, strict=True) if answer is not False}
    refused = {document: answer for document, answer in answers.items() if answer}
    if name == "chunks":
        empty = {name: {key: "00"} for name in texts for start, key in UNWRITABLE.items() if name.startswith(start)}
        _write(CHUNKS, empty | refused)
        return
    results = {
        "reader": version,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "opens": [document for document in answers if document not in refused],
        "refuses": {document: _short(message, folder) for document, message in refused.items()},
    }
    _write(HERE / "results" / f"{name}.yaml", results)
    print(f"{version}: {len(refused)} of {len(answers)} refused")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
