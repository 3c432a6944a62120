"""The five stages in one read: bytes, shape, consistency, resolution, rules across fields."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from zarrscope.reading import Reading, read, read_value
from zarrscope.reporting import Fields, report
from zarrscope.scope import EXTENSIONS, Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from zarrscope.judgement import Judgement
    from zarrscope.problems import Report


FORMAT_2_KEYS = frozenset((".zarray", ".zgroup", ".zattrs", ".zmetadata"))
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
    found = _judged(chosen, data, notes, node, kind in FORMAT_2_KEYS)
    return chosen.grading.apply(found, node, notes) if chosen.grades else found


def _judged(scope: Scope, data: Any, notes: bool, node: str | None, is_format_2: bool) -> Report:
    is_quick = not notes and not is_format_2
    if isinstance(data, (bytes, bytearray, memoryview, str)):
        if is_quick and data.__class__ is bytes:
            return _judged_text(scope, data, node)
        return _judged_reading(scope, read(data), notes, node, is_format_2)
    known = scope.quick.known_mapping(data) if is_quick else None
    if known is not None:
        return report(known, Reading(data), Fields(_told_of_mapping, scope, data, node), data["node_type"], True)
    return _judged_reading(scope, read_value(data), notes, node, is_format_2, data)


def _judged_text(scope: Scope, text: bytes, node: str | None) -> Report:
    alike = scope.quick.known_text(text, node)
    if alike is not None:
        found, document = alike
        reading = Reading(document, (), text)
        fields = Fields(_told, scope, reading, False, node, False)
        return report(found, reading, fields, document["node_type"], in_order=True)
    known = scope.quick.reports.recall(text)
    if known is None:
        known = _judged_reading(scope, read(text), False, node, False, text)
        scope.quick.reports.remember(text, known)
    return known


def _judged_reading(
    scope: Scope, reading: Reading, notes: bool, node: str | None, is_format_2: bool, source: object = None
) -> Report:
    """Judge what was read; later documents are compared with its source."""
    fields = Fields(_told, scope, reading, notes, node, is_format_2)
    if not (notes or is_format_2 or reading.faults):
        known = scope.quick.known(reading.value, node, text=source if source.__class__ is bytes else None)
        if known is not None:
            if reading.value is source:
                scope.quick.keep_mapping(source)
            return report(known, reading, fields, reading.value["node_type"], in_order=True)
    judgement = _told(scope, reading, notes, node, is_format_2, brief=True)
    return report(judgement.findings(), reading, fields, judgement.node_type)


def _told_of_mapping(scope: Scope, data: object, node: str | None) -> Judgement:
    return _told(scope, read_value(data), False, node, False)


def _told(
    scope: Scope, reading: Reading, notes: bool, node: str | None, is_format_2: bool, brief: bool = False
) -> Judgement:
    # most documents are clean, and judged without these
    from zarrscope.judgement import Judgement
    from zarrscope.nodes import judge_document

    judgement = Judgement(scope, reading, notes, brief, node)
    judge_document(judgement, is_format_2)
    return judgement


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
