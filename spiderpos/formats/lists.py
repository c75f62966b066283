"""``lists``: a tableau as lists of lists, in JSON or as Python prints it.

::

    [["--", "--", "7d", "6c"], [], ...]
    {"columns": [[{"card": "7d", "faceUp": true}, ...], ...], "stock": 30}

A list for each column, the top of the table first.  Each card is a word as in any other tableau,
or an object that has its rank and suit, and maybe whether it lies face up.  This is only read.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ..game.cards import UNKNOWN, card, parse_card, parse_rank, parse_suit
from ..game.census import DECKS
from ..game.position import Position
from ..text.errors import NotationError, NotWritable
from ..text.source import SourceText
from ..text.wording import join_words
from .arrangement import A_CELL, Fault, Table
from .base import Draft, Format, ReadOptions
from .cells import CELL, COUNT, Cell, Kind, read_cells
from .status import Status, read_status
from .tableau import drafts_of

__all__ = ["FORMAT", "drafts", "recognises"]

_BEGINS: Final = re.compile(r"\s*(?:[A-Za-z_ ]{1,30}=\s*)?(?=[\[({])")
_MARKS_A_LIST: Final = re.compile(r"\s*(?:[A-Za-z_ ]{1,30}=\s*)?(?:[\[(]\s*[\[({'\"]|\{\s*['\"])")
_A_CELL: Final = re.compile(rf"(?:{CELL})|(?i:{COUNT})|10|[2-9]")
_COLUMNS: Final = ("columns", "tableau", "piles", "stacks", "tableau piles", "cols", "board")
_HAND: Final = ("stock", "hand", "deck", "talon", "deals", "deals_left", "dealsleft")
_GONE: Final = ("removed", "completed", "foundations", "foundation", "complete", "off")
_CARD: Final = ("card", "name", "code", "value", "label", "id")
_UP: Final = ("faceup", "up", "isfaceup", "visible", "open", "shown", "revealed")
_DOWN: Final = ("facedown", "down", "isfacedown", "hidden", "closed")


def drafts(source: SourceText, options: ReadOptions) -> list[Draft]:
    """What the lists say; raises NotationError."""
    del options
    value = _parsed(source)
    beside: Mapping[str, Any] = value if isinstance(value, Mapping) else {}
    columns = _named(beside, _COLUMNS) if beside else value
    unread = [str(key) for key in beside if str(key).lower() not in (*_COLUMNS, *_HAND, *_GONE)]
    assumed = (f"nothing is to be read of {join_words(unread)}",) if unread else ()
    if isinstance(columns, Mapping):
        columns = list(columns.values())
    places = _Places(source)
    if not isinstance(columns, Sequence) or isinstance(columns, str):
        raise NotationError("there are no columns here", source.place(0), "a list of columns")
    lists = [tuple(_cells(column, places)) for column in columns]
    try:
        table = Table(tuple(lists), by_lines=True, assumed=assumed)
        return drafts_of(table, _status(beside, places))
    except Fault as fault:
        raise fault.located(source) from None


def recognises(text: str) -> bool:
    """Whether a text begins as lists, or as an object with columns in it."""
    if _MARKS_A_LIST.match(text) is None:
        return False
    return "{" not in text[:200].split("[", maxsplit=1)[0] or any(
        f'"{key}"' in text.lower() or f"'{key}'" in text.lower() for key in _COLUMNS
    )


def _parsed(source: SourceText) -> Any:
    """The value of a text in JSON, or as Python writes it.  Raises NotationError."""
    text = source.text
    begins = _BEGINS.match(text)
    start = begins.end() if begins else 0
    try:
        return json.loads(text[start:].rstrip().rstrip(";"))
    except json.JSONDecodeError as error:
        fault = error
    except RecursionError:
        raise NotationError("lists in lists without end", source.place(start)) from None
    try:
        return ast.literal_eval(text[start:].rstrip().rstrip(";"))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        place = source.place(start + fault.pos)
        raise NotationError(f"this is no list: {fault.msg}", place, "lists in JSON") from None


class _Places:
    """Where words stand in the text, each looked for behind the one before it."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self._at = 0

    def next(self, word: str) -> tuple[int, int]:
        """The span of the word."""
        found = self.source.text.find(word, self._at) if word else -1
        if found < 0:
            return self._at, self._at + 1
        self._at = found + len(word)
        return found, self._at

    def fault(self, value: Any, message: str, expected: str) -> NotationError:
        """The error about a value, where it stands."""
        start, stop = self.next(str(value))
        shown = str(value)[:20]
        message = message if shown in message else f"'{shown}' {message}"
        return NotationError(message, self.source.place(start, stop - start), expected)


