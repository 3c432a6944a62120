"""The host functions that expressions may call; `schemas/meta/facts.json` declares them with their types.

A module is imported when one of its functions is first compiled into an expression, or, those of LATE, first called.
"""

from __future__ import annotations

from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

MODULES = {
    "lists": "indices is_list is_map is_number slice repeats sum product",
    "texts": "is_text characters lower made_of words base64_size",
    "scalars": "real cast scaled unscaled same",
    "shapes": "runs reshaped",
    "nodepaths": "segments ancestors is_node_name is_node_path",
    "keyfunctions": "key_terms key_literals key_unique key_collision key_encode",
}
LATE = frozenset(("scalars", "shapes", "keyfunctions"))
"""The modules that most documents need no function of, though their expressions mention some."""
WHERE = {name: module for module, names in MODULES.items() for name in names.split()}
LOOPS = {"indices": "range(len({}))"}  # see `cel.Function`
PYTHON_NAMES = {"slice": "slice_", "sum": "sum_"}  # which Python has taken


@cache
def host_function(name: str) -> Callable[..., Any]:
    """The function that expressions call by this name; KeyError where there is none."""
    module = WHERE[name]
    return partial(_call, module, name) if module in LATE else _function(module, name)


def _call(module: str, name: str, *arguments: Any) -> Any:
    return _function(module, name)(*arguments)


@cache
def _function(module: str, name: str) -> Callable[..., Any]:
    found = import_module(f"zarrscope.host.{module}")
    function: Callable[..., Any] = getattr(found, PYTHON_NAMES.get(name, name))
    return function
