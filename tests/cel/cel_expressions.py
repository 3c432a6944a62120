"""Random expressions and values, for the tests that compare evaluators."""

from __future__ import annotations

import math
import os

from hypothesis import strategies as st

from zarrscope.cel import BOOL, DOUBLE, DYN, INT, STRING, UNKNOWN, Function, ListOf, MapOf, Unknown

EXAMPLES = int(os.environ.get("ZARRSCOPE_EXAMPLES", "300"))

NAMES = {
    "i": INT,
    "d": DOUBLE,
    "s": STRING,
    "b": BOOL,
    "xs": ListOf(INT),
    "ss": ListOf(STRING),
    "bs": ListOf(BOOL),
    "ds": ListOf(DOUBLE),
    "rows": ListOf(ListOf(INT)),
    "m": MapOf({"f": INT, "g": STRING, "h": ListOf(INT), "k": MapOf({"f": INT}, open=False)}, open=False),
    "ms": ListOf(MapOf({"f": INT, "g": STRING}, open=False)),
    "v": DYN,
}


def _total(items):
    if not all(type(item) is int for item in items if item is not UNKNOWN):
        raise TypeError("sum is for lists of integers")
    return sum(items)


def _unknown_if_empty(items):
    if not items:
        raise Unknown
    return items[0]


def _twice(text):
    if not isinstance(text, str):
        raise TypeError("twice is for strings")
    return text + text


FUNCTIONS = {
    "sum": Function(_total, (ListOf(INT),), INT),
    "indices": Function(
        lambda x: list(range(len(x))) if isinstance(x, list) else [], (DYN,), ListOf(INT), "range(len({}))"
    ),
    "is_list": Function(lambda value: isinstance(value, list), (DYN,), BOOL),
    "first": Function(_unknown_if_empty, (DYN,), DYN),
    "twice": Function(_twice, (STRING,), STRING),
}

INTS = st.sampled_from([0, 1, 2, 3, -1, -2, 7])
DOUBLES = st.sampled_from([0.0, 1.0, 2.0, -1.5, 0.5])
STRINGS = st.sampled_from(["", "a", "b", "ab", "f", "g"])
SCALARS = {INT: INTS, DOUBLE: DOUBLES, STRING: STRINGS, BOOL: st.booleans()}


@st.composite
def values(draw, of=DYN, holes=True, depth=3, wide=True):
    """A value of a type, with holes in any place if `holes`; maps have one member at most if not `wide`."""
    if holes and draw(st.integers(0, 11)) == 0:
        return UNKNOWN
    if of is DYN:
        known = [INT, DOUBLE, STRING, BOOL, None]
        of = draw(st.sampled_from([*known, ListOf(DYN), MapOf(), ListOf(INT), ListOf(STRING)] if depth > 0 else known))
        if of is None:
            return None
    if of in SCALARS:
        return draw(SCALARS[of])
    if isinstance(of, ListOf):
        count = draw(st.integers(0, 3))
        return [draw(values(of.item, holes, depth - 1, wide)) for _ in range(count)]
    members = of.members or dict.fromkeys("fgh", DYN)
    names = [name for name in members if draw(st.integers(0, 4))] if wide else [draw(st.sampled_from(sorted(members)))]
    return {name: draw(values(members[name], holes, depth - 1, wide)) for name in names}


@st.composite
def environments(draw, holes=True, typed=False, wide=True):
    """Values of the names; of any type at all now and then, if not `typed`."""
    env = {}
    for name, kind in NAMES.items():
        wild = not typed and draw(st.integers(0, 7)) == 0
        env[name] = draw(values(DYN if wild else kind, holes, wide=wide))
    return env


