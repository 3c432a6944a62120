"""Rule files: YAML that says no more than JSON can, with the place of every part, checked against its JSON Schema."""

from zarrscope.rulefiles.check import Fault, Marked, RuleFileError, Shape, check, load, schema_file

__all__ = ["Fault", "Marked", "RuleFileError", "Shape", "check", "load", "schema_file"]
