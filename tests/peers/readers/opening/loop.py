"""The loop that every reader written in Python shares: a store on each line read, a verdict on each line written."""

import json
import sys
from collections.abc import Callable


def run(version: str, opened: Callable[[str, str], object]) -> None:
    """Print the reader's version, then for each line (kind, a space, the folder of a store) what it said.

    Null where it said nothing, false where `opened` returns NotImplemented: the reader does not know that kind of node.
    """
    print(json.dumps(version), flush=True)
    for line in sys.stdin:
        kind, _, folder = line.strip().partition(" ")
        try:
            said = False if opened(folder, kind) is NotImplemented else None
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
        print(json.dumps(said), flush=True)
