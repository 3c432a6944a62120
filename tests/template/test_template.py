"""`KeyTemplate` as an object: what it says of itself, what it refuses, and that hostile input costs little."""

from __future__ import annotations

import ast
import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import zarrscope
from zarrscope.template import Collision, KeyTemplate, TemplateError, Term


def rule(function: Any, *arguments: Any, **named: Any) -> str:
    """The rule that a call breaks."""
    with pytest.raises(TemplateError) as caught:
        function(*arguments, **named)
    return caught.value.rule


def outcome(function: Any, *arguments: Any) -> Any:
    """What a call gives, or the rule that it breaks."""
    try:
        return function(*arguments)
    except TemplateError as error:
        return error.rule


def test_its_parts() -> None:
    template = KeyTemplate("a{{/{-1}_{*:04}.jpeg", "_")
    assert (template.template, template.separator, template.rank) == ("a{{/{-1}_{*:04}.jpeg", "_", None)
    assert template.terms == (Term(-1, False, None, "{-1}", 4), Term(0, True, 4, "{*:04}", 9))
    assert template.literals == ("a{/", "_", ".jpeg")
    assert KeyTemplate("{1}{0}").rank == 2


def test_a_template_of_one_rank() -> None:
    ranked = KeyTemplate("a{{/{-1}_{*:04}.jpeg", "-").for_rank(3)
    assert (ranked.rank, ranked.axes, ranked.widths) == (3, (2, 0, 1), (1, 4, 4))
    assert ranked.literals == ("a{/", "_", "-", ".jpeg")
    assert ranked.encode((1, 2, 3)) == "a{/3_0001-0002.jpeg"
    assert ranked.decode("a{/3_0001-0002.jpeg") == (1, 2, 3)


def test_it_is_a_value() -> None:
    template = KeyTemplate("{*}", "/")
    assert template == KeyTemplate("{*}", "/")
    assert template not in (KeyTemplate("{*}", "."), KeyTemplate("{*:02}", "/"), "{*}")
    assert len({template, KeyTemplate("{*}", "/")}) == 1
    assert copy.deepcopy(template) == pickle.loads(pickle.dumps(template)) == template
    assert repr(template) == "KeyTemplate('{*}', separator='/')"
    with pytest.raises(AttributeError):
        template.separator = "."
    with pytest.raises(AttributeError):
        del template.separator


def test_an_error_can_be_pickled() -> None:
    with pytest.raises(TemplateError) as caught:
        KeyTemplate("{0}/{1")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.rule, again.offset, str(again)) == ("syntax", 4, str(caught.value))


@pytest.mark.parametrize("arguments", [(None,), (5,), (b"{0}",), ("{*}", 5), ("{*}", b"/"), (["{0}"],)])
def test_other_than_text_is_refused(arguments: Any) -> None:
    with pytest.raises(TypeError):
        KeyTemplate(*arguments)


@pytest.mark.parametrize("coordinate", [(), (1,), (1, 2, 3)])
def test_a_coordinate_of_another_rank_is_refused(coordinate: tuple[int, ...]) -> None:
    assert rule(KeyTemplate("{0}/{1}").for_rank(2).encode, coordinate) == "coordinate-rank"
    assert rule(KeyTemplate("{0}/{1}").encode, coordinate) in ("axis-missing", "rank-zero")


def test_a_negative_coordinate_is_refused() -> None:
    assert rule(KeyTemplate("{0}/{1:03}").encode, (1, -1)) == "coordinate-negative"


@pytest.mark.parametrize("coordinate", [(1.0, 2), ("1", "2"), "12", (1, None), (1, [2])])
def test_other_than_integers_are_refused(coordinate: Any) -> None:
    with pytest.raises(TypeError):
        KeyTemplate("{0}/{1}").encode(coordinate)


def test_numpy_integers_are_integers() -> None:
    numpy = pytest.importorskip("numpy")
    template = KeyTemplate("{0}/{1:03}")
    assert template.encode(numpy.array([1, 2], dtype="uint8")) == "1/002"
    assert template.encode((numpy.int64(1), numpy.uint16(2))) == "1/002"
    assert template.collision(numpy.array([10, 10])) is None
    assert rule(template.encode, numpy.array([1, -2])) == "coordinate-negative"


