"""Rows of calls in this process: from bytes, or from a parsed mapping, to a verdict."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import orjson
import peers
from documents import consolidated, document, faulty, text, twenty
from jsonschema import Draft202012Validator
from timing import Contender

import zarrscope
from zarrscope.bundle import bundle
from zarrscope.quick import Quick
from zarrscope.quick.structures import MOST_WRITTEN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CLEAN = "clean array"
FAULTY = "the same with three faults"
TWENTY = "20 documents in turn, 6 with faults"
CONSOLIDATED = "consolidated metadata"
SCHEMA = "the default scope as one schema"
ORJSON, JSON = "orjson.loads(bytes), no verdict", "json.loads(bytes), no verdict"
WRITING = "orjson.dumps(mapping), no verdict"
BYTES, MAPPING = "zarrscope.validate(bytes)", "zarrscope.validate(mapping)"
ROUNDS = 12
FORGETFUL = "zarrscope.validate(bytes), nothing remembered"
UNWRITTEN = "zarrscope.validate(bytes), nothing remembered, no function written"
PEER_BYTES, PEER_MAPPING = "zarr-metadata, json.loads(bytes)", "zarr-metadata, mapping"
TENSORSTORE = "tensorstore.Spec(mapping)"


def forgetful(most_written: int = MOST_WRITTEN) -> Callable[[Any], object]:
    """`validate` with nothing remembered from one document to the next.

    The functions stay that it writes for documents of one structure, unless `most_written` is 0.
    """
    scope = zarrscope.Scope.default().with_records({}, {})
    scope.quick = Quick(scope, most_remembered=0, most_written=most_written)
    return lambda data: zarrscope.validate(data, scope=scope).problems


def ours(data: Any) -> Sequence[object]:
    """The problems that zarrscope finds."""
    return zarrscope.validate(data).problems


def contenders(variants: int, entries: int) -> list[Contender]:
    """Everything that is timed here; ends the run where a party does not judge the documents as it should."""
    clean, wrong = [document(number) for number in range(variants)], [faulty(number) for number in range(variants)]
    clean_texts, wrong_texts, mixed = list(map(text, clean)), list(map(text, wrong)), twenty(ROUNDS)
    listing = [text(consolidated(entries))]
    judge_anew = forgetful()
    _check("zarrscope", lambda raw: len(ours(raw)), clean_texts, wrong_texts, mixed, listing)
    rows = [
        Contender(CLEAN, ORJSON, orjson.loads, clean_texts),
        Contender(CLEAN, JSON, json.loads, clean_texts),
        Contender(CLEAN, BYTES, ours, clean_texts),
        Contender(CLEAN, FORGETFUL, judge_anew, clean_texts),
        Contender(CLEAN, UNWRITTEN, forgetful(most_written=0), clean_texts),
        Contender(CLEAN, MAPPING, ours, clean),
        Contender(CLEAN, WRITING, orjson.dumps, clean),
        Contender(FAULTY, ORJSON, orjson.loads, wrong_texts),
        Contender(FAULTY, BYTES, ours, wrong_texts),
        Contender(FAULTY, MAPPING, ours, wrong),
        Contender(TWENTY, ORJSON, orjson.loads, mixed),
        Contender(TWENTY, BYTES, ours, mixed),
        Contender(TWENTY, FORGETFUL, judge_anew, mixed),
        Contender(CONSOLIDATED, ORJSON, orjson.loads, listing, "ms"),
        Contender(CONSOLIDATED, BYTES, ours, listing, "ms"),
        Contender(CONSOLIDATED, FORGETFUL, judge_anew, listing, "ms"),
        *_schema_contenders(clean[:4]),
    ]
    if peers.is_installed("zarr-metadata"):
        from_bytes, from_mapping = peers.zarr_metadata()
        _check("zarr-metadata", from_bytes, clean_texts, wrong_texts, mixed, [])
        rows += [
            Contender(CLEAN, PEER_BYTES, from_bytes, clean_texts),
            Contender(CLEAN, PEER_MAPPING, from_mapping, clean),
            Contender(FAULTY, PEER_BYTES, from_bytes, wrong_texts),
            Contender(TWENTY, PEER_BYTES, from_bytes, mixed),
        ]
    if peers.is_installed("tensorstore"):
        rows.append(Contender(CLEAN, TENSORSTORE, peers.tensorstore(), clean))
    return sorted(rows, key=lambda row: (CLEAN, FAULTY, TWENTY, CONSOLIDATED, SCHEMA).index(row.group))


def _check(party: str, judge: Callable[[bytes], int], *parts: list[bytes]) -> None:
    clean, wrong, mixed, listing = ([judge(raw) for raw in part] for part in parts)
    if set(clean) != {0} or set(wrong) != {3} or sum(map(bool, mixed)) != 6 * ROUNDS or any(listing):
        raise SystemExit(f"{party} does not find in the documents what there is to find")


def _schema_contenders(documents: list[Any]) -> list[Contender]:
    """The scope as one schema, in validators that know nothing of Zarr; shapes alone are judged."""
    scope = zarrscope.Scope.default()
    schema = bundle(scope)
    rust, python = jsonschema_rs.Draft202012Validator(schema), Draft202012Validator(schema)
    return [
        Contender(SCHEMA, "jsonschema_rs, is_valid(mapping)", rust.is_valid, documents),
        Contender(SCHEMA, "jsonschema, is_valid(mapping)", python.is_valid, documents),
        Contender(SCHEMA, "jsonschema_rs, compile the schema", jsonschema_rs.Draft202012Validator, [schema]),
        Contender(SCHEMA, "zarrscope.bundle.bundle(scope)", bundle, [scope]),
    ]
