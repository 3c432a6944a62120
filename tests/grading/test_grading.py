"""What grades make of reports."""

from __future__ import annotations

import json
from typing import Any

import pytest

import zarrscope
from zarrscope import Graded, Problem, Report, Scope, Severity
from zarrscope.globs import GlobError
from zarrscope.grading import Grade, Grading

ERROR, WARNING, NOTE = Severity
REPORT = Report(
    (
        Problem("/a", "codec/x/one", "invalid_value", ERROR, 4, "m"),
        Problem("/b", "codec/y/one", "invalid_value", WARNING, 4, "m"),
        Problem("/c", "json/three", "invalid_value", NOTE, 1, "m"),
    )
)
ARRAY = {
    "zarr_format": 3,
    "node_type": "array",
    "shape": [4, 6],
    "data_type": "float64",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [8, 3]}},
    "chunk_key_encoding": {"name": "default"},
    "fill_value": 0.0,
    "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, "crc32c"],
}
LARGER, SHORT = "chunk_grid/regular/larger-than-array", "envelope/string-form"


def graded(*grades: Grade, node: str | None = None, notes: bool = False) -> dict[str, str]:
    report = Grading(grades).apply(REPORT, node, notes)
    return {problem.rule: problem.severity.value for problem in report.problems}


def test_the_last_match_wins() -> None:
    grades = Grade("codec/*/one", WARNING), Grade("codec/y/one", ERROR)
    assert graded(*grades) == {"codec/x/one": "warning", "codec/y/one": "error"}
    assert graded(*reversed(grades)) == {"codec/x/one": "warning", "codec/y/one": "warning"}


def test_where_it_comes_from_is_kept() -> None:
    report = Grading([Grade("*", WARNING, reason="why", source="x:1")]).apply(REPORT)
    assert [problem.graded for problem in report.problems] == [
        Graded(ERROR, "x:1", "why"),
        None,
        Graded(NOTE, "x:1", "why"),
    ]
    assert report.problems[0].to_dict()["graded"] == {"from": "error", "by": "x:1", "reason": "why"}
    assert "graded" not in report.problems[1].to_dict()
    assert report.valid
    assert not REPORT.valid


def test_off_is_kept_apart() -> None:
    report = Grading([Grade("codec/*", None, source="x")]).apply(REPORT, notes=True)
    assert [problem.rule for problem in report.problems] == ["json/three"]
    assert [(problem.rule, problem.graded) for problem in report.omitted] == [
        ("codec/x/one", Graded(ERROR, "x")),
        ("codec/y/one", Graded(WARNING, "x")),
    ]
    assert report.to_dict()["omitted"] == 2
    assert "omitted" not in REPORT.to_dict()


def test_what_is_a_note_in_the_end_is_listed_only_when_asked_for() -> None:
    grade = Grade("codec/x/one", NOTE)
    assert graded(grade) == {"codec/y/one": "warning"}
    assert graded(grade, notes=True) == {"codec/x/one": "note", "codec/y/one": "warning", "json/three": "note"}
    assert [problem.rule for problem in Grading([grade]).apply(REPORT).omitted] == ["codec/x/one"]


@pytest.mark.parametrize(
    ("paths", "at", "node", "rules"),
    [
        (("raw/**",), None, "/raw/a", 3),
        (("raw/**",), None, "/other", 0),
        (("raw/**",), None, None, 0),
        (("x", "/other"), None, "/other", 3),
        ((), "/a", None, 1),
        ((), "/*", "/x", 3),
        (("/",), "/b", "/", 1),
        (("/x",), "/b", "/", 0),
    ],
)
def test_paths_and_pointers(paths: tuple[str, ...], at: str | None, node: str | None, rules: int) -> None:
    assert len(graded(Grade("*", None, paths, at), node=node, notes=True)) == 3 - rules


@pytest.mark.parametrize(
    ("grades", "raises"),
    [
        ([Grade("a", ERROR)], True),
        ([Grade("a", WARNING)], True),
        ([Grade("b", ERROR)], False),
        ([Grade("a", NOTE)], False),
        ([Grade("a", None)], False),
        ([Grade("a", ERROR), Grade("*", None)], False),
        ([Grade("a", ERROR), Grade("*", NOTE)], False),
        ([Grade("a", ERROR), Grade("*", None, ("x",))], True),
        ([Grade("a", ERROR), Grade("*", None, at="/x")], True),
        ([Grade("*", None), Grade("?", ERROR, ("x",))], True),
    ],
)
def test_raises(grades: list[Grade], raises: bool) -> None:
    assert Grading(grades).raises("a") is raises


