"""What a judgement is made of: problems, unclaimed names, resolved fields, and the report that holds them."""

from __future__ import annotations

from enum import StrEnum
from functools import total_ordering
from typing import TYPE_CHECKING, Any, Literal

from zarrscope.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Loc = tuple[str | int, ...]
Kind = Literal["invalid_json", "missing_key", "unknown_key", "invalid_type", "invalid_value", "inconsistent"]


class Severity(StrEnum):
    """How bad a problem is; only an `error` makes a document invalid."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


def pointer(loc: Iterable[str | int]) -> str:
    """Write a location as a JSON pointer (RFC 6901): `("codecs", 0, "a/b")` is `/codecs/0/a~1b`."""
    return "".join(f"/{token}" if token.__class__ is int else f"/{escape(str(token))}" for token in loc)


def escape(token: str) -> str:
    """Escape one reference token (RFC 6901, section 3)."""
    return token.replace("~", "~0").replace("/", "~1")


def unescape(token: str) -> str:
    """Read one reference token."""
    return token.replace("~1", "/").replace("~0", "~")


class Graded(Record):
    """How a problem was graded anew: its severity before, where the grade stands, and the reason given there."""

    before: Severity
    by: str
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The grading as plain JSON."""
        return {"from": self.before.value, "by": self.by, "reason": self.reason}


class Problem(Record, unseen=("value",)):
    """One thing that is wrong with a document, at the member that would have to change.

    Attributes:
        pointer: JSON pointer (RFC 6901) of the member; a missing member's pointer includes the member.
        rule: `<slot>/<definition>/<rule>`, such as `document/array/dimension-names-length`.
        kind: what sort of fault it is, whatever the rule.
        stage: 1 json, 2 shape, 3 consistency, 4 resolve, 5 cross-field.
        message: what is wrong, for people.
        hint: what would put it right, where that can be said.
        spec: link to the sentence of the specification.
        related: pointers of other members that take part.
        line, column: 1-based, in characters: of the value; of the name for an unexpected or a duplicate member; of the
            enclosing object for a missing one. None where the document was handed over as a mapping.
        loc: the pointer as a tuple of member names and indices.
        value: the value at fault, as read; None where the member is missing.
        graded: how it was graded anew, None where it was not.
    """

    pointer: str
    rule: str
    kind: Kind
    severity: Severity
    stage: int
    message: str
    hint: str | None = None
    spec: str | None = None
    related: tuple[str, ...] = ()
    line: int | None = None
    column: int | None = None
    loc: Loc = ()
    value: Any = None
    graded: Graded | None = None

    def to_dict(self) -> dict[str, Any]:
        """The problem as plain JSON, without `value` and `loc`; `graded` only where it was graded anew."""
        out: dict[str, Any] = {
            "pointer": self.pointer,
            "line": self.line,
            "column": self.column,
            "rule": self.rule,
            "kind": self.kind,
            "severity": self.severity.value,
            "stage": self.stage,
            "message": self.message,
            "hint": self.hint,
            "spec": self.spec,
            "related": list(self.related),
        }
        if self.graded is not None:
            out["graded"] = self.graded.to_dict()
        return out

    def __lt__(self, other: Problem) -> bool:
        """Order by line, column, pointer and rule."""
        return self._place() < other._place()

    def _place(self) -> tuple[Any, ...]:
        return (self.line or 0, self.column or 0, self.pointer, self.rule, self.message, self.severity)


@total_ordering
class Unclaimed(Record):
    """A name, or an extra member, that no definition in the scope claims. Never a problem by itself."""

    pointer: str
    slot: str
    name: str
    hint: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The entry as plain JSON."""
        return {"pointer": self.pointer, "slot": self.slot, "name": self.name, "hint": self.hint}

    def __lt__(self, other: Unclaimed) -> bool:
        """Order by pointer, slot and name."""
        return self._key() < other._key()


class Field(Record):
    """One extension point as it was read.

    `definition` is the canonical name of the definition that claims `name`, None where there is none. `status` is
    `resolved`, `unclaimed`, or `refused` where its envelope or its name is an error.
    """

    slot: str
    name: str | None
    definition: str | None
    status: Literal["resolved", "unclaimed", "refused"]


class RuleFault(Record):
    """A rule that could not be evaluated on this document: a fault of the rule, never a pass.

    `file` and `line` say where the rule stands, `pointer` what it was judging.
    """

    rule: str
    message: str
    pointer: str
    file: str | None = None
    line: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """The fault as plain JSON."""
        return {
            "rule": self.rule,
            "message": self.message,
            "pointer": self.pointer,
            "file": self.file,
            "line": self.line,
        }


class ValidationError(ValueError):
    """A document has problems of severity error; `problems` holds them all, warnings included."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        """Keep the problems and name the errors in the message."""
        self.problems = problems
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        lines = [f"{problem.pointer or '(document)'}: {problem.message} [{problem.rule}]" for problem in errors]
        super().__init__("\n".join(lines))


class Report(Record):
    """The judgement of one document.

    Attributes:
        problems: in document order; notes only where they were asked for.
        unclaimed: names and extra members that no definition in the scope claims.
        fields: every extension point at any depth, by JSON pointer.
        faults: rules that could not be evaluated.
        skipped: how many rules were not decided because something they read is unknown.
        node_type: `array`, `group`, or None where that cannot be said.
        omitted: problems that a grade left out.
    """

    problems: tuple[Problem, ...] = ()
    unclaimed: tuple[Unclaimed, ...] = ()
    fields: Mapping[str, Field] = {}
    faults: tuple[RuleFault, ...] = ()
    skipped: int = 0
    node_type: str | None = None
    omitted: tuple[Problem, ...] = ()

    @property
    def valid(self) -> bool:
        """No problem of severity error."""
        return all(problem.severity is not Severity.ERROR for problem in self.problems)

    @property
    def openable(self) -> bool:
        """Valid, and nothing unclaimed: a reader with this scope can open the node."""
        return self.valid and not self.unclaimed

    def raise_for_errors(self) -> None:
        """Raise ValidationError where the document is not valid."""
        if not self.valid:
            raise ValidationError(self.problems)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON: valid, openable, problems, unclaimed; `faults`, and how many problems were
        `omitted`, where there are any.
        """
        out: dict[str, Any] = {
            "valid": self.valid,
            "openable": self.openable,
            "problems": [problem.to_dict() for problem in self.problems],
            "unclaimed": [entry.to_dict() for entry in self.unclaimed],
        }
        if self.faults:
            out["faults"] = [fault.to_dict() for fault in self.faults]
        if self.omitted:
            out["omitted"] = len(self.omitted)
        return out