def test_where_the_rank_comes_from() -> None:
    rest, fixed = KeyTemplate("{*}", ""), KeyTemplate("{0}{1}")
    assert fixed.is_injective() is False
    assert fixed.collision() == Collision((1, 11), (11, 1), "111")
    assert rest.is_injective(rank=1)
    assert rest.is_injective([10, 10, 10])
    assert not rest.is_injective(rank=2)
    for call in (rest.is_injective, rest.collision, lambda: rest.decode("1")):
        with pytest.raises(TypeError, match="rank"):
            call()
    assert rule(fixed.is_injective, rank=3) == "axis-missing"
    assert rule(fixed.is_injective, [1, 2, 3]) == "axis-missing"
    for counts in ([1, 2], [1, 2, -3]):
        assert rule(rest.is_injective, counts, rank=3) == "grid"
        assert rule(KeyTemplate("{*}", "/").collision, counts, rank=3) == "grid"


HOSTILE = {
    "characters": ("{" * 3_000_000, None, "length"),
    "braces": ("{{" * 30_000, None, "no-expression"),
    "closing": ("{0}" + "}}" * 30_000 + "}", None, "syntax"),
    "expressions": ("{0}" * 100_000, None, "length"),
    "fewer expressions": ("{0}" * 10_000, None, "length"),
    "never closed": ("{0}" + "{1" * 20_000, None, "syntax"),
    "width": ("{0:01" + "0" * 60_000 + "}", None, "width-limit"),
    "index": ("{1" + "0" * 60_000 + "}", None, "index-range"),
    "noncanonical": ("{0" + "0" * 60_000 + "}", None, "index-noncanonical"),
    "no digits": ("{" + "0" * 60_000, None, "syntax"),
    "separator": ("{*}", "x" * 5_000, "separator-length"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_templates_are_refused(name: str) -> None:
    template, separator, expected = HOSTILE[name]
    with pytest.raises(TemplateError) as caught:
        KeyTemplate(template, separator)
    assert caught.value.rule == expected
    assert len(str(caught.value)) < 200


def test_hostile_ranks_are_refused() -> None:
    assert rule(KeyTemplate("{*}", "/").for_rank, 10**18) == "length"
    assert rule(KeyTemplate("{1" + "0" * 60_000 + "}/{*}", "/").for_rank, 5) == "index-range"


@pytest.mark.parametrize("width", ["", ":04096"])
@pytest.mark.parametrize("separator", ["", "0", "0" * 4_000])
@pytest.mark.parametrize("digits", [1, 2, 18, 3900, 5000])
def test_hostile_grids_are_decided_or_refused(digits: int, separator: str, width: str) -> None:
    count = 10**digits + 1
    template = KeyTemplate(f"{{*{width}}}", separator)
    for rank in (2, 300):
        found = outcome(template.collision, [count] * rank)
        if isinstance(found, Collision):
            assert template.encode(found.first) == template.encode(found.second) == found.key
        else:
            assert found in (None, "key-undecided")


@pytest.mark.parametrize(
    "key",
    ["1" * 100_000, "0" * 5000, "1/" * 5000, "1" * 4096, "10" * 2048],
    ids=["ones", "zeros", "slashes", "fewer ones", "tens"],
)
def test_hostile_keys_are_decoded_or_refused(key: str) -> None:
    for template in (KeyTemplate("{*}", ""), KeyTemplate("{*}", "0"), KeyTemplate("{*:04}", "/")):
        for rank in (2, 4096):
            found = outcome(template.decode, key, rank)
            assert found in ("key-form", "key-ambiguous", "key-undecided") or template.encode(found) == key


def test_hostile_documents_are_judged() -> None:
    members = {"zarr_format": 3, "node_type": "array", "data_type": "uint8", "fill_value": 0, "codecs": ["bytes"]}
    for rank in (1, 64, 2000):
        grid = {"name": "regular", "configuration": {"chunk_shape": [1] * rank}}
        for template, separator, _ in HOSTILE.values():
            encoding = {"name": "template", "configuration": {"template": template, "separator": separator or ""}}
            document = {**members, "shape": [100] * rank, "chunk_grid": grid, "chunk_key_encoding": encoding}
            report = zarrscope.validate(document, notes=True)
            where = {problem.pointer.rpartition("/")[2] for problem in report.problems if problem.severity == "error"}
            assert where & {"template", "separator"}
            assert report.faults == ()


def test_it_is_usable_alone() -> None:
    """The modules that make up `zarrscope.template` import nothing of ours but one another."""
    source = Path(zarrscope.__file__).parent
    files = [source / "template.py", *(source / "keys").glob("*.py")]
    assert len(files) == 5
    for file in files:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        ours = {module for module in modules if module.startswith("zarrscope")}
        assert all(module == "zarrscope.template" or module.startswith("zarrscope.keys.") for module in ours)
