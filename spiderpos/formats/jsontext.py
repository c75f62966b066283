"""JSON as readers of positions need it: every error names the value's path and its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NoReturn, TypeAlias

from ..errors import NotationError
from ..source import SourceText

__all__ = ["Path", "WrongValue", "parse"]

# A whole game in JSON is far smaller.
_LONGEST: Final = 1_000_000
#: No number that is asked for has so many digits.
_MOST_DIGITS: Final = 1000
_TOO_DEEP: Final = "this is nested far too deeply"
# And far flatter: so deep a value's place is looked for.
_DEEPEST: Final = 64
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')

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
        path = _path_text(self.path, items)
        return NotationError(
            f"{path}: {self.message}" if path else self.message,
            SourceText(text, name).place(_offset(text, self.path, key=self.key)),
            self.expected,
        )


class _DuplicateKey(Exception):  # noqa: N818 - not seen outside this module
    pass


class _NoNumber(Exception):  # noqa: N818 - not seen outside this module
    """What stands for a number and isn't taken for one, and why not."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(word, message)
        self.word = word
        self.message = message


def parse(text: str, name: str) -> Any:
    """The value of a JSON text.

    Raises NotationError if it is no JSON, has a key twice in an object or a number of more than
    1,000 digits, is nested too deeply, or is longer than anything that is read.
    """
    source = SourceText(text, name)
    if len(text) > _LONGEST:
        raise NotationError(
            f"{len(text):,} characters are too many: at most {_LONGEST:,} are read",
            source.place(0),
        )
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        what = error.msg[:1].lower() + error.msg[1:]
        raise NotationError(f"this is not JSON: {what}", source.place(error.pos)) from None
    except _DuplicateKey:
        at, path = _duplicate(text)
        if not path:
            raise NotationError(_TOO_DEEP, source.place(0)) from None
        raise NotationError(
            f"{_path_text(path, {})}: this key stands here a second time", source.place(at)
        ) from None
    except _NoNumber as error:
        # A text may hold the same characters before, in a string; what follows may be anything.
        pieces = (m.start() for m in _TOKEN.finditer(text) if m[0].startswith(error.word))
        at = next(pieces, 0)
        raise NotationError(error.message, source.place(at, len(error.word))) from None
    except RecursionError:
        raise NotationError(_TOO_DEEP, source.place(0)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _DuplicateKey
    return found


def _integer(digits: str) -> int:
    count = len(digits.removeprefix("-"))
    if count > _MOST_DIGITS:
        message = f"a number of {count:,} digits: at most {_MOST_DIGITS:,} are read"
        raise _NoNumber(digits, message)
    return int(digits)


def _no_constant(word: str) -> NoReturn:
    raise _NoNumber(word, f"this is not JSON: '{word}' is no number")


# Where a value stands.  The text is JSON here.


def _path_text(path: Path, items: Mapping[str, str]) -> str:
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    if len(path) > 1 and path[0] in items and isinstance(path[1], int):
        text += f" ({items[str(path[0])]} {path[1] + 1})"
    # Keys may have line feeds, and this is part of a line.
    return " ".join(text[:120].split())


def _values(text: str) -> Iterator[tuple[int, Path, bool]]:
    """Every key and every value: its offset, its path, and whether it is a key.

    They end where the text is nested too deeply: paths would take the square of its length.
    """
    path: list[str | int] = []
    objects: list[bool] = []
    key_next = False
    for match in _TOKEN.finditer(text):
        piece = match[0]
        if piece in "]}":
            path.pop()
            objects.pop()
            key_next = False
        elif piece == ",":
            key_next = bool(objects) and objects[-1]
            if not key_next and path:
                index = path[-1]
                path[-1] = index + 1 if isinstance(index, int) else index
        elif piece == ":":
            key_next = False
        elif key_next and piece.startswith('"'):
            path[-1] = json.loads(piece)
            yield match.start(), tuple(path), True
        else:
            yield match.start(), tuple(path), False
            if piece in "[{":
                if len(path) == _DEEPEST:
                    return
                objects.append(piece == "{")
                path.append("" if piece == "{" else 0)
                key_next = piece == "{"


def _offset(text: str, wanted: Path, *, key: bool = False) -> int:
    """The offset of the value at a path, or of its key.

    If there is none, that of the nearest value about it.
    """
    best, length = 0, -1
    for at, path, is_key in _values(text):
        if path == wanted and is_key == key:
            return at
        if not is_key and length < len(path) < len(wanted) and path == wanted[: len(path)]:
            best, length = at, len(path)
    return best


def _duplicate(text: str) -> tuple[int, Path]:
    """The first key that its object has already, and its path; no path if it lies too deep."""
    seen: set[tuple[int, Path]] = set()
    owner: dict[Path, int] = {}
    for at, path, is_key in _values(text):
        if is_key:
            entry = (owner.get(path[:-1], 0), path)
            if entry in seen:
                return at, path
            seen.add(entry)
        else:
            owner[path] = at
    return 0, ()
