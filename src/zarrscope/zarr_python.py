"""The `template` chunk key encoding for zarr-python 3.1.3 and newer, which finds it by its entry point.

zarr-python does not tell a chunk key encoding the chunk grid, so creating an array cannot say that two chunks of it would
share a key: `zarrscope.validate` does, from the document. Here the second chunk of such a pair is refused when its key is
asked for, whether to write or to read it, before anything is lost; pairs that are split between processes are not seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from zarr.core.chunk_key_encodings import ChunkKeyEncoding

from zarrscope.template import KeyTemplate, TemplateError
from zarrscope.validate import resolve

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self

    Encode = Callable[[tuple[int, ...]], str]


@dataclass(frozen=True)
class TemplateChunkKeyEncoding(ChunkKeyEncoding):
    """Store keys made by a template such as `images/{0}/{1}_{2}.raw`.

    Attributes:
        template: what keys look like.
        separator: stands between the indices that `{*}` is replaced by.
    """

    name: ClassVar[Literal["template"]] = "template"
    template: str
    separator: str | None = None

    def __post_init__(self) -> None:
        """Parse the template; TemplateError where it cannot be used."""
        object.__setattr__(self, "_parsed", KeyTemplate.parse(self.template, self.separator))
        object.__setattr__(self, "_encoders", {})

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.template, self.separator)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Read the metadata; ValidationError, with every problem, where it has errors."""
        resolve(data, "chunk_key_encoding").raise_for_errors()
        config = data["configuration"]
        return cls(config["template"] if "template" in config else config["format"], config.get("separator"))

    def to_dict(self) -> dict[str, Any]:
        """The metadata; `separator` only where there is one."""
        config = {"template": self.template}
        if self.separator is not None:
            config["separator"] = self.separator
        return {"name": self.name, "configuration": config}

    def encode_chunk_key(self, chunk_coords: tuple[int, ...]) -> str:
        """The key of a chunk; TemplateError where the template does not fit the number of axes."""
        encoders: dict[int, Encode] = self._encoders  # type: ignore[attr-defined]
        encode = encoders.get(len(chunk_coords))
        if encode is None:
            encode = encoders[len(chunk_coords)] = _encoder(self._parsed, len(chunk_coords))
        return encode(chunk_coords)

    def decode_chunk_key(self, chunk_key: str) -> tuple[int, ...]:
        """The chunk of a key; TemplateError where the key is no chunk's, or that of several.

        zarr-python does not tell the number of axes; the key has to be right for one number of them only.
        """
        parsed: KeyTemplate = self._parsed  # type: ignore[attr-defined]
        found = []
        for rank in _ranks(parsed, chunk_key):
            try:
                found.append(parsed.decode(chunk_key, rank))
            except TemplateError as error:
                fault = error
        if len(found) == 1:
            return found[0]
        raise TemplateError(f"the key {chunk_key!r} stands for {found or 'no chunk'}")


def _ranks(parsed: KeyTemplate, key: str) -> range:
    """The numbers of axes that a key can be right for: each value after the first needs a separator, or a digit."""
    least = len(parsed.terms)
    if not any(term.rest for term in parsed.terms):
        return range(least, least + 1)
    return range(least, least + (key.count(parsed.separator) if parsed.separator else len(key)) + 1)


def _encoder(parsed: KeyTemplate, rank: int) -> Encode:
    keys = parsed.for_rank(rank)
    return keys.encode if keys.is_injective() else _Watched(keys, rank).encode


class _Watched:
    """Encodes by a template whose keys are not unique on every grid, as long as they are on the grid seen so far."""

    def __init__(self, keys: KeyTemplate, rank: int) -> None:
        self._keys = keys
        self._counts = (0,) * rank

    def encode(self, coordinate: tuple[int, ...]) -> str:
        counts = tuple(map(max, self._counts, (index + 1 for index in coordinate)))
        if counts != self._counts:
            pair = self._keys.collision(chunks_per_axis=counts)
            if pair is not None:
                raise TemplateError(f'chunks {pair[0]} and {pair[1]} share the key "{pair[2]}"')
            self._counts = counts
        return self._keys.encode(coordinate)