def judged(scope: Scope, document: Any = ARRAY, **options: Any) -> dict[str, str]:
    reports = [zarrscope.validate(data, scope=scope, **options) for data in (document, json.dumps(document))]
    first, second = ({problem.rule: problem.severity.value for problem in report.problems} for report in reports)
    assert first == second
    return first


def test_notes_are_found_where_a_grade_raises_them() -> None:
    scope = Scope.default()
    assert judged(scope) == {}
    assert judged(scope.graded([Grade(LARGER, WARNING)])) == {LARGER: "warning"}
    assert judged(scope.graded([Grade(SHORT, ERROR)])) == {SHORT: "error"}
    assert judged(scope.graded([Grade("envelope/*", None)])) == {}
    assert judged(scope.graded([Grade("*", WARNING), Grade(SHORT, NOTE)])) == {LARGER: "warning"}
    assert judged(scope.graded([Grade(LARGER, WARNING)]), notes=True) == {LARGER: "warning", SHORT: "note"}
    by_path = scope.graded([Grade(LARGER, WARNING, ("raw/**",))])
    assert judged(by_path, node="/raw/a") == {LARGER: "warning"}
    assert judged(by_path, node="/other") == {}


def test_the_quick_walk_is_kept_where_notes_are_raised() -> None:
    """It asks the rules that are raised along with the others, and stands back only for what it passes over."""
    clean = {**ARRAY, "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 3]}}}
    scope = Scope.default().graded([Grade(LARGER, WARNING)])
    assert scope.raised == {LARGER}
    assert scope.quick.is_clean(clean)
    assert not scope.quick.is_clean(ARRAY)
    assert not Scope.default().graded([Grade(SHORT, WARNING)]).quick.is_clean(clean)
    assert Scope.default().graded([Grade("*", None), Grade("codec/*", NOTE)]).raised == frozenset()


def test_a_scope_keeps_its_grades_and_others_go_without() -> None:
    default = Scope.default()
    scope = default.graded([Grade(LARGER, WARNING)]).graded([Grade(LARGER, ERROR)])
    assert judged(scope) == {LARGER: "error"}
    assert judged(default) == {}
    assert [grade.severity for grade in scope.grades] == [WARNING, ERROR]
    codec = {"name": "gzip", "configuration": {"level": 12}}
    report = zarrscope.resolve(codec, "codec", scope=default.graded([Grade("codec/gzip/*", WARNING)]))
    assert [problem.severity for problem in report.problems] == [WARNING]


def test_a_bad_glob_is_said_at_once() -> None:
    with pytest.raises(GlobError, match="not closed"):
        Scope.core().graded([Grade("[", None)])


def consolidated(**nodes: Any) -> dict[str, Any]:
    listing = {"kind": "inline", "must_understand": False, "metadata": nodes}
    return {"zarr_format": 3, "node_type": "group", "consolidated_metadata": listing}


@pytest.mark.parametrize(
    ("paths", "at", "left"),
    [
        (("raw/**",), None, 1),
        (("s/raw/**",), None, 2),
        (("**/a",), None, 0),
        (("/",), None, 0),
        ((), "/chunk_grid/**", 0),
        ((), "/consolidated_metadata/metadata/raw~1a/**", 1),
        (("raw/a",), "/chunk_grid/**", 1),
        (("raw/a",), "/codecs/**", 2),
        (("/",), "/chunk_grid/**", 2),
    ],
)
def test_a_nested_document_counts_as_its_own_node(paths: tuple[str, ...], at: str | None, left: int) -> None:
    wrong = {**ARRAY, "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [0, 3]}}}
    scope = Scope.default().graded([Grade("chunk_grid/*", None, paths, at)])
    group = consolidated(**{"raw": {"zarr_format": 3, "node_type": "group"}, "raw/a": wrong, "a": wrong})

    def found(node: str) -> int:
        report = zarrscope.validate(group, scope=scope, node=node)
        return len([problem for problem in report.problems if problem.rule.startswith("chunk_grid/")])

    assert found("/") == left
    if paths == ("s/raw/**",):
        assert found("/s") == 1
