"""Host functions on texts."""

from __future__ import annotations

import binascii
from typing import Any


def is_text(value: Any) -> bool:
    """Whether the value is a text."""
    return isinstance(value, str)


def lower(text: str) -> str:
    """The text in small letters."""
    return text.lower()


def characters(text: str) -> list[str]:
    """The different characters of a text, in the order in which they first stand in it."""
    return list(dict.fromkeys(text))


def made_of(text: str, characters: str) -> bool:
    """Whether a text has no other characters than these."""
    return not text.strip(characters) if characters else not text


def words(text: str) -> list[str]:
    """The parts of a text that blanks separate."""
    return text.split()


def base64_size(text: str) -> int:
    """How many bytes a base64 text stands for (RFC 4648, section 4, padded); -1 where it is none."""
    try:
        return len(binascii.a2b_base64(text.encode("ascii"), strict_mode=True))
    except (UnicodeEncodeError, binascii.Error):
        return -1
