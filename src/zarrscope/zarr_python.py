"""The `template` chunk key encoding for zarr-python 3.1.3 and newer, which finds it by its entry point.

zarr-python does not tell a chunk key encoding the shape or the chunk grid, so creating an array cannot refuse a
template that does not fit its rank, or that gives two of its chunks one key; `zarrscope.validate` says so from the
document. Here it is refused when keys are asked for, to write or to read: the first key where the rank does not fit,
otherwise that of the second chunk of such a pair, before anything is lost. Chunks that other processes write are not
seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal

from zarr.core.chunk_key_encodings import ChunkKeyEncoding

from zarrscope.template import KeyTemplate, TemplateError
from zarrscope.validate import resolve

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self

    from zarrscope.template import RankedTemplate

    Encode = Callable[[tuple[int, ...]], str]


@dataclass(frozen=True)
class TemplateChunkKeyEncoding(ChunkKeyEncoding):
    """Store keys made by a template such as `images/{0}/{1}_{2}.raw`; one object serves one array.

    Attributes:
        template: what keys look like.
        separator: what stands between the indices that `{*}` is replaced by.
    """

    name: ClassVar[Literal["template"]] = "template"
    template: str
    separator: str | None = None
    _keys: KeyTemplate = field(init=False, repr=False, compare=False)
    _encoders: dict[int, Encode] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Read the template; TemplateError where it is valid for no array."""
        object.__setattr__(self, "_keys", KeyTemplate(self.template, self.separator))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.template, self.separator)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Read the metadata; ValidationError, with every problem, where it has errors."""
        resolve(data, "chunk_key_encoding").raise_for_errors()
        config = data["configuration"]
        return cls(config["template" if "template" in config else "format"], config.get("separator"))

    def to_dict(self) -> dict[str, Any]:
        """Write the metadata; `separator` only where there is one."""
        config = {"template": self.template}
        if self.separator is not None:
            config["separator"] = self.separator
        return {"name": self.name, "configuration": config}

    def encode_chunk_key(self, chunk_coords: tuple[int, ...]) -> str:
        """The key of a chunk; TemplateError where the template does not fit the array, or the key is another's too."""
        encode = self._encoders.get(len(chunk_coords))
        if encode is None:
            encode = self._encoders[len(chunk_coords)] = _encoder(self._keys.for_rank(len(chunk_coords)))
        return encode(chunk_coords)

    def decode_chunk_key(self, chunk_key: str) -> tuple[int, ...]:
        """The chunk of a key; TemplateError where it is that of no chunk, or of several.

        zarr-python does not say for how many axes: with `{*}`, the key has to be right for one number of them only.
        """
        keys = self._keys
        if keys.rank is not None:
            return keys.decode(chunk_key)
        least = len(keys.terms)
        more = chunk_key.count(keys.separator) if keys.separator else len(chunk_key)
        found: list[tuple[int, ...]] = []
        for rank in range(least, least + more + 1):
            try:
                found.append(keys.decode(chunk_key, rank))
            except TemplateError as error:
                if error.rule in ("key-ambiguous", "key-undecided"):
                    raise
        if len(found) != 1:
            rule, what = ("key-ambiguous", "several chunks") if found else ("key-form", "no chunk")
            raise TemplateError(rule, f"this is the key of {what}")
        return found[0]


def _encoder(keys: RankedTemplate) -> Encode:
    return keys.encode if keys.is_injective() else _Watched(keys).encode


class _Watched:
    """Encodes where keys are not unique on every grid, as long as they are on the grid that has been seen."""

    def __init__(self, keys: RankedTemplate) -> None:
        self._keys = keys
        self._counts = (0,) * keys.rank

    def encode(self, coordinate: tuple[int, ...]) -> str:
        key = self._keys.encode(coordinate)
        counts = tuple(map(max, self._counts, (index + 1 for index in coordinate)))
        if counts != self._counts:
            shared = self._keys.collision(counts)
            if shared is not None:
                message = f'chunks {shared.first} and {shared.second} share the key "{shared.key}"'
                raise TemplateError("key-collision", message)
            self._counts = counts
        return key
