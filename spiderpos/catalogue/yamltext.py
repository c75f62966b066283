"""Parse a subset of YAML and record the place of every value in the file.

The subset is one document of mappings, sequences and scalars.  Anchors, aliases, tags, duplicate
keys and control characters are rejected.  Files are limited to :data:`LARGEST` characters,
:data:`DEEPEST` levels of nesting and :data:`MOST_VALUES` values, and parsing takes time linear in
the length of the text.

Unquoted words follow YAML 1.2: ``true``, ``false``, ``null``, ``~`` and numbers are special; all
others are text, including ``no``, ``on`` and ``1:30``, which YAML 1.1 interprets differently.
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

#: Limits of a file: characters (a line end counts as one), levels of nesting, values and keys.
LARGEST: Final = 256 * 1024
DEEPEST: Final = 16
MOST_VALUES: Final = 20_000

#: Path of a value in a document: keys of mappings, and indices of sequences (from 0).
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
    """A parsed YAML text: its ``data``, and the place of each key and value."""

    source: SourceText
    data: Any = None
    #: YAML nodes of the values, and of the keys of mappings.
    nodes: dict[KeyPath, yaml.Node] = field(default_factory=dict, repr=False)
    keys: dict[KeyPath, yaml.Node] = field(default_factory=dict, repr=False)

    def place(self, path: KeyPath, *, key: bool = False) -> Place:
        """Return the place of the value at ``path``, or of its key if ``key``.

        For a path that isn't in the document, return the place of its nearest existing parent.
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
        """Return a path as text, such as ``lines.printed.script``.

        Items of a list are named by their ``id``, or numbered from 1.
        """
        names: list[str] = []
        for depth, step in enumerate(path, 1):
            data = self._value(path[:depth])
            if isinstance(step, int) and isinstance(data, dict):
                name = data.get("id")
                names.append(name if isinstance(name, str) else str(step + 1))
            else:
                names.append(str(step))
        return ".".join(names) or "the file"

    def place_in(self, path: KeyPath, place: Place | None) -> Place:
        """Convert a place within the text at ``path`` to a place in the file.

        ``place`` has line and column relative to the text.  If YAML changes the text (by folding
        or escapes), return the place of the whole text.
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
            # The first line that isn't blank determines the indentation.
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
        """Return True if YAML joins the lines of the text at ``path``: several without ``|``."""
        node = self.nodes.get(path)
        if not isinstance(node, yaml.ScalarNode) or node.style == "|":
            return False
        return node.start_mark.line < node.end_mark.line - (node.end_mark.column == 0)

    def text(self, path: KeyPath) -> str:
        """Return the text at ``path``; empty if the value is missing or not text."""
        data = self._value(path)
        return data if isinstance(data, str) else ""

    def _value(self, path: KeyPath) -> Any:
        data = self.data
        for step in path:
            try:
                data = data[step]
            except (KeyError, IndexError, TypeError):
                return None
        return data


def parse(text: str, name: str) -> Document:
    """Parse a YAML text; ``name`` is the file's name in error messages.

    The document's ``data`` consists of dict, tuple, str, int, float, bool and None.  Raises
    NotationError with the place of the error.
    """
    source = SourceText(text, name)
    if len(text) - text.count("\r\n") > LARGEST:
        raise NotationError(
            f"this file has {len(text)} characters; the maximum is {LARGEST}", source.place(0)
        )
    try:
        node = _Loader(text).get_single_node()
    except yaml.reader.ReaderError as error:
        offset = error.position if isinstance(error.position, int) else 0
        raise NotationError(
            "this file has a character that isn't text",
            source.place(offset),
            "text in UTF-8",
        ) from None
    except yaml.MarkedYAMLError as error:
        # PyYAML reports an unclosed quote at the end of the file; show the opening quote.
        unclosed = "unexpected end of stream" in str(error.problem)
        mark = error.context_mark if unclosed else error.problem_mark
        place = source.place(_offset(mark or error.problem_mark or error.context_mark))
        problem = str(error.problem)
        message = problem if isinstance(error, _NotSupported) else _explain(problem)
        row = _misindented_row(text.split("\n"), place.line)
        if row is not None:
            line, message = row
            place = source.place(len("\n".join(text.split("\n")[: line - 1])) + (line > 1))
        raise NotationError(message, place) from None
    except (ValueError, OverflowError):
        # PyYAML checks neither that "\\U7fffffff" is a character nor the length of numbers.
        place = source.place(0)
        raise NotationError("this is not YAML: invalid character", place) from None
    document = Document(source)
    if node is not None:
        document.data = _data(document, node, ())
    return document


_BLOCK: Final = re.compile(r"(?P<indent> *)(?P<key>[\w-]+): *\|(?P<depth>[1-9])? *", re.ASCII)
_LISTED: Final = frozenset(("script:", "diagram:", "plan:"))
_TWO_DOCUMENTS: Final = "expected one problem per file: '---' begins another document"
_KEY: Final = re.compile(r" *(- )?[\w-]+:( .*)?", re.ASCII)


def _misindented_row(lines: Sequence[str], number: int) -> tuple[int, str] | None:
    """Find a row that is indented wrongly in a block text, or a list in place of such a text.

    Return the number of a line to change (from 1) and an error message; None if nothing is found.
    ``number`` is the line of PyYAML's error.  Only that line and those above it are examined.
    """
    listed = [n for n in range(min(number, len(lines)) - 1) if lines[n].strip() in _LISTED]
    if listed and lines[listed[-1] + 1].lstrip().startswith("- "):
        key = lines[listed[-1]].strip().removesuffix(":")
        text = f"'{key}' is a text, not a list: write '|' after '{key}:', no dashes"
        return listed[-1] + 2, text
    headers = [n for n in range(min(number, len(lines))) if _BLOCK.fullmatch(lines[n])]
    match = _BLOCK.fullmatch(lines[headers[-1]]) if headers else None
    if match is None:
        return None
    start, key, least = headers[-1], match["key"], len(match["indent"])
    rows = [(n, lines[n]) for n in range(start + 1, min(number, len(lines))) if lines[n].strip()]
    depths = [len(row) - len(row.lstrip(" ")) for _, row in rows]
    depth = least + int(match["depth"]) if match["depth"] else (depths or [0])[0]
    for (index, row), indent in zip(rows, depths, strict=True):
        if indent >= depth or _KEY.fullmatch(row):
            continue
        if row.rstrip() == "---":
            return index + 1, _TWO_DOCUMENTS
        if row[indent].isspace():
            name = "a tab" if row[indent] == "\t" else "a no-break space"
            return index + 1, f"{name} indents this line: use blanks"
        if indent > least and match["depth"] is None:
            return (
                start + 1,
                f"write '|2' after '{key}:': a later row is indented less than the first",
            )
        return index + 1, f"indent this row of '{key}' by {depth} blanks or more"
    return None


class _NotSupported(yaml.MarkedYAMLError):
    """YAML outside the supported subset."""


class _Loader(yaml.SafeLoader):
    """PyYAML's loader, restricted to the supported subset and with limits."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = self._count = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        self._count += 1
        if isinstance(event, AliasEvent):
            fault = "aliases (*) are not supported"
        elif event.anchor is not None:
            fault = "anchors (&) are not supported"
        elif event.tag is not None:
            fault = "tags (!) are not supported"
        elif self._count > MOST_VALUES:
            fault = f"more than {count_phrase(MOST_VALUES, 'value')}"
        elif self._depth == DEEPEST and not isinstance(event, ScalarEvent):
            fault = f"more than {DEEPEST} levels of nesting"
        else:
            self._depth += 1
            node = super().compose_node(parent, index)
            self._depth -= 1
            return node
        raise _NotSupported(problem=fault, problem_mark=event.start_mark)

    def resolve(self, kind: Any, value: Any, implicit: Any) -> str:
        # An empty tag for all values: _plain_value interprets unquoted words.
        return ""