class Writer:
    """Writes an expression of a wanted kind; now and then one of another kind."""

    def __init__(self, draw, functions: bool, wild: int, wide: bool) -> None:
        self.draw = draw
        self.functions = functions
        self.wild = wild
        self.wide = wide

    def pick(self, *options):
        return self.draw(st.sampled_from(options))

    def chance(self, one_in: int) -> bool:
        return self.draw(st.integers(1, one_in)) == 1

    def write(self, kind: str, depth: int, scope: dict[str, str]) -> str:
        if self.wild and self.chance(self.wild):
            kind = self.pick("int", "double", "string", "bool", "ints", "strings", "map", "any")
        found = [name for name, own in scope.items() if own in (kind, "any") or kind == "any"]
        if depth <= 0 or self.chance(5):
            return self.pick(*found) if found and not self.chance(4) else self.literal(kind)
        return getattr(self, f"write_{kind}")(depth - 1, scope)

    def literal(self, kind: str) -> str:
        if kind == "any":
            kind = self.pick("int", "double", "string", "bool", "ints", "strings", "map", "null")
        if kind == "int":
            return self.pick("0", "1", "2", "-1", "3", "0x10")
        if kind == "double":
            return self.pick("0.0", "1.0", "-2.5", "1e1")
        if kind == "string":
            return self.pick("''", "'a'", '"b"', "'f'", "'ab'", "r'g'")
        if kind == "bool":
            return self.pick("true", "false")
        if kind == "ints":
            return self.pick("[]", "[0, 1]", "[1, 2, 1]")
        if kind == "strings":
            return self.pick("[]", "['a']", "['a', 'f']")
        return (
            "null"
            if kind == "null"
            else self.pick(*["{'f': 1}", "{1: 'a'}", "{'g': 'a', 'h': [1]}", "{1: 'a', 2: 2}"][: 4 if self.wide else 2])
        )

    def conditional(self, kind: str, depth: int, scope: dict[str, str]) -> str:
        parts = [self.write("bool", depth, scope), self.write(kind, depth, scope), self.write(kind, depth, scope)]
        return "({} ? {} : {})".format(*parts)

    def item(self, kind: str, of: str, depth: int, scope: dict[str, str]) -> str:
        index = self.write(self.pick("int", "int", "int", "double"), 0 if self.chance(2) else depth, scope)
        return f"{self.write(of, depth, scope)}[{index}]"

    def write_int(self, depth: int, scope: dict[str, str]) -> str:
        form = self.pick("+", "-", "*", "/", "%", "+", "%", "neg", "size", "item", "member", "?:", "sum")
        if form in "+-*/%":
            return f"({self.write('int', depth, scope)} {form} {self.write('int', depth, scope)})"
        if form == "neg":
            return f"-({self.write('int', depth, scope)})"
        if form == "size":
            sized = self.write(self.pick("ints", "strings", "string", "map"), depth, scope)
            return self.pick(f"size({sized})", f"({sized}).size()")
        if form == "item":
            return self.item("int", "ints", depth, scope)
        if form == "member":
            return self.pick("m.f", "m.k.f", "m['f']", f"({self.write('map', depth, scope)}).f")
        if form == "sum" and self.functions:
            return f"sum({self.write('ints', depth, scope)})"
        return self.conditional("int", depth, scope)

    def write_double(self, depth: int, scope: dict[str, str]) -> str:
        form = self.pick("+", "-", "*", "/", "neg", "?:")
        if form in "+-*/":
            return f"({self.write('double', depth, scope)} {form} {self.write('double', depth, scope)})"
        if form == "neg":
            return f"-({self.write('double', depth, scope)})"
        return self.conditional("double", depth, scope)

    def write_string(self, depth: int, scope: dict[str, str]) -> str:
        form = self.pick("+", "item", "member", "?:", "twice")
        if form == "+":
            return f"({self.write('string', depth, scope)} + {self.write('string', depth, scope)})"
        if form == "item":
            return self.item("string", "strings", depth, scope)
        if form == "member":
            return self.pick(
                "m.g", "m['g']", f"({self.write('map', depth, scope)}).g", f"m[{self.write('string', 0, scope)}]"
            )
        if form == "twice" and self.functions:
            return f"twice({self.write('string', depth, scope)})"
        return self.conditional("string", depth, scope)

    def write_bool(self, depth: int, scope: dict[str, str]) -> str:
        form = self.pick(
            "&&", "||", "&&", "||", "!", "<", "==", "==", "in", "in", "has", "macro", "macro", "text", "?:", "is_list"
        )
        if form in ("&&", "||"):
            operands = [self.write("bool", depth, scope) for _ in range(self.pick(2, 2, 3))]
            return "(" + f" {form} ".join(operands) + ")"
        if form == "!":
            return f"!({self.write('bool', depth, scope)})"
        if form == "<":
            kind = self.pick("int", "double", "string", "bool")
            other = kind if kind != "int" or not self.chance(4) else "double"
            operator = self.pick("<", "<=", ">", ">=")
            return f"({self.write(kind, depth, scope)} {operator} {self.write(other, depth, scope)})"
        if form == "==":
            kind = self.pick("int", "double", "string", "bool", "ints", "strings", "map", "any")
            other = kind if not self.chance(4) else "any"
            operator = self.pick("==", "!=")
            return f"({self.write(kind, depth, scope)} {operator} {self.write(other, depth, scope)})"
        if form == "in":
            kind, container = self.pick(
                ("int", "ints"), ("string", "strings"), ("string", "map"), ("any", "any"), ("bool", "any")
            )
            return f"({self.write(kind, depth, scope)} in {self.write(container, depth, scope)})"
        if form == "has":
            return self.pick("has(m.f)", "has(m.k.f)", "has(m.h)", f"has(({self.write('map', depth, scope)}).f)")
        if form == "macro":
            return self.comprehension(self.pick("all", "exists", "exists_one"), "bool", depth, scope)
        if form == "text":
            method = self.pick("startsWith", "endsWith", "contains")
            return f"({self.write('string', depth, scope)}).{method}({self.write('string', depth, scope)})"
        if form == "is_list" and self.functions:
            return f"is_list({self.write('any', depth, scope)})"
        return self.conditional("bool", depth, scope)

    def comprehension(self, macro: str, body: str, depth: int, scope: dict[str, str]) -> str:
        over, kind = self.pick(("ints", "int"), ("strings", "string"), ("map", "string"), ("any", "any"))
        items = self.write(over, min(depth, 1), scope)
        variable = self.pick("x", "y", "i", "xs")
        inner = {**scope, variable: kind}
        condition = f"{self.write('bool', depth, inner)}, " if macro == "map" and self.chance(4) else ""
        return f"({items}).{macro}({variable}, {condition}{self.write(body, depth, inner)})"

    def write_ints(self, depth: int, scope: dict[str, str]) -> str:
        return self.listed("ints", "int", depth, scope)

    def write_strings(self, depth: int, scope: dict[str, str]) -> str:
        return self.listed("strings", "string", depth, scope)

    def listed(self, kind: str, item: str, depth: int, scope: dict[str, str]) -> str:
        form = self.pick("+", "[]", "map", "map", "filter", "?:", "indices", "member")
        if form == "+":
            return f"({self.write(kind, depth, scope)} + {self.write(kind, depth, scope)})"
        if form == "[]":
            items = [self.write(item, depth, scope) for _ in range(self.pick(0, 1, 2, 3))]
            return f"[{', '.join(items)}]"
        if form == "map":
            return self.comprehension("map", item, depth, scope)
        if form == "filter":
            variable = self.pick("x", "z")
            inner = {**scope, variable: item}
            return f"({self.write(kind, depth, scope)}).filter({variable}, {self.write('bool', depth, inner)})"
        if form == "indices" and self.functions:
            return f"indices({self.write(self.pick('ints', 'strings', 'any'), depth, scope)})"
        if form == "member":
            return self.pick("m.h", "rows[0]", "rows[i]", "ms.map(e, e.f)")
        return self.conditional(kind, depth, scope)

    def write_map(self, depth: int, scope: dict[str, str]) -> str:
        form = self.pick("{}", "m.k", "ms", "?:")
        if form == "{}":
            keys = self.draw(st.permutations(["'f'", "'g'", "'h'", "1", "2"]))[: self.pick(1, 2) if self.wide else 1]
            return "{" + ", ".join(f"{key}: {self.write('any', depth, scope)}" for key in keys) + "}"
        if form == "ms":
            return f"ms[{self.write('int', 0, scope)}]"
        return "m.k" if form == "m.k" else self.conditional("map", depth, scope)

    def write_any(self, depth: int, scope: dict[str, str]) -> str:
        kind = self.pick("int", "double", "string", "bool", "ints", "strings", "map", "first")
        if kind == "first":
            return (
                f"first({self.write('any', depth, scope)})"
                if self.functions
                else f"[{self.write('any', depth, scope)}]"
            )
        return self.write(kind, depth, scope)


KINDS = {"i": "int", "d": "double", "s": "string", "b": "bool", "xs": "ints", "ss": "strings", "m": "map", "v": "any"}


@st.composite
def expressions(draw, functions=True, wild=12, wide=True):
    """The text of an expression over NAMES and FUNCTIONS."""
    writer = Writer(draw, functions, wild, wide)
    return writer.write(
        writer.pick("bool", "bool", "int", "ints", "any", "string"), writer.pick(1, 2, 3, 4), dict(KINDS)
    )


def same(left: object, right: object) -> bool:
    """Equal, with 1, 1.0 and true three different values, and NaN equal to itself."""
    if left is UNKNOWN or right is UNKNOWN:
        return left is right
    if type(left) is not type(right):
        return False
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, float):
        return repr(left) == repr(right) or (math.isnan(left) and math.isnan(right))
    return left == right
