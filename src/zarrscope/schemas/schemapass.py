"""The schema pass: whether one value meets the JSON Schema of its definition, and if not, where and why.

A schema is judged by itself: references to extension points (*slots*) are cut out, and listed for whoever judges what
stands there. The fast engine gives the verdict wherever it cannot be wrong; the strict reference decides on any doubt.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from zarrscope.reading.fastparser import is_early
from zarrscope.schemas.patterns import check_safe
from zarrscope.schemas.tree import BOUNDS, MAX_DEPTH, SchemaError, SchemaTree

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from zarrscope.schemas.engines import FastEngine
    from zarrscope.schemas.violations import Fault, Violation

__all__ = ["SchemaError", "SchemaPass", "check_schema", "is_slot_uri"]

SLOT_BASE = "https://w3id.org/zarrscope/v3/"
CONDITIONS = ("if", "not", "oneOf", "contains")


def is_slot_uri(uri: str) -> bool:
    """Whether a URI names an extension point rather than a definition: BASE/v3/<slot>."""
    return uri.startswith(SLOT_BASE) and "/" not in uri[len(SLOT_BASE) :]


def resolve_nothing(uri: str) -> None:
    """Know no other resource."""


class SchemaPass:
    """Judges values by one schema. Everything is made on first use; an unusable schema raises SchemaError then.

    A recursive schema judges a value no deeper than 100 levels: what lies deeper is one violation at the first such
    place.
    """

    def __init__(
        self,
        schema: Mapping[str, Any] | bool,
        resolve: Callable[[str], Mapping[str, Any] | bool | None] = resolve_nothing,
        slots: Collection[str] | Callable[[str], bool] = is_slot_uri,
        *,
        fast: bool = True,
        checked: bool = False,
    ) -> None:
        """Keep the schema; `resolve` finds other resources by URI, `slots` tells which URIs are slots.

        `checked` says that `check_schema` has found nothing.
        """
        self._schema, self._resolve, self._checked = schema, resolve, checked
        self._is_fast = self._may_be_fast = fast
        self._is_slot = slots if callable(slots) else slots.__contains__
        self._tree: SchemaTree | None = None
        self._engine: FastEngine | None = None
        self.accepts: Callable[[Any], bool] = self._early_accepts
        """Says quickly that a value meets the schema; its no, and a ValueError, decide nothing. Not to be kept."""
        self._accepts: Callable[[Any], bool] = self._first
        self._is_plain = False

    def is_valid(self, value: Any) -> bool:
        """Whether the value meets the schema."""
        if self._surely_valid(value):
            return True
        if self._is_plain:  # whose no is sure of plain JSON
            from zarrscope.schemas.holes import traits

            if not traits(value).odd:
                return False
        return not self._faults(value)

    def violations(self, value: Any) -> list[Violation]:
        """What is wrong, in the order of the value and then of the schema; at most one of a kind at a place."""
        if self._surely_valid(value):
            return []
        from zarrscope.schemas.finding import arranged

        return arranged(self._faults(value), self.tree, value)

    def _surely_valid(self, value: Any) -> bool:
        try:
            return self._accepts(value)
        except SchemaError:
            raise
        except Exception:  # whatever the fast engine cannot take, the reference can
            return False

    def _early_accepts(self, value: Any) -> bool:
        """Ask whoever judges values by now, until the fast engine has its turn, which is then asked at once."""
        try:
            return self._accepts(value)
        except Exception:  # whatever this one cannot take, the reference can
            return False
        finally:
            if not self._is_plain:
                self.accepts = self.is_valid if self._accepts is _never else self._accepts

    @property
    def slots(self) -> list[tuple[tuple[str | int, ...], str]]:
        """Where a value holds extension points: (path pattern, slot name), `*` for any member or item."""
        return self.tree.slots

    @property
    def tree(self) -> SchemaTree:
        """The schema and what it refers to as one document."""
        if self._tree is None:
            self._tree = SchemaTree(self._schema, self._resolve, self._is_slot, checked=self._checked)
        return self._tree

    def _first(self, value: Any) -> bool:
        """Choose how to find that a value is good, then do so; threads that meet here choose alike."""
        self._accepts = accepts = self._choose()
        return accepts(value)

    def _choose(self) -> Callable[[Any], bool]:
        if self._is_fast and is_early(0) and (early := self.plain_test()) is not None:
            self._is_plain = True
            parts = len(self.tree.fragments())
            return lambda value: early(value) if is_early(parts) else self._first(value)
        tree, engine = self.tree, self._fast_engine()
        if engine is None:
            test = self.plain_test() if self._is_fast else None
            self._is_plain = test is not None
            return test or _never
        self._is_plain = False
        judge = engine.is_valid
        if not tree.recursive and not _depends_on_infinity(tree):
            return judge
        from zarrscope.schemas.holes import too_deep, traits

        if tree.recursive:
            return lambda value: too_deep(value, MAX_DEPTH) is None and not traits(value).odd and judge(value)
        return lambda value: not traits(value).odd and judge(value)

    def plain_test(self) -> Callable[[Any], bool] | None:
        """A test that is sure of plain JSON; None where there is none for this schema."""
        from zarrscope.schemas.plain import Unsupported, verdict_of

        try:
            return verdict_of(self.tree, is_ours=self._checked)
        except (Unsupported, SchemaError):
            return None

    def bounds_of_items(self) -> tuple[float, float] | None:
        """The least and the most that the items may be of a list of integers; None where more is asked, or less."""
        from zarrscope.schemas.plain import bounds_of_items

        try:
            return bounds_of_items(self.tree)
        except SchemaError:
            return None

    def _fast_engine(self) -> FastEngine | None:
        if self._engine is None and self._may_be_fast:
            from zarrscope.schemas.engines import FastEngine

            tree = self.tree
            try:
                engine = FastEngine(tree)
            except (ImportError, ValueError):  # not there, or a lone surrogate in the schema
                self._may_be_fast = False
                return None
            self._may_be_fast = engine.usable
            self._engine = engine
        return self._engine if self._may_be_fast else None

    def _faults(self, value: Any) -> list[Fault]:
        from zarrscope.schemas.finding import faults

        return faults(self.tree, self._fast_engine(), value)


def check_schema(
    schema: Any,
    resolve: Callable[[str], Mapping[str, Any] | bool | None] = resolve_nothing,
    slots: Collection[str] | Callable[[str], bool] = is_slot_uri,
) -> None:
    """Raise SchemaError where a schema is not valid, or not one that every value can be judged by safely."""
    from zarrscope.schemas.holes import too_deep

    if too_deep(schema, MAX_DEPTH) is not None:
        raise SchemaError("#: the schema is nested too deeply")
    try:
        _check_form(schema)
        for fragment in SchemaPass(schema, resolve, slots).tree.fragments():
            fault = check_safe(fragment["pattern"]) if "pattern" in fragment else None
            if fault:
                raise SchemaError(f"#: {fault}")
    except RecursionError:
        raise SchemaError("#: the schema is nested too deeply") from None


def _check_form(schema: Any) -> None:
    """Raise SchemaError where a schema is none; importing jsonschema takes longer than reading a pack."""
    if _is_schema()(schema):
        return
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError as Invalid

    try:
        Draft202012Validator.check_schema(schema)
    except Invalid as error:
        from zarrscope.problems import pointer
        from zarrscope.schemas.excerpt import show

        raise SchemaError(f"{pointer(error.absolute_path) or '#'}: {show(error.instance)} is not valid here") from None


@cache
def _is_schema() -> Callable[[Any], bool]:
    try:
        from jsonschema_rs import Draft202012Validator
    except ImportError:
        return _never
    return Draft202012Validator({"$ref": "https://json-schema.org/draft/2020-12/schema"}).is_valid


def _never(value: Any) -> bool:
    return False


def _depends_on_infinity(tree: SchemaTree) -> bool:
    """Whether a condition asks about numbers: to jsonschema-rs infinity is none."""
    conditions = [part[keyword] for part in tree.fragments() for keyword in CONDITIONS if keyword in part]
    flat = [part for one in conditions for part in (one if isinstance(one, list) else [one])]
    return any(
        "number" in part.get("type", ()) or not part.keys().isdisjoint(BOUNDS) for part in tree.fragments(below=flat)
    )
