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
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import yaml
from yaml.events import AliasEvent, ScalarEvent

from ..text.errors import NotationError
from ..text.source import Place, SourceText
from ..text.wording import control_character, count_phrase

#: Limits of what is read: characters (a line end is one), levels of nesting, values.
LARGEST: Final = 256 * 1024
DEEPEST: Final = 16
MOST_VALUES: Final = 20_000

#: Where a value stands in a document: keys and positions in sequences (from 0).
KeyPath: TypeAlias = tuple[str | int, ...]

_INTEGER: Final = re.compile(r"[-+]?[0-9]{1,18}", re.ASCII)
_FLOAT: Final = re.compile(r"[-+]?([0-9]{1,18}\.[0-9]{0,18}|\.[0-9]{1,18})", re.ASCII)
_WORDS: Final[dict[str, Any]] = {"": None, "~": None} | {
    written: value
    for word, value in (("null", None), ("true", True), ("false", False))
    for written in (word, word.title(), word.upper())
}


@dataclass(slots=True)
class Document:
    """A YAML text that was read: its ``data``, and the place of everything in it."""

    source: SourceText
    data: Any = None
    #: The YAML of each value, and of each key of a mapping.
    nodes: dict[KeyPath, yaml.Node] = field(default_factory=dict, repr=False)
    keys: dict[KeyPath, yaml.Node] = field(default_factory=dict, repr=False)

    def place(self, path: KeyPath, *, key: bool = False) -> Place:
        """Return the place of the value at ``path``, or of its key if ``key``.

        A path that isn't in the document gives the place of the nearest part of it that is.
        """
        node = self.keys.get(path) if key else None
        if node is None:
            node = self.nodes.get(path)
        if node is None:
            return self.place(path[:-1], key=True) if path else self.source.place(0)
        start, stop = _offset(node.start_mark), _offset(node.end_mark)
        if not isinstance(node, yaml.ScalarNode):
            stop = start + 1
        line = self.source.text[start:stop].split("\n", 1)[0]
        return self.source.place(start, max(1, len(line.rstrip())))

    def key(self, path: KeyPath) -> str:
        """Return a path in words, as in ``lines.printed.script``.

        Items of a list go by their id.
        """
        names: list[str] = []
        for depth, step in enumerate(path, 1):
            data = self._at(path[:depth])
            if isinstance(step, int) and isinstance(data, dict):
                name = data.get("id")
                names.append(name if isinstance(name, str) else str(step + 1))
            else:
                names.append(str(step))
        return ".".join(names) or "the file"

    def place_in(self, path: KeyPath, place: Place | None) -> Place:
        """Return the place in the file of a place within the text at ``path``.

        ``place`` counts lines and columns as if the text stood alone.  For a text that the file
        writes in another way (folded, or with escapes) it is the place of the whole text.
        """
        whole, node = self.place(path), self.nodes.get(path)
        lines = self.text(path).split("\n")
        if place is None or not 0 < place.line <= len(lines):
            return whole
        if not isinstance(node, yaml.ScalarNode):
            return whole
        begin = self.source.place(_offset(node.start_mark))
        if node.style == "|":
            first = begin.line + 1
            # Its first line that isn't empty says how far it is indented.
            number, text = next(((n, s) for n, s in enumerate(lines) if s.strip()), (0, ""))
            indent = len(self.source.line(first + number)) - len(text)
        elif len(lines) == 1:
            first, indent = begin.line, begin.column - 1 + (node.style in ("'", '"'))
        else:
            return whole
        line = self.source.line(first + place.line - 1)
        if not line.startswith(lines[place.line - 1].rstrip(), indent):
            return whole
        column = place.column + indent
        return Place(self.source.name, first + place.line - 1, column, line, place.width)

    def runs_together(self, path: KeyPath) -> bool:
        """Return True if a text of several lines is written so that YAML joins them."""
        node = self.nodes.get(path)
        if not isinstance(node, yaml.ScalarNode) or node.style == "|":
            return False
        return node.start_mark.line < node.end_mark.line - (node.end_mark.column == 0)

    def text(self, path: KeyPath) -> str:
        """Return the text at ``path``; empty if there is none."""
        data = self._at(path)
        return data if isinstance(data, str) else ""

    def _at(self, path: KeyPath) -> Any:
        data = self.data
        for step in path:
            try:
                data = data[step]
            except (KeyError, IndexError, TypeError):
                return None
        return data


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
    try:
        node = _Loader(text).get_single_node()
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
        problem = str(error.problem)
        message = problem if isinstance(error, _NotTaken) else _in_plain_words(problem)
        row = _row_out_of_place(text.split("\n"), place.line)
        if row is not None:
            line, message = row
            place = source.place(len("\n".join(text.split("\n")[: line - 1])) + (line > 1))
        raise NotationError(message, place) from None
    except (ValueError, OverflowError):
        # PyYAML doesn't look whether "\\U7fffffff" is a character, or how long a number is.
        place = source.place(0)
        raise NotationError("this is not YAML: there is no such character", place) from None
    document = Document(source)
    if node is not None:
        document.data = _data(document, node, ())
    return document


