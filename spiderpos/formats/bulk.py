"""Many positions at once: the compiled core reads those that are written as they are here.

What it doesn't take (other notations, other ways of writing, what can't be read) is read one by
one, so the positions and the errors are those of :func:`spiderpos.formats.read`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Final

from ..game.cards import Suit, from_code, from_codes
from ..game.position import Column, Position
from ..game.rules import Rules, parse_rules
from ..text.core import library
from ..text.errors import SpiderError
from . import Format, Reading, find, read

__all__ = ["read_many"]

#: Of so many texts the core's answers are held at once.
_AT_ONCE: Final = 2048
_END, _PART, _UP, _EMPTY = b"\xff", b"\xfe", b"\xfd", 252
_SUITS: Final = (*Suit, None)
_TOLD: Final = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)


def read_many(
    texts: Iterable[str], format: str | Format | None = None, *, name: str = "<text>"
) -> Iterator[Reading | SpiderError]:
    """What :func:`spiderpos.formats.read` reads of each text, or the error that it raises.

    ``name`` is what errors call a text, with its number, from 1.  Raises UnknownFormat.
    """
    if isinstance(format, str):
        format = find(format)
    wanted = format and format.name
    numbered = enumerate(texts, 1)
    while some := list(islice(numbered, _AT_ONCE)):
        columns: dict[bytes, Column] = {}
        for (number, text), answer in zip(some, _answers([text for _, text in some]), strict=True):
            if answer and wanted in (None, answer[: answer.index(_PART)].decode()):
                yield _reading(answer, columns)
                continue
            try:
                yield read(text, format, name=f"{name}:{number}")
            except SpiderError as error:
                yield error


def _answers(texts: list[str]) -> list[bytes]:
    """The core's answer to each text, empty if there is none."""
    ask = _function()
    # A zero is the end of a text: one that has zeros isn't read here.
    data = "".join([f"{text}\0" if "\0" not in text else "\0" for text in texts])
    encoded = data.encode("utf-8", "surrogatepass")
    found: list[bytes] = []

    def told(answers: int, size: int) -> None:
        found.extend(ctypes.string_at(answers, size).split(_END)[:-1])

    if ask is not None:
        ask(encoded, len(encoded), _TOLD(told))
    return found or [b""] * len(texts)


@cache
def _function() -> Any:
    core: Any = library()
    try:
        function = core.spiderpos_read_many
    except AttributeError:
        return None
    function.restype = None
    function.argtypes = [ctypes.c_char_p, ctypes.c_int64, _TOLD]
    return function


def _reading(answer: bytes, columns: dict[bytes, Column]) -> Reading:
    """What an answer says; ``columns`` are those that were met before."""
    format, *parts, hand, removed, cells, dealt, rules, assumed = answer.split(_PART)
    for part in parts:
        if part not in columns:
            columns[part] = Column(*map(from_codes, part.split(_UP)))
    position = Position(
        tuple([columns[part] for part in parts]),
        from_codes(hand),
        tuple([_SUITS[suit] for suit in removed]),
        tuple([None if code == _EMPTY else from_code(code) for code in cells]),
        _rules(rules),
        from_codes(dealt),
    )
    said = tuple(assumed.decode().split("\n")) if assumed else ()
    return Reading(position, format.decode(), said)


@lru_cache(maxsize=64)
def _rules(text: bytes) -> Rules:
    return parse_rules(text.decode())
