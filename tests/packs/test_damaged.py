"""Files of packs with a few random changes: whatever is wrong is told, and nothing fails."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import yaml

from tests.packs.test_cases import CASES
from tests.packs.writing import write_pack
from zarrscope.authoring.inspection import Inspection
from zarrscope.authoring.pages import pages
from zarrscope.authoring.testing import test_pack as run_tests
from zarrscope.cli.pack.subject import lines

MISTAKES = [
    yaml.safe_load(file.read_text(encoding="utf-8"))
    for file in sorted(Path(__file__).with_name("mistakes").glob("*.yaml"))
]
PACKS = [case["files"] for case in (*CASES.values(), *MISTAKES)]
BITS = (
    "",
    " ",
    "  ",
    ":",
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    "\n",
    "-",
    "#",
    "!",
    "=",
    "(",
    ")",
    "&",
    "0",
    "null",
    "\t",
    "{}",
)


def damaged(text: str, random: Random) -> str:
    for _ in range(random.randint(1, 3)):
        lines = text.split("\n")
        at = random.randrange(len(lines))
        match random.randrange(5):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[random.randrange(len(lines))])
            case 2:
                key, colon, value = lines[at].partition(":")
                lines[at] = key + colon + " " + random.choice(["5", "[]", "{}", "", "true", '"x"', value[::-1]])
            case _:
                place = random.randint(0, len(lines[at]))
                lines[at] = lines[at][:place] + random.choice(BITS) + lines[at][place + random.randint(0, 2) :]
        text = "\n".join(lines)
    return text


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_pack(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    for index in range(5):
        files = {"pack.yaml": "name: acme\n", **random.choice(PACKS)}
        files = {name: content if isinstance(content, str) else yaml.dump(content) for name, content in files.items()}
        name = random.choice(sorted(files))
        files[name] = damaged(files[name], random)
        inspection = Inspection(str(write_pack(tmp_path / str(index), files)))
        assert all("\n" not in line for line in lines(inspection))
        if not inspection.errors:
            run_tests(inspection)
            pages(inspection)
