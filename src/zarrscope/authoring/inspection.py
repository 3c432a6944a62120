"""A pack as its author has it before them: all that is wrong with it, and what is only doubtful."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING

from zarrscope import cel
from zarrscope.authoring.clauses import constant_clauses
from zarrscope.authoring.costs import costly
from zarrscope.authoring.guards import unguarded
from zarrscope.authoring.places import wrong_places
from zarrscope.authoring.unused import unmatched_grades, unread_names
from zarrscope.builtin import built_in_packs
from zarrscope.checking import examined, with_loaded
from zarrscope.datafolder import data_folder
from zarrscope.extending import load_folder, with_bases
from zarrscope.nearby import nearest
from zarrscope.scope import Scope, ScopeError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from zarrscope.rulechecking import RuleChecker
    from zarrscope.rulefiles import Fault

MOST_WORK = 5_000_000


class Inspection:
    """What was read of a pack, or of a folder of definitions.

    Attributes:
        name: of the pack, or else of the folder.
        rules: how many there are.
        folder: where it lies.
        loaded: its files.
        scope: the scope with it, whatever is wrong with it.
        checkers: what has looked at each file of rules.
        errors: what makes it unusable.
        warnings: what is doubtful.
    """

    def __init__(self, pack: str, scope: Scope | None = None) -> None:
        """Read and check a pack, a built-in one by its name; raises ScopeError where there is no such folder."""
        self.folder, shown = _folder(pack)
        self.loaded = load_folder(self.folder, shown)
        self.scope = with_loaded(with_bases(scope or Scope.default(), self.loaded), self.loaded)
        found, self.checkers = examined(self.scope, self.loaded)
        doubts: list[Fault] = list(unmatched_grades(self.scope, self.loaded))
        budget = cel.Meter(MOST_WORK)
        for checker in self.files:
            for look in (constant_clauses, wrong_places, unread_names, costly):
                doubts += look(checker)
            doubts += unguarded(checker, budget)
        self.name = str(self.loaded.pack["name"]) if self.loaded.pack else os.path.basename(os.path.abspath(pack))
        self.rules = sum(len(checker.ruleset.texts) for checker in self.files)
        self.errors = _ordered((*self.loaded.faults, *found))
        self.warnings = _ordered(doubts)

    @cached_property
    def files(self) -> list[RuleChecker]:
        """What has looked at each file; of a table, whose rows share their rules, at its first row."""
        return list({id(checker.marked): checker for checker in reversed(self.checkers)}.values())[::-1]


def _folder(pack: str) -> tuple[str, str | None]:
    """Where a pack lies, and the folder that the names of its files are said from."""
    if pack in built_in_packs():
        return os.path.join(data_folder(), "rules", "packs", pack), data_folder()
    if not os.path.isdir(pack):
        near = nearest(pack, built_in_packs())
        raise ScopeError(f"{pack}: no such folder, and no built-in pack{f'; did you mean {near}?' if near else ''}")
    return pack, None


def _ordered(faults: Iterable[Fault]) -> list[Fault]:
    """Each fault once, by file and place."""
    return sorted(dict.fromkeys(faults), key=lambda fault: fault[:3])
