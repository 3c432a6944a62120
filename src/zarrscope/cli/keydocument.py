"""What the command `key` takes from an array's document: template, separator, rank and chunks on each axis."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN
from zarrscope.cli.key import Origin
from zarrscope.cli.stores import KEYS, Document, find
from zarrscope.cli.terminal import PLAIN_WIDTH, UsageError, visible, wants_colour

if TYPE_CHECKING:
    from zarrscope import Scope

MEMBER = "chunk_key_encoding"
ENCODING = "template"
NAMES = ("template", "format")


class Faulty(Exception):
    """The document has errors; the text tells them, as `check` would."""


def origin_of(path: str) -> Origin:
    """Read the document at a path, a folder or standard input, and judge it.

    Raises:
        UsageError: it cannot be read, or its keys are not made by a template.
        Faulty: it has errors.
    """
    from zarrscope import Scope, validate

    scope = Scope.default()
    document = _read(path)
    report = validate(document.data, scope=scope, kind=document.kind)
    if not report.valid:
        from zarrscope.cli.text import TextFormat

        raise Faulty(TextFormat(True, wants_colour(sys.stderr), PLAIN_WIDTH).document(document, report))
    field = report.fields.get(f"/{MEMBER}")
    if field is None:
        raise UsageError(f"{visible(document.path)}: is not an array's document, so there are no chunk keys")
    if field.definition != ENCODING:
        name = visible((field.name or "")[:100])
        raise UsageError(
            f'{visible(document.path)}: the chunk key encoding is "{name}", and this command knows only "{ENCODING}"'
        )
    return _origin(scope, document.data)


def _read(path: str) -> Document:
    """Read one document: of a folder, that of the node that it is."""
    if os.path.isdir(path):
        path = os.path.join(path, KEYS[0])
    item = next(find([path]))
    if isinstance(item, Document):
        return item
    raise UsageError(f"{visible(item.path)}: {item.message}")


def _origin(scope: Scope, data: bytes) -> Origin:
    """What a valid document says."""
    from zarrscope.chunks import has_hole
    from zarrscope.context import document_facts
    from zarrscope.judgement import Judgement
    from zarrscope.nodes import judge_document
    from zarrscope.reading import read

    judgement = Judgement(scope, read(data), notes=False)
    judge_document(judgement, is_format_2=False)
    members = {node.loc: node for node in judgement.nodes}
    facts = document_facts(judgement.root, lambda member: members.get((member,)))
    document: dict[str, Any] = judgement.reading.value
    config = document[MEMBER]["configuration"]
    template = next(config[name] for name in NAMES if name in config)
    counts = facts["grid"]["counts"]
    chunks = None if counts is UNKNOWN or has_hole(counts) else tuple(counts)
    return Origin(template, config.get("separator"), len(document["shape"]), chunks)
