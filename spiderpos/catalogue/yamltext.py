"""Reading YAML so that every value knows where it stands in the file.

Only the part of YAML that a problem file needs is taken: one document of mappings, sequences
and scalars.  Anchors, aliases, tags, duplicate keys and texts with control characters are
refused, and so are files beyond :data:`LARGEST` characters, :data:`DEEPEST` levels or
:data:`MOST_VALUES` values; whatever the input is, reading takes time linear in what is accepted.

Unquoted words mean what YAML 1.2 says: ``true``, ``false``, ``null``, ``~``, numbers; all else
is text (``no``, ``on`` and ``1:30`` too).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from ..text.errors import NotationError
from ..text.source import Place, SourceText
from ..text.wording import control_character, count_phrase

__all__ = ["DEEPEST", "LARGEST", "MOST_VALUES", "Block", "Document", "KeyPath", "Span", "parse"]

#: Limits of what is read: characters (a line end is one), levels of nesting, values.
LARGEST: Final = 256 * 1024
DEEPEST: Final = 16
MOST_VALUES: Final = 20_000

#: Where a value stands in a document: keys and positions in sequences (from 0).
KeyPath: TypeAlias = tuple[str | int, ...]

_INTEGER: Final = re.compile(r"[-+]?[0-9]{1,18}", re.ASCII)
_FLOAT: Final = re.compile(r"[-+]?([0-9]{1,18}\.[0-9]{0,18}|\.[0-9]{1,18})", re.ASCII)
_WORDS: Final[dict[str, Any]] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}


@dataclass(frozen=True, slots=True)
class Span:
    """Where a value's text begins and ends (offsets), and how it is quoted.

    ``style`` is a quote, ``|`` or ``>``, or None for an unquoted text.  Of a mapping or sequence
    it is only the first character.
    """

    start: int
    stop: int
    style: str | None = None


@dataclass(slots=True)
class Document:
    """A YAML text that was read: its ``data``, and the place of everything in it."""

    source: SourceText
    data: Any = None
    #: Where each value stands, and each key of a mapping.
    value_spans: dict[KeyPath, Span] = field(default_factory=dict, repr=False)
    key_spans: dict[KeyPath, Span] = field(default_factory=dict, repr=False)

    def place(self, path: KeyPath, *, key: bool = False) -> Place:
        """The place of the value at ``path``, or of its key if ``key``.

        A path that isn't in the document gives the place of the nearest part of it that is.
        """
        spot = self.key_spans.get(path) if key else None
        if spot is None:
            spot = self.value_spans.get(path)
        if spot is None:
            return self.place(path[:-1], key=True) if path else self.source.place(0)
        line = self.source.text[spot.start : spot.stop].split("\n", 1)[0]
        return self.source.place(spot.start, max(1, len(line.rstrip())))

    def key(self, path: KeyPath) -> str:
        """A path in words, as in ``lines.printed.script``; items of a list go by their id."""
        names: list[str] = []
        data = self.data
        for step in path:
            try:
                data = data[step]
            except (KeyError, IndexError, TypeError):
                data = None
            name = data.get("id") if isinstance(step, int) and isinstance(data, dict) else None
            if not isinstance(name, str):
                name = str(step + 1 if isinstance(step, int) and isinstance(data, dict) else step)
            names.append(name)
        return ".".join(names) or "the file"

    def block(self, path: KeyPath) -> Block:
        """The text at ``path``, which knows where its lines stand in the file."""
        return Block(self, path)

    def text(self, path: KeyPath) -> str:
        """The text at ``path``; empty if there is none."""
        data = self.data
        for step in path:
            try:
                data = data[step]
            except (KeyError, IndexError, TypeError):
                return ""
        return data if isinstance(data, str) else ""


class Block:
    """A text in a document, and where its lines stand in the file."""

    def __init__(self, document: Document, path: KeyPath) -> None:
        self.text = document.text(path)
        self._whole = document.place(path)
        self._source = document.source
        self._lines = self.text.split("\n")
        self._first = 0  # the file's line in which the text begins; 0 if it isn't verbatim there
        self._indent = 0
        spot = document.value_spans.get(path)
        if spot is None:
            return
        start = document.source.place(spot.start)
        if spot.style == "|":
            self._first = start.line + 1
            for number, line in enumerate(self._lines, self._first):
                if line.strip():
                    self._indent = len(document.source.line(number)) - len(line)
                    break
        elif len(self._lines) == 1:
            column = start.column + (spot.style in ("'", '"'))
            if start.text.startswith(self.text, column - 1):
                self._first, self._indent = start.line, column - 1

    def place(self, place: Place | None) -> Place:
        """Where in the file a place within the text is.

        ``place`` counts lines and columns as if the text stood alone.  For a text that the file
        writes in another way (folded, or with escapes) it is the place of the whole text.
        """
        if place is None or not self._first or not 0 < place.line <= len(self._lines):
            return self._whole
        number = self._first + place.line - 1
        line = self._source.line(number)
        if not line.startswith(self._lines[place.line - 1].rstrip(), self._indent):
            return self._whole
        return Place(self._source.name, number, place.column + self._indent, line, place.width)


def parse(text: str, name: str) -> Document:
    """Read a YAML text; ``name`` is what errors call it.

    The document's ``data`` is made of dicts, tuples, str, int, float, bool and None.  Raises
    NotationError with the place of what can't be taken.
    """
    source = SourceText(text, name)
    if len(text) - text.count("\r\n") > LARGEST:
        raise NotationError(
            f"this file has {len(text)} characters; at most {LARGEST} are read", source.place(0)
        )
    builder = _Builder(source)
    loader = None
    try:
        loader = _Loader(text)
        builder.build(_events(loader))
    except yaml.reader.ReaderError as error:
        offset = error.position if isinstance(error.position, int) else 0
        raise NotationError(
            "this file is no text: a character that can't be printed",
            source.place(offset),
            "a text in UTF-8",
        ) from None
    except yaml.MarkedYAMLError as error:
        # For quotes that are never closed the place is where they are opened.
        unclosed = "unexpected end of stream" in str(error.problem)
        mark = error.context_mark if unclosed else error.problem_mark
        place = source.place(_offset(mark or error.problem_mark or error.context_mark))
        problem = str(error.problem or error.context)
        if "found character '\\t'" in problem and place.text[: place.column - 1].strip():
            raise NotationError(
                "a tab can't stand here: use a blank; in a diagram tabs stand, if its rows are "
                "indented by blanks, two further than its key and more",
                place,
            ) from None
        raise NotationError(_in_plain_words(problem), place) from None
    except (ValueError, OverflowError):
        # PyYAML doesn't look whether "\\U7fffffff" is a character, or how long a number is.
        place = source.place(loader.index if loader is not None else 0)
        raise NotationError("this is not YAML: there is no such character", place) from None
    return builder.document


class _Loader(yaml.SafeLoader):
    """PyYAML, which takes a tab at a line's end for the beginning of something."""

    def scan_to_next_token(self) -> None:
        super().scan_to_next_token()
        while self._past_tabs():
            super().scan_to_next_token()

    def scan_plain_spaces(self, indent: int, start_mark: Any) -> list[Any] | None:
        self._past_tabs()
        return super().scan_plain_spaces(indent, start_mark)

    def _past_tabs(self) -> bool:
        """Go past tabs, with blanks, that a line end or a comment follows; whether there are."""
        count, tabs = 0, False
        while (blank := self.peek(count)) in (" ", "\t"):
            count, tabs = count + 1, tabs or blank == "\t"
        if not tabs or self.peek(count) not in "\0\r\n\x85\u2028\u2029#":
            return False
        self.forward(count)
        return True


