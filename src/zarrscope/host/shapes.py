"""What expressions do with the shapes of chunks."""

from __future__ import annotations

from typing import Any, Final

from zarrscope.cel import UNKNOWN, EvaluationError, Unknown

MAX_BITS: Final = 65_536
"""The longest product of lengths."""

MAX_LENGTHS: Final = 4096
"""The most combinations of lengths that a merged axis is worked out for."""

MAX_STEPS: Final = 1_000_000
"""The most multiplications that all merged axes of one call may take."""


def runs(edges: Any, length: Any) -> list[list[int]]:
    """The chunks along an axis, as runs of equal ones: [[length, count], ...].

    One number is the length of them all, as many as cover the axis: none where the axis is empty, but their length is
    still told. A list names each chunk by its length, or many at once by [length, count].
    """
    if not isinstance(edges, list):
        edge = _positive(edges)
        return [[edge, -(-_integer(length, 0) // edge)]]
    _integer(length, 0)
    return [_run(edge) for edge in edges]


def reshaped(spec: Any, handed: Any) -> list[Any]:
    """A shape, or the lengths along each axis, after reshaping; UNKNOWN for an axis that cannot be told.

    An item of `spec` is the length of an axis, a list of the axes that are merged into one, or -1 for the one axis that
    takes what is left: the quotient, rounded down, or 0 where the others have no elements. Of `handed` lists, lengths
    along each axis, -1 can be told where every axis has one length only. An empty `handed` is a shape.
    """
    if spec is UNKNOWN or handed is UNKNOWN:
        raise Unknown
    if not isinstance(spec, list) or not isinstance(handed, list):
        raise EvaluationError("reshaped wants lists")
    for item in spec:
        if isinstance(item, list):
            for axis in item:
                _integer(axis, 0)
        elif _integer(item, -1) == 0:
            raise EvaluationError("an axis cannot have the length 0")
    if all(item.__class__ is int for item in handed):
        return _reshaped_shape(spec, [_integer(length, 0) for length in handed])
    return _reshaped_lengths(spec, [_lengths(axis) for axis in handed])


def _run(edge: Any) -> list[int]:
    if not isinstance(edge, list):
        return [_positive(edge), 1]
    if len(edge) != 2:
        raise EvaluationError("a run is [length, count]")
    return [_positive(edge[0]), _positive(edge[1])]


def _reshaped_shape(spec: list[Any], shape: list[int]) -> list[Any]:
    out = [_merged(item, shape) if isinstance(item, list) else item if item > 0 else UNKNOWN for item in spec]
    if spec.count(-1) == 1:
        at = spec.index(-1)
        others = out[:at] + out[at + 1 :]
        if not any(length is UNKNOWN for length in others):
            elements = _product(others)
            out[at] = _product(shape) // elements if elements else 0
    return out


def _merged(axes: list[int], shape: list[int]) -> Any:
    """The length of one axis made of others, UNKNOWN where there is no such other."""
    return _product([shape[axis] for axis in axes]) if max(axes, default=-1) < len(shape) else UNKNOWN


def _product(lengths: list[int]) -> int:
    result = 1
    for length in lengths:
        if length != 1:
            result *= length
        if result.bit_length() > MAX_BITS:
            raise EvaluationError(f"a product of lengths has more than {MAX_BITS} bits")
    return result


def _reshaped_lengths(spec: list[Any], axes: list[list[int] | None]) -> list[Any]:
    shape = [axis[0] for axis in axes if axis is not None and len(axis) == 1]
    if len(shape) == len(axes):
        return [UNKNOWN if length is UNKNOWN else [length] for length in _reshaped_shape(spec, shape)]
    out: list[Any] = []
    steps = MAX_STEPS
    for item in spec:
        products: set[int] | None = {item} if not isinstance(item, list) and item > 0 else None
        if isinstance(item, list):
            products, steps = _products([axes[axis] if axis < len(axes) else None for axis in item], steps)
        out.append(UNKNOWN if products is None else sorted(products))
    return out


def _products(axes: list[list[int] | None], steps: int) -> tuple[set[int] | None, int]:
    """The products of all combinations of lengths, None where they cannot be told; and the steps that are left."""
    products = {1}
    combinations = 1
    for axis in axes:
        if axis is None:
            return None, steps
        combinations *= len(axis)
        steps -= len(products) * len(axis)
        if combinations > MAX_LENGTHS or steps < 0:
            return None, steps
        products = {product * length for product in products for length in axis}
        if max(products).bit_length() > MAX_BITS:
            raise EvaluationError(f"a product of lengths has more than {MAX_BITS} bits")
    return products, steps


def _lengths(axis: Any) -> list[int] | None:
    """The different lengths of an axis, None where one is not known."""
    if axis is UNKNOWN or (isinstance(axis, list) and (not axis or any(length is UNKNOWN for length in axis))):
        return None
    if not isinstance(axis, list):
        raise EvaluationError("reshaped wants a shape or the lengths along each axis")
    return list({_integer(length, 0) for length in axis})


def _integer(value: Any, least: int) -> int:
    if value is UNKNOWN:
        raise Unknown
    if value.__class__ is not int or value < least:
        raise EvaluationError(f"wants an integer that is at least {least}")
    return int(value)


def _positive(value: Any) -> int:
    return _integer(value, 1)