def _data(document: Document, node: yaml.Node, path: KeyPath) -> Any:
    """Return the value of a node, and record the places of it and its children."""

    def wrong(node: yaml.Node, message: str) -> NotationError:
        return NotationError(message, document.source.place(_offset(node.start_mark)))

    def scalar(node: yaml.ScalarNode) -> Any:
        if control_character(node.value) is not None:
            raise wrong(node, "this text contains a control character")
        return _plain_value(node.value) if node.style is None else node.value

    document.nodes[path] = node
    if isinstance(node, yaml.SequenceNode):
        return tuple(_data(document, item, (*path, n)) for n, item in enumerate(node.value))
    if isinstance(node, yaml.ScalarNode):
        return scalar(node)
    data: dict[Any, Any] = {}
    for name, item in node.value:
        if not isinstance(name, yaml.ScalarNode):
            raise wrong(name, "expected a word or a number as the key")
        key = scalar(name)
        if isinstance(key, bool) or not isinstance(key, (str, int)):
            raise wrong(name, f"'{name.value}' is not a valid key")
        place = (*path, key)
        if place in document.keys:
            first = document.place(place, key=True).line
            raise wrong(name, f"duplicate key '{key}': first in line {first}")
        document.keys[place] = name
        data[key] = _data(document, item, place)
    return data


def _offset(mark: Any) -> int:
    """Return the offset of a PyYAML mark; 0 for None, which PyYAML's types allow."""
    return mark.index if mark is not None else 0


#: Part of a message of PyYAML, and the message for authors of problems that replaces it.
_EXPLANATIONS: Final = (
    ("'?'", 'this question mark needs quotes, as in "??" or "4c ??"'),
    (
        "'\\t'",
        "a tab is not allowed here: use blanks; the rows of a diagram may contain tabs if they "
        "are indented by at least two blanks more than its key",
    ),
    ("expected <block end>", "this does not line up with the lines above it"),
    (
        "mapping values are not allowed here",
        "a text with a colon needs quotes",
    ),
    ("found unexpected end of stream", "this quote is never closed"),
    ("but found another document", _TWO_DOCUMENTS),
)


def _explain(problem: str) -> str:
    not_yaml = f"this is not YAML: {problem}"
    return next((ours for theirs, ours in _EXPLANATIONS if theirs in problem), not_yaml)


def _plain_value(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
