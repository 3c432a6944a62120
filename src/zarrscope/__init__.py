"""Judge Zarr metadata: everything that is wrong with a `zarr.json`, where, why, and what would put it right."""

from zarrscope.problems import Field, Graded, Problem, Report, RuleFault, Severity, Unclaimed, ValidationError
from zarrscope.scope import Scope, ScopeError
from zarrscope.validate import resolve, validate

__version__ = "0.1.0"

__all__ = [
    "Field",
    "Graded",
    "Problem",
    "Report",
    "RuleFault",
    "Scope",
    "ScopeError",
    "Severity",
    "Unclaimed",
    "ValidationError",
    "resolve",
    "validate",
]
