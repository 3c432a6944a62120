"""Slots and identifiers: how definitions are named, and where their files lie."""

from __future__ import annotations

BASE = "https://w3id.org/zarrscope"
VERSION = "v3"
SLOTS = (
    "document",
    "data_type",
    "chunk_grid",
    "chunk_key_encoding",
    "codec",
    "storage_transformer",
    "array_field",
    "group_field",
    "attribute",
)
EXTENSIONS = ("data_type", "chunk_grid", "chunk_key_encoding", "codec", "storage_transformer")
ENVELOPE = ("name", "configuration", "must_understand")
"""The members of an extension point (core specification, "Extension definition")."""
FIELDS = ("array_field", "group_field", "attribute")

Path = tuple[str | int, ...]


def uri(slot: str, name: str | None = None) -> str:
    """The identifier of a slot, or of a definition in it."""
    return f"{BASE}/{VERSION}/{slot}" if name is None else f"{BASE}/{VERSION}/{slot}/{encoded(name)}"


def encoded(name: str) -> str:
    """A name as a part of an identifier, percent-encoded where it has to be (RFC 3986)."""
    plain = name.isascii() and name.replace("-", "a").replace("_", "a").replace(".", "a").isalnum()
    if plain:
        return name
    from urllib.parse import quote

    return quote(name, safe="")


def decoded(text: str) -> str:
    """The name that is percent-encoded so."""
    if "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text)


def path(pattern: str) -> Path:
    """A pattern such as `configuration/codecs/*` as tokens."""
    return tuple(int(token) if token.isdigit() else token for token in pattern.split("/")) if pattern else ()


def is_slot(reference: str) -> bool:
    """Whether a `$ref` names a slot."""
    prefix = f"{BASE}/{VERSION}/"
    return reference.startswith(prefix) and reference[len(prefix) :] in EXTENSIONS
