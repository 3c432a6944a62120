"""The five stages in one read: bytes, shape, consistency, resolution, rules across fields."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from zarrscope.findings import CLEAN
from zarrscope.reading import DEEP, SHALLOW, read, read_value
from zarrscope.reporting import Fields, clean_report, report
from zarrscope.scope import EXTENSIONS, Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from zarrscope.judgement import Judgement
    from zarrscope.problems import Report
    from zarrscope.quick.alike import Alike, KnownAlike, Match
    from zarrscope.reading import Reading


FORMAT_2_KEYS = frozenset((".zarray", ".zgroup", ".zattrs", ".zmetadata"))
TEXTS = (bytes, bytearray, memoryview, str)
KINDS = FORMAT_2_KEYS | {"auto", "zarr.json"}


def validate(
    data: bytes | bytearray | memoryview | str | Mapping[str, Any],
    *,
    scope: Scope | None = None,
    packs: Iterable[str | PathLike[str]] | str | PathLike[str] = (),
    notes: bool = False,
    kind: str = "auto",
    node: str | None = None,
) -> Report:
    """Judge one metadata document.

    Args:
        data: the document as bytes or text, or as a mapping that was parsed already (then without lines and columns).
        scope: the definitions to judge by; `Scope.default()` where it is not given.
        packs: names of built-in packs, and folders of definitions and rules, that extend the scope; one, or several.
            A folder is read each time: for many documents make a scope once, with `Scope.extended`.
        notes: whether to compute notes, on what is legal but not portable.
        kind: `auto`, or the key that the document is stored under, such as `zarr.json` or `.zarray`.
        node: path of the node in its store, such as `/a/b`, where it is known: rules of packs may read it, and grades
            may hold for some paths only.

    Raises:
        ScopeError: a pack cannot be used.
        ValueError: `kind` is no key of a metadata document.
    """
    if kind not in KINDS:
        raise ValueError(f'kind must be "auto", "zarr.json" or a key of format 2, not {kind!r}')
    chosen = scope if scope is not None else Scope.default()
    if packs:
        for pack in (packs,) if isinstance(packs, (str, PathLike)) else packs:
            chosen = chosen.extended(pack)
    is_format_2 = kind in FORMAT_2_KEYS
    if notes or is_format_2:
        found = _judged_reading(chosen, _read(chosen, data, notes), notes, node, is_format_2)
    else:
        source: Any = data if data.__class__ is bytes or data.__class__ is dict else _source(data)
        found = _judged(chosen, data, node, source, chosen.quick.known_alike(source, node))
    return chosen.grading.apply(found, node, notes) if chosen.grades else found


def validate_text(data: bytes, scope: Scope, node: str | None, alike: KnownAlike | None) -> Report:
    """Judge one text of a `zarr.json` without notes, of which is known what it is like (see `Quick.known_alike`)."""
    found = _judged(scope, data, node, data, alike)
    return scope.grading.apply(found, node) if scope.grades else found


def _judged(scope: Scope, data: Any, node: str | None, source: Any, alike: KnownAlike | None) -> Report:
    if alike is not None:
        findings, like, match = alike
        kind = match[0]["node_type"]
        if findings is CLEAN:
            return clean_report(kind, _told_alike, scope, like, match, source, node)
        fields = Fields(_told_alike, scope, like, match, source, node)
        return report(findings, like.reading(match, source), fields, kind, in_order=True)
    return _judged_reading(scope, _read(scope, data), False, node, False, source)


def _read(scope: Scope, data: Any, notes: bool = False) -> Reading:
    deepest = SHALLOW if notes or "json/depth-portability" in scope.raised else DEEP
    return read(data, deepest) if isinstance(data, TEXTS) else read_value(data, deepest)


def _source(data: Any) -> Any:
    """A text as bytes, where it is one that can be written so; anything else as it is."""
    if isinstance(data, str):
        try:
            return data.encode()
        except UnicodeEncodeError:
            return data
    return bytes(data) if isinstance(data, (bytes, bytearray, memoryview)) else data


def _judged_reading(
    scope: Scope, reading: Reading, notes: bool, node: str | None, is_format_2: bool, source: Any = None
) -> Report:
    """Judge what was read; later texts or mappings are compared with the source."""
    if not (notes or is_format_2 or reading.faults):
        known = scope.quick.known(reading.value, node, source=source)
        if known is CLEAN:
            return clean_report(reading.value["node_type"], _told, scope, reading, notes, node, is_format_2)
        if known is not None:
            fields = Fields(_told, scope, reading, notes, node, is_format_2)
            return report(known, reading, fields, reading.value["node_type"], in_order=True)
    judgement = _told(scope, reading, notes, node, is_format_2, brief=True)
    fields = Fields(_told, scope, reading, notes, node, is_format_2)
    return report(judgement.findings(), reading, fields, judgement.node_type)


def _told(
    scope: Scope, reading: Reading, notes: bool, node: str | None, is_format_2: bool, brief: bool = False
) -> Judgement:
    # most documents are clean, and judged without these
    from zarrscope.judgement import Judgement
    from zarrscope.nodes import judge_document

    judgement = Judgement(scope, reading, notes, brief, node)
    judge_document(judgement, is_format_2)
    return judgement


def _told_alike(scope: Scope, like: Alike, match: Match, source: Any, node: str | None) -> Judgement:
    return _told(scope, like.reading(match, source), False, node, False)


def resolve(data: Any, slot: str, *, scope: Scope | None = None, notes: bool = False) -> Report:
    """Judge one extension point on its own, such as a codec; pointers are relative to it.

    Args:
        data: the extension point as JSON value: a name, or an object.
        slot: `data_type`, `chunk_grid`, `chunk_key_encoding`, `codec` or `storage_transformer`.
        scope: the definitions to judge by; `Scope.default()` where it is not given.
        notes: whether to compute notes.

    Raises:
        ValueError: `slot` is none of these.
    """
    if slot not in EXTENSIONS:
        raise ValueError(f"slot must be one of {', '.join(EXTENSIONS)}, not {slot!r}")
    chosen = scope if scope is not None else Scope.default()
    from zarrscope.judgement import Judgement
    from zarrscope.nodes import judge_field

    judgement = Judgement(chosen, read_value(data), notes)
    judge_field(judgement, slot)
    found = report(judgement.findings(), judgement.reading, Fields(lambda: judgement), judgement.node_type)
    return chosen.grading.apply(found, notes=notes) if chosen.grades else found
