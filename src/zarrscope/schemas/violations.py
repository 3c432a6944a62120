"""What a schema found, said for people: one place, one kind, one sentence."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from zarrscope.schemas.excerpt import CLIP, name, show
from zarrscope.schemas.tree import NO_MEMBER, Fragment

if TYPE_CHECKING:
    from collections.abc import Callable

    from zarrscope.problems import Kind, Loc

TYPES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
    "object": "an object",
    "array": "a list",
}
KINDS: dict[str, Kind] = {
    "missing-member": "missing_key",
    "unexpected-member": "unknown_key",
    "wrong-type": "invalid_type",
    "invalid-value": "invalid_value",
}
WORDS = {
    "required": "missing-member",
    "dependentRequired": "missing-member",
    "additionalProperties": "unexpected-member",
    "unevaluatedProperties": "unexpected-member",
    "propertyNames": "unexpected-member",
    "type": "wrong-type",
}


class Fault(NamedTuple):
    """One keyword that a value does not meet, as an engine finds it.

    `loc` is where the fragment was applied, `name` the one member that is missing or unexpected.
    """

    loc: Loc
    keyword: str
    fragment: Fragment
    name: str | None = None


class Violation(NamedTuple):
    """One fault at the member that would have to change; a missing member's `loc` includes it."""

    loc: Loc
    word: str
    kind: Kind
    message: str
    hint: str | None = None


def place(fault: Fault) -> Loc:
    """The member at fault."""
    return fault.loc if fault.name is None else (*fault.loc, fault.name)


def word(fault: Fault) -> str:
    """The one word for the kind of fault."""
    if fault.fragment == NO_MEMBER and fault.loc and isinstance(fault.loc[-1], str):
        return "unexpected-member"
    return WORDS.get(fault.keyword, "invalid-value")


def describe(fault: Fault, value: Any) -> Violation:
    """Write a fault for people; `value` is what stands at `fault.loc`."""
    loc, found = place(fault), word(fault)
    hint = None
    if found == "missing-member":
        message = f"{subject(loc)} is missing" + _companion(fault, value)
    elif found == "unexpected-member":
        message, hint = _unexpected(fault, str(loc[-1]), value)
    else:
        message = f"{subject(loc)} {demand(fault, value)}"
        if fault.keyword == "enum" and isinstance(value, str):
            hint = did_you_mean(value, fault.fragment["enum"])
    return Violation(loc, found, KINDS[found], message, hint)


def subject(loc: Loc) -> str:
    """Name a place: its last member name, `item 2 of chunk_shape`, or `the value`."""
    items: list[str] = []
    for token in reversed(loc):
        if isinstance(token, str):
            return " of ".join([*items, name(token)])
        if len(items) == 3:
            break
        items.append(f"item {token}")
    return " of ".join([*items]) or "the value"


def demand(fault: Fault, value: Any) -> str:
    """What the value must be, and what it is. What has no better text is called by the `title` of its fragment."""
    fragment, keyword = fault.fragment, fault.keyword
    if keyword in WRITERS and not ("title" in fragment and keyword in CALLED_BY_TITLE):
        return WRITERS[keyword](fragment, value)
    if "title" in fragment:
        return f"must be {fragment['title']}, got {show(value)}"
    return f"{GENERIC[keyword]}, got {show(value)}" if keyword in GENERIC else keyword


CALLED_BY_TITLE = ("minimum", "maximum", "multipleOf", "minItems", "maxItems")
GENERIC = {
    "pattern": "does not have the required form",
    "anyOf": "has none of the allowed forms",
    "oneOf": "must have exactly one of the allowed forms",
    "not": "is not allowed here",
    "contains": "does not hold the items it must hold",
    "unevaluatedItems": "has items that are not known here",
}


def _type(fragment: Fragment, value: Any) -> str:
    types = fragment["type"]
    if "title" in fragment:
        return f"must be {fragment['title']}, got {show(value)}"
    names = [TYPES.get(one, one) for one in ([types] if isinstance(types, str) else types)]
    return f"must be {_or(names)}, got {show(value)}"


