"""On a clean document the fast function decides alone, by native operators where types are declared."""

from __future__ import annotations

import pytest

from zarrscope.cel import DYN, INT, STRING, Function, ListOf, MapOf, Program

NAMES = {
    "config": MapOf({"order": ListOf(INT), "endian": STRING, "level": INT, "shape": DYN}, open=False),
    "shape": ListOf(INT),
    "names": ListOf(STRING),
    "outer": ListOf(INT),
    "inner": ListOf(INT),
    "edges": ListOf(ListOf(INT)),
    "codecs": ListOf(MapOf({"kind": STRING, "stage": INT})),
    "fill": DYN,
}
ENV = {
    "config": {"order": [1, 0], "endian": "little", "level": 5, "shape": [[0, 1], -1]},
    "shape": [10, 20],
    "names": ["x", "y"],
    "outer": [100, 50],
    "inner": [10, 5],
    "edges": [[5, 5], [10, 10]],
    "codecs": [{"kind": "array-array", "stage": 0}, {"kind": "array-bytes", "stage": 1}],
    "fill": 3,
}


def total(items: list) -> int:
    return sum(items)


def indices(value: object) -> list:
    return list(range(len(value))) if isinstance(value, list) else []


FUNCTIONS = {
    "sum": Function(total, (ListOf(INT),), INT),
    "indices": Function(indices, (DYN,), ListOf(INT)),
    "is_list": Function(lambda value: isinstance(value, list), (DYN,), DYN),
}
RULES = [
    "size(names) == size(shape)",
    "inner.all(n, n > 0)",
    "size(config.order) == size(shape) && indices(config.order).all(a, a in config.order)",
    "indices(outer).all(i, outer[i] % inner[i] == 0)",
    "codecs.exists_one(c, c.kind == 'array-bytes')",
    "indices(codecs).all(i, i == 0 || codecs[i - 1].stage <= codecs[i].stage)",
    "has(config.endian) || size(shape) <= 1",
    "-128 <= fill && fill <= 127",
    "config.endian != 'none' || has(config.level)",
    "indices(shape).all(i, sum(edges[i]) >= shape[i])",
    "100 <= inner[0] * inner[1] * 8 && inner[0] * inner[1] * 8 <= 1000",
    "names.all(n, n != '' && names.exists_one(m, m == n))",
    "config.order.all(i, i in [0, 1] && config.order.exists_one(j, j == i))",
    "indices(config.shape).all(i, !is_list(config.shape[i]) || config.shape[i].all(j, j < 2))",
    "config.shape.exists(s, s == -1) && config.shape.filter(s, is_list(s)).size() == 1",
    "{'a': shape.map(n, n > 10, n / 2)} == {'a': [10]}",
    "names.map(n, n + '!')[0].endsWith('!') && names[1].startsWith('y') && names[1].contains('y')",
    "(config.level > 3 ? 'high' : 'low') == 'high' && !(1.5 < 1.0) && config.endian in ['little', 'big']",
]


@pytest.mark.parametrize("names", [None, NAMES], ids=["untyped", "typed"])
@pytest.mark.parametrize("text", RULES)
def test_decides_alone(text: str, names: dict | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        pytest.fail("the exact evaluator was asked")

    monkeypatch.setattr("zarrscope.cel.exact.evaluate", refuse)
    assert Program(text, names, FUNCTIONS)(ENV) is True


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("size(names) == size(shape)", "(len(env['names']) == len(env['shape']))"),
        ("inner.all(n, n > 0)", "all((v1 > (0)) for v1 in env['inner'])"),
        ("config.level + 1 == 6", "((env['config']['level'] + (1)) == (6))"),
        ("names[0]", "env['names'][(0)]"),
        ("shape.all(n, n in config.order)", None),
    ],
)
def test_typed_source_is_native(text: str, source: str | None) -> None:
    typed = Program(text, NAMES).source
    assert "meter" not in typed
    assert source is None or typed == f"lambda env: {source}"


def test_compiles_once_and_when_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program("1 +")
    with pytest.raises(ValueError, match="expected a value"):
        program({})
    program = Program("shape[0]", NAMES)
    assert program(ENV) == 10
    monkeypatch.setattr("zarrscope.cel.generate.generate", None)
    assert program(ENV) == 10
