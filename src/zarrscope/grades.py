"""Grades as they are written: which rules get which severity, where, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from zarrscope.globs import Glob, GlobError, node_glob, pointer_glob
from zarrscope.problems import Severity

OFF = "off"
LEVELS = (*(severity.value for severity in Severity), OFF)
KEYS = ("severity", "paths", "at", "reason")
MOST_GRADES = 500

Path = tuple[str | int, ...]

_SYNONYMS = {"warn": "warning", "info": "note", "fatal": "error", "ignore": OFF, "none": OFF, "disabled": OFF}


class Grade(NamedTuple):
    """Which severity the problems of some rules get.

    Attributes:
        rules: a rule id, or a glob of ids such as `codec/*/unexpected-member`.
        severity: None leaves the problems out.
        paths: globs of node paths; anywhere where there are none. Where a node's path is not known, none matches.
        at: a glob of JSON pointers; anywhere where it is None.
        reason: why, for people.
        source: where the grade stands, such as `zarrscope.toml:7`.
    """

    rules: str
    severity: Severity | None
    paths: tuple[str, ...] = ()
    at: str | None = None
    reason: str | None = None
    source: str = ""


class GradeFault(NamedTuple):
    """One thing that is wrong with grades as they are written.

    `path` leads into the mapping; `is_name` says that it means the key there, and not its value.
    """

    path: Path
    message: str
    hint: str | None = None
    is_name: bool = False


class GradeError(ValueError):
    """Grades that cannot be used; `faults` says everything that was found."""

    def __init__(self, faults: Iterable[GradeFault]) -> None:
        """Keep the faults in the order of the mapping."""
        self.faults = tuple(faults)
        lines = (f"{fault.message}, {fault.hint}" if fault.hint else fault.message for fault in self.faults)
        super().__init__("\n".join(lines))


def level(text: Any) -> Severity | None:
    """Read a level: a severity, or None for `off`; ValueError says what is wrong."""
    if text in LEVELS:
        return None if text == OFF else Severity(text)
    levels = f"{', '.join(LEVELS[:-1])} or {LEVELS[-1]}"
    if not isinstance(text, str):
        quoted = f'; write "{OFF}"' if text is False or text is None else ""
        raise ValueError(f"a level is {levels}{quoted}")
    hint = _near(text, LEVELS)
    raise ValueError(f"`{text[:40]}` is no level: {levels}{f'; {hint}' if hint else ''}")


def grades(data: Any, source: str | Callable[[Path], str]) -> tuple[Grade, ...]:
    """Read grades as `pack.yaml` and `zarrscope.toml` have them: a mapping from globs of rule ids.

    Args:
        data: each value a level, a mapping (severity, paths, at, reason), or a list of such mappings.
        source: where the grades stand, or what says it for a path into the mapping.

    Raises:
        GradeError: with every fault.
    """
    reader = _Reader(source)
    found = reader.mapping(data)
    if reader.faults:
        raise GradeError(reader.faults)
    return found


def grades_of_pack(pack: Mapping[str, Any]) -> tuple[Grade, ...]:
    """The grades of a pack, as it was loaded."""
    return grades(pack["grades"], lambda path: f"{pack['name']} pack.yaml:{pack['lines'][path[0]]}")


class _Reader:
    """Reads grades, and gathers what is wrong with them."""

    def __init__(self, source: str | Callable[[Path], str]) -> None:
        self.faults: list[GradeFault] = []
        self._source = source

    def mapping(self, data: Any) -> tuple[Grade, ...]:
        if not isinstance(data, Mapping):
            self._fault((), "grades are a mapping from rule ids to levels")
            return ()
        found: list[Grade] = []
        for rules, value in data.items():
            self._glob(Glob, rules, (rules,), is_name=True)
            entries = value if isinstance(value, list) else [value]
            if not entries:
                self._fault((rules,), "an empty list of grades", "write a level, or drop the entry")
            for index, entry in enumerate(entries):
                grade = self._entry(rules, entry, (rules, index) if isinstance(value, list) else (rules,))
                if grade is not None:
                    found.append(grade)
        if len(found) > MOST_GRADES:
            self._fault((), f"more than {MOST_GRADES} grades", "use globs, such as codec/*/unexpected-member")
        return tuple(found)

    def _entry(self, rules: str, entry: Any, path: Path) -> Grade | None:
        known = len(self.faults)
        if not isinstance(entry, Mapping) and len(path) > 1:
            self._fault(path, "an item of a list of grades is a mapping", "write `severity` and its level")
            return None
        if not isinstance(entry, Mapping):
            severity = self._level(entry, path)
            return Grade(rules, severity, source=self._where(path)) if len(self.faults) == known else None
        for name in entry:
            if name not in KEYS:
                message = f"`{str(name)[:40]}` is no key of a grade: {', '.join(KEYS)}"
                self._fault((*path, name), message, _near(name, KEYS), is_name=True)
        if "severity" not in entry:
            self._fault(path, "`severity` is missing from the grade", f"one of {', '.join(LEVELS)}", is_name=True)
        severity = self._level(entry["severity"], (*path, "severity")) if "severity" in entry else None
        paths = self._paths(entry["paths"], (*path, "paths")) if "paths" in entry else ()
        at = self._text(entry["at"], (*path, "at")) if "at" in entry else None
        if at is not None:
            self._glob(pointer_glob, at, (*path, "at"))
        reason = self._text(entry["reason"], (*path, "reason")) if "reason" in entry else None
        if len(self.faults) > known:
            return None
        return Grade(rules, severity, paths, at, reason, self._where(path))

    def _level(self, text: Any, path: Path) -> Severity | None:
        try:
            return level(text)
        except ValueError as error:
            self._fault(path, str(error))
            return None

    def _paths(self, value: Any, path: Path) -> tuple[str, ...]:
        if value == []:
            self._fault(path, "an empty list of paths", "drop `paths` if the grade holds everywhere")
            return ()
        texts = [(one, (*path, index)) for index, one in enumerate(value)] if isinstance(value, list) else []
        found = []
        for one, where in texts or [(value, path)]:
            text = self._text(one, where)
            if text is not None:
                self._glob(node_glob, text, where)
                found.append(text)
        return tuple(found)

    def _text(self, value: Any, path: Path) -> str | None:
        if isinstance(value, str):
            return value
        what = next(token for token in reversed(path) if isinstance(token, str))
        self._fault(path, f"`{what}` must be text", "put it in quotes" if isinstance(value, (int, float)) else None)
        return None

    def _glob(self, read: Callable[[str], object], text: str, path: Path, is_name: bool = False) -> None:
        try:
            read(text)
        except GlobError as error:
            self._fault(path, str(error), is_name=is_name)

    def _fault(self, path: Path, message: str, hint: str | None = None, is_name: bool = False) -> None:
        self.faults.append(GradeFault(path, message, hint, is_name))

    def _where(self, path: Path) -> str:
        return self._source if isinstance(self._source, str) else self._source(path)


def _near(text: Any, known: tuple[str, ...]) -> str | None:
    """Ask for the known word that is nearest, if one is near."""
    from difflib import get_close_matches

    if not isinstance(text, str) or len(text) > 40:
        return None
    near = [_SYNONYMS.get(text.lower()), *get_close_matches(text.lower(), known, 1)]
    word = next((word for word in near if word in known), None)
    return f"did you mean `{word}`?" if word else None
