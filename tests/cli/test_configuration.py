"""Finding and reading the configuration."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zarrscope.cli.configfile import parse
from zarrscope.cli.configuration import Configuration, configuration
from zarrscope.cli.terminal import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def test_the_nearest_file_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    (tmp_path / "zarrscope.toml").write_text("notes = true\nbaseline = 'known.json'\n")
    monkeypatch.chdir(below)
    assert configuration(None) == Configuration("../../zarrscope.toml", baseline="../../known.json", notes=True)
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.other]\nname = 'zarrscope'\n")
    (tmp_path / "a" / "zarrscope.toml").mkdir()
    assert configuration(None).file == "../../zarrscope.toml"
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.zarrscope]\nscope = 'core'\n")
    assert configuration(None) == Configuration("../pyproject.toml", scope="core")
    (below / "pyproject.toml").write_text("no TOML, but not about us either")
    assert configuration(None).file == "../pyproject.toml"
    (below / "zarrscope.toml").write_text("")
    assert configuration(None) == Configuration("zarrscope.toml")


def test_a_folder_that_was_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    monkeypatch.chdir(tmp_path / "a")
    (tmp_path / "a").rmdir()
    assert configuration(None) == Configuration()


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ('[grades]\n"a/*" = "off"', "x.toml:2"),
        ("[grades]\n'a/*' = 'off'", "x.toml:2"),
        ('\ngrades."a/*" = "off"', "x.toml:2"),
        ('[grades."a/*"]\nseverity = "off"', "x.toml:1"),
        ('grades = {"a/*" = "off"}', "x.toml:1"),
        ('[[grades."a/*"]]\nseverity = "off"', "x.toml:1"),
        ('# "a/*" = "off"\n[grades]\n"a/*" = "off"', "x.toml:3"),
        ('[grades]\n"\\u0061/*" = "off"', "x.toml"),
        ('[grades]\n"a/*" = {severity = "off", reason = \'no "a/*" = off\'}', "x.toml:2"),
        ('[grades]\n"a/*" = "off"\nb = "off" # not "a/*" = "off"', "x.toml"),
    ],
)
def test_a_grade_says_its_line_where_there_is_no_doubt(text: str, source: str) -> None:
    found = parse("x.toml", text.encode(), is_shared=False)
    assert found is not None
    assert found.grades[0].rules == "a/*"
    assert found.grades[0].source == source


VALUES = st.recursive(
    st.sampled_from(["true", "1", "1.5", '"core"', '"off"', '"["', "1979-05-27", '""']),
    lambda inner: (
        st.lists(inner, max_size=2).map(lambda items: f"[{', '.join(items)}]")
        | st.dictionaries(
            st.sampled_from(["severity", "paths", "at", "reason", '"a/*"', '"["']), inner, max_size=3
        ).map(lambda table: "{" + ", ".join(f"{name} = {value}" for name, value in table.items()) + "}")
    ),
    max_leaves=5,
)
KEYS = st.sampled_from(["scope", "packs", "baseline", "notes", "require-known", "grades", "grade", '"\\u001b"'])


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_any_values_are_read_or_refused(table: dict[str, str]) -> None:
    text = "".join(f"{key} = {value}\n" for key, value in table.items())
    try:
        assert isinstance(parse("x.toml", text.encode(), is_shared=False), Configuration)
    except UsageError as error:
        lines = str(error).splitlines()
        assert all(line.isprintable() and line.startswith("x.toml") for line in lines)


@given(st.binary(max_size=40) | st.text("[]={}\"'a.\n#", max_size=40).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(UsageError):
        parse("x.toml", data, is_shared=False)


def test_deep_nesting() -> None:
    with pytest.raises(UsageError, match="nested too deeply"):
        parse("x.toml", b"a = " + b"[" * 100_000, is_shared=False)
