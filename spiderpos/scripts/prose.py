"""Moves in running text, such as a printed solution as it stands.

::

    We move the Jh from column 8 to column 9, and in this particular game we chance to turn
    up a 6s in column 8.  We could try for the space by moving the 6s to column 10, but ...

:func:`candidates` finds what may be a move: whole ones, and parts that leave an end open ("the 6s
to column 10", "we'll move it there").  Which of them are made no program can tell from the text;
a position that they lead to tells (:mod:`spiderpos.scripts.tracing`).  Where none is known,
:func:`loads` takes the whole moves in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, cast

from lark import Token, Tree

from ..cards import Card, parse_suit
from ..resources import grammar
from ..source import Place
from . import words
from .base import Script, ScriptFormat, text_source
from .instructions import DealRow, InCell, MoveCount, MoveRun, Onto, RemoveSuit, Space
from .remarks import in_one_line, plain, without_remarks
from .terms import BadRunError, pattern, read_number, read_run

__all__ = ["SCRIPT_FORMAT", "Candidate", "candidates", "dumps", "explain", "loads", "told"]


class Candidate(NamedTuple):
    """What a text says that may be a move, with the cards that it says are turned up next.

    ``instruction`` has None for an end that is left open; it is None for what can't be a move, and
    ``fault`` says why.  ``is_whole``: the text says of the move all that there is to say.
    """

    place: Place
    text: str
    instruction: Any
    is_whole: bool = False
    fault: str = "passed over"


def candidates(text: str, *, name: str = "<text>") -> list[Candidate]:
    """What in a text may be moves, in the order of the text.

    ``name`` is what errors call the text.  Raises NotationError only for what is no text, or
    longer than ``LONGEST``.
    """
    reader = _Reader(text, name)
    for phrase in grammar("prose", positions=False).parse(reader.bare).children:
        if isinstance(phrase, Tree):
            reader.read(*cast("list[Token]", phrase.children))
    return reader.found


class _Reader:
    """Goes through the phrases of a text, and knows what was named last."""

    def __init__(self, text: str, name: str) -> None:
        self._source = text_source(text, name)
        self.bare = without_remarks(plain(text)).text
        self.found: list[Candidate] = []
        #: The cards and the column that were named last.
        self._cards: tuple[Card, Card] | None = None
        self._column: int | None = None
        #: The number of this sentence, and of the last one with a whole move.
        self._sentence, self._moved_in = 0, -2
        #: The phrase before, if it is nothing but cards.
        self._bare_cards: Token | None = None

    def read(self, head: Token, *places: Token) -> None:
        """Read a phrase."""
        try:
            self._read(head, places)
        except BadRunError as bad:
            self._find(head, places, None, fault=str(bad))
        self._bare_cards = head if head.type == "CARDS" and not places else None

    def _read(self, head: Token, places: Sequence[Token]) -> None:
        kind = head.type
        if kind == "STOP":
            self._sentence += 1
        elif kind == "COLUMN":
            self._column = read_number(head)
        elif kind == "TURNED_UP":
            self._turn_up(head)
        elif kind in ("REMOVED", "DEALT"):
            self._remove_or_deal(head)
        elif places and kind == "CARD_COUNT":
            self._move(head, places)
        elif kind in ("CARDS", "VERB", "IT"):
            named = head if kind == "CARDS" else self._bare_cards
            self._cards = _read_cards(head) if kind == "CARDS" else self._cards
            if places:
                self._move(named or head, places)

    def _find(
        self,
        head: Token,
        places: Sequence[Token],
        make: Any,
        *said: Any,
        is_whole: bool = False,
        **more: Any,
    ) -> None:
        """A candidate: the instruction that is made of what is ``said``, or None."""
        start, stop = head.start_pos or 0, (head, *places)[-1].end_pos or 0
        where = self._source.place(start, stop - start), self._source.text[start:stop]
        self.found.append(Candidate(*where, make and make(*where, *said), is_whole, **more))
        self._moved_in = self._sentence if is_whole else self._moved_in

    def _move(self, head: Token, places: Sequence[Token]) -> None:
        """A move of the cards named, here or last, if an end of it is said."""
        sources = [self._end(place) for place in places if place.type.startswith("FROM")]
        targets = [self._end(place) for place in places if place.type.startswith("TO")]
        self._column = next((n for n in (*targets, *sources) if type(n) is int), self._column)
        source, target = (*sources, None)[0], (*targets, None)[0]
        both = len(sources) == len(targets) == 1 and target is not None
        if head.type == "CARD_COUNT":
            if both and type(source) is type(target) is int:
                count = int(head.split()[0])
                self._find(head, places, MoveCount, count, source, target, is_whole=True)
        elif self._cards is not None and (both or source is not None or target is not None):
            if self._cards[0] != self._cards[1] and InCell in (type(source), type(target)):
                self._find(head, places, None, fault="a cell holds one card, not a run")
                return
            whole = both and head.type == "CARDS"
            self._find(head, places, MoveRun, *self._cards, source, target, is_whole=whole)

    def _end(self, place: Token) -> Any:
        """Where cards come from or go to; None if that's left open."""
        kind = place.type
        if kind == "TO_SPACE":
            return Space(_column_in(place))
        if kind == "TO_CARD":
            return Onto(_single_cards(place)[0], _column_in(place))
        if kind in ("FROM_CELL", "TO_CELL"):
            return InCell(read_number(place))
        number = re.search(r"\d+", place)
        return int(number[0]) if number else self._column if kind == "TO_THERE" else None

    def _turn_up(self, head: Token) -> None:
        """Cards said to be turned up, by the move named last or the last one from their column."""
        cards, column = _single_cards(head), _column_in(head)
        if cards:
            self._cards = cards[-1], cards[-1]
        for index in range(len(self.found) - 1, -1, -1):
            by = self.found[index].instruction
            if column is None or column in (getattr(by, "source", 0), getattr(by, "column", 0)):
                if by is not None and not by.reveal:
                    self.found[index] = self.found[index]._replace(
                        instruction=replace(by, reveal=cards)
                    )
                return

    def _remove_or_deal(self, head: Token) -> None:
        """It is whole where it is said beside a whole move, or before any other words."""
        is_first = not self.bare[: head.start_pos].strip()
        is_whole = is_first or self._sentence - self._moved_in <= 1
        if head.type == "DEALT":
            self._find(head, (), DealRow, _single_cards(head), is_whole=is_whole)
        else:
            suit = pattern("prose", "{SUIT_NAME}").search(head)
            said = parse_suit(suit[0]) if suit else None, _column_in(head)
            self._find(head, (), RemoveSuit, *said, is_whole=is_whole)


