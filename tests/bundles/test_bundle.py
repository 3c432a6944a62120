"""The form of a bundle: one document, plain references, what editors offer, and definitions of one's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest
from jsonschema import Draft202012Validator

import zarrscope
from tests.bundles import consumers
from zarrscope.bundle import bundle, subjects
from zarrscope.identifiers import EXTENSIONS
from zarrscope.precompute import SCOPES as NAMES
from zarrscope.precompute import bundle_text
from zarrscope.schemas.tree import MANY, NAMED, ONE, PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SCOPES = {name: getattr(zarrscope.Scope, name)() for name in NAMES}
ANNOTATIONS = {"title", "description", "default", "examples", "deprecated"}
SUBJECTS = subjects(SCOPES["proposed"])


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema in a schema."""
    waiting = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, bool):
            continue
        yield part
        for keyword, value in part.items():
            if keyword in ONE:
                waiting.append(value)
            elif keyword in MANY:
                waiting.extend(value)
            elif keyword in NAMED or keyword == "$defs":
                waiting.extend(value.values())


def at(schema: Any, reference: str) -> Any:
    for token in unquote(reference.removeprefix("#/")).split("/"):
        schema = schema[token.replace("~1", "/").replace("~0", "~")]
    return schema


@pytest.mark.parametrize("name", NAMES)
def test_committed_bundles_are_in_step(name: str) -> None:
    file = ROOT / "schemas" / "bundles" / f"{name}.json"
    assert file.read_text(encoding="utf-8") == bundle_text(name), "run python -m zarrscope.precompute"


@pytest.mark.parametrize("what", SUBJECTS)
def test_a_bundle_stands_alone(what: str) -> None:
    schema = bundle(SCOPES["proposed"], what)
    Draft202012Validator.check_schema(schema)
    used = set()
    for part in parts(schema):
        own = {"$schema", "$defs"} if part is schema else {"$defs"}
        assert part.keys() <= PLAIN | ONE | MANY | NAMED | ANNOTATIONS | own | {"$ref"}
        assert part.keys().isdisjoint(("anyOf", "oneOf"))
        assert part.get("enum") != []
        if "$ref" in part:
            assert part["$ref"].startswith("#/$defs/")
            assert part.keys() <= ANNOTATIONS | own | {"$ref"}  # older validators pass over what stands beside it
            at(schema, part["$ref"])
            used.add(unquote(part["$ref"].split("/")[2]))
    assert used == schema["$defs"].keys()
    assert "Rules between members" in schema["description"]
    assert schema["title"]


@pytest.mark.parametrize("slot", EXTENSIONS)
def test_what_editors_offer_is_valid(slot: str) -> None:
    scope = SCOPES["proposed"]
    schema = bundle(scope, slot)
    offered = schema["$defs"][slot].get("examples", [])
    known = [one for one in scope.definitions() if one.slot == slot and one.pattern is None]
    assert [scope.find(slot, one if isinstance(one, str) else one["name"]) for one in offered] == known
    for example in offered:
        assert Draft202012Validator(schema).is_valid(example)


@pytest.mark.parametrize("what", [what for what in SUBJECTS if what.partition("/")[0] in EXTENSIONS and "/" in what])
def test_one_definition_takes_its_own_name_only(what: str) -> None:
    slot, _, name = what.partition("/")
    validator = Draft202012Validator(bundle(SCOPES["proposed"], what))
    definition = SCOPES["proposed"].definition(slot, name)
    assert not validator.is_valid("acme.other")
    assert not validator.is_valid({"name": "acme.other"})
    if definition.pattern is None:
        assert validator.is_valid(name) == validator.is_valid({"name": name}) != definition.needs_configuration
        for example in (definition.schema or {}).get("examples", []):
            assert validator.is_valid(example)
            assert not validator.is_valid({**example, "more": 1})


@pytest.mark.parametrize(
    "number", [0, 1, 8, 12, 16, 80, 88, 100, 104, 1000, 1001, 1004, 65536, 65540, 10**30, 10**30 + 4]
)
@pytest.mark.parametrize("zeros", ["", "0", "00"])
def test_a_name_that_carries_a_number(number: int, zeros: str) -> None:
    validator = Draft202012Validator(bundle(SCOPES["core"], "data_type"))
    name = f"r{zeros}{number}"
    valid = number > 0 and number % 8 == 0
    assert validator.is_valid(name) == validator.is_valid({"name": name}) == valid
    assert not validator.is_valid({"name": name, "configuration": {"bits": number}})
    assert zarrscope.resolve(name, "data_type").valid == valid


@pytest.mark.parametrize("name", ["gzip\n", "é", "Gzip", "9a", "", "a b", "bytes\n", "r8\n"])
def test_odd_names_are_refused(name: str) -> None:
    for slot in ("codec", "data_type"):
        validator = Draft202012Validator(bundle(SCOPES["core"], slot))
        assert not validator.is_valid(name)
        assert not validator.is_valid({"name": name})


@pytest.mark.parametrize("form", ["NaN\n", "Infinity\n", "0x7fc00000\n"])
def test_a_final_newline_is_refused(form: str) -> None:
    document = {**ARRAY, "data_type": "float32", "fill_value": form}
    verdicts = consumers.python_jsonschema(bundle(SCOPES["core"]), {"": document})
    assert verdicts[""].places[0] == "/fill_value"


def test_there_is_nothing_else() -> None:
    for what in ("", "nothing", "codec/", "codec/nothing", "array/x", "group_field", "document", "//"):
        with pytest.raises(LookupError):
            bundle(SCOPES["core"], what)


def test_a_bundle_may_be_changed() -> None:
    before = bundle(SCOPES["core"])
    for part in parts(before):
        part.clear()
    assert json.dumps(bundle(SCOPES["core"]), ensure_ascii=False, indent=1) + "\n" == bundle_text("core")


ARRAY = json.loads((ROOT / "schemas" / "v3" / "document" / "array.json").read_text(encoding="utf-8"))["examples"][0]


def sharded(configuration: Any) -> Any:
    shard = {
        "chunk_shape": [5, 5],
        "codecs": [{"name": "acme.codec", "configuration": configuration}, {"name": "bytes"}],
        "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
    }
    return {
        **ARRAY,
        "data_type": "uint8",
        "fill_value": 0,
        "codecs": [{"name": "sharding_indexed", "configuration": shard}],
    }


def test_definitions_of_ones_own(tmp_path: Path) -> None:
    schema = bundle(SCOPES["default"].extended(ROOT / "examples" / "acme"))
    (tmp_path / "schema.json").write_text(json.dumps(schema), encoding="utf-8")
    documents = {"good": sharded({"axis": 1}), "bad": sharded({"axis": -1}), "more": sharded({"axis": 0, "step": 2})}
    files = {name: tmp_path / f"{name}.json" for name in documents}
    for name, file in files.items():
        file.write_text(json.dumps(documents[name]), encoding="utf-8")
    place = "/codecs/0/configuration/codecs/0/configuration"
    for verdicts in (
        consumers.python_jsonschema(schema, documents),
        consumers.rust_jsonschema(schema, documents),
        consumers.check_jsonschema(tmp_path / "schema.json", files),
    ):
        assert verdicts["good"].valid
        assert set(verdicts["bad"].places) == {f"{place}/axis"}
        assert set(verdicts["more"].places) == {f"{place}/step"}
    open_schema = bundle(SCOPES["default"])
    assert consumers.python_jsonschema(open_schema, documents)["bad"].valid
