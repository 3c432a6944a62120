"""Pointers of rules that lead to no member that could be there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope import cel
from zarrscope.identifiers import EXTENSIONS, FIELDS, is_slot
from zarrscope.messages import pieces, tokens
from zarrscope.nearby import nearest
from zarrscope.rulechecking import FIXED, related_places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zarrscope.rulechecking import RuleChecker
    from zarrscope.rulefiles import Fault
    from zarrscope.ruleset import Ruleset
    from zarrscope.scope import Scope

# An extension point as it is written; what its configuration holds is up to its definition.
WRITTEN = cel.MapOf({"name": cel.STRING, "configuration": cel.DYN, "must_understand": cel.BOOL}, open=False)


def wrong_places(checker: RuleChecker) -> Iterator[Fault]:
    """Pointers in `at` and `related` that lead nowhere."""
    ruleset, marked = checker.ruleset, checker.marked
    scope = ruleset.scope
    own, documents = _own(ruleset), _documents(scope, ruleset)
    for name, rule in ruleset.data.get("rules", {}).items():
        if name in checker.unsound:
            continue
        places = [(rule.get("at", ""), ("at",)), *related_places(rule)]
        for template, path in places:
            if template in FIXED:
                continue
            start = documents if template.startswith("/") or ruleset.slot == "document" else own
            found = _fault(template, start)
            if found is not None:
                message, hint = found
                yield marked.fault(marked.position("rules", name, *path), message, hint)


def _fault(template: str, start: cel.Type) -> tuple[str, str | None] | None:
    """What is wrong with a pointer from a place of this type, and what to write."""
    plain = all(isinstance(piece, str) for piece in pieces(template))
    if plain and template[:1] in ("$", "#"):
        return f"`{template}` is no pointer", f"write `{_slashed(template.lstrip('$#').lstrip('./'))}`"
    here = start
    where = ""
    for token in tokens(template):
        if not token:
            continue
        if len(token) > 1 or not isinstance(token[0], str):
            here = _any_member(here)
            where = f"{where}/{{...}}"
            continue
        name = token[0]
        if isinstance(here, cel.ListOf):
            if not name.isdigit():
                return (
                    f"`{template}` leads nowhere: {_called(where)} is a list",
                    "the next step is a number, or {expression}",
                )
            here = here.item
        elif isinstance(here, cel.MapOf):
            found = here.member(name)
            if found is None:
                return f"`{template}` leads nowhere: {_called(where)} has no member `{name}`", _meant(
                    template, name, here
                )
            here = found
        elif here is not cel.DYN:
            return f"`{template}` leads nowhere: {_called(where)} has no members", None
        where = f"{where}/{name}"
    return None


def _any_member(here: cel.Type) -> cel.Type:
    if isinstance(here, cel.ListOf):
        return here.item
    return here.value if isinstance(here, cel.MapOf) and here.open and not here.members else cel.DYN


def _meant(template: str, name: str, here: cel.MapOf) -> str | None:
    first, dot, _ = name.partition(".")
    if dot and here.member(first) is not None:
        return f"write `{_slashed(template)}`"
    near = nearest(name, here.members)
    if near is not None:
        return f"did you mean `{near}`?"
    if dot and nearest(first, here.members) is not None:
        return f"did you mean `{_slashed(template.replace(first, str(nearest(first, here.members)), 1))}`?"
    return f"there are {', '.join(here.members)}" if here.members else None


def _slashed(template: str) -> str:
    """A path with dots and brackets as a pointer."""
    return template.replace("[", "/").replace("]", "").replace(".", "/")


def _called(where: str) -> str:
    return f"`{where[1:]}`" if where else "what the rule is about"


def _own(ruleset: Ruleset) -> cel.Type:
    """What a definition looks like where it is written."""
    if ruleset.slot in FIELDS or ruleset.schema is None:
        found = cel.from_schema(ruleset.schema, _slot) if ruleset.schema is not None else cel.DYN
        return WRITTEN if ruleset.slot in EXTENSIONS else found
    found = cel.from_schema(ruleset.schema, _slot)
    if ruleset.slot in EXTENSIONS and isinstance(found, cel.MapOf):
        return cel.MapOf({**WRITTEN.members, **found.members}, open=False)
    return found


def _documents(scope: Scope, ruleset: Ruleset) -> cel.Type:
    """The documents that a rule may stand in, with every member that one of them may have."""
    members: dict[str, cel.Type] = {}
    kinds = scope.declarations.kinds(ruleset.context)
    for definition in scope.definitions():
        schema: Any = definition.schema
        if definition.slot == "document" and definition.name in kinds:
            found = cel.from_schema(schema, _slot)
            members |= found.members if isinstance(found, cel.MapOf) else {}
    for definition in scope.definitions():
        if definition.slot.removesuffix("_field") in kinds:
            members[definition.name] = cel.from_schema(definition.schema or {}, lambda _: cel.DYN)
    return cel.MapOf(members, open=False)


def _slot(reference: str) -> cel.Type | None:
    return WRITTEN if is_slot(reference) else None
