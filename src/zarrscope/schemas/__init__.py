"""The schema pass: whether a value meets the JSON Schema of its definition, and if not, where and why."""

from zarrscope.schemas.schemapass import SchemaError, SchemaPass, check_schema, is_slot_uri

__all__ = ["SchemaError", "SchemaPass", "check_schema", "is_slot_uri"]
