"""A pack that was checked before is not checked again, and says the same."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import zarrscope
from zarrscope import Scope, ScopeError
from zarrscope.cli import packcache
from zarrscope.cli.packcache import PackCache, cache_folder, contents

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).parents[2] / "examples"
PACK = """\
name: mine
"""
RULES = """\
for: array
rules:
  title:
    check: has(document.attributes) && has(document.attributes.title)
    message: no title
    severity: warning
    pass:
      - document: {attributes: {title: a}}
    fail:
      - document: {attributes: {}}
"""
ARRAY = (EXAMPLES / "tides.zarr" / "zarr.json").read_bytes()


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where packs are kept; nothing is there yet."""
    folder = tmp_path / "kept"
    monkeypatch.setenv(packcache.VARIABLE, str(folder))
    return folder


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK)
    (folder / "array.yaml").write_text(RULES)
    return folder


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The packs that were read and checked."""
    seen: list[str] = []
    extended: Callable[..., Scope] = Scope.extended

    def watched(self: Scope, name: str) -> Scope:
        seen.append(name)
        return extended(self, name)

    monkeypatch.setattr(Scope, "extended", watched)
    return seen


def scope_with(*packs: str | Path) -> Scope:
    cache, scope = PackCache("default"), Scope.default()
    for pack in packs:
        scope = cache.extended(scope, str(pack))
    return scope


def said(scope: Scope) -> list[Any]:
    """What the scope says about some documents, and what it knows."""
    stores = sorted(EXAMPLES.glob("**/zarr.json"))
    reports = [zarrscope.validate(path.read_bytes(), scope=scope, node="/a").to_dict() for path in stores]
    rules = [(text.id, text.message, text.file, text.line) for text in scope.catalogue.rules()]
    return [reports, rules, [dict(pack) for pack in scope.packs], sorted(scope.keys), scope.grades]


@pytest.mark.parametrize("others", [(), ("xarray",), (EXAMPLES / "archive-policy",)], ids=["alone", "built-in", "two"])
def test_the_same_is_said(kept: Path, checks: list[str], pack: Path, others: tuple[Any, ...]) -> None:
    packs = [*others, EXAMPLES / "archive-policy" if not others else pack]
    first = scope_with(*packs)
    del checks[:]
    again = scope_with(*packs)
    assert [name for name in checks if os.path.isdir(name)] == [], "nothing is checked again"
    assert said(again) == said(first)
    folder_scope = Scope.default()
    for name in packs:
        folder_scope = folder_scope.extended(str(name))
    assert said(again) == said(folder_scope)


def test_the_packs_before_it_count(kept: Path, checks: list[str], pack: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(pack, other)
    (other / "pack.yaml").write_text("name: other\n")
    scope_with(pack, other)
    (pack / "array.yaml").write_text(RULES.replace("no title", "without a title"))
    del checks[:]
    scope_with(pack, other)
    assert checks == [str(pack), str(other)]


@pytest.mark.parametrize(
    "change",
    [
        lambda pack: (pack / "array.yaml").write_text(RULES.replace("no title", "No title")),
        lambda pack: (pack / "array.yaml").rename(pack / "more.yaml"),
        lambda pack: (pack / "rules").mkdir() or (pack / "rules" / "group.yaml").write_text("rules: {}\n"),
        lambda pack: (pack / ".hidden.yaml").write_text(""),
    ],
    ids=["a text", "a name", "a folder", "a hidden file"],
)
def test_whatever_changes_is_read_anew(
    kept: Path, checks: list[str], pack: Path, change: Callable[[Path], Any]
) -> None:
    scope_with(pack)
    scope_with(pack)
    assert checks == [str(pack)]
    change(pack)
    scope_with(pack)
    assert checks == [str(pack), str(pack)]


def test_another_version_reads_anew(kept: Path, checks: list[str], pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scope_with(pack)
    monkeypatch.setattr(zarrscope, "__version__", "99.0.0")
    scope_with(pack)
    assert len(checks) == 2


def test_a_pack_that_cannot_be_used_is_not_kept(kept: Path, pack: Path) -> None:
    (pack / "array.yaml").write_text(RULES.replace("has(", "haz("))
    for _ in range(2):
        with pytest.raises(ScopeError, match="haz"):
            scope_with(pack)
    assert not kept.exists()


@pytest.mark.parametrize("text", [b"", b"{}", b"\xff\n\xff", b"[1]\n[2]", b"[" * 100_000], ids=range(5))
def test_what_was_damaged_is_not_used(kept: Path, checks: list[str], pack: Path, text: bytes) -> None:
    scope_with(pack)
    (file,) = kept.iterdir()
    first = file.read_bytes().partition(b"\n")[0]
    for damaged in (text, first, first + b"\n" + text, first + b"\n[]"):
        file.write_bytes(damaged)
        del checks[:]
        scope_with(pack)
        assert checks == [str(pack)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files")
def test_a_pipe_in_its_place_keeps_nobody_waiting(kept: Path, pack: Path) -> None:
    scope_with(pack)
    (file,) = kept.iterdir()
    file.unlink()
    os.mkfifo(file)
    scope_with(pack)


def test_links_are_not_followed(kept: Path, pack: Path) -> None:
    (pack / "link.yaml").symlink_to(pack / "array.yaml")
    assert contents(str(pack)) is None
    (pack / "link.yaml").unlink()
    (pack / "down").symlink_to(pack)
    assert contents(str(pack)) is None


def test_much_is_not_kept(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (pack / "large.bin").write_bytes(b"0" * (packcache.MOST_BYTES + 1))
    assert contents(str(pack)) is None
    (pack / "large.bin").unlink()
    assert contents(str(pack)) is not None
    monkeypatch.setattr(packcache, "MOST_FILES", 1)
    assert contents(str(pack)) is None


def test_where_nothing_can_be_written_nothing_is_kept(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv(packcache.VARIABLE, str(file))
    assert scope_with(pack).packs[0]["name"] == "mine"
    monkeypatch.setenv(packcache.VARIABLE, packcache.OFF)
    assert cache_folder() is None
    assert scope_with(pack).packs[0]["name"] == "mine"


def test_the_oldest_make_room(kept: Path, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packcache, "MOST_KEPT", 2)
    for number in range(4):
        (pack / "array.yaml").write_text(RULES.replace("no title", f"no title {number}"))
        scope_with(pack)
        for age, file in enumerate(sorted(kept.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)):
            os.utime(file, (1000 - age, 1000 - age))
    assert len(list(kept.iterdir())) == 2


def test_what_json_cannot_hold_is_not_kept(tmp_path: Path) -> None:
    for odd in ({1: 2}, float("nan"), (1, 2), b"x"):
        packcache._keep(str(tmp_path / "file.json"), b"[]", [odd], {}, [])
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"XDG_CACHE_HOME": "/x", "HOME": "/home/me"}, "/x/zarrscope"),
        ({"HOME": "/home/me"}, "/home/me/.cache/zarrscope"),
        ({"XDG_CACHE_HOME": "relative", "HOME": "/home/me"}, None),
        ({"ZARRSCOPE_CACHE": "/y", "HOME": "/home/me"}, "/y"),
        ({"ZARRSCOPE_CACHE": "off", "HOME": "/home/me"}, None),
    ],
)
def test_where_packs_are_kept(
    environment: dict[str, str], expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packcache.sys, "platform", "linux")
    for name in ("XDG_CACHE_HOME", "ZARRSCOPE_CACHE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == expected
