"""The events of a YAML text -> plain data, the place of each part of it, and what is wrong with it."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any

from zarrscope.rulefiles.yamlscalars import plain_value, shortened

MAX_DEPTH = 50

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_KEY = re.compile(r" *([A-Za-z][A-Za-z0-9_-]{0,39}):(?=[ \r\n]|\Z)")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_ON_ONE_LINE = ("", "'", '"')
_DROPPED: Any = object()

_QUOTE = "put the text in quotes, or on its own line below `>-`"
_NO_TAGS = ("a tag (`!...`) is not read here", "an expression that starts with `!` stands in quotes")
_NO_ALIASES = ("an alias (`*...`) is not read here", "write the value out; text that starts with `*` stands in quotes")
_NO_ANCHORS = ("an anchor (`&...`) is not read here", "drop it; text that starts with `&` stands in quotes")
_NO_ESCAPE = ("double quotes around a backslash that begins no escape", "double it, or use single quotes")
_NO_DIRECTIVES = ("a directive (`%...`) is not read here", "drop it")
_SECOND_DOCUMENT = ("a second document", "one file holds one document: drop the `---` or `...`")
_COLON = ("a `:` that cannot begin a value here", f"if it is part of a text, {_QUOTE}")
_TOO_DEEP = (f"more than {MAX_DEPTH} levels of nesting", None)

# What the parser says (a word of it), whether the fault lies where it began to read the thing, and what we say.
_SYNTAX: tuple[tuple[str, bool, tuple[str, str | None]], ...] = (
    (" tag", True, _NO_TAGS),
    ("an alias", True, _NO_ALIASES),
    ("an anchor", True, _NO_ANCHORS),
    ("directive", True, _NO_DIRECTIVES),
    ("nesting depth", False, _TOO_DEEP),
    ("escape", True, _NO_ESCAPE),
    ("decimal number", True, _NO_ESCAPE),
    ("quoted scalar", True, ("quoted text that does not end", "close it with the quote that it begins with")),
    ("mapping values", False, _COLON),
    ("start any token", False, ("no text begins like this", _QUOTE)),
    ("block scalar", True, ("a text below `|` or `>` that is not laid out as one", "indent its lines alike")),
    ("document start", False, _SECOND_DOCUMENT),
    ("simple key", True, ("a key without a `:`", "if it continues the text above, indent it")),
    ("", False, ("this does not continue what stands above", "check the indentation, and what follows a quote")),
)
_VAGUE = tuple(fault for _, _, fault in _SYNTAX[-2:])
_WHOLE = "if it is all one text, put it in other quotes, or on its own line below `>-`"


class Lines:
    """Turn indices of a text into lines and columns."""

    def __init__(self, text: str) -> None:
        """Find where each line starts."""
        self._starts = [0, *(match.end() for match in _LINE_BREAK.finditer(text))]

    def at(self, index: int) -> tuple[int, int]:
        """The 1-based line and column of the character at `index`."""
        line = bisect_right(self._starts, index)
        return line, index - self._starts[line - 1] + 1


class Place:
    """Where one value stands: its extent, the style of a scalar, its members' names and values."""

    __slots__ = ("end", "names", "parts", "start", "style")

    def __init__(self, start: int, end: int, style: str | None = None) -> None:
        """Begin with no members; a scalar, which has a style, stays without."""
        self.start, self.end, self.style = start, end, style
        self.names: dict[str, int] = {} if style is None else _NO_NAMES
        self.parts: dict[str | int, Place] = {} if style is None else _NO_PARTS


_NO_NAMES: dict[str, int] = {}
_NO_PARTS: dict[str | int, Place] = {}


def read(text: str, lines: Lines) -> tuple[Any, Place, list[tuple[int, str, str | None]]]:
    """The data of a text's one document, where it stands, and the faults: index, message, hint."""
    reader = _Reader(text, lines)
    reader.run()
    return reader.data, reader.root, reader.faults


def _index(mark: Any) -> int:
    return int(mark.index)


class _Open:
    """A list or a mapping that is being read, and the key that waits for its value."""

    __slots__ = ("data", "flow", "key", "place")

    def __init__(self, data: Any, place: Place, flow: bool) -> None:
        self.data, self.place, self.flow = data, place, flow
        self.key: Any = None