def _choice(fragment: Fragment, value: Any) -> str:
    options = fragment["enum"] if "enum" in fragment else [fragment["const"]]
    names = [show(option) for option in options[:20]]
    if len(options) > 20:
        names.append(f"one of {len(options) - 20} more")
    return f"must be {_or(names)}, got {show(value)}"


def _const(fragment: Fragment, value: Any) -> str:
    return f"must be {show(fragment['const'])}, got {show(value)}"


def _range(fragment: Fragment, value: Any) -> str:
    least, most = fragment.get("minimum"), fragment.get("maximum")
    above, below = fragment.get("exclusiveMinimum"), fragment.get("exclusiveMaximum")
    if above is None and below is None and least is not None and most is not None:
        wanted = f"{show(least)} to {show(most)}" if least != most else show(least)
    else:
        bounds = (("at least", least), ("greater than", above), ("at most", most), ("less than", below))
        wanted = " and ".join(f"{text} {show(bound)}" for text, bound in bounds if bound is not None)
    return f"must be {wanted}, got {show(value)}"


def _multiple(fragment: Fragment, value: Any) -> str:
    return f"must be a multiple of {show(fragment['multipleOf'])}, got {show(value)}"


def _size(least: str, most: str, one: str, many: str) -> Callable[[Fragment, Any], str]:
    def write(fragment: Fragment, value: Any) -> str:
        low, high = fragment.get(least, 0), fragment.get(most)
        if high == 0:
            return "must be empty"
        if not value and low == 1:
            return "must not be empty"
        if low == high:
            count, wanted = low, f"exactly {low}"
        elif high is None:
            count, wanted = low, f"at least {low}"
        elif low <= 0:
            count, wanted = high, f"at most {high}"
        else:
            count, wanted = high, f"{low} to {high}"
        return f"must have {wanted} {one if count == 1 else many}, got {len(value)}"

    return write


_items = _size("minItems", "maxItems", "item", "items")
_length = _size("minLength", "maxLength", "character", "characters")
_members = _size("minProperties", "maxProperties", "member", "members")

WRITERS: dict[str, Callable[[Fragment, Any], str]] = {
    "type": _type,
    "enum": _choice,
    "const": _const,
    "multipleOf": _multiple,
    "uniqueItems": lambda fragment, value: f"must not hold an item twice, got {show(value)}",
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _range),
    **dict.fromkeys(("minItems", "maxItems"), _items),
    **dict.fromkeys(("minLength", "maxLength"), _length),
    **dict.fromkeys(("minProperties", "maxProperties"), _members),
}


def _companion(fault: Fault, value: Any) -> str:
    if fault.keyword != "dependentRequired":
        return ""
    wanting = [
        key for key, names in fault.fragment["dependentRequired"].items() if key in value and fault.name in names
    ]
    return f": it goes with {name(wanting[0])}" if wanting else ""


def _unexpected(fault: Fault, member: str, value: Any) -> tuple[str, str | None]:
    if fault.keyword == "propertyNames":
        return f"{show(member)} is not an allowed name here", None
    if fault.keyword == "not":
        return f"{show(member)} is not allowed here", None
    known = [key for key, part in fault.fragment.get("properties", {}).items() if part != NO_MEMBER]
    shown = [show(key) for key in known[:20]] + ["others"] * (len(known) > 20)
    listed = shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}" if shown else ""
    has = f"has {listed}" if known else "has none"
    return f"{show(member)} is not a member of this object, which {has}", did_you_mean(
        member, [key for key in known if key not in value]
    )


def did_you_mean(text: str, options: list[Any]) -> str | None:
    """The option that a misspelt text most resembles, as a hint."""
    words = tuple([option for option in options[:200] if isinstance(option, str) and len(option) <= CLIP])
    return _did_you_mean(text, words) if len(text) <= CLIP and words else None


@lru_cache(256)
def _did_you_mean(text: str, words: tuple[str, ...]) -> str | None:
    from difflib import get_close_matches

    close = get_close_matches(text, words, 1) or [one for one in words if one.lower() == text.lower()]
    return f"did you mean {show(close[0])}?" if close else None


def _or(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}" if names else "nothing"
