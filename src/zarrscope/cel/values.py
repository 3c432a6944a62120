"""UNKNOWN, the value of what cannot be said, and the errors of an evaluation."""

from __future__ import annotations

from typing import Any, Final, NoReturn


class Unknown(Exception):
    """An operation met UNKNOWN."""


class ExpressionError(ValueError):
    """What is wrong with an expression: `offset` counts characters from its start, `hint` says what may be meant."""

    def __init__(self, message: str, offset: int, hint: str | None = None) -> None:
        """Keep the message, the place and the hint."""
        super().__init__(message)
        self.message: Final = message
        self.offset: Final = offset
        self.hint: Final = hint


class ParseError(ExpressionError):
    """The text is not an expression of the profile."""


class CheckError(ExpressionError):
    """The expression cannot be right."""


class EvaluationError(Exception):
    """What CEL calls an error: no such key, no such overload, division by zero."""


class CostExceeded(EvaluationError):
    """The evaluation would take more steps than an expression may."""


def _refuse(*_operands: Any) -> NoReturn:
    raise Unknown


class UnknownType:
    """The type of UNKNOWN. Every operation raises Unknown, so that native operators propagate it."""

    __slots__ = ()

    def __repr__(self) -> str:
        """UNKNOWN, whatever the context."""
        return "UNKNOWN"

    def __copy__(self) -> UnknownType:
        """UNKNOWN is one object."""
        return self

    def __deepcopy__(self, memo: object) -> UnknownType:
        """UNKNOWN is one object."""
        return self

    def __reduce__(self) -> str:
        """Pickle by name, so that UNKNOWN stays one object."""
        return "UNKNOWN"

    __hash__ = object.__hash__

    __bool__ = __len__ = __iter__ = __contains__ = __getitem__ = __call__ = __reversed__ = _refuse
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __matmul__ = __rmatmul__ = _refuse
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _refuse
    __pow__ = __rpow__ = __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _refuse
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _refuse
    __neg__ = __pos__ = __abs__ = __invert__ = __int__ = __float__ = __index__ = __round__ = __trunc__ = _refuse


UNKNOWN: Final[Any] = UnknownType()
