"""Members that a rule reads although a document need not have them.

Each example is judged once more without each member that may be missing: where that cannot be evaluated, neither can a
document without it. So whatever guards the member, in whichever way, is taken into account.
"""

from __future__ import annotations

import copy
from itertools import islice
from typing import TYPE_CHECKING, Any

from zarrscope import cel
from zarrscope.authoring.expressions import of_rule, shared, walk
from zarrscope.examples import facts_of_example
from zarrscope.judgement import poke

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from zarrscope.facts import Facts
    from zarrscope.rulechecking import RuleChecker
    from zarrscope.rulefiles import Fault
    from zarrscope.rules import Rule
    from zarrscope.ruleset import Ruleset

Steps = tuple[str | int, ...]

MOST_MEMBERS = 60
MOST_ITEMS = 3
MOST_STEPS = 100_000
WORK_OF_ONE = 50
WORK_OF_RULE = 10
FREE = "attributes"


def unguarded(checker: RuleChecker, budget: cel.Meter) -> Iterator[Fault]:
    """Optional members that a rule reads without asking whether they are there, as far as the budget goes."""
    try:
        yield from _unguarded(checker, budget)
    except cel.CostExceeded:
        return


def _unguarded(checker: RuleChecker, budget: cel.Meter) -> Iterator[Fault]:
    ruleset, marked = checker.ruleset, checker.marked
    sound = checker.sound_rules()
    for index, (name, rule) in enumerate(sound):
        if name in checker.failing:
            continue
        missed: set[Steps] = set()
        for example in (*rule.text.examples["pass"], *rule.text.examples["fail"]):
            size = sum(1 for _ in _parts(example))
            for path in islice(_optional(ruleset, example), MOST_MEMBERS):
                budget.charge(WORK_OF_ONE + size + WORK_OF_RULE * index)
                if path not in missed and _is_missed(ruleset, [rule for _, rule in sound[: index + 1]], example, path):
                    missed.add(path)
        deepest = sorted(path for path in missed if not any(path == other[: len(path)] != other for other in missed))
        for path in {path[-1]: path for path in deepest}.values():
            guards = [f"has({_dotted(path[:end])})" for end in range(2, len(path) + 1) if path[:end] in missed]
            where, offset = _where(rule, ruleset, path)
            position = marked.text_position(where, offset) if where else marked.name_position("rules", name)
            yield marked.fault(position, f"{_dotted(path)} may be missing", f"write `{' && '.join(guards)} && ...`")


def _is_missed(ruleset: Ruleset, rules: list[Rule], example: Mapping[str, Any], path: Steps) -> bool:
    """Whether the last of the rules cannot be evaluated on the example without the member at `path`."""
    without = copy.deepcopy(dict(example))
    holder: Any = without
    for step in path[:-1]:
        holder = holder[step]
    del holder[path[-1]]
    env = facts_of_example(ruleset, without, cel.Meter(MOST_STEPS))
    *before, rule = rules
    for earlier in before:
        _poke(earlier, env)
    env.forget()
    try:
        for item in rule.items(env):
            if item is None or rule.holds(item) is cel.UNKNOWN:
                return False
    except cel.CostExceeded:
        return False
    except cel.EvaluationError as error:
        return repr(path[-1]) in str(error)
    return False


def _poke(rule: Rule, env: Facts) -> None:
    """What an earlier rule finds to be an error reads as unknown to the rules after it."""
    document = env.get("document")
    if rule.severity != "error" or rule.at in ("chunk", "fill", "+1") or not isinstance(document, dict):
        return
    try:
        for item in rule.items(env):
            if item is None:
                return
            if rule.holds(item) is False:
                target = rule.target(rule.at.removeprefix("/"), item)
                if target:
                    poke(document, target)
    except (cel.EvaluationError, cel.ParseError):
        return


def _optional(ruleset: Ruleset, example: Mapping[str, Any]) -> Iterator[Steps]:
    """The members of an example that a valid document need not have."""
    for fact in ("document", "written"):
        document = example.get(fact)
        if isinstance(document, dict):
            schemas = [] if fact == "written" else ruleset.scope.declarations.documents(ruleset.context)
            for name, value in document.items():
                if not (schemas and all(name in schema.get("required", ()) for schema in schemas)):
                    yield (fact, name)
                if name == FREE or not schemas:
                    yield from ((fact, name, *path) for path in _members(value, None))
    config = example.get("config")
    if isinstance(config, dict):
        schema = _schema(ruleset, example).get("properties", {}).get("configuration")
        yield from (("config", *path) for path in _members(config, schema))
    if "value" in example and ruleset.slot != "data_type":
        yield from (("value", *path) for path in _members(example["value"], ruleset.schema))


def _schema(ruleset: Ruleset, example: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of what the rules are about; where that is a whole slot, of the definition that the example names."""
    name = example.get("name")
    definition = ruleset.scope.find(ruleset.slot, name) if isinstance(name, str) else None
    return ruleset.schema or (definition.schema if definition else None) or {}


def _members(value: Any, schema: Any) -> Iterator[Steps]:
    """The members below a value that a schema does not demand; without a schema, all."""
    if schema is not None and not (isinstance(schema, dict) and "$ref" not in schema):
        return
    if isinstance(value, list):
        inner = None if schema is None else schema.get("items", False)
        for index, item in enumerate(value[:MOST_ITEMS]):
            yield from ((index, *path) for path in _members(item, inner))
    elif isinstance(value, dict):
        demanded = _demanded(schema)
        for name, member in value.items():
            inner = None if schema is None else schema.get("properties", {}).get(name, False)
            if name not in demanded:
                yield (name,)
            yield from ((name, *path) for path in _members(member, inner))


def _demanded(schema: Any) -> set[str]:
    """The members that a schema demands, be it under some condition only."""
    if isinstance(schema, list):
        return {name for part in schema for name in _demanded(part)}
    if not isinstance(schema, dict):
        return set()
    found = set(schema.get("required", ()))
    for key in ("allOf", "anyOf", "oneOf", "then", "else"):
        found |= _demanded(schema.get(key))
    for names in schema.get("dependentRequired", {}).values():
        found |= set(names)
    return found


def _where(rule: Rule, ruleset: Ruleset, path: Steps) -> tuple[Steps, int]:
    """Where the rule reads a member: the text, and the offset in it."""
    name = rule.text.id.rpartition("/")[2]
    placed = [(("rules", name, *where), node) for where, node in of_rule(rule)]
    placed += [(("let", variable), node) for variable, node in shared(ruleset).items()]
    for where, node in placed:
        for part in walk(node):
            if isinstance(part, cel.Select) and not isinstance(part, cel.Has) and part.field == path[-1]:
                return where, part.offset
            if isinstance(part, cel.Index) and isinstance(part.index, cel.Literal) and part.index.value == path[-1]:
                return where, part.offset
    return (), 0


def _parts(value: Any) -> Iterator[Any]:
    """A value and everything in it."""
    pending = [value]
    while pending:
        value = pending.pop()
        yield value
        if isinstance(value, (dict, list)):
            pending.extend(value.values() if isinstance(value, dict) else value)


def _dotted(path: Steps) -> str:
    """A path as an expression reads it."""
    text = str(path[0])
    for step in path[1:]:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if step.isidentifier() else f'["{step}"]'
    return text
