"""CEL's core profile: parser, checker, and two evaluators of one meaning."""

from zarrscope.cel.check import CheckError, check
from zarrscope.cel.compile import Program
from zarrscope.cel.exact import evaluate
from zarrscope.cel.nodes import (
    Binary,
    Builtin,
    Call,
    Comprehension,
    Conditional,
    Has,
    Index,
    Let,
    ListLiteral,
    Literal,
    Logical,
    MapLiteral,
    Name,
    Node,
    Select,
    Unary,
    free_names,
)
from zarrscope.cel.parse import parse
from zarrscope.cel.schema_types import from_schema
from zarrscope.cel.semantics import Meter
from zarrscope.cel.tokens import ParseError
from zarrscope.cel.types import BOOL, DOUBLE, DYN, INT, NULL, NUMBER, STRING, Function, ListOf, MapOf, Type
from zarrscope.cel.values import UNKNOWN, CostExceeded, EvaluationError, Unknown

__all__ = [
    "BOOL",
    "DOUBLE",
    "DYN",
    "INT",
    "NULL",
    "NUMBER",
    "STRING",
    "UNKNOWN",
    "Binary",
    "Builtin",
    "Call",
    "CheckError",
    "Comprehension",
    "Conditional",
    "CostExceeded",
    "EvaluationError",
    "Function",
    "Has",
    "Index",
    "Let",
    "ListLiteral",
    "ListOf",
    "Literal",
    "Logical",
    "MapLiteral",
    "MapOf",
    "Meter",
    "Name",
    "Node",
    "ParseError",
    "Program",
    "Select",
    "Type",
    "Unary",
    "Unknown",
    "check",
    "evaluate",
    "free_names",
    "from_schema",
    "parse",
]