def _events(loader: yaml.SafeLoader) -> Iterator[Event]:
    while loader.check_event():
        yield loader.get_event()  # type: ignore[no-untyped-call]


def _offset(mark: Any) -> int:
    """The offset of one of PyYAML's marks (which its types say may be missing)."""
    return mark.index if mark is not None else 0


#: What PyYAML says, and what a person understands.
_PLAIN_WORDS: Final = (
    ("'?'", 'this question mark needs quotes here: quote it, as in "??" or "4c ??"'),
    ("could not find expected ':'", "this line lacks a ':' after its key"),
    ("mapping values are not allowed", "a ':' in the wrong place, or a wrong indentation"),
    ("expected <block end>", "this does not line up with the lines above it"),
    ("indicators, but found '\\t'", "a tab can't stand behind this sign: take it away"),
    ("found character '\\t'", "a tab can't be used to indent YAML"),
    ("cannot start any token", "this character needs quotes here"),
    ("found unexpected end of stream", "these quotes are never closed"),
    ("found undefined alias", "aliases (*) are not taken here"),
    ("expected <document start>", "a file holds one problem only"),
)


def _in_plain_words(problem: str) -> str:
    for theirs, ours in _PLAIN_WORDS:
        if theirs in problem:
            return ours
    return f"this is not YAML: {problem}"


