"""CEL's core profile: parser, checker, and two evaluators of one meaning.

A module is imported when one of its names is first used: what was compiled beforehand needs neither parser nor checker.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zarrscope.cel.checker import check
    from zarrscope.cel.compile import Made, Program, Question
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
    from zarrscope.cel.parser import parse
    from zarrscope.cel.schema_types import from_schema
    from zarrscope.cel.semantics import Meter
    from zarrscope.cel.types import BOOL, DOUBLE, DYN, INT, NULL, NUMBER, STRING, Function, ListOf, MapOf, Type
    from zarrscope.cel.values import UNKNOWN, CheckError, CostExceeded, EvaluationError, ParseError, Unknown

MODULES = {
    "checker": "check",
    "compile": "Made Program Question",
    "exact": "evaluate",
    "nodes": "Binary Builtin Call Comprehension Conditional Has Index Let ListLiteral Literal Logical MapLiteral Name"
    " Node Select Unary free_names",
    "parser": "parse",
    "schema_types": "from_schema",
    "semantics": "Meter",
    "types": "BOOL DOUBLE DYN INT NULL NUMBER STRING Function ListOf MapOf Type",
    "values": "UNKNOWN CheckError CostExceeded EvaluationError ParseError Unknown",
}
WHERE = {name: module for module, names in MODULES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{WHERE[name]}"), name)
    return value


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
    "Made",
    "MapLiteral",
    "MapOf",
    "Meter",
    "Name",
    "Node",
    "ParseError",
    "Program",
    "Question",
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
