"""Generated examples are the same in every CI run, and no test depends on how fast the machine is."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from contextlib import suppress

from hypothesis import HealthCheck, settings

with suppress(ImportError):  # zarrscope would import it only after many documents
    import orjson  # noqa: F401

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")

# packs that the command has checked are kept elsewhere than with the user's
os.environ["ZARRSCOPE_CACHE"] = tempfile.mkdtemp(prefix="zarrscope-tests-")
atexit.register(shutil.rmtree, os.environ["ZARRSCOPE_CACHE"], ignore_errors=True)