class _Reader:
    """Builds data and places from the parser's events, without recursion."""

    def __init__(self, text: str, lines: Lines) -> None:
        self.text, self.lines = text, lines
        self.data: Any = {}
        self.root = Place(0, 0)
        self.faults: list[tuple[int, str, str | None]] = []
        self._open: list[_Open] = []
        self._last: Place | None = None

    def run(self) -> None:
        """Read the one document of the text, up to the first fault of its syntax."""
        import yaml

        documents = 0
        try:
            for event in yaml.parse(self.text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
                start, end = _index(event.start_mark), _index(event.end_mark)
                last = None
                if isinstance(event, yaml.DocumentStartEvent):
                    documents += 1
                    if documents > 1:
                        self._fault(start, *_SECOND_DOCUMENT)
                        return
                    if event.version or event.tags:
                        self._fault(start, *_NO_DIRECTIVES)
                elif isinstance(event, yaml.AliasEvent):
                    self._fault(start, *_NO_ALIASES)
                    self._scalar("", "", Place(start, end, ""))
                elif isinstance(event, yaml.ScalarEvent):
                    self._properties(event)
                    place = Place(start, end, event.style or "")
                    self._scalar(place.style, event.value, place)
                    last = place if place.style in _ON_ONE_LINE else None
                elif isinstance(event, yaml.CollectionStartEvent):
                    self._properties(event)
                    if len(self._open) == MAX_DEPTH:
                        self._fault(start, *_TOO_DEEP)
                        return
                    self._begin([] if isinstance(event, yaml.SequenceStartEvent) else {}, start, event.flow_style)
                elif isinstance(event, yaml.CollectionEndEvent):
                    last = self._finish(end)
                self._last = last
        except yaml.MarkedYAMLError as error:
            self._syntax(error)

    def _fault(self, index: int, message: str, hint: str | None = None) -> None:
        self.faults.append((index, message, hint))

    def _properties(self, event: Any) -> None:
        if event.tag is not None:
            self._fault(_index(event.start_mark), *_NO_TAGS)
        if event.anchor is not None:
            self._fault(_index(event.start_mark), *_NO_ANCHORS)

    def _begin(self, data: Any, start: int, flow: bool | None) -> None:
        place = Place(start, start)
        if self._wants_key():
            self._fault(start, "a key must be text", "text that starts with `{` or `[` stands in quotes")
            self._open[-1].key = _DROPPED
        else:
            self._attach(data, place)
        self._open.append(_Open(data, place, bool(flow)))

    def _finish(self, end: int) -> Place | None:
        """Close the innermost list or mapping; its place, if a bracket closes it."""
        ended = self._open.pop()
        ended.place.end = end
        return ended.place if ended.flow else None

    def _wants_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1].data, dict) and self._open[-1].key is None

    def _scalar(self, style: str | None, text: str, place: Place) -> None:
        if style == '"' and _SURROGATE.search(text):
            self._fault(place.start, *_NO_ESCAPE)
        if self._wants_key():
            self._key(style, text, place.start)
            return
        value, message, hint = (text, None, None) if style else plain_value(text)
        if message:
            self._fault(place.start, message, hint)
        if not self._open and value is None and not text:
            value = {}
        self._attach(value, place)

    def _key(self, style: str | None, name: str, start: int) -> None:
        holder = self._open[-1]
        if name == "<<" and not style:
            self._fault(start, "a merge key (`<<`) is not read here", "write the members out")
            holder.key = _DROPPED
        elif name in holder.data:
            line = self.lines.at(holder.place.names[name])[0]
            self._fault(start, f"`{shortened(name)}` stands twice, first on line {line}", "keep one of them")
            holder.key = _DROPPED
        else:
            holder.place.names[name] = start
            holder.key = name

    def _attach(self, data: Any, place: Place) -> None:
        if not self._open:
            self.data, self.root = data, place
            return
        holder = self._open[-1]
        if isinstance(holder.data, list):
            holder.place.parts[len(holder.data)] = place
            holder.data.append(data)
        else:
            if holder.key is not _DROPPED:
                holder.place.parts[holder.key] = place
                holder.data[holder.key] = data
            holder.key = None

    def _syntax(self, error: Any) -> None:
        """Say a fault of the syntax in our own words, at the place that has to change."""
        said = f"{error.context}: {error.problem}"
        here = error.problem_mark.index
        begun = error.context_mark.index if error.context_mark else here
        at_begin, fault = next((at_begin, fault) for word, at_begin, fault in _SYNTAX if word in said)
        in_flow = any(each.flow for each in self._open)
        key = self._indented_key(here) if fault in (_VAGUE[-1], _COLON) and not in_flow else None
        if key is not None:
            message = f"`{self.text[key : self.text.index(':', key)]}` is not indented like the keys above it"
            self._fault(key, message, f"align it with them; if it is part of a text, {_QUOTE}")
        elif fault not in _VAGUE or not self._explained(here):
            self._fault(begun if at_begin else here, *fault)

    def _indented_key(self, index: int) -> int | None:
        """Where the key begins that stands alone at the start of a line, if `index` is in it or at its colon."""
        start = max(self.text.rfind(end, 0, index) for end in "\r\n") + 1
        match = _KEY.match(self.text, start)
        return match.start(1) if match and index <= match.end(1) and start else None

    def _explained(self, here: int) -> bool:
        """Say what commonly makes the parser lose its way at `here`: a text that needed quotes."""
        text, last = self.text, self._last
        flow = next((each.place.start for each in reversed(self._open) if each.flow), None)
        if last and last.style != "" and not text[last.end : here].strip(" "):
            self._fault(last.start, f"text goes on after the closing `{text[last.end - 1]}`", _WHOLE)
        elif flow is None:
            return False
        elif last and last.style == "" and text[here : here + 1] in ("[", "{"):
            self._fault(here, f"`{text[here]}` in a text without quotes, within `{text[flow]}`", _QUOTE)
        else:
            self._fault(flow, f"`{text[flow]}` opens a value that does not end", f"close it; {_WHOLE}")
        return True
