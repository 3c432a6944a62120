"""The envelope of an extension point: a name, or an object with name, configuration and must_understand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from zarrscope.cel import UNKNOWN
from zarrscope.identifiers import ENVELOPE
from zarrscope.judgement import fill_in, poke
from zarrscope.schemas.excerpt import show as excerpt

if TYPE_CHECKING:
    from zarrscope.judgement import Judgement
    from zarrscope.problems import Loc

NAME = re.compile(r"[a-z][a-z0-9\-_.]+")
URI = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:.+", re.DOTALL)
SHORT_FORM_IS_NEW = ("chunk_grid", "chunk_key_encoding", "codec", "storage_transformer")
INDISPENSABLE = ("data_type", "chunk_grid", "chunk_key_encoding")


class Envelope(NamedTuple):
    """What an envelope says; `misnamed` where the name itself is an error, `refused` where anything in it is."""

    name: str | None
    refused: bool
    misnamed: bool


def open_envelope(judgement: Judgement, raw: Any, slot: str, loc: Loc) -> Envelope:
    """Judge an envelope and make holes where it is at fault (core specification, "Extension definition")."""
    if isinstance(raw, str):
        misnamed = _judge_name(judgement, raw, slot, loc)
        if misnamed and loc:
            poke(judgement.root, loc)
        if not misnamed and slot in SHORT_FORM_IS_NEW and _is_enough(judgement, slot, raw):
            judgement.say_engine("envelope/string-form", loc, found=raw)
        return Envelope(raw, misnamed, misnamed)
    if not isinstance(raw, dict):
        what = f"a {slot.replace('_', ' ')} is a name or an object"
        judgement.say_engine("envelope/wrong-type", loc, what=what, found=json_type(raw))
        if loc:
            poke(judgement.root, loc)
        return Envelope(None, True, True)
    refused = _judge_members(judgement, raw, slot, loc)
    if "name" not in raw:
        if judgement.say_engine("envelope/missing-name", (*loc, "name")):
            raw["name"] = UNKNOWN
        return Envelope(None, True, True)
    name = raw["name"]
    if not isinstance(name, str):
        if name is not UNKNOWN:
            judgement.say_engine(
                "envelope/wrong-type", (*loc, "name"), what="name must be a string", found=json_type(name)
            )
            raw["name"] = UNKNOWN
        return Envelope(None, True, True)
    misnamed = _judge_name(judgement, name, slot, (*loc, "name"))
    if misnamed:
        raw["name"] = UNKNOWN
    return Envelope(name, refused or misnamed, misnamed)


def _is_enough(judgement: Judgement, slot: str, name: str) -> bool:
    """Whether a name may stand without a configuration, as far as is known."""
    definition = judgement.scope.find(slot, name)
    return definition is None or not definition.needs_configuration


def _judge_name(judgement: Judgement, name: str, slot: str, loc: Loc) -> bool:
    """Whether the name is an error."""
    if NAME.fullmatch(name):
        return False
    if URI.fullmatch(name):
        rule = "envelope/name-uri"
    elif len(name) == 1 and "a" <= name <= "z":
        rule = "envelope/name-short"
    else:
        rule = "envelope/name-syntax"
    text = judgement.scope.catalogue.text(rule)
    hint = judgement.scope.catalogue.advice(slot, name, judgement.scope.names(slot))
    return judgement.say(text, loc, fill_in(text.message, {"found": name}), hint=hint)


def _judge_members(judgement: Judgement, raw: dict[str, Any], slot: str, loc: Loc) -> bool:
    refused = False
    for member, value in list(raw.items()):
        if value is UNKNOWN:
            refused = refused or member in ENVELOPE
            continue
        if member not in ENVELOPE:
            what = f'an extension has no member "{member}"; it has name, configuration and must_understand'
            text = judgement.scope.catalogue.text("envelope/unexpected-member")
            hint = judgement.scope.catalogue.advice("envelope", member, ENVELOPE) or text.hint
            fault = judgement.say(text, (*loc, member), what, hint=hint)
        elif member == "configuration" and not isinstance(value, dict):
            fault = judgement.say_engine(
                "envelope/wrong-type", (*loc, member), what="configuration must be an object", found=json_type(value)
            )
        elif member == "must_understand":
            fault = _judge_must_understand(judgement, value, slot, (*loc, member))
        else:
            continue
        if fault:
            raw[member] = UNKNOWN
            refused = True
    return refused


def _judge_must_understand(judgement: Judgement, value: Any, slot: str, loc: Loc) -> bool:
    if value is True:
        return judgement.say_engine("envelope/must-understand-true", loc)
    if value is not False:
        return judgement.say_engine("envelope/must-understand-type", loc, found=excerpt(value))
    words = slot.replace("_", " ")
    if slot in INDISPENSABLE:
        return judgement.say_engine("envelope/must-understand-forbidden", loc, slot=words)
    return judgement.say_engine("envelope/must-understand-false", loc, slot=words)


def json_type(value: Any) -> str:
    """What sort of JSON value this is, with its article."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return "a string"
    return "a number"
