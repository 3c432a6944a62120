"""What docs/schemas.md tells to do works: every block of it is run as it is printed there."""

from __future__ import annotations

import doctest
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.node.node import HERE as NODE_TESTS
from tests.node.node import NODE, needs_node
from tests.readme.blocks import blocks
from zarrscope.bundle import bundle
from zarrscope.scope import Scope

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "schemas.md"
SOURCE = PAGE.read_text(encoding="utf-8")
STORES = {
    name: sorted((ROOT / "examples" / name).rglob("zarr.json")) for name in ("weather.zarr", "weather-faulty.zarr")
}
FAULTY = {"zarr_format": 3, "node_type": "group", "attributes": []}


def texts(language: str) -> list[str]:
    return [block.text for block in blocks(SOURCE) if block.language == language]


def hooks() -> dict[str, dict[str, Any]]:
    return {
        hook["id"]: hook for text in texts("yaml") for repo in yaml.safe_load(text)["repos"] for hook in repo["hooks"]
    }


def run(command: list[str], *arguments: object, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*command, *map(str, arguments)], cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False
    )


def python(module: str) -> list[str]:
    return [sys.executable, "-m", module]


def test_every_block_is_of_a_kind_that_is_tested() -> None:
    languages = [block.language for block in blocks(SOURCE)]
    assert sorted(languages) == ["js", "json", "python", "sh", "yaml", "yaml"]
    assert SOURCE.count("```") == 2 * len(languages)


def test_commands_write_the_schema(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "acme", tmp_path / "examples" / "acme")
    (text,) = texts("sh")
    with_acme = Scope.default().extended(ROOT / "examples" / "acme")
    for line, scope in zip(text.splitlines(), [Scope.default(), with_acme], strict=True):
        command, _, file = line.partition(" > ")
        program, *arguments = command.split()
        assert (program, file) == ("zarrscope", "zarr.schema.json")
        assert json.loads(run(python("zarrscope"), *arguments, folder=tmp_path).stdout) == bundle(scope)


def test_settings_name_the_schema() -> None:
    (text,) = texts("json")
    (entry,) = json.loads(text)["json.schemas"]
    assert entry == {"fileMatch": ["zarr.json"], "url": "./zarr.schema.json"}


def test_the_hook_of_the_project() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["id"] in hooks()
    entry = python(hook["entry"].split()[0]) + hook["entry"].split()[1:]
    assert run(entry, *STORES["weather.zarr"]).returncode == 0
    assert run(entry, *STORES["weather-faulty.zarr"]).returncode == 1
    assert run(entry, "--pack", "examples/acme/", *STORES["weather.zarr"]).returncode == 0
    for path, is_meant in {
        "zarr.json": True,
        "a/b/zarr.json": True,
        "a/czarr.json": False,
        "zarr.json.md": False,
    }.items():
        assert bool(re.search(hook["files"], path)) == is_meant
        assert bool(re.search(hooks()["check-jsonschema"]["files"], path)) == is_meant


def test_the_hook_of_check_jsonschema(tmp_path: Path) -> None:
    shutil.copy(ROOT / "schemas" / "bundles" / "default.json", tmp_path / "zarr.schema.json")
    (tmp_path / "zarr.json").write_text(json.dumps(FAULTY), encoding="utf-8")
    command = python("check_jsonschema") + hooks()["check-jsonschema"]["args"]
    assert run(command, *STORES["weather.zarr"], folder=tmp_path).returncode == 0
    refused = run(command, "zarr.json", folder=tmp_path)
    assert refused.returncode == 1
    assert "zarr.json::$.attributes" in refused.stdout


def test_python_blocks_are_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (text,) = texts("python")
    session = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    result = doctest.DocTestRunner().run(session, out=said.append)
    assert result.failed == 0, "".join(said)
    assert result.attempted == 4


@needs_node
def test_the_script_for_ajv(tmp_path: Path) -> None:
    (text,) = texts("js")
    assert NODE is not None
    (tmp_path / "node_modules").symlink_to(NODE_TESTS / "node_modules")
    (tmp_path / "check.mjs").write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "schemas" / "bundles" / "default.json", tmp_path / "zarr.schema.json")
    (tmp_path / "zarr.json").write_text(json.dumps(FAULTY), encoding="utf-8")
    done = run([NODE], "check.mjs", folder=tmp_path)
    assert done.stdout.splitlines()[0] == "/attributes must be object", done.stderr


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_links_and_paths_exist(page: Path) -> None:
    source = page.read_text(encoding="utf-8")
    linked = [page.parent / target for target in re.findall(r"\]\(([^)#]+)\)", source) if "://" not in target]
    named = [ROOT / path for path in re.findall(r"`((?:examples|schemas|tests|rules)/[\w./-]+)`", source)]
    assert linked
    assert [path for path in (*linked, *named) if not path.exists()] == []
