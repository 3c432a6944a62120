"""Packs of strangers: whatever stands in the folder, it is told in lines, soon, and without reading outside."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.packs.writing import write_pack
from zarrscope import Scope, ScopeError
from zarrscope.authoring.inspection import Inspection
from zarrscope.authoring.testing import test_pack as run_tests

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RULE = "check: rank > 0\n    message: m\n    pass: [{rank: 1}]\n    fail: [{rank: 0}]\n"
ARRAY = f"rules:\n  a:\n    {RULE}"
SECRET = "the secret outside"


def rule(check: str, *more: str) -> str:
    return "\n".join(["rules:", "  a:", f"    check: {check}", "    message: m", *more]) + "\n"


EXAMPLES = ("    pass: [{rank: 1}]", "    fail: [{rank: 0}]")
FIFTY = f"[{', '.join(['1'] * 50)}]"
NESTED = "".join(f"{FIFTY}.all({name}, " for name in "abcde") + "a + b > rank" + ")" * 5

# Files of a pack, and a part of a line that has to be said; none where nothing is wrong.
FILES: dict[str, tuple[dict[str, object], str | None]] = {
    "binary": ({"array.yaml": "\x00\x01\x02"}, "the character U+0000"),
    "not a mapping": ({"pack.yaml": "- a\n", "array.yaml": "5"}, "the file must be a mapping"),
    "everything of another kind": (
        {"array.yaml": "let: []\nrules:\n  a: {check: [], each: [1], let: 5, pass: [1], fail: {}, at: 5}\n  b: 5\n"},
        "`check` must be text",
    ),
    "deep YAML": ({"array.yaml": "a: " + "[" * 100_000}, "levels of nesting"),
    "deep schema": (
        {"schemas/v3/attribute/x.json": '{"properties":{"a":' * 9000 + "{}" + "}}" * 9000},
        "nested too deeply",
    ),
    "a long line": (
        {"array.yaml": rule('"' + "rank > 0 && " * 80_000 + 'true"', *EXAMPLES)},
        "at most 20000 characters",
    ),
    "many braces": ({"array.yaml": ARRAY.replace(": m", ": '" + "{" * 900_000 + "'")}, "is never closed"),
    "much YAML": ({f"{index}.yaml": "# " + "x" * 990_000 for index in range(11)}, "the files before it have 10 MB"),
    "many files": ({f"rules/{index}.yaml": "for: array" for index in range(1100)}, "more than 1000 rule files"),
    "many rules": (
        {"array.yaml": "rules:\n" + "".join(f"  a{index}:\n    {RULE}" for index in range(5001))},
        "more than 5000 rules",
    ),
    "loops in loops": ({"array.yaml": rule(f'"{NESTED}"', *EXAMPLES)}, "too many steps"),
    "a large example": (
        {
            "array.yaml": rule(
                "document.attributes.x.all(a, document.attributes.x.all(b, a + b >= 0))",
                f"    pass: [{{document: {{attributes: {{x: [{'1, ' * 9000}1]}}}}}}]",
                "    fail: [{document: {attributes: {x: [-1]}}}]",
            )
        },
        "too many steps",
    ),
    "names of names": (
        {"array.yaml": "let:\n  a0: rank\n" + "".join(f"  a{n + 1}: a{n} + a{n}\n" for n in range(60)) + ARRAY},
        None,
    ),
    "a pattern of names": (
        {"rules/v3/codec/x.y.yaml": 'pattern: "^(a+)+$"\nkind: bytes_to_bytes\n'},
        "the pattern of a name is simpler than this",
    ),
    "a pattern that is none": (
        {"rules/v3/codec/x.y.yaml": 'pattern: "^([z-a]+)$"\nconfig: {a: int}\nkind: bytes_to_bytes\n'},
        "the pattern of a name is simpler than this",
    ),
    "a pattern of a schema": ({"schemas/v3/attribute/x.json": {"type": "string", "pattern": "(a+)+$"}}, None),
    "a schema of elsewhere": (
        {"schemas/v3/attribute/x.json": {"$ref": "file:///etc/passwd"}},
        "schemas/v3/attribute/x.json",
    ),
    "packs of elsewhere": (
        {"pack.yaml": 'name: acme\nextends: [.., ., /etc, ../outside, "a\\0b", ./inner/../..]\n'},
        "no such pack",
    ),
    "an unknown kind of document": ({"a.yaml": "for: document/foo\naliases: {a: ok}\n"}, "nothing is called foo"),
}


@pytest.mark.parametrize("name", FILES)
def test_strange_files(name: str, tmp_path: Path) -> None:
    files, wanted = FILES[name]
    folder = str(write_pack(tmp_path / "pack", {"pack.yaml": "name: acme", **files}))
    inspection = Inspection(folder)
    said = [str(fault) for fault in inspection.errors]
    if wanted is None:
        assert said == []
        run_tests(inspection)
    else:
        assert any(wanted in line for line in said), said
        assert all("\n" not in line for line in said)
        with pytest.raises(ScopeError):
            Scope.default().extended(folder)


def link_to(target: str, *names: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).symlink_to(target)

    return make


def fifo(name: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)

    return make


STRANGE = {
    "fifo": (fifo("array.yaml"), "array.yaml: is not a regular file"),
    "fifo for a pack": (fifo("pack.yaml"), "pack.yaml: is not a regular file"),
    "a file outside": (link_to("../outside.yaml", "array.yaml"), "array.yaml: leads out of the pack"),
    "a schema outside": (link_to("../../../../outside.yaml", "schemas/v3/attribute/x.json"), "leads out of the folder"),
    "a folder outside": (link_to("/etc", "rules"), "rules: leads out of the pack"),
    "nothing": (link_to("nowhere", "array.yaml"), "array.yaml: no such file or directory"),
    "itself": (link_to("array.yaml", "array.yaml"), "array.yaml"),
    "a circle": (link_to(".", "rules/a", "rules/b", "rules/c"), None),
    "the pack in itself": (link_to("..", "rules/a"), "leads out of the pack, or too deep"),
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files")
@pytest.mark.parametrize("name", STRANGE)
def test_strange_folders(name: str, tmp_path: Path) -> None:
    make, wanted = STRANGE[name]
    (tmp_path / "outside.yaml").write_text(f"{SECRET}: 1\n")
    folder = write_pack(tmp_path / "pack", {"pack.yaml": "name: acme"})
    make(folder)
    said = [str(fault) for fault in Inspection(str(folder)).errors]
    assert SECRET not in "".join(said)
    assert any(wanted.lower() in line.lower() for line in said) if wanted else said == []
