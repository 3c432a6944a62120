"""The text of a configuration file: what it asks for, and everything that is wrong with it."""

from __future__ import annotations

import os
import re
import tomllib
from typing import TYPE_CHECKING, Any

from zarrscope.cli.arguments import SCOPES, did_you_mean
from zarrscope.cli.configuration import Configuration
from zarrscope.cli.terminal import UsageError, visible

if TYPE_CHECKING:
    from zarrscope.grades import Grade

KEY = re.compile(r"""(?:^|[\s.\[{,])(?:"([^"]*)"|'([^']*)'|([\w-]+))(?=\s*[=\].])""")


def parse(file: str, data: bytes, is_shared: bool) -> Configuration | None:
    """Read the text of a file; None where it is a project's, without our table."""
    try:
        text = data.decode()
        table: Any = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{visible(file)}:{line}: not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise UsageError(_syntax(file, str(error))) from None
    except RecursionError:
        raise UsageError(f"{visible(file)}: nested too deeply") from None
    if is_shared:
        tools = table.get("tool")
        if not isinstance(tools, dict) or "zarrscope" not in tools:
            return None
        table = tools["zarrscope"]
    reader = _Reader(file, text)
    found = reader.table(table)
    if reader.faults:
        raise UsageError("\n".join(reader.faults))
    return found


def _syntax(file: str, message: str) -> str:
    """Put the place that the TOML reader names in front, as everywhere else."""
    what, _, place = message.rpartition(" (at ")
    at = re.fullmatch(r"line (\d+), column (\d+)\)", place)
    where = f"{visible(file)}:{at[1]}:{at[2]}" if at else visible(file)
    what = what if at else message
    return f"{where}: not TOML: {visible(what[:1].lower() + what[1:])}"


class _Reader:
    """Reads a table, and gathers what is wrong with it."""

    def __init__(self, file: str, text: str) -> None:
        self.faults: list[str] = []
        self._file = file
        self._folder = os.path.dirname(file)
        self._lines = _lines_of_keys(text)

    def table(self, table: Any) -> Configuration:
        if not isinstance(table, dict):
            self._fault("zarrscope", "[tool.zarrscope] is a table")
            return Configuration()
        readers = {
            "scope": self._scope,
            "packs": self._packs,
            "baseline": self._baseline,
            "notes": self._switch,
            "require-known": self._switch,
            "grades": self._grades,
        }
        values: dict[str, Any] = {}
        for key, value in table.items():
            if key not in readers:
                self._unknown(key, list(readers))
            else:
                values[key.replace("-", "_")] = readers[key](key, value)
        return Configuration(self._file, **values)

    def _unknown(self, key: str, known: list[str]) -> None:
        near = did_you_mean(key.replace("_", "-"), known) or f"; the keys are {', '.join(known)}"
        self._fault(key, f"there is no key `{key}`{near}")

    def _scope(self, key: str, value: Any) -> str | None:
        if value in SCOPES:
            return str(value)
        near = did_you_mean(value, SCOPES) if isinstance(value, str) else ""
        self._fault(key, f"scope is one of {', '.join(SCOPES)}{near}")
        return None

    def _packs(self, key: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(pack, str) and pack for pack in value):
            self._fault(key, 'packs is a list of names and folders, such as ["recommended", "packs/acme"]')
            return ()
        return tuple(map(self._pack, value))

    def _pack(self, pack: str) -> str:
        """A pack of ours by its name, or a folder, which must be there."""
        from zarrscope.builtin import built_in_packs

        names = built_in_packs()
        if pack in names:
            return pack
        folder = os.path.join(self._folder, pack)
        if not os.path.isdir(folder):
            self._fault(
                "packs", f"there is no pack `{pack}`, neither built in nor as a folder{did_you_mean(pack, names)}"
            )
        return folder

    def _baseline(self, key: str, value: Any) -> str | None:
        if isinstance(value, str) and value:
            return os.path.join(self._folder, value)
        self._fault(key, "baseline is the name of a file")
        return None

    def _switch(self, key: str, value: Any) -> bool:
        if not isinstance(value, bool):
            self._fault(key, f"{key} is true or false")
        return value is True

    def _grades(self, key: str, value: Any) -> tuple[Grade, ...]:
        from zarrscope.grades import GradeError, grades

        try:
            return grades(value, lambda path: self._place(str(path[0])))
        except GradeError as error:
            for fault in error.faults:
                hint = f" ({fault.hint})" if fault.hint else ""
                self._fault(str(fault.path[0]) if fault.path else key, f"{_shown(fault.path)}{fault.message}{hint}")
            return ()

    def _fault(self, key: str, message: str) -> None:
        self.faults.append(f"{visible(self._place(key))}: {visible(message)}")

    def _place(self, key: str) -> str:
        """The file, and the line of a key where only one can be meant; the TOML reader does not tell."""
        lines = self._lines.get(key, set())
        return f"{self._file}:{min(lines)}" if len(lines) == 1 else self._file


def _lines_of_keys(text: str) -> dict[str, set[int]]:
    """The lines on which a key of each name may stand."""
    lines: dict[str, set[int]] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.lstrip().startswith("#"):
            for match in KEY.finditer(line):
                lines.setdefault(match[match.lastindex or 0], set()).add(number)
    return lines


def _shown(path: tuple[str | int, ...]) -> str:
    """A path into the grades, to put before a message."""
    names = [str(token) if isinstance(token, str) else f"[{token + 1}]" for token in path]
    return f"grades: {' '.join(names)}: " if names else "grades: "
