"""JSON as readers of positions need it: every error names the value's path and its place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeAlias, TypeVar

from ..text.errors import NotationError
from ..text.source import SourceText

__all__ = ["Path", "WrongValue", "offset", "parse", "read"]

# A whole game in JSON is far smaller.
_LONGEST: Final = 1_000_000
#: No number that is asked for has so many digits.
_MOST_DIGITS: Final = 1000
_BETWEEN: Final = re.compile(r"[\s,:]*")
_decoded: Final = json.JSONDecoder(parse_int=str).raw_decode
_T = TypeVar("_T")

#: Where a value stands in a document: keys and indexes from the root.
Path: TypeAlias = tuple[str | int, ...]


class WrongValue(Exception):  # noqa: N818 - readers turn it into a NotationError
    """A value (or its key) that isn't right: its path, what is wrong, what was wanted."""

    def __init__(self, path: Path, message: str, expected: str = "", *, key: bool = False) -> None:
        super().__init__(path, message, expected, key)
        self.path = path
        self.message = message
        self.expected = expected
        self.key = key

    def located(self, text: str, name: str, items: Mapping[str, str]) -> NotationError:
        """The error with the value's path and place.

        ``items`` says for a key of the document what its items are called: ``column``.
        """
        place = SourceText(text, name).place(offset(text, self.path, key=self.key))
        path = _path_text(self.path, items)
        message = f"{path}: {self.message}" if path else self.message
        return NotationError(message, place, self.expected)


class _Odd(Exception):  # noqa: N818 - not seen outside this module
    """A piece of a text that Python's reader takes, and why it isn't taken here."""


def read(source: SourceText, build: Callable[[Any], _T], items: Mapping[str, str]) -> _T:
    """What ``build`` makes of a document; a WrongValue becomes a NotationError, as ``located``."""
    document = parse(source.text, source.name)
    try:
        return build(document)
    except WrongValue as wrong:
        raise wrong.located(source.text, source.name, items) from None


def parse(text: str, name: str) -> Any:
    """The value of a JSON text.

    Raises NotationError if it is no JSON, has a key twice in an object or a number of more than
    1,000 digits, is nested too deeply, or is longer than anything that is read.
    """
    source = SourceText(text, name)
    if len(text) > _LONGEST:
        many = f"{len(text):,} characters are too many: at most {_LONGEST:,} are read"
        raise NotationError(many, source.place(0))
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:]
        raise NotationError(f"this is not JSON: {what}", source.place(error.pos)) from None
    except _Odd as error:
        piece, message = error.args
        raise NotationError(message, source.place(max(0, text.rfind(piece)))) from None
    except RecursionError:
        raise NotationError("this is nested far too deeply", source.place(0)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        key = next(key for key in found if [name for name, _ in pairs].count(key) > 1)
        shown = _path_text((key,), {})
        raise _Odd(json.dumps(key), f"{shown}: this key stands here a second time")
    return found


def _integer(digits: str) -> int:
    count = len(digits.removeprefix("-"))
    if count > _MOST_DIGITS:
        raise _Odd(digits, f"a number of {count:,} digits: at most {_MOST_DIGITS:,} are read")
    return int(digits)


def _no_constant(word: str) -> NoReturn:
    raise _Odd(word, f"this is not JSON: '{word}' is no number")


def _path_text(path: Path, items: Mapping[str, str]) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    text = "".join(steps).removeprefix(".")
    if len(path) > 1 and path[0] in items and isinstance(path[1], int):
        text += f" ({items[str(path[0])]} {path[1] + 1})"
    # Keys may have line feeds, and this is part of a line.
    return " ".join(text[:120].split())


def offset(text: str, path: Path, *, key: bool = False) -> int:
    """The offset of the value at a path of a JSON text, or of its key.

    If there is none, that of the nearest value about it.
    """
    at = key_at = _after(text, 0)
    for step in path:
        opening = text[at]
        inner = _after(text, at + 1)
        index = 0
        while opening in "{[" and text[inner] not in "]}":
            name: str | int = index
            key_at = inner
            if opening == "{":
                name, end = _decoded(text, inner)
                inner = _after(text, end)
            if name == step:
                break
            inner = _after(text, _decoded(text, inner)[1])
            index += 1
        else:
            return at
        at = inner
    return key_at if key else at


def _after(text: str, at: int) -> int:
    """Where the next value or bracket stands."""
    found = _BETWEEN.match(text, at)
    return found.end() if found else at
