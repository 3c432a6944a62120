"""Whether the rules of one file can be used: their expressions, messages, pointers and examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope import cel
from zarrscope.definitions import is_literal
from zarrscope.examples import judge_examples
from zarrscope.messages import pieces

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from zarrscope.rulefiles import Fault, Marked
    from zarrscope.rules import Rule
    from zarrscope.ruleset import Ruleset

Path = tuple[str | int, ...]

CONSTANTS = {
    ("check", True): "the check is always true: the rule is never at fault",
    ("check", False): "the check is never true: the rule is always at fault",
    ("given", False): "`given` is never true: the rule never applies",
}
FIXED = ("chunk", "fill", "+1")


class RuleChecker:
    """Checks the rules of one file.

    Attributes:
        faults: what was found, in the order of the file.
        unsound: the names of the rules that cannot be evaluated.
        failing: the names of the rules whose examples are none.
        is_broken: whether something is wrong outside of the rules, so that none can be evaluated.
    """

    def __init__(self, ruleset: Ruleset, marked: Marked, prefix: Path) -> None:
        """Check everything but the examples."""
        self.ruleset = ruleset
        self.marked = marked
        self.faults: list[Fault] = []
        self.unsound: set[str] = set()
        self.failing: set[str] = set()
        self._constant: set[str] = set()
        self._prefix = prefix
        self._functions = ruleset.scope.declarations.functions
        self._names: dict[str, cel.Type] = dict(ruleset.scope.declarations.names(ruleset))
        self._check_file()
        rules = ruleset.data.get("rules", {})
        self.is_broken = bool(self.faults)
        if self.is_broken:
            self.unsound.update(rules)
        for name, rule in rules.items():
            known = len(self.faults)
            self._check_rule(name, rule)
            if len(self.faults) > known:
                self.unsound.add(name)

    def judge_examples(self, meter: cel.Meter) -> None:
        """Judge the examples of the rules that can be evaluated, all within what `meter` has left."""
        for path, message in judge_examples(self.ruleset, self.unsound, meter):
            name = str(path[0])
            if name not in self.failing:
                self._say_constants(name)
            self.failing.add(name)
            if name not in self._constant:
                self.say(("rules", *path), message)

    def _say_constants(self, name: str) -> None:
        """Say what makes the examples of a rule come out alike, whatever they hold."""
        from zarrscope.cel.truth import truth

        for key in ("check", "given"):
            source = self.ruleset.data["rules"][name].get(key)
            always = None if source is None else truth(cel.parse(source))
            if always is not None and (key == "check" or not always):
                self._constant.add(name)
                self.say(("rules", name, key), CONSTANTS[key, always], "write what is true of some documents only")

    def sound_rules(self) -> list[tuple[str, Rule]]:
        """The rules that can be evaluated, by name."""
        rules = [] if self.is_broken else self.ruleset.all_rules
        named = [(rule.text.id.rpartition("/")[2], rule) for rule in rules]
        return [(name, rule) for name, rule in named if name not in self.unsound]

    def say(self, path: Path, message: str, hint: str | None = None, offset: int | None = None) -> None:
        """List a fault at a place of the file, or at a character of the text there."""
        marked = self.marked
        position = marked.position(*path) if offset is None else marked.text_position(path, offset)
        self.faults.append(marked.fault(position, message, hint))

    def _check_file(self) -> None:
        data, prefix = self.ruleset.data, self._prefix
        self._check_pattern()
        for name, source in data.get("let", {}).items():
            self._names[name] = self._expression(source, ("let", name), self._names)
        for fact, value in data.get("facts", {}).items():
            if not is_literal(fact, value):
                self._expression(value, (*prefix, fact) if prefix else ("facts", fact), self._names)
        if not is_literal("size", data.get("size", "static")):
            self._expression(data["size"], ("size",), self._names)
        for key in ("output", "scalars"):
            for name, source in data.get(key, {}).items():
                self._expression(source, (key, name), self._names)
        for where, start in data.get("pipelines", {}).items():
            for name, source in start.items():
                if name != "in":
                    self._expression(source, ("pipelines", where, name), self._names)
        if "members" in data.get("fill", {}):
            self._expression(data["fill"]["members"], (*prefix, "fill", "members"), self._names)

    def _check_pattern(self) -> None:
        pattern = self.ruleset.data.get("pattern")
        captures = self.ruleset.data.get("config", {})
        if pattern is None:
            if captures:
                self.say(("config",), "config says what the groups of a pattern hold, and there is no pattern")
            return
        if pattern.count("(") != len(captures):
            self.say(("config",), f"the pattern has {pattern.count('(')} groups, config names {len(captures)}")

    def _check_rule(self, name: str, rule: Mapping[str, Any]) -> None:
        path: Path = ("rules", name)
        names = dict(self._names)
        for variable, source in rule.get("each", {}).items():
            names[variable] = _item(self._expression(source, (*path, "each", variable), names))
        for variable, source in rule.get("let", {}).items():
            names[variable] = self._expression(source, (*path, "let", variable), names)
        for key in ("given", "check"):
            if key in rule:
                found = self._expression(rule[key], (*path, key), names)
                if found not in (cel.BOOL, cel.DYN):
                    self.say((*path, key), f"{key} is true or false, this is {found.name}", _compared(key, rule[key]))
        for key in ("message", "hint"):
            if key in rule:
                self._template(rule[key], (*path, key), names)
        if rule.get("at") not in FIXED:
            self._template(rule.get("at", ""), (*path, "at"), names)
        for target, place in related_places(rule):
            self._template(target, (*path, *place), names)

    def _template(self, template: str, path: Path, names: Mapping[str, cel.Type]) -> None:
        try:
            parts = pieces(template)
        except cel.ParseError as error:
            self.say(path, error.message, error.hint, error.offset)
            return
        for part in parts:
            if not isinstance(part, str):
                self._expression(part[0], path, names, part[1])

    def _expression(self, source: Any, path: Path, names: Mapping[str, cel.Type], start: int = 0) -> cel.Type:
        if not isinstance(source, str):
            return cel.DYN
        try:
            return cel.check(cel.parse(source), names, self._functions)
        except (cel.ParseError, cel.CheckError) as error:
            self.say(path, error.message, error.hint, start + error.offset)
        return cel.DYN


def related_places(rule: Mapping[str, Any]) -> Iterable[tuple[str, Path]]:
    """The places in `related`, each with where it stands in the rule."""
    related = rule.get("related", [])
    if isinstance(related, str):
        return [(related, ("related",))]
    return [(target, ("related", index)) for index, target in enumerate(related)]


def _compared(key: str, source: str) -> str | None:
    return f"compare it, such as `{source} > 0`" if len(source) <= 40 and "\n" not in source else None


def _item(found: cel.Type) -> cel.Type:
    if isinstance(found, cel.ListOf):
        return found.item
    return cel.STRING if isinstance(found, cel.MapOf) else cel.DYN
