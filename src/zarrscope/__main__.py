"""Run the command with `python -m zarrscope`."""

from __future__ import annotations

import sys

from zarrscope.cli import main

if __name__ == "__main__":
    sys.exit(main())