def _column_in(words: str) -> int | None:
    """The column that is named in the words."""
    found = pattern("prose", "{COLUMN}").search(words)
    return read_number(found[0]) if found else None


def _single_cards(words: str) -> tuple[Card, ...]:
    """The cards that are named in the words, of a run the lowest."""
    return tuple(_read_cards(name)[1] for name in pattern("prose", r"{CARDS}|\?\?").findall(words))


def _read_cards(name: str) -> tuple[Card, Card]:
    """The highest and the lowest card of ``9-6s``, ``ace of spades``, ``spade 8``, ``??``.

    Raises BadRunError.
    """
    first, *_, last = said = [*name.split(), ""][:3]
    if len(said) < 3 and not last:
        return read_run(name)
    rank, suit = (first, last) if "of" in said else (said[1], first)
    return read_run(f"{rank if rank.isdigit() else rank[0]}{suit[0]}")


def told(found: Iterable[Candidate], taken: Mapping[Place, str]) -> tuple[str, ...]:
    """A line on each candidate: what it was taken for, by its place, or that it wasn't."""
    return tuple(
        f"{each.place}: '{in_one_line(each.text)}' is {taken[each.place]}"
        if each.place in taken
        else f"{each.place}: not taken: '{in_one_line(each.text)}' ({each.fault})"
        for each in found
    )


def loads(text: str, *, name: str = "<text>") -> Script:
    """The whole moves that a text names, in their order.

    ``name`` is what errors call the text.  Raises NotationError only for what is no text, or
    longer than ``LONGEST``.  *Not* checked: whether the text says that the moves are made.
    """
    found = candidates(text, name=name)
    return Script(tuple(each.instruction for each in found if each.is_whole), name)


def explain(text: str, *, name: str = "<text>") -> tuple[str, ...]:
    """A line on each candidate: what :func:`loads` takes it for.  Raises as that does."""
    found = candidates(text, name=name)
    whole = enumerate((each for each in found if each.is_whole), 1)
    taken = {each.place: f"move {number}, {each.instruction.words()}" for number, each in whole}
    return told(found, taken)


SCRIPT_FORMAT: Final = ScriptFormat(
    name="prose",
    summary="the moves that a running text names; what else it says is passed over",
    loads=loads,
    dumps=words.dumps,
    recognises=lambda _text: False,
    example="We move the 9-6s from column 7 to column 3, turning up a 6s.",
)
dumps = words.dumps