_BLOCK: Final = re.compile(r"(?P<indent> *)(?P<key>[\w-]+): *\|(?P<depth>[1-9])? *", re.ASCII)
_KEY: Final = re.compile(r" *(- )?[\w-]+:( .*)?", re.ASCII)


def _row_out_of_place(lines: Sequence[str], number: int) -> tuple[int, str] | None:
    """Return the line, from 1, of a row that its block doesn't take, and what to do about it.

    ``number`` is the line at which reading ended; the row is there or above it.
    """
    headers = [n for n in range(min(number, len(lines))) if _BLOCK.fullmatch(lines[n])]
    match = _BLOCK.fullmatch(lines[headers[-1]]) if headers else None
    if match is None:
        return None
    start, key, least = headers[-1], match["key"], len(match["indent"])
    rows = [(n, lines[n]) for n in range(start + 1, min(number, len(lines))) if lines[n].strip()]
    depths = [len(row) - len(row.lstrip(" ")) for _, row in rows]
    depth = least + int(match["depth"]) if match["depth"] else (depths or [0])[0]
    for (index, row), here in zip(rows, depths, strict=True):
        if here >= depth or _KEY.fullmatch(row):
            continue
        if here > least and match["depth"] is None:
            return start + 1, f"write '|2' after '{key}:': its first row isn't the leftmost"
        return index + 1, f"indent this row of '{key}' by {depth} blanks or more"
    return None


class _NotTaken(yaml.MarkedYAMLError):
    """YAML that isn't taken here."""


class _Loader(yaml.SafeLoader):
    """PyYAML without what a problem file has no use for, and within limits."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = self._count = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        self._count += 1
        if isinstance(event, AliasEvent):
            fault = "aliases (*) are not taken here"
        elif event.anchor is not None:
            fault = "anchors (&) are not taken here"
        elif event.tag is not None:
            fault = "tags (!) are not taken here"
        elif self._count > MOST_VALUES:
            fault = f"more than {count_phrase(MOST_VALUES, 'value')}"
        elif self._depth == DEEPEST and not isinstance(event, ScalarEvent):
            fault = f"more than {DEEPEST} levels inside each other"
        else:
            self._depth += 1
            node = super().compose_node(parent, index)
            self._depth -= 1
            return node
        raise _NotTaken(problem=fault, problem_mark=event.start_mark)

    def resolve(self, kind: Any, value: Any, implicit: Any) -> str:
        # What an unquoted word means is said below.
        return ""


def _data(document: Document, node: yaml.Node, path: KeyPath) -> Any:
    """Return the value of a node; the document learns where it and all within it stand."""

    def wrong(node: yaml.Node, message: str) -> NotationError:
        return NotationError(message, document.source.place(_offset(node.start_mark)))

    def scalar(node: yaml.ScalarNode) -> Any:
        if control_character(node.value) is not None:
            raise wrong(node, "this text has a character in it that can't be shown")
        return _plain_value(node.value) if node.style is None else node.value

    document.nodes[path] = node
    if isinstance(node, yaml.SequenceNode):
        return tuple(_data(document, item, (*path, n)) for n, item in enumerate(node.value))
    if isinstance(node, yaml.ScalarNode):
        return scalar(node)
    data: dict[Any, Any] = {}
    for name, item in node.value:
        if not isinstance(name, yaml.ScalarNode):
            raise wrong(name, "a key has to be a word or a number")
        key = scalar(name)
        if isinstance(key, bool) or not isinstance(key, (str, int)):
            raise wrong(name, f"'{name.value}' can't be a key")
        place = (*path, key)
        if place in document.keys:
            first = document.place(place, key=True).line
            raise wrong(name, f"'{key}' is here a second time: first in line {first}")
        document.keys[place] = name
        data[key] = _data(document, item, place)
    return data


def _offset(mark: Any) -> int:
    """Return the offset of one of PyYAML's marks (which its types say may be missing)."""
    return mark.index if mark is not None else 0


#: What PyYAML says, and what a person understands who writes problems.
_PLAIN_WORDS: Final = (
    ("'?'", 'this question mark needs quotes here: quote it, as in "??" or "4c ??"'),
    (
        "'\\t'",
        "a tab can't stand here: use blanks; in a diagram tabs stand, if its rows are indented by "
        "blanks, two further than its key and more",
    ),
    ("expected <block end>", "this does not line up with the lines above it"),
    (
        "mapping values are not allowed here",
        "a text with a colon needs quotes: put quotes round it",
    ),
    ("found unexpected end of stream", "these quotes are never closed"),
    ("but found another document", "a file holds one problem only"),
)


def _in_plain_words(problem: str) -> str:
    not_yaml = f"this is not YAML: {problem}"
    return next((ours for theirs, ours in _PLAIN_WORDS if theirs in problem), not_yaml)


def _plain_value(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
