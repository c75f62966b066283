"""Many positions or games at once: the compiled core reads what is written as it is written here.

It takes fen, save lines, letters and diagrams, and scripts in words and letters from positions
of which every card is known.  All else, and what can't be read or played, is read one by one: so
what comes of it is the same, errors too.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

from .. import scripts
from ..game.cards import Suit, from_code, from_codes
from ..game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from ..game.position import Column, Position
from ..game.replay import replay
from ..game.rules import Rules, parse_rules
from ..scripts import ScriptFormat
from ..text.core import library
from ..text.errors import SpiderError
from . import Format, Reading, fen, find, read

__all__ = ["Game", "read_many", "replay_many"]

#: The notations that the core reads.
_POSITIONS: Final = ("fen", "line", "letters", "diagram")
_SCRIPTS: Final = ("words", "letters")
#: Of so many texts the core's answers are held at once.
_AT_ONCE: Final = 2048
_END, _PART, _UP, _EMPTY = b"\xff", b"\xfe", b"\xfd", 252
_SUITS: Final = (*Suit, None)
_SHIFT: Final = 0
_TOLD: Final = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)


def read_many(
    texts: Iterable[str], notation: str | Format | None = None, *, name: str = "<text>"
) -> Iterator[Reading | SpiderError]:
    """What :func:`spiderpos.formats.read` reads of each text, or the error that it raises.

    ``name`` is what errors call a text, with its number, from 1.  Raises UnknownFormat.
    """
    format = find(notation) if isinstance(notation, str) else notation
    numbered = enumerate(texts, 1)
    while some := list(islice(numbered, _AT_ONCE)):
        columns: dict[bytes, Column] = {}
        there = format is None or format.name in _POSITIONS
        answers = _answers([text if there else "" for _, text in some])
        for (number, text), answer in zip(some, answers, strict=True):
            kind, *parts = answer.split(_PART)
            if parts and (format is None or format.name == kind.decode()):
                *parts, assumed = parts
                said = tuple(assumed.decode().split("\n")) if assumed else ()
                yield Reading(_position(parts, columns), kind.decode(), said)
                continue
            try:
                yield read(text, format, name=f"{name}:{number}")
            except SpiderError as error:
                yield error


class Game(NamedTuple):
    """A script that was played to its end; ``assumed`` is that of a Replay."""

    start: Position
    moves: tuple[Move, ...]
    end: Position
    assumed: tuple[str, ...] = ()


def replay_many(
    games: Iterable[tuple[Position, str]],
    format: str | ScriptFormat | None = None,
    *,
    name: str = "<text>",
) -> Iterator[Game | SpiderError]:
    """What each script comes to from its position, or the error that reading or replaying raises.

    ``name`` is what errors call a text, with its number, from 1.  Raises UnknownFormat.
    """
    if isinstance(format, str):
        format = scripts.find(format)
    numbered = enumerate(games, 1)
    while some := list(islice(numbered, _AT_ONCE)):
        columns: dict[bytes, Column] = {}
        answers = _answers(
            [f"{fen.dumps(start)}\n{text}" for _, (start, text) in some], games=True
        )
        for (number, (start, text)), answer in zip(some, answers, strict=True):
            notation, _, played = answer.partition(_PART)
            if played and (format is None or format.name == notation.decode()):
                moves, _, end = played.partition(_PART)
                at = range(0, len(moves), 4)
                yield Game(
                    start,
                    tuple([_move(moves[i : i + 4]) for i in at]),
                    _position(end.split(_PART), columns),
                )
                continue
            try:
                script = scripts.loads(text, format, name=f"{name}:{number}")
                replayed = replay(start, script)
            except SpiderError as error:
                yield error
            else:
                line = tuple(step.move for step in replayed.steps)
                yield Game(start, line, replayed.end, replayed.assumed)


def _answers(texts: list[str], *, games: bool = False) -> list[bytes]:
    """The core's answer to each text, empty if there is none."""
    ask = _function()
    # A zero is the end of a text: one that has zeros isn't read here.
    data = "".join([f"{text}\0" if "\0" not in text else "\0" for text in texts])
    encoded = data.encode("utf-8", "surrogatepass")
    found: list[bytes] = []

    def told(answers: int, size: int) -> None:
        found.extend(ctypes.string_at(answers, size).split(_END)[:-1])

    if ask is not None:
        ask(encoded, len(encoded), games, _TOLD(told))
    return found or [b""] * len(texts)


@cache
def _function() -> Any:
    core: Any = library()
    try:
        function = core.spiderpos_read_many
    except AttributeError:
        return None
    function.restype = None
    function.argtypes = [ctypes.c_char_p, ctypes.c_int64, ctypes.c_int32, _TOLD]
    return function


def _position(parts: list[bytes], columns: dict[bytes, Column]) -> Position:
    """The position that an answer says; ``columns`` are those that were met before."""
    *tableau, hand, removed, cells, dealt, rules = parts
    for part in tableau:
        if part not in columns:
            columns[part] = Column(*map(from_codes, part.split(_UP)))
    return Position(
        tuple([columns[part] for part in tableau]),
        from_codes(hand),
        tuple([_SUITS[suit] for suit in removed]),
        tuple([None if code == _EMPTY else from_code(code) for code in cells]),
        _rules(rules),
        from_codes(dealt),
    )


@lru_cache(maxsize=64)
def _rules(text: bytes) -> Rules:
    return parse_rules(text.decode())


@lru_cache(maxsize=4096)
def _move(said: bytes) -> Move:
    kind, source, target, count = said
    if kind == _SHIFT:
        return Shift(source, target, count)
    ways: tuple[Move, ...] = (
        Deal(),
        Remove(source),
        ToCell(source, target),
        FromCell(source, target),
    )
    return ways[kind - 1]
