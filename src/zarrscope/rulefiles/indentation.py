"""Rules and keys of rules that stand one level too high, which the shape of a file would only call unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

Path = tuple[str | int, ...]


class Misplaced:
    """What stands too high in a file of rules.

    Attributes:
        told: the path of each thing to tell, what is wrong with it, and what to do.
        explained: the paths of everything whose fault is explained by these.
    """

    def __init__(self, data: Any, rule_keys: Collection[str], file_keys: Collection[str]) -> None:
        """Look for rules beside `rules`, and for keys of a rule beside it."""
        self.told: list[tuple[Path, str, str]] = []
        self.explained: set[Path] = set()
        if not isinstance(data, dict):
            return
        rules = data.get("rules", {})
        if rules is None:
            self._say([("rules",)], [(name,) for name in data if name not in file_keys], "`rules`")
        if isinstance(rules, dict):
            for rule, beside in _emptied(rules, rule_keys):
                self._say([("rules", rule)], [("rules", key) for key in beside], f"the rule `{rule}`")

    def _say(self, owner: list[Path], inner: list[Path], where: str) -> None:
        if inner:
            message = f"`{inner[0][-1]}` stands beside {where}, not inside it"
            more = " and the lines below it" if len(inner) > 1 else ""
            self.told.append((inner[0], message, f"indent it{more} by two more spaces"))
            self.explained.update(owner + inner)


def _emptied(rules: dict[str, Any], rule_keys: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """Each rule that holds nothing, with the keys of a rule that follow it."""
    empty, beside = None, list[str]()
    for name, value in rules.items():
        if empty is not None and name in rule_keys and value is not None:
            beside.append(name)
            continue
        if empty is not None:
            yield empty, beside
        empty, beside = (name if value is None else None), []
    if empty is not None:
        yield empty, beside
