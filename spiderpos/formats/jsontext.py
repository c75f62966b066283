"""Read JSON documents; every error names the path of the value and its place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias, TypeVar

from ..text.errors import NotationError
from ..text.source import SourceText
from ..text.wording import did_you_mean, join_words

#: The maximum length of a document in characters; that of a usual game is far shorter.
_LONGEST: Final = 1_000_000
_T = TypeVar("_T")

#: The path of a value in a document: keys and indexes from the root.
Path: TypeAlias = tuple[str | int, ...]


class WrongValue(Exception):  # noqa: N818 - readers turn it into a NotationError
    """Raised for a wrong value or key in a document; it has the path and a message."""

    def __init__(self, path: Path, message: str, expected: str = "", *, key: bool = False) -> None:
        super().__init__(path, message, expected, key)
        self.path = path
        self.message = message
        self.expected = expected
        self.key = key

    def located(self, text: str, name: str, items: Mapping[str, str]) -> NotationError:
        """Return the error with its path and place.

        ``items`` maps the key of a list to a noun for its items, such as ``column``.
        """
        place = SourceText(text, name).place(offset(text, self.path, key=self.key))
        path = _path_text(self.path, items)
        message = f"{path}: {self.message}" if path else self.message
        return NotationError(message, place, self.expected)


class Value(NamedTuple):
    """A value of a JSON document, and its path.  The methods raise WrongValue for other types."""

    it: Any
    path: Path = ()

    def fields(self, keys: Sequence[str], what: str) -> dict[str, Value]:
        """Return the values of an object (a ``what``) by key; only these keys are allowed."""
        if type(self.it) is not dict:
            raise WrongValue(self.path, f"this is not a {what}", "an object in curly brackets")
        for key in self.it:
            if key not in keys:
                message = f"unknown key{did_you_mean(key, keys)}"
                raise WrongValue((*self.path, key), message, join_words(keys, "or"), key=True)
        return {key: Value(value, (*self.path, key)) for key, value in self.it.items()}

    def items(self, most: int) -> list[Value]:
        """Return the values of a list, which may have at most ``most``."""
        if type(self.it) is not list:
            raise WrongValue(self.path, "this is not a list", "a list in square brackets")
        if len(self.it) > most:
            message = f"{len(self.it)} items; at most {most} are allowed"
            raise WrongValue((*self.path, most), message)
        return [Value(value, (*self.path, index)) for index, value in enumerate(self.it)]

    def refuse(self, what: str, expected: str) -> NoReturn:
        """Raise WrongValue: the value isn't ``what``, such as ``a card``."""
        shown = json.dumps(self.it, ensure_ascii=False)
        shown = shown if len(shown) <= 40 else shown[:40] + "..."
        raise WrongValue(self.path, f"{shown} is not {what}", expected)


def read(source: SourceText, build: Callable[[Value], _T], items: Mapping[str, str]) -> _T:
    """Read a document with ``build``; convert a WrongValue to a NotationError."""
    document = parse(source.text, source.name)
    try:
        return build(Value(document))
    except WrongValue as wrong:
        raise wrong.located(source.text, source.name, items) from None


def parse(text: str, name: str) -> Any:
    """Return the value of a JSON text; of duplicate keys the last one counts.

    Raises NotationError.
    """
    source = SourceText(text, name)
    if len(text) > _LONGEST:
        many = f"{len(text):,} characters are too many: at most {_LONGEST:,} are read"
        raise NotationError(many, source.place(0), "one position")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        what, start = f": {error.msg[:1].lower()}{error.msg[1:]}", error.pos
    except (ValueError, RecursionError):
        what, start = " of a position: it is nested too deeply, or a number is too long", 0
    expected = "a complete JSON document"
    raise NotationError(f"this is not JSON{what}", source.place(start), expected)


def _path_text(path: Path, items: Mapping[str, str]) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    text = "".join(steps).removeprefix(".")
    if len(path) > 1 and path[0] in items and isinstance(path[1], int):
        text += f" ({items[str(path[0])]} {path[1] + 1})"
    # Keys may contain line feeds, but the path must stay on one line.
    return " ".join(text[:120].split())


def offset(text: str, path: Path, *, key: bool = False) -> int:
    """Return the offset of the value at a path of a JSON text, or of its key.

    If the path leads nowhere, return the offset of the last value on it.  Return 0 if the text
    isn't valid YAML, too.  YAML is used because ``json`` gives no offsets.
    """
    import yaml  # noqa: PLC0415 - for errors only

    try:
        node: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError):
        return 0
    start = node.start_mark.index
    for step in path:
        pairs: Iterable[tuple[Any, Any]] = enumerate(node.value)
        if isinstance(node, yaml.MappingNode):
            pairs = ((each.value, (each, value)) for each, value in node.value)
        child = next((value for name, value in pairs if name == step), None)
        if child is None:
            return int(start)
        first, node = child if isinstance(child, tuple) else (child, child)
        start = (first if key else node).start_mark.index
    return int(start)
