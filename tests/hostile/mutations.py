"""Documents made wrong at random, as trees, as tokens, and as bytes; all choices come from a `random.Random`."""

from __future__ import annotations

import copy
import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

# JSON, nearly JSON, and no JSON: to stand where a value stands
RAW = [
    *["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "-0", "-0.0", "0.0", "1.0", "4e0", "1e-400", "01", "+1", ".5"],
    *["9223372036854775807", "18446744073709551616", "9" * 4300, "9" * 5000, "-" + "1" * 5000, "1" + "0" * 400],
    *['"\\ud800"', '"\\udc00x"', '"\\ud83d\\ude00"', '"\\u0000"', '""', '"a\\/b~c"', '"' + "n" * 500 + '"'],
    *['"r' + "8" * 1000 + '"', '"r0"', '"r12"', '"r\\u0661"', '"bytes\\n"', '"0x7fc00000"', '"Infinity"', '"AAAA"'],
    *["[" * 70 + "]" * 70, "[" * 130 + "1" + "]" * 130, '{"":' * 70 + "null" + "}" * 70, "[[[[]]]]", '{"a":1,"a":2}'],
    *["[" * 1100 + "]" * 1100, "tru", "", "[1,]", '{"name"}', "'a'", "// no", '{"name":"gzip","name":"gzip"}'],
]
VALUES: list[Any] = [
    *[
        None,
        True,
        False,
        0,
        1,
        -1,
        2**31,
        2**63,
        2**64,
        0.5,
        1e300,
        "",
        "a",
        "3",
        "NaN",
        "é",
        "/",
        "~",
        "bytes",
        "int8",
    ],
    *[[], {}, [[]], [0], [1], [None], ["bytes"], [1] * 40, {"name": "gzip"}, {"name": None}, {"name": "r16"}],
    {"name": "acme.codec", "must_understand": False},
    {"must_understand": False},
    {"name": "bytes", "configuration": {"endian": "little"}, "more": 1},
    {"kind": "inline", "must_understand": False, "metadata": {"a": {"zarr_format": 3, "node_type": "group"}}},
]
NAMES = [
    "",
    "a",
    "name",
    "configuration",
    "must_understand",
    "shape",
    "codecs",
    "fill_value",
    "a/b~c",
    "é",
    "\x00",
    "__proto__",
]
TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+|\s+|"')
MARK = "\ue000"
MARKED_VALUE = re.compile(f'"{MARK}([0-9]+)"')
MARKED_NAME = re.compile(f'"{MARK}twice')
BYTES = bytes(range(32)) + b'"\\/{}[]:,0123456789eE+-.ntfu\x7f\x80\xbf\xc0\xed\xa0\xf5\xff'


def mutated(random: Random, document: Any) -> bytes:
    """A document with one to four faults of any sort, as bytes."""
    value = copy.deepcopy(document)
    times = random.choice([1, 1, 1, 2, 3, 4])
    for _ in range(times if random.random() < 0.8 else 0):
        value = changed(random, value)
    text = json.dumps(value, ensure_ascii=random.random() < 0.5, indent=random.choice([None, None, 0, 2]))
    text = MARKED_NAME.sub('"', text.replace(json.dumps(MARK)[1:-1], MARK))
    text = MARKED_VALUE.sub(lambda match: RAW[int(match[1])], text)
    if random.random() < 0.2:
        text = _change_tokens(random, text)
    data = text.encode(
        random.choice(["utf-16", "utf-8-sig", "utf-32-le", "utf-16-be"] if random.random() < 0.02 else ["utf-8"])
    )
    return _change_bytes(random, data) if random.random() < 0.2 else data


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with every key."""
    waiting = [value]
    while waiting:
        container = waiting.pop()
        for key in list(container) if isinstance(container, dict) else range(len(container)):
            yield container, key
            if isinstance(container[key], dict | list):
                waiting.append(container[key])


def changed(random: Random, value: Any) -> Any:
    if not isinstance(value, dict | list) or not value or random.random() < 0.01:
        return random.choice(VALUES)
    places = list(_places(value))
    container, key = random.choice(places)
    deed = random.randrange(8)
    if deed == 0:
        del container[key]
    elif deed == 1:
        other, name = random.choice(places)
        container[key] = copy.deepcopy(other[name]) if name in other or isinstance(other, list) else None
    elif deed == 2 and isinstance(container, dict):
        _rename(container, key, random.choice([*NAMES, key + "s", key[:-1], key.upper()]))
    elif deed == 3 and isinstance(container, dict):
        container[f"{MARK}twice{key}"] = copy.deepcopy(random.choice([container[key], *VALUES]))
    elif deed == 3:
        container.insert(key, copy.deepcopy(container[key]))
    elif deed == 4 and isinstance(container, dict):
        container[random.choice(NAMES)] = copy.deepcopy(random.choice(VALUES))
    elif deed <= 5:
        container[key] = f"{MARK}{random.randrange(len(RAW))}"
    elif deed == 6:
        container[key] = [container[key]] if random.random() < 0.5 else {"name": container[key]}
    else:
        container[key] = copy.deepcopy(random.choice(VALUES))
    return value


def _rename(members: dict[str, Any], name: str, new: str) -> None:
    pairs = [(new if known == name else known, value) for known, value in members.items()]
    members.clear()
    members.update(pairs)


def _change_tokens(random: Random, text: str) -> str:
    tokens = TOKENS.findall(text)
    for _ in range(random.choice([1, 1, 2, 5])):
        if not tokens:
            break
        one, other = random.randrange(len(tokens)), random.randrange(len(tokens))
        deed = random.randrange(4)
        if deed == 0:
            tokens[one], tokens[other] = tokens[other], tokens[one]
        elif deed == 1:
            del tokens[one]
        elif deed == 2:
            tokens.insert(one, tokens[other])
        else:
            tokens[one] = random.choice(RAW)
    return "".join(tokens)


def _change_bytes(random: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 8])):
        if not changed:
            break
        at = random.randrange(len(changed))
        deed = random.randrange(5)
        if deed == 0:
            del changed[at:]
        elif deed == 1:
            changed[at] ^= 1 << random.randrange(8)
        elif deed == 2:
            changed[at] = random.choice(BYTES)
        elif deed == 3:
            del changed[at : at + random.randrange(1, 20)]
        else:
            changed[at:at] = bytes(random.choices(BYTES, k=random.randrange(1, 6)))
    return bytes(changed)
