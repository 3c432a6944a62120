"""Codec pipelines: the order automaton, and the walk that hands each codec its chunk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zarrscope.cel import UNKNOWN
from zarrscope.chunks import UNKNOWN_CHUNK, Chunk
from zarrscope.codecorder import ARRAY, BYTES, order
from zarrscope.facts import Facts, facts
from zarrscope.judging import Scalar, judge, judge_scalar
from zarrscope.paths import keys

if TYPE_CHECKING:
    from zarrscope.judgement import Judgement
    from zarrscope.problems import Loc
    from zarrscope.resolving import Node


class Walk:
    """Walks codec lists one after the other; lists inside codecs wait in line, so that depth costs no recursion."""

    def __init__(self, judgement: Judgement, base: Facts) -> None:
        """Walk the lists of a document that expressions see as `base`."""
        self.judgement = judgement
        self.base = base
        self.waiting: list[tuple[Node, list[Node], Loc, Chunk, bool]] = []
        self.result: Chunk = UNKNOWN_CHUNK

    def run(self, node: Node, env: Facts, handed: Chunk) -> None:
        """Walk the lists of a document or of a codec that stands alone, and all lists inside them."""
        self._enqueue(node, env, handed)
        self.finish()

    def finish(self) -> None:
        """Walk the lists that wait."""
        while self.waiting:
            self.result = self._list(*self.waiting.pop())

    def _enqueue(self, node: Node, env: Facts, handed: Chunk) -> None:
        assert node.definition is not None
        for path, start, programs in node.definition.pipelines:
            nodes = node.list_at(path)
            if nodes is None:
                continue
            chunk = handed.handed_on(programs, env)
            if "fill" in start:
                # a fill value that a codec sets has no place of its own: the fault is told at whoever cannot take it
                chunk.fill_loc = (*node.loc, "fill_value") if node.slot == "document" else None
            self.waiting.append((node, nodes, node.loc + path, chunk, start.get("in") == "bytes"))

    def _list(self, owner: Node, nodes: list[Node], loc: Loc, chunk: Chunk, of_bytes: bool) -> Chunk:
        nested = owner.slot != "document"
        kinds = tuple(node.kind for node in nodes)
        in_order = of_bytes or self._judge_order(nodes, kinds, loc)
        for index, node in enumerate(nodes):
            if node.definition is None:
                chunk = UNKNOWN_CHUNK
                continue
            fits = in_order and (not of_bytes or kinds[index] == "bytes_to_bytes")
            known = nodes if in_order else UNKNOWN
            chunk = self.codec(node, known, index, chunk if fits else UNKNOWN_CHUNK, nested)
        return chunk

    def codec(self, node: Node, nodes: Any, index: int, chunk: Chunk, nested: Any) -> Chunk:
        """Judge one codec on the chunk that it is handed; the chunk that it hands on."""
        definition = node.definition
        assert definition is not None
        place = {"@codecs": nodes, "@index": index, "@nested": nested}
        env = facts({"config": node.config, "name": node.name, "chunk": chunk, **place}, definition.lets, self.base)
        rules = definition.rules(self.judgement.notes)
        if definition.scalars:
            judge(self.judgement, node, env, [rule for rule in rules if rule.at == "chunk"])
            judge_scalars(self.judgement, node, env)
            env.forget()
            rules = [rule for rule in rules if rule.at != "chunk"]
        judge(self.judgement, node, env, rules, question=definition.question)
        self.judgement.judges(node, env)
        if definition.pipelines and not node.bare:
            self._enqueue(node, env, env["chunk"])
        handed: Chunk = env["chunk"]
        return handed.handed_on(definition.outputs, env)

    def _judge_order(self, nodes: list[Node], kinds: tuple[str | None, ...], loc: Loc) -> bool:
        rule, index = order(kinds)
        if rule is None:
            return True
        if not nodes:
            return False  # the schema wants at least one
        if index is None:
            self.judgement.say_engine(f"pipeline/{rule}", loc)
        else:
            kind = kinds[index] or ""
            wants = BYTES if kind == "bytes_to_bytes" else ARRAY
            handed = BYTES if wants == ARRAY else ARRAY
            values = {"name": nodes[index].name, "wants": wants, "handed": handed}
            self.judgement.say_engine(f"pipeline/{rule}", nodes[index].loc, **values)
        return False


def judge_scalars(judgement: Judgement, node: Node, env: Facts) -> None:
    """Judge the scalars inside a definition or a document, each by the data type that the definition gives it."""
    assert node.definition is not None
    for pattern, program in node.definition.scalars:
        for tokens, container in node.values_at(pattern[:-1]):
            for key in keys(container, pattern[-1]):
                judge_scalar(judgement, program(env), Scalar(node.loc, (*tokens, key), container, key, node))
