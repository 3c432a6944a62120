"""Bytes to a JSON value, strictly, with every lexical fault on the way."""

from zarrscope.reading.reading import DEEP, SHALLOW, Fault, Reading, read, read_exactly, read_quickly
from zarrscope.reading.values import as_plain, is_flat, read_value

__all__ = [
    "DEEP",
    "SHALLOW",
    "Fault",
    "Reading",
    "as_plain",
    "is_flat",
    "read",
    "read_exactly",
    "read_quickly",
    "read_value",
]
