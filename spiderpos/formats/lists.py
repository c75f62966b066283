"""``lists``: a tableau as lists of lists, in JSON or as Python prints it; only read.

A list for each column, the top of the table first.  Each card is a word as in any other tableau,
or an object that has its rank and suit, and maybe whether it lies face up.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ..game.cards import card, parse_rank, parse_suit
from ..game.position import Position
from ..text.errors import NotWritable
from ..text.source import SourceText
from ..text.wording import join_words
from .base import Draft, Format, ReadOptions, refuse
from .beside import Status, read_status
from .cells import CELL, COUNT, Cell, read_cells
from .meanings import drafts_of
from .tables import A_CELL, Fault, Table

__all__ = ["FORMAT", "drafts", "recognises"]

_ASSIGNED: Final = r"\s*(?:[A-Za-z_ ]{1,30}=\s*)?"
_BEGINS: Final = re.compile(_ASSIGNED + r"(?=[\[({])")
_MARKS_A_LIST: Final = re.compile(_ASSIGNED + r"(?:[\[(]\s*[\[({'\"]|\{\s*['\"])")
_A_CELL: Final = re.compile(rf"(?:{CELL})|(?i:{COUNT})|10|[2-9]")
_COLUMNS: Final = ("columns", "tableau", "piles", "stacks", "tableaupiles", "cols", "board")
_HAND: Final = ("stock", "hand", "deck", "talon", "deals", "dealsleft")
_GONE: Final = ("removed", "completed", "foundations", "foundation", "complete", "off")
_CARD: Final = ("card", "name", "code", "value", "label", "id")
_UP: Final = ("faceup", "up", "isfaceup", "visible", "open", "shown", "revealed")
_DOWN: Final = ("facedown", "down", "isfacedown", "hidden", "closed")


def drafts(source: SourceText, _options: ReadOptions) -> list[Draft]:
    """What the lists say; raises NotationError."""
    value = _parsed(source)
    beside = _fields(value) if isinstance(value, Mapping) else {}
    columns = _named(beside, _COLUMNS) if beside else value
    if not isinstance(columns, Sequence) or isinstance(columns, str):
        refuse(source, 0, "there are no columns here", "a list of columns")
    unread = [key for key in beside if key not in (*_COLUMNS, *_HAND, *_GONE)]
    assumed = (f"nothing is to be read of {join_words(unread)}",) if unread else ()
    at = 0
    table = []
    for column in columns:
        cells: list[Cell] = []
        for item in _items(source, column, at):
            start, at = _place(source.text, item, at)
            cells += _cells(source, item, start, at)
        table.append(tuple(cells))
    try:
        return drafts_of(Table(tuple(table), by_lines=True, assumed=assumed), _status(beside))
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
    begins = _BEGINS.match(source.text)
    start = begins.end() if begins else 0
    text = source.text[start:].rstrip().rstrip(";")
    try:
        return json.loads(text)
    except RecursionError:
        refuse(source, start, "lists in lists without end")
    except ValueError as error:
        what, at = getattr(error, "msg", error), start + getattr(error, "pos", 0)
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        refuse(source, at, f"this is no list: {what}", "lists in JSON")


def _items(source: SourceText, column: Any, at: int) -> Sequence[Any]:
    """The cards of a column: a list, or words."""
    if isinstance(column, str):
        return column.replace(",", " ").split()
    if not isinstance(column, Sequence):
        start, stop = _place(source.text, column, at)
        wanted = "a list of cards for each column"
        refuse(source, start, f"'{str(column)[:20]}' is no column", wanted, stop - start)
    return column


def _place(text: str, item: Any, at: int) -> tuple[int, int]:
    """The span of what is said of a card, looked for behind the one before it."""
    if isinstance(item, Mapping):
        fields = _fields(item)
        item = fields.get("rank") or _named(fields, _CARD)
    word = "null" if item is None else str(item)
    found = text.find(word, at) if word else -1
    return (at, at + 1) if found < 0 else (found, found + len(word))


def _cells(source: SourceText, item: Any, start: int, stop: int) -> Iterator[Cell]:
    try:
        word = _word(item)
    except ValueError as error:
        refuse(source, start, str(error), A_CELL, stop - start)
    if not _A_CELL.fullmatch(word):
        message = f"'{word[:20]}' is neither a card nor a sign for one"
        refuse(source, start, message, A_CELL, stop - start)
    return (cell._replace(start=start, stop=stop) for cell in read_cells(word))


def _word(item: Any) -> str:
    """A card as it would stand in a printed tableau.  Raises ValueError."""
    if not isinstance(item, Mapping):
        return "x" if item is None else str(item).strip()
    fields = _fields(item)
    up, down = _named(fields, _UP), _named(fields, _DOWN)
    hidden = bool(down) if up is None else not up
    name, rank, suit = _named(fields, _CARD), fields.get("rank"), fields.get("suit")
    if rank is not None and suit is not None:
        first = str(rank)[:1].upper().replace("1", "10")
        number = rank if isinstance(rank, int) else parse_rank(first)
        name = str(card(number, parse_suit(str(suit)))).capitalize()
    if name is None:
        return "x" if hidden else "??"
    return f"({str(name).strip()})" if hidden else str(name).strip()


def _fields(item: Mapping[Any, Any]) -> dict[str, Any]:
    """The values of an object by their keys, in small letters alone."""
    return {re.sub(r"[\W_]", "", str(key)).lower(): value for key, value in item.items()}


def _named(fields: Mapping[str, Any], names: Sequence[str]) -> Any:
    """The value of the first of these names that there is; None if there is none."""
    return next((fields[name] for name in names if name in fields), None)


def _status(beside: Mapping[str, Any]) -> Status:
    """What the object says beside its columns."""
    said = []
    for names, label in ((_HAND, "stock"), (_GONE, "removed")):
        key = next((key for key in names if key in beside), None)
        value = None if key is None else beside[key]
        if isinstance(value, list):
            lists = any(isinstance(item, list) for item in value)
            value = len(value) if lists else " ".join(map(_word, value)) or 0
        if value is not None:
            said.append(f"{'deals left' if key in ('deals', 'dealsleft') else label}: {value}")
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