def _cells(column: Any, places: _Places) -> Iterator[Cell]:
    if isinstance(column, Mapping):
        down, up = _named(column, _DOWN), _named(column, ("up", "faceup", "cards", "visible"))
        if isinstance(down, int) and 0 <= down <= DECKS:
            yield Cell(Kind.COUNT, str(down), 0, 1, number=down)
        elif down:
            yield from (cell._replace(kind=Kind.ROUND) for cell in _cells(down, places))
        column = up or ()
    if isinstance(column, str):
        column = column.replace(",", " ").split()
    if not isinstance(column, Sequence):
        raise places.fault(column, "is no column", "a list of cards for each column")
    for item in column:
        yield from _cell(item, places)


def _cell(item: Any, places: _Places) -> Iterator[Cell]:
    if item is None:
        yield Cell(Kind.SIGN, "x", *places.next("null"))
    elif isinstance(item, Mapping):
        yield _object(item, places)
    elif isinstance(item, (list, tuple)) and len(item) in (2, 3):
        yield _object(dict(zip(("rank", "suit", "faceup"), item, strict=False)), places)
    elif isinstance(item, (str, int)) and _A_CELL.fullmatch(str(item).strip()):
        start, stop = places.next(str(item))
        cells = read_cells(str(item).strip())
        yield from (cell._replace(start=start, stop=stop) for cell in cells)
    else:
        raise places.fault(item, "is neither a card nor a sign for one", A_CELL)


def _object(item: Mapping[str, Any], places: _Places) -> Cell:
    """A card that is an object: by its name, or by its rank and suit."""
    fields = {re.sub(r"[\W_]", "", str(key)).lower(): value for key, value in item.items()}
    up, down = _named(fields, _UP), _named(fields, _DOWN)
    name = _named(fields, _CARD)
    rank = fields.get("rank", fields.get("value"))
    found = UNKNOWN
    try:
        if rank is not None and fields.get("suit") is not None:
            found = card(_rank(rank), parse_suit(str(fields["suit"])))
        elif name is not None:
            word = str(name).strip()
            found = read_cells(word)[0].card if _A_CELL.fullmatch(word) else parse_card(word)
    except ValueError as error:
        raise places.fault(name if name is not None else rank, str(error), A_CELL) from None
    span = places.next(str(name if name is not None else rank))
    hidden = bool(down) if up is None else not up
    if not found:
        return Cell(Kind.SIGN, "x" if hidden else "??", *span)
    return Cell(Kind.ROUND if hidden else Kind.CARD, str(found).capitalize(), *span, found)


def _rank(value: Any) -> int:
    return (
        value if isinstance(value, int) else parse_rank(str(value)[:1].upper().replace("1", "10"))
    )


def _named(fields: Mapping[str, Any], names: Sequence[str]) -> Any:
    """The value of the first of these names that there is; None if there is none."""
    lower = {str(key).lower(): value for key, value in fields.items()}
    return next((lower[name] for name in names if name in lower), None)


def _status(beside: Mapping[str, Any], places: _Places) -> Status:
    """What the object says beside its columns."""
    said: list[str] = []
    for names, word in ((_HAND, "stock"), (_GONE, "removed")):
        key = next((key for key in beside if str(key).lower() in names), None)
        value = None if key is None else beside[key]
        if isinstance(value, list) and word == "stock" and value:
            cells = [cell for item in value for cell in _cell(item, places)]
            value = " ".join(str(cell.card) if cell.card else "??" for cell in cells)
        elif isinstance(value, list):
            value = (
                len(value)
                if any(isinstance(v, list) for v in value)
                else ", ".join(map(str, value))
            )
        if value is not None:
            label = "deals left" if key is not None and "deal" in str(key).lower() else word
            said.append(f"{label}: {value if value != '' else 0}")
    return read_status(said)


def _dumps(position: Position) -> str:
    del position
    raise NotWritable("lists", "a position: it is only read", ("json", "diagram"))


FORMAT: Final = Format(
    name="lists",
    summary="lists of lists in JSON or Python, as programs print them (only read)",
    drafts=drafts,
    dumps=_dumps,
    recognises=recognises,
    example='[["--", "7d", "6c"], [], ["Kd", "Qs"]]',
    lossy="everything",
    writable=False,
)
