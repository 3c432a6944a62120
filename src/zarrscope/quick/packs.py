"""The quick questions of packs: whether their rules say anything about a document that is sound but for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import DYN, Logical, Program, Question
from zarrscope.facts import facts
from zarrscope.findings import CLEAN
from zarrscope.packfacts import node_at
from zarrscope.problems import Severity
from zarrscope.quick.memory import cost_of, trimmed
from zarrscope.quick.resolved import NOTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Set

    from zarrscope.cel import Type
    from zarrscope.facts import Facts
    from zarrscope.findings import Findings, Found
    from zarrscope.packjudging import Asked
    from zarrscope.packrules import PackRules
    from zarrscope.quick.resolved import ToldClean

FOLLOWING = ("data_type", "codecs", "codec_names", "axes", "rank")
"""The facts that follow from the extension points and the rank alone."""
COST_OF_FACTS = 10
"""How much larger, roughly, they are than the text of what they follow from."""


def asking(added: Iterable[PackRules]) -> Callable[[Facts], bool]:
    """Asks whether no rule of these files is at fault, on the facts that the definition's own rules saw."""
    asked = [(rules.question, rules.lets) for rules in added if rules.question is not None]

    def fits(seen: Facts) -> bool:
        meter = seen["@told"].meter
        return all(question.surely(facts({"@meter": meter}, lets, seen)) for question, lets in asked)

    return fits


def _as_one(added: list[PackRules], is_asked: Callable[[Set[str]], bool]) -> Program | None:
    """The rules of several files as one question, those that read such members; None where there are none."""
    nodes = [rules.written_out(rule.question()) for rules in added for rule in rules.reading(is_asked)]
    if not nodes:
        return None
    names: dict[str, Type] = {}
    for rules in added:
        for name, known in rules.compiler.names.items():
            names[name] = known if names.get(name, known) == known else DYN
    functions = added[0].compiler.functions
    return Question(nodes[0] if len(nodes) == 1 else Logical("&&", tuple(nodes)), names, functions)


def _is_true(question: Program | None, seen: Facts) -> bool:
    return question is None or question.surely(seen)


class DocumentPacks:
    """The rules that packs add about one kind of document, with what they said before.

    Documents that are told by the same key have the same extension points, scalars and rank (see `memory`), so that the
    rules that read no more need not be asked again, and those that read the shape as well only where it is another one.
    """

    def __init__(self, added: list[PackRules], told: frozenset[str], most_remembered: int) -> None:
        """Start with nothing; `told` names the members that a key tells."""
        shaped = told | {"shape"}
        self._by_key = _as_one(added, lambda reads: reads <= told)
        self._by_shape = _as_one(added, lambda reads: reads <= shaped and not reads <= told)
        by_others = _as_one(added, lambda reads: not reads <= shaped)
        self._by_others = None if by_others is None else by_others.plain("document", "node")
        self._is_direct = by_others is None or by_others.names <= {"document", "node"}
        self._others = [(rules, rules.reading(lambda reads: not reads <= shaped)) for rules in added]
        self._settled = frozenset[str]().union(*(rules.settled(shaped) for rules in added))
        self._told = shaped
        self._most = self._room = most_remembered
        self._passed: set[bytes] = set()
        self._found: dict[bytes, dict[str, Findings]] = {}  # by key, then by shape
        self._facts: dict[bytes, tuple[dict[str, Any], dict[str, Any]]] = {}

    def recall(self, key: bytes | None, document: dict[str, Any], path: str | None) -> Findings | None:
        """What was said of another document of this key and shape, where nothing more is to be said of this one."""
        known = self._found.get(key) if key is not None and self._is_direct else None
        if known is None:
            return None
        findings = known.get(repr(document.get("shape")))
        asked = self._by_others
        if findings is None or asked is None or asked(document, node_at(path), NOTHING):  # a meter of its own
            return findings
        return None

    def fill_in(self, key: bytes | None, told: ToldClean, base: Facts) -> None:
        """Fill in what was worked out for another document of this key."""
        known = None if key is None else self._facts.get(key)
        if known is not None:
            told.inside, following = known
            base.update(following)

    def judge(
        self, key: bytes | None, base: Facts, told: ToldClean, tell: Callable[[list[Asked] | None], Findings]
    ) -> Findings:
        """What the rules say; `tell` asks them one by one, or only those that it is given."""
        base["@meter"] = told.meter
        if key is None or not self._most:
            holds = _is_true(self._by_key, base) and _is_true(self._by_shape, base) and self._others_hold(base)
            return CLEAN if holds else tell(None)
        shape = repr(told.written.get("shape"))
        known: Findings | None = self._found.get(key, {}).get(shape)
        if known is None and (key in self._passed or _is_true(self._by_key, base)) and _is_true(self._by_shape, base):
            known = CLEAN
            self._remember(key, shape, CLEAN, told, base)
        if known is not None and self._others_hold(base):
            return known
        if known is CLEAN:
            findings = tell(self._others)
            if not any(self._may_matter(one) for one in findings.found):
                return findings
        findings = tell(None)
        if known is None and self._settles(findings):
            self._remember(key, shape, findings, told, base)
        return findings

    def _remember(self, key: bytes, shape: str, findings: Findings, told: ToldClean, base: Facts) -> None:
        """Remember what the rules that read no more than the key and the shape say."""
        key = trimmed(key)
        self._make_room(len(shape) + cost_of(findings) + (0 if key in self._facts else COST_OF_FACTS * len(key)))
        if findings is CLEAN:
            self._passed.add(key)
        self._found.setdefault(key, {})[shape] = findings
        if key not in self._facts:
            self._facts[key] = told.inside, {name: base[name] for name in FOLLOWING if dict.__contains__(base, name)}

    def _may_matter(self, one: Found) -> bool:
        """Whether a problem makes something unknown that the rules read which have been asked already."""
        return one.severity is Severity.ERROR and bool(one.loc) and one.loc[0] in self._told

    def _others_hold(self, base: Facts) -> bool:
        return self._by_others is None or self._by_others(base["document"], base["node"], base)

    def _make_room(self, cost: int) -> None:
        if cost > self._room:
            for remembered in (self._passed, self._found, self._facts):
                remembered.clear()
            self._room = self._most
        self._room -= cost

    def _settles(self, findings: Findings) -> bool:
        """Whether what was found follows from the key and the shape alone."""
        return not findings.skipped and all(
            one.rule in self._settled and bool(one.loc) and one.loc[0] in self._told for one in findings.found
        )
