"""What a pack says to no effect: names that nobody reads, and grades of rules that are not there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from zarrscope import cel
from zarrscope.authoring.expressions import beside_rules, of_rule, of_texts, shared
from zarrscope.globs import Glob, GlobError
from zarrscope.nearby import nearest
from zarrscope.ruleids import all_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from zarrscope.loading import Loaded
    from zarrscope.rulechecking import RuleChecker
    from zarrscope.rulefiles import Fault
    from zarrscope.scope import Scope

GLOB = re.compile(r"[*?\[\]]")


def unread_names(checker: RuleChecker) -> Iterator[Fault]:
    """Names of a file, and of its rules, that nobody reads."""
    ruleset, marked = checker.ruleset, checker.marked
    if checker.is_broken or checker.unsound:
        return
    lets = shared(ruleset)
    read = {name for node in (*lets.values(), *beside_rules(ruleset)) for name in cel.free_names(node)}
    for name, rule in checker.sound_rules():
        nodes = [*(node for _, node in of_rule(rule)), *of_texts(rule.text.data)]
        of_this = {found for node in nodes for found in cel.free_names(node)}
        read |= of_this - {*rule.each, *rule.lets}
        for key, own in (("let", rule.lets), ("each", rule.each)):
            for variable in own:
                if variable not in of_this:
                    hint = "take it out" if key == "let" else "the check is the same for every item"
                    place = marked.name_position("rules", name, key, variable)
                    yield marked.fault(place, f"nobody reads `{variable}`", hint)
    for variable in lets:
        if variable not in read:
            yield marked.fault(marked.name_position("let", variable), f"nobody reads `{variable}`", "take it out")


def unmatched_grades(scope: Scope, loaded: Loaded) -> Iterator[Fault]:
    """Grades whose pattern matches no rule."""
    marked = loaded.pack_marked
    patterns = marked.data.get("grades", {}) if marked else {}
    if marked is None or not patterns:
        return
    known = [rule.id for rule in all_rules(scope)]
    for pattern in patterns:
        if not _matches(pattern, known, if_broken=True):
            place = marked.name_position("grades", pattern)
            message = f"`{pattern}` matches no rule" if GLOB.search(pattern) else f"no rule is called `{pattern}`"
            yield marked.fault(place, message, _meant(pattern, known, str(loaded.pack and loaded.pack["name"])))


def _matches(pattern: str, known: list[str], if_broken: bool = False) -> bool:
    try:
        return any(map(Glob(pattern).matches, known))
    except GlobError:
        return if_broken


def _meant(pattern: str, known: list[str], pack: str) -> str:
    """What to write instead of a pattern that matches nothing."""
    for other in (pattern.replace(".*", "*"), f"{pack}/{pattern}", pattern.strip("/"), f"{pattern.rstrip('/')}/*"):
        if _matches(other, known):
            return f"write `{other}`"
    parts = pattern.split("/")
    for index, part in enumerate(parts):
        if not GLOB.search(part):
            beside = {rule.split("/")[index] for rule in known if _begins(rule, parts[:index], len(parts))}
            near = nearest(part, beside)
            if near is not None and near != part:
                return f"did you mean `{'/'.join([*parts[:index], near, *parts[index + 1 :]])}`?"
    return "`*` stands for any characters; `zarrscope rules` lists the ids"


def _begins(rule: str, parts: list[str], count: int) -> bool:
    own = rule.split("/")
    return len(own) >= count and all(_matches(part, [name]) for part, name in zip(parts, own, strict=False))
