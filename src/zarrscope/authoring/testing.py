"""Testing rules by their examples: a change of a rule that no example would notice is a gap."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from zarrscope import cel
from zarrscope.authoring.expressions import of_rule, shared, walk
from zarrscope.authoring.mutants import Mutant, mutants
from zarrscope.examples import facts_of_example, fault_of
from zarrscope.facts import facts
from zarrscope.rules import MOST_STEPS, Rule, RuleText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from zarrscope.authoring.inspection import Inspection
    from zarrscope.facts import Facts
    from zarrscope.rulechecking import RuleChecker
    from zarrscope.rulefiles import Fault, Marked

Path = tuple[str | int, ...]
Example = tuple[str, "Mapping[str, Any]", "Facts"]

MOST_MUTANTS = 300
MUTANT_STEPS = 100_000
STEPS_OF_NODE = 10  # compiling takes far longer than evaluating
PACK_STEPS = 20_000_000


class Survivor(NamedTuple):
    """A change that no example notices, in the rule or in a shared name (then `rule` is that name)."""

    rule: str
    fault: Fault


class Tested:
    """What was tried, what survived, and whether it was stopped for taking too long."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.rules = self.examples = self.mutants = 0
        self.survivors: list[Survivor] = []
        self.was_stopped = False


def test_pack(inspection: Inspection) -> Tested:
    """Test every rule of a pack without errors."""
    tested = Tested()
    meter = cel.Meter(PACK_STEPS)
    try:
        for checker in inspection.files:
            _test_rules(checker, meter, tested)
    except cel.CostExceeded:
        tested.was_stopped = True
    tested.survivors.sort(key=lambda survivor: survivor.fault[:3])
    return tested


def _test_rules(checker: RuleChecker, meter: cel.Meter, tested: Tested) -> None:
    """Change each rule of a file in every small way, and look whether an example notices."""
    examples: dict[str, list[Example]] = {}
    ruleset, marked, rules = checker.ruleset, checker.marked, dict(checker.sound_rules())
    for name, text in zip(ruleset.data.get("rules", {}), ruleset.texts, strict=True):
        tested.rules += 1
        examples[name] = [
            (word, example, facts_of_example(ruleset, example, cel.Meter(MOST_STEPS)))
            for word in ("pass", "fail")
            for example in text.examples[word]
        ]
        tested.examples += len(examples[name])
        for path, mutant in _paid(_of_rule(rules[name]), meter):
            changed = Rule(
                RuleText(text.id, _with(text.data, path, mutant.node), text.file, text.line), ruleset.compiler
            )
            noticed = any(_notices(changed, example, {}, meter) for example in examples[name])
            _count(tested, text.id, marked, ("rules", name, *path), mutant, noticed)
    read = _read_by(rules.values(), shared(ruleset))
    for name, source in ruleset.data.get("let", {}).items():
        if isinstance(source, str) and name in read:
            for _, mutant in _paid((((), mutant) for mutant in mutants(cel.parse(source))), meter):
                lets = {**ruleset.own_lets, name: ruleset.compiler.program(mutant.node)}
                noticed = any(
                    _notices(rule, example, lets, meter) for word, rule in rules.items() for example in examples[word]
                )
                _count(tested, name, marked, ("let", name), mutant, noticed)


def _read_by(rules: Iterable[Rule], lets: Mapping[str, cel.Node]) -> set[str]:
    """The names that rules read, themselves or through shared names; of others no example can say anything."""
    read: set[str] = set()
    pending = [node for rule in rules for _, node in of_rule(rule)]
    while pending:
        new = cel.free_names(pending.pop()) - read
        read |= new
        pending += [lets[name] for name in new if name in lets]
    return read


def _count(tested: Tested, rule: str, marked: Marked, path: Path, mutant: Mutant, noticed: bool) -> None:
    tested.mutants += 1
    if not noticed:
        position = marked.text_position(path, mutant.offset)
        tested.survivors.append(Survivor(rule, marked.fault(position, f"{mutant.change}: {mutant.missing}")))


def _of_rule(rule: Rule) -> Iterator[tuple[Path, Mutant]]:
    if rule.given is not None:
        missing = "no example has it be false while the check fails"
        yield ("given",), Mutant(cel.Literal(True), "`given` could be left out", missing, 0)
        yield from ((("given",), mutant) for mutant in mutants(rule.given.node))
    yield from ((("check",), mutant) for mutant in mutants(rule.check.node))
    for key, programs in (("each", rule.each), ("let", rule.lets)):
        for name, program in programs.items():
            yield from (((key, name), mutant) for mutant in mutants(program.node))


def _paid(found: Iterator[tuple[Path, Mutant]], meter: cel.Meter) -> Iterator[tuple[Path, Mutant]]:
    """So many changes of one expression as are worth it, each paid for."""
    for path, mutant in islice(found, MOST_MUTANTS):
        meter.charge(STEPS_OF_NODE * sum(1 for _ in walk(mutant.node)))
        yield path, mutant


def _with(data: Mapping[str, Any], path: Path, node: cel.Node) -> dict[str, Any]:
    key, *names = map(str, path)
    return {**data, key: {**data[key], names[0]: node}} if names else {**data, key: node}


def _notices(rule: Rule, example: Example, lets: Mapping[str, Any], meter: cel.Meter) -> bool:
    """Whether an example is no longer one; an expression that cannot be evaluated is noticed as well."""
    word, given, env = example
    own = cel.Meter(MUTANT_STEPS)
    noticed = fault_of(rule, facts({"@meter": own}, lets, env), word, given) is not None
    meter.charge(MUTANT_STEPS - max(own.left, 0))
    return noticed
