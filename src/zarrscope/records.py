"""Immutable values with named parts: frozen dataclasses, without an import that costs more than judging a document."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class RecordType(type):
    """Makes a class of records from the annotations in its body; a part that is given a value there may be left out."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], body: dict[str, Any], unseen: tuple[str, ...] = ()
    ) -> RecordType:
        """Make the class; the parts `unseen` are neither compared nor shown."""
        parts = tuple(part for part, kind in body.get("__annotations__", {}).items() if not kind.startswith("ClassVar"))
        defaults = {part: body.pop(part) for part in parts if part in body}
        body |= {"__slots__": (), "__match_args__": parts, "seen": tuple(p for p in parts if p not in unseen)}
        if parts:
            draft = type(name, (), {"__slots__": parts})
            body["__new__"] = _maker(parts, defaults, draft)
            bases = (*bases, draft)
        return super().__new__(cls, name, bases, body)


def _maker(parts: tuple[str, ...], defaults: dict[str, Any], draft: type) -> Any:
    """What makes a record: as a draft, whose parts can be set at once, and which then becomes the record."""
    parameters = ", ".join(f"{part}=defaults[{part!r}]" if part in defaults else part for part in parts)
    sets = "; ".join(f"made.{part} = {part}" for part in parts)
    namespace: dict[str, Any] = {"defaults": defaults, "new": object.__new__, "draft": draft}
    exec(f"def __new__(cls, {parameters}): made = new(draft); {sets}; made.__class__ = cls; return made", namespace)
    namespace["__new__"].__qualname__ = draft.__name__
    return namespace["__new__"]


class Record(metaclass=RecordType):
    """A value that is compared, hashed and shown by its parts, and never changes."""

    seen: ClassVar[tuple[str, ...]]
    __match_args__: ClassVar[tuple[str, ...]]

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot assign to {name!r}: a {type(self).__name__} is immutable")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete {name!r}: a {type(self).__name__} is immutable")

    def _key(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.seen])

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.seen)
        return f"{type(self).__name__}({parts})"

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), tuple(getattr(self, name) for name in self.__match_args__)

    def __replace__(self, **changes: Any) -> Self:
        """The record with some parts changed; what `copy.replace` calls from Python 3.13 on."""
        parts = {name: getattr(self, name) for name in self.__match_args__}
        return type(self)(**(parts | changes))