@dataclass(slots=True)
class _Open:
    """A mapping or sequence that is being read: its path, and what it holds so far."""

    path: KeyPath
    items: dict[Any, Any] | list[Any]
    key: str | int | None = None
    has_key: bool = False


class _Builder:
    """Builds the document from the parser's events, without recursion."""

    def __init__(self, source: SourceText) -> None:
        self.document = Document(source)
        self._stack: list[_Open] = []
        self._count = 0
        self._documents = 0

    def build(self, events: Iterator[Event]) -> None:
        for event in events:
            if isinstance(event, DocumentStartEvent):
                self._documents += 1
                if self._documents > 1:
                    raise self._error(event, "a file holds one problem only")
            elif isinstance(event, AliasEvent):
                raise self._error(event, "aliases (*) are not taken here")
            elif isinstance(event, ScalarEvent):
                self._scalar(event)
            elif isinstance(event, (MappingStartEvent, SequenceStartEvent)):
                self._open(event)
            elif isinstance(event, (MappingEndEvent, SequenceEndEvent)):
                self._close(event)

    def _error(self, event: Event, message: str) -> NotationError:
        return NotationError(message, self.document.source.place(_offset(event.start_mark)))

    def _check(self, event: ScalarEvent | MappingStartEvent | SequenceStartEvent) -> None:
        self._count += 1
        if self._count > MOST_VALUES:
            raise self._error(event, f"more than {count_phrase(MOST_VALUES, 'value')}")
        if event.anchor is not None:
            raise self._error(event, "anchors (&) are not taken here")
        if event.tag is not None:
            raise self._error(event, "tags (!) are not taken here")

    def _scalar(self, event: ScalarEvent) -> None:
        self._check(event)
        spot = Span(_offset(event.start_mark), _offset(event.end_mark), event.style)
        if control_character(event.value) is not None:
            raise self._error(event, "this text has a character in it that can't be shown")
        plain = event.implicit[0] and event.style is None
        value = _plain_value(event.value) if plain else event.value
        if self._wants_key():
            if isinstance(value, bool) or not isinstance(value, (str, int)):
                raise self._error(event, f"'{event.value}' can't be a key")
            self._key(event, value, spot)
        else:
            self.document.value_spans[self._path()] = spot
            self._put(value)

    def _wants_key(self) -> bool:
        return (
            bool(self._stack)
            and isinstance(self._stack[-1].items, dict)
            and not self._stack[-1].has_key
        )

    def _key(self, event: Event, key: str | int, spot: Span) -> None:
        top = self._stack[-1]
        path = (*top.path, key)
        if path in self.document.key_spans:
            first = self.document.source.place(self.document.key_spans[path].start).line
            raise self._error(event, f"'{key}' is here a second time: first in line {first}")
        top.key, top.has_key = key, True
        self.document.key_spans[path] = spot

    def _path(self) -> KeyPath:
        if not self._stack:
            return ()
        top = self._stack[-1]
        if isinstance(top.items, list):
            return (*top.path, len(top.items))
        return (*top.path, top.key) if top.key is not None else top.path

    def _put(self, value: Any) -> None:
        if not self._stack:
            self.document.data = value
            return
        top = self._stack[-1]
        if isinstance(top.items, list):
            top.items.append(value)
        else:
            top.items[top.key] = value
            top.has_key = False

    def _open(self, event: MappingStartEvent | SequenceStartEvent) -> None:
        self._check(event)
        if self._wants_key():
            raise self._error(event, "a key has to be a word or a number")
        if len(self._stack) >= DEEPEST:
            raise self._error(event, f"more than {DEEPEST} levels inside each other")
        items: dict[Any, Any] | list[Any] = {} if isinstance(event, MappingStartEvent) else []
        path = self._path()
        start = _offset(event.start_mark)
        self._stack.append(_Open(path, items))
        self.document.value_spans[path] = Span(start, start + 1)

    def _close(self, _event: Event) -> None:
        top = self._stack.pop()
        self._put(top.items if isinstance(top.items, dict) else tuple(top.items))


def _plain_value(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
