"""Where a definition can stand: documents with a place for it, and the pointer of the place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.definitions.expansion import MARK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.definitions.expansion import Case

BYTES = {"name": "bytes", "configuration": {"endian": "little"}}
INDEX = [BYTES, {"name": "crc32c"}]


class Place(NamedTuple):
    """A document with a place in it.

    Attributes:
        name: what the tables call the place.
        node: the pointer of the document that the definition belongs to.
        pointer: the pointer of the definition.
    """

    name: str
    document: Any
    node: str
    pointer: str

    def filled(self, text: str) -> bytes:
        """The document with a JSON text in the place."""
        return json.dumps(self.document).replace(json.dumps(MARK), text).encode("utf-8", "surrogatepass")

    def absolute(self, pointer: str) -> str:
        """Where a pointer of a table points to: below the definition, or from the document on if it starts with "/"."""
        if pointer.startswith("/"):
            return self.node + pointer
        return f"{self.pointer}/{pointer}" if pointer else self.pointer


def array(shape: Any = (8, 12), chunk_shape: Any = (4, 6), **members: Any) -> dict[str, Any]:
    """An array document."""
    grid = {"name": "regular", "configuration": {"chunk_shape": chunk_shape}}
    common = {"zarr_format": 3, "node_type": "array", "shape": shape, "data_type": "int16", "fill_value": 0}
    encoding = {"name": "default"}
    return {**common, "chunk_grid": grid, "chunk_key_encoding": encoding, "codecs": [BYTES], **members}


def listed(place: Place) -> Place:
    """The same document in the consolidated metadata of a group."""
    listing = {"must_understand": False, "kind": "inline", "metadata": {"a/b": place.document, "a": group()}}
    document = {**group(), "consolidated_metadata": listing}
    prefix = "/consolidated_metadata/metadata/a~1b"
    return Place(f"listed {place.name}", document, prefix + place.node, prefix + place.pointer)


def group(**members: Any) -> dict[str, Any]:
    """A group document."""
    return {"zarr_format": 3, "node_type": "group", **members}


def shard(chunk_shape: Any, codecs: list[Any], index_codecs: list[Any]) -> dict[str, Any]:
    """A sharding codec."""
    members = {"chunk_shape": chunk_shape, "codecs": codecs, "index_codecs": index_codecs}
    return {"name": "sharding_indexed", "configuration": members}


def codec_places(entry: dict[str, Any], case: Case) -> Iterator[Place]:
    """Among the codecs of an array, of a shard, and where the codec works on bytes, of `conditional`."""
    before = [*case.row.get("before", ()), *([BYTES] if entry["kind"] == "bytes_to_bytes" else [])]
    after = [*([BYTES] if entry["kind"] == "array_to_array" else []), *case.row.get("after", ())]
    members = {**entry.get("array", {}), **case.row.get("array", {})}
    pipeline = [*before, MARK, *after]
    index = len(before)
    yield Place("top", array(**members, codecs=pipeline), "", f"/codecs/{index}")
    shape, chunk_shape = members.pop("shape", (8, 12)), members.pop("chunk_shape", (4, 6))
    document = array(shape, shape, **members, codecs=[shard(chunk_shape, pipeline, INDEX)])
    yield Place("shard", document, "", f"/codecs/0/configuration/codecs/{index}")
    if entry["kind"] == "bytes_to_bytes":
        inside = {"name": "conditional", "configuration": {"codecs": [MARK]}}
        yield Place("conditional", array(codecs=[BYTES, inside]), "", "/codecs/1/configuration/codecs/0")


def index_place(entry: dict[str, Any]) -> Place:
    """Among the codecs of the index of a shard."""
    before = [BYTES] if entry["kind"] == "bytes_to_bytes" else []
    after = [BYTES] if entry["kind"] == "array_to_array" else []
    document = array((8, 12), (8, 12), codecs=[shard((4, 6), [BYTES], [*before, MARK, *after])])
    return Place("index", document, "", f"/codecs/0/configuration/index_codecs/{len(before)}")


def codecs_for(entry: dict[str, Any]) -> list[Any]:
    """Codecs that can write elements of a data type."""
    return [{"name": entry["variable"]}] if "variable" in entry else [BYTES]


def data_type_places(entry: dict[str, Any], fill: str) -> Iterator[Place]:
    """The data type of an array, of a field, of a field of a field, and where it is a real number, of `cast_value`."""
    value = json.loads(fill)
    yield Place("top", array(data_type=MARK, fill_value=value, codecs=codecs_for(entry)), "", "/data_type")
    if "variable" not in entry:
        one, two = structure(MARK), structure(structure(MARK))
        below = "/configuration/fields/1/data_type"
        yield Place("field", array(data_type=one, fill_value=elements(value)), "", f"/data_type{below}")
        if "configuration" in entry:
            document = array(data_type=two, fill_value=elements(elements(value)))
            yield Place("inner field", document, "", f"/data_type{below * 2}")
    if entry.get("real"):
        cast = {"name": "cast_value", "configuration": {"data_type": MARK}}
        document = array(data_type="float64", fill_value=1.0, codecs=[cast, BYTES])
        yield Place("cast", document, "", "/codecs/0/configuration/data_type")


def structure(data_type: Any) -> dict[str, Any]:
    """A structure with a field of a data type."""
    fields = [{"name": "first", "data_type": "bool"}, {"name": "~/", "data_type": data_type}]
    return {"name": "struct", "configuration": {"fields": fields}}


def elements(value: Any) -> dict[str, Any]:
    """A fill value of such a structure."""
    return {"first": False, "~/": value}


def fill_places(entry: dict[str, Any], data_type: Any) -> Iterator[Place]:
    """The fill value of an array, and of a field; where it is a real number, the scalars of `cast_value` too."""
    yield Place("top", array(data_type=data_type, fill_value=MARK, codecs=codecs_for(entry)), "", "/fill_value")
    if "variable" not in entry:
        document = array(data_type=structure(data_type), fill_value=elements(MARK))
        yield Place("field", document, "", "/fill_value/~0~1")
    if entry.get("real"):
        for direction, pair in {"encode": [MARK, 1], "decode": [0.5, MARK]}.items():
            members = {"data_type": "float64", "scalar_map": {direction: [pair]}}
            codecs = [{"name": "cast_value", "configuration": members}, BYTES]
            where = f"/codecs/0/configuration/scalar_map/{direction}/0/{pair.index(MARK)}"
            yield Place(
                "scalar", array(data_type=data_type, fill_value=json.loads(entry["valid"]), codecs=codecs), "", where
            )


def grid_places(case: Case) -> Iterator[Place]:
    """The chunk grid of an array."""
    yield Place("top", array(**{**case.row.get("array", {}), "chunk_grid": MARK}), "", "/chunk_grid")


def key_encoding_places(_: Case) -> Iterator[Place]:
    """The chunk key encoding of an array, and the base of another."""
    where = "/chunk_key_encoding"
    inside: Any = MARK
    yield Place("top", array(chunk_key_encoding=inside), "", where)
    for name in ("prefix", "suffix", "prefix"):
        inside = {"name": name, "configuration": {name: "x", "base_encoding": inside}}
        where += "/configuration/base_encoding"
        yield Place(f"in {name}", array(chunk_key_encoding=inside), "", where)
