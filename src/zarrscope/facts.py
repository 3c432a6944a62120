"""What expressions see: facts that are worked out when they are first read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from zarrscope.definitions import Definition


class Facts(dict[str, Any]):
    """Named values; those in `lazy` are worked out on first reading and kept, others are looked up in `parent`.

    Made by `facts`: a class without an `__init__` of its own is made several times faster.
    """

    __slots__ = ("lazy", "parent")

    lazy: Mapping[str, Callable[[Any], Any]]
    parent: Facts | None

    def __missing__(self, name: str) -> Any:
        compute = self.lazy.get(name)
        if compute is not None:
            value = self[name] = compute(self)
            return value
        if self.parent is not None:
            return self.parent[name]
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return dict.__contains__(self, name) or name in self.lazy or (self.parent is not None and name in self.parent)

    def forget(self) -> None:
        """Work the lazy ones out anew when they are next read, because something that they read has become unknown."""
        for name in self.lazy:
            self.pop(name, None)


def facts(values: Mapping[str, Any], lazy: Mapping[str, Callable[[Any], Any]], parent: Facts | None = None) -> Facts:
    """Facts that start from `values`; `lazy` maps a name to the function that works it out from these facts."""
    made = Facts(values)
    made.lazy = lazy
    made.parent = parent
    return made


class Definite(dict[str, Any]):
    """The facts of one resolved extension point; `source` is the definition that they describe."""

    __slots__ = ("source",)

    source: Definition

    def forget(self) -> None:
        """Work out nothing anew, because all is written as it is."""


class Computed(Definite):
    """The same, where those in `lazy` are worked out when they are first read."""

    __slots__ = ("lazy",)

    lazy: Mapping[str, Callable[[Any], Any]]

    def __missing__(self, name: str) -> Any:
        value = self[name] = self.lazy[name](self)
        return value

    def __contains__(self, name: object) -> bool:
        return dict.__contains__(self, name) or name in self.lazy

    def forget(self) -> None:
        """Work the lazy ones out anew when they are next read."""
        for name in self.lazy:
            self.pop(name, None)


def facts_of(definition: Definition, name: str | None, config: Any) -> Definite:
    """The facts of a definition with a configuration."""
    values = {"name": name, "id": definition.name, "config": config, **definition.constants}
    if not definition.computed:
        made = Definite(values)
    else:
        made = computed = Computed(values)
        computed.lazy = definition.computed
    made.source = definition
    return made


def _others(start: Callable[[int], int | None], stop: Callable[[int], int | None]) -> Callable[[Facts], Any]:
    def facts(seen: Facts) -> Any:
        codecs, index = seen["@codecs"], seen["@index"]
        if codecs is UNKNOWN:
            return UNKNOWN
        return [codec.facts for codec in codecs[start(index) : stop(index)]]

    return facts


CODEC_FACTS: Mapping[str, Callable[[Facts], Any]] = {
    "before": _others(lambda _: 0, lambda index: index),
    "after": _others(lambda index: index + 1, lambda _: None),
    "nested": lambda seen: seen["@nested"],
}
