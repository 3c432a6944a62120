"""Judging documents as the options and the configuration ask for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from zarrscope.cli.arguments import load_scope
from zarrscope.cli.grading import require_known
from zarrscope.cli.stores import V3, Document, Trouble, find
from zarrscope.cli.terminal import internal_error
from zarrscope.findings import CLEAN
from zarrscope.problems import Report

if TYPE_CHECKING:
    import argparse
    from collections.abc import Generator, Iterable

    from zarrscope.cli.configuration import Configuration

    Judged = tuple[Document | Trouble, Report | Trouble, int]

MOST_TOGETHER = 32
NOTHING = Report()


class Judge:
    """Judges documents as the options and the configuration ask for; each process has one.

    Of a document about which there is nothing to say no more is made than that.
    """

    def __init__(self, options: argparse.Namespace, settings: Configuration) -> None:
        """Make the scope; UsageError where a pack cannot be used."""
        from zarrscope.validate import validate, validate_text

        self._validate, self._validate_text = validate, validate_text
        self._made_of = (options, settings)
        self._require_known = options.require_known
        self._notes = options.notes
        scope = load_scope(options, settings)
        self.of_packs = len(scope.grades)
        grades = (*settings.grades, *options.grades)
        self.scope = scope.graded(grades) if grades else scope

    def __reduce__(self) -> tuple[type[Judge], tuple[argparse.Namespace, Configuration]]:
        return Judge, self._made_of

    def __call__(self, document: Document) -> Report | Trouble:
        """Judge one document; where the program itself fails, the other documents are judged still."""
        try:
            node, notes = document.node, self._notes
            if document.kind == V3 and not notes:
                alike = self.scope.quick.known_alike(document.data, node)
                if alike is not None and alike[0] is CLEAN:
                    document.is_array = alike[2][0]["node_type"] == "array"
                    return NOTHING
                report = self._validate_text(document.data, self.scope, node, alike)
            else:
                report = self._validate(document.data, scope=self.scope, notes=notes, kind=document.kind, node=node)
            document.is_array = document.is_array or report.node_type == "array"
            if self._require_known and report.unclaimed:
                from zarrscope.cli.places import Places

                report = require_known(report, self.scope, Places(document.data), node, notes)
        except Exception as error:
            if os.environ.get("ZARRSCOPE_DEBUG") == "1":
                raise
            return Trouble(document.path, internal_error(error))
        return report


def judged(paths: Iterable[str], judge: Judge, together: bool) -> Generator[Judged]:
    """Everything that the paths lead to, with its report, and the number one.

    Where `together`, of documents one after the other about which there is nothing to say only the last, with their
    number.
    """
    count = 0
    for item in find(paths):
        result = item if isinstance(item, Trouble) else judge(item)
        is_counted = together and is_silent(result)
        if is_counted:
            last = item
            count += 1
        if count == MOST_TOGETHER or (count and not is_counted):
            yield last, NOTHING, count
            count = 0
        if not is_counted:
            yield item, result, 1
    if count:
        yield last, NOTHING, count


def is_silent(result: Report | Trouble) -> bool:
    """Whether there is nothing to say about a document."""
    if result is NOTHING or isinstance(result, Trouble):
        return result is NOTHING
    return not (result.problems or result.unclaimed or result.faults or result.skipped or result.omitted)
