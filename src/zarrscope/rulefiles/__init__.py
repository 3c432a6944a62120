"""Rule files: YAML that says no more than JSON can, with the place of every part, checked against its JSON Schema."""

from zarrscope.rulefiles.check import Fault, Marked, RuleFileError, Shape, check, load, schema_of_files
from zarrscope.rulefiles.pruning import pruned

__all__ = ["Fault", "Marked", "RuleFileError", "Shape", "check", "load", "pruned", "schema_of_files"]
