"""Where the schemas and the rules lie as files: in the package where it is installed, else in the checkout."""

from __future__ import annotations

import os


def data_folder() -> str:
    """The folder that holds `schemas/` and `rules/`."""
    here = os.path.dirname(os.path.abspath(__file__))
    installed = os.path.join(here, "data")
    return installed if os.path.isdir(installed) else os.path.dirname(os.path.dirname(here))
