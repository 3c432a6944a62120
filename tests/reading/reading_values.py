"""Comparison of JSON values that is strict about types and does not recurse."""

from __future__ import annotations


def flat(value):
    """The value as a list of tokens that differ where the values differ: 1, 1.0 and True, 0.0 and -0.0."""
    out = []
    todo = [value]
    while todo:
        item = todo.pop()
        if type(item) is list:
            out.append(("list", len(item)))
            todo.extend(item)
        elif type(item) is dict:
            out.append(("dict", *sorted(item)))
            todo.extend(item[name] for name in sorted(item))
        else:
            out.append((type(item).__name__, item if type(item) is int else repr(item)))
    return out
