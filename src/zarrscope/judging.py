"""Judging one definition in its place: its rules, and the scalars that stand in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN, EvaluationError
from zarrscope.chunks import UNKNOWN_CHUNK
from zarrscope.facts import Definite, Facts, facts
from zarrscope.judgement import poke
from zarrscope.problems import Severity
from zarrscope.schemas.violations import subject

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from zarrscope.cel import Program
    from zarrscope.judgement import Judgement
    from zarrscope.problems import Kind, Loc
    from zarrscope.resolving import Node
    from zarrscope.rules import Rule
    from zarrscope.schemas.violations import Violation


class Scalar:
    """A place where a scalar of some data type stands."""

    __slots__ = ("_owner", "_tokens", "container", "key", "loc")

    def __init__(self, start: Loc, tokens: Loc, container: Any, key: Any, owner: Node) -> None:
        """Keep where it is: in the document, below its owner, and in Python."""
        self.loc = start + tokens
        self.container = container
        self.key = key
        self._owner = owner
        self._tokens = tokens

    def part(self, key: Any) -> Scalar:
        """The place of a part of a composite scalar."""
        start = self.loc[: len(self.loc) - len(self._tokens)]
        return Scalar(start, (*self._tokens, key), self.container[self.key], key, self._owner)

    def place(self, tokens: Loc) -> Loc:
        """Where a fault below the scalar is reported."""
        return self.loc + tokens

    def make_hole(self, tokens: Loc, root: Any) -> None:
        """Make what is at fault read as UNKNOWN."""
        poke(self.container, (self.key, *tokens))
        self._owner.make_hole(self._tokens + tokens, root)


def judge(
    judgement: Judgement,
    place: Node | Scalar,
    env: Facts,
    rules: list[Rule],
    *,
    question: Program | None = None,
    stage: int | None = None,
) -> None:
    """Judge rules on the facts of one place, item by item.

    `question` asks all rules but notes at once; where the answer is yes there is nothing to tell.
    """
    if question is not None and not judgement.notes and question.surely(env):
        return
    for rule in rules:
        if not rule.passes.surely(env):
            _tell(judgement, place, env, rule, stage)


def _tell(judgement: Judgement, place: Node | Scalar, env: Facts, rule: Rule, stage: int | None) -> None:
    try:
        for item in rule.items(env):
            verdict = UNKNOWN if item is None else rule.holds(item)
            if item is None or verdict is UNKNOWN:
                judgement.skipped += 1
            elif not verdict:
                _report(judgement, place, env, rule, item, stage)
    except EvaluationError as error:
        judgement.blame(rule.text, str(error), place.loc)


def _report(judgement: Judgement, place: Node | Scalar, env: Facts, rule: Rule, item: Facts, stage: int | None) -> None:
    loc, tokens = _target(judgement, rule, rule.at, place, item)
    full = loc if tokens is None else place.loc + tokens
    kind: Kind = rule.text.kind or ("invalid_value" if judgement.exists(full) else "missing_key")
    related = [rule.related] if isinstance(rule.related, str) else rule.related
    fault = judgement.say(
        rule.text,
        loc,
        rule.message(item),
        stage=stage or rule.stage,
        kind=kind,
        hint=rule.hint(item),
        related=tuple(_target(judgement, rule, target, place, item)[0] for target in related),
    )
    if not fault:
        return
    if rule.at == "chunk":
        env["chunk"] = UNKNOWN_CHUNK
    elif rule.at == "fill":
        env["chunk"] = env["chunk"].without_fill()
    elif tokens is None:
        poke(judgement.root, loc)
    else:
        place.make_hole(tokens, judgement.root)
        if "config" in env and not isinstance(place, Scalar):
            env["config"] = place.config
        if isinstance(place, Scalar) and not tokens:
            env["value"] = UNKNOWN
    env.forget()


def _target(judgement: Judgement, rule: Rule, at: str, place: Node | Scalar, item: Facts) -> tuple[Loc, Loc | None]:
    """Where a rule reports, and the tokens below the place; None for the tokens where it is elsewhere."""
    if at == "chunk":
        return place.loc, None
    if at == "fill":
        return item["chunk"].fill_loc or place.loc, None
    if at == "+1":
        *before, last = place.loc
        return (*before, int(last) + 1), None
    if at.startswith("/"):
        return judgement.start + rule.target(at[1:], item), None
    tokens = rule.target(at, item)
    return place.place(tokens), tokens


def judge_scalar(judgement: Judgement, data_type: Any, scalar: Scalar) -> None:
    """Judge a value as a scalar of a data type: its form, its parts, and the rules that the type has for scalars."""
    value = scalar.container[scalar.key]
    if not isinstance(data_type, Definite) or value is UNKNOWN:
        judgement.skipped += 1
        return
    definition = data_type.source
    violations = [] if definition.fill_pass is None else definition.fill_pass.violations(value)
    overflow = judgement.overflows.pop(scalar.loc, None) if judgement.overflows else None
    if violations:
        if overflow is not None:
            judgement.say_engine("json/number-overflow", scalar.loc, detail=overflow)
            scalar.make_hole((), judgement.root)
            return
        text = judgement.scope.catalogue.violation(definition, "fill-value")
        for violation in violations:
            message = _of_scalar(violation, data_type["name"], scalar.loc)
            hint = definition.hint(violation.loc, value) or violation.hint
            if judgement.say(text, scalar.place(violation.loc), message, stage=5, hint=hint):
                scalar.make_hole(violation.loc, judgement.root)
    elif overflow is not None:
        warn_overflow(judgement, scalar.loc, overflow)
    for part_type, part in _parts(data_type, scalar):
        judge_scalar(judgement, part_type, part)
    rules = definition.rules(judgement.notes, scalar=True)
    if rules:
        seen = {"value": scalar.container[scalar.key], "data_type": data_type, "config": data_type["config"]}
        env = facts({**seen, "name": data_type["name"]}, definition.lets)
        judge(judgement, scalar, env, rules, question=definition.scalar_question, stage=5)


def _of_scalar(violation: Violation, name: str, loc: Loc) -> str:
    """The message of a violation, with the data type named; its subject is the place in the document."""
    of_schema, own = subject(violation.loc), subject(loc + violation.loc)
    message = violation.message
    if loc[-1:] != ("fill_value",):
        return message.replace(f"{of_schema} must be", f"{own} must be a value of {name}:", 1)
    return message.replace(of_schema, f"a fill value of {name}" if not violation.loc else f"{own} of {name}", 1)


def _parts(data_type: Definite, scalar: Scalar) -> Iterator[tuple[Any, Scalar]]:
    parts = data_type.source.parts
    value = scalar.container[scalar.key]
    if parts is None:
        return
    form, types = parts
    if form == "items" and isinstance(value, list):
        for index, part_type in enumerate(types[: len(value)]):
            yield part_type, scalar.part(index)
    elif form == "members" and isinstance(value, dict):
        for name, part_type in _pairs(types(data_type)):
            if isinstance(name, str) and name in value:
                yield part_type, scalar.part(name)


def _pairs(members: Any) -> Iterable[Any]:
    return () if members is UNKNOWN else (pair for pair in members if pair is not UNKNOWN)


def warn_overflow(judgement: Judgement, loc: Loc, token: str) -> None:
    """Say that a number is read as infinity, where a floating point number may stand."""
    text = judgement.scope.catalogue.text("json/number-overflow")
    judgement.say(text, loc, severity=Severity.WARNING, detail=token)
