"""The quick questions about scalars, such as fill values: their form, their parts, and the rules of their data type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN
from zarrscope.facts import facts
from zarrscope.paths import values_at
from zarrscope.quick.plans import Doubt, TypePlan, ask
from zarrscope.quick.resolved import NOTHING

if TYPE_CHECKING:
    from zarrscope.definitions import Definition
    from zarrscope.quick.points import Points


def ask_scalars(points: Points, definition: Definition, value: Any, env: Any) -> None:
    """Ask about the scalars that stand in a value, where the definition says so; raises Doubt."""
    for pattern, program in definition.scalars:
        for _, scalar in values_at(value, pattern):
            _ask_scalar(points, program(env), scalar)


def _ask_scalar(points: Points, data_type: Any, value: Any) -> None:
    if data_type is UNKNOWN:
        raise Doubt
    definition = data_type.source
    plan = points.plan_of(definition)
    assert isinstance(plan, TypePlan)
    if plan.form is not None and not plan.form.accepts(value):
        raise Doubt
    if definition.parts is not None:
        _ask_parts(points, definition.parts, data_type, value)
    if plan.scalar_question is not None:
        config, name = data_type["config"], data_type["name"]
        seen = NOTHING
        if definition.lets:
            seen = facts({"value": value, "data_type": data_type, "config": config, "name": name}, definition.lets)
        ask(plan.scalar_question, value, data_type, config, name, seen)


def _ask_parts(points: Points, parts: tuple[str, Any], data_type: Any, value: Any) -> None:
    kind, types = parts
    if kind == "items":
        for part_type, part in zip(types, value, strict=False):
            _ask_scalar(points, part_type, part)
        return
    members = types(data_type)
    if members is UNKNOWN or value.__class__ is not dict:
        raise Doubt
    for name, part_type in members:
        if name in value:
            _ask_scalar(points, part_type, value[name])
