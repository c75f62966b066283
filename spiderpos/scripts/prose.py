"""Moves in running text, such as a printed solution as it stands.

::

    We move the Jh from column 8 to column 9, and in this particular game we chance to turn
    up a 6s in column 8.  We could try for the space by moving the 6s to column 10, but ...

:func:`candidates` finds what may be a move: whole ones, and parts that leave an end open ("the 6s
to column 10", "we'll move it there").  Which of them are made no program can tell from the text;
a position that they lead to tells (:mod:`spiderpos.games.tracing`).  Where none is known,
:func:`loads` takes the whole moves in their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, cast

from lark import Token, Tree

from ..game.cards import RANK, UNKNOWN, Card, Suit, card, parse_rank, parse_suit, rank_name
from ..game.script import Script, ScriptFormat, text_source
from ..text.resources import grammar
from ..text.source import Place, in_one_line, plain, without_remarks
from . import words
from .instructions import DealRow, MoveRun, Onto, RemoveSuit

_RUN: Final = re.compile(
    rf"(?:({RANK})([CDHS]?)[-\u2010-\u2015\u2212])?({RANK})([CDHS])", re.IGNORECASE
)


class BadRunError(ValueError):
    """A card or run that can't be one; ``expected`` is what it may have meant."""

    def __init__(self, message: str, expected: str) -> None:
        super().__init__(message)
        self.expected = expected


@lru_cache(maxsize=4096)
def read_run(words: str) -> tuple[Card, Card]:
    """Return the highest and the lowest card of ``9-6s``, ``9s-6s``, ``10h``, ``the Jh``, ``??``.

    Both are the same for a single card, and ``UNKNOWN`` for ``??``.  Raises BadRunError.
    """
    name = words.rsplit(maxsplit=1)[-1]
    if name == "??":
        return UNKNOWN, UNKNOWN
    match = _RUN.fullmatch(name)
    if match is None:
        raise BadRunError(f"'{name}' is not a card", "a card such as 10h or a run such as 9-6s")
    head_rank, head_suit, tail_rank, tail_suit = match.groups()
    tail = card(parse_rank(tail_rank), parse_suit(tail_suit))
    if head_rank is None:
        return tail, tail
    head = card(parse_rank(head_rank), parse_suit(head_suit or tail_suit))
    if head.suit is not tail.suit:
        raise BadRunError(f"{name} is of two suits, which can't move as one", "a run of one suit")
    if head < tail:
        raise BadRunError(
            f"{name} is upside down: a run is named by its highest card and then its lowest",
            f"{rank_name(tail.rank)}-{head}",
        )
    return head, tail


def read_number(words: str) -> int:
    """Return the number that the words end in: ``column 8`` gives 8, ``cell2`` 2, ``->9`` 9."""
    number = re.search(r"\d{1,4}$", words)
    assert number is not None  # noqa: S101 - the terminals end in one
    return int(number[0])


def read_suit(words: str) -> Suit | None:
    """Return the suit that the words end in: ``the clubs``.

    None for ``the suit``, whichever it is.
    """
    name = words.rsplit(maxsplit=1)[-1].lower()
    return None if name in ("suit", "set") else parse_suit(name)


@cache
def pattern(name: str, form: str) -> re.Pattern[str]:
    """Return a pattern in which ``{RUN}`` stands for what ``grammars/<name>.lark`` means by that.

    For taking a token apart that holds several things.
    """
    terminals = grammar(name, positions=False).terminals
    return re.compile(form.format_map({t.name: f"(?:{t.pattern.to_regexp()})" for t in terminals}))


class Candidate(NamedTuple):
    """What a text says that may be a move, with the cards that it says are turned up next.

    ``instruction`` has None for an end that is left open; it is None for a run that can't be one.
    ``is_whole``: the text says of the move all that there is to say.
    """

    place: Place
    text: str
    instruction: Any
    is_whole: bool = False


def candidates(text: str, *, name: str = "<text>") -> list[Candidate]:
    """Return the phrases of a text that may be moves, in the order of the text.

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
        self.bare = without_remarks(plain(self._source.text))
        #: Where the first word stands.
        self._begin = len(self.bare) - len(self.bare.lstrip())
        self.found: list[Candidate] = []
        #: The cards and the column that were named last.
        self._cards: tuple[Card, Card] | None = None
        self._column: int | None = None
        #: How many sentences have ended since the last whole move.
        self._sentences = 2

    def read(self, head: Token, *places: Token) -> None:
        """Read a phrase."""
        start, stop = head.start_pos or 0, (head, *places)[-1].end_pos or 0
        where = self._source.place(start, stop - start), self._source.text[start:stop]
        sources = [_number(place) for place in places if place.type.startswith("FROM")]
        source = sources[0] if sources else None
        # Removals and deals are whole beside a whole move, or before any other words.
        is_whole = self._sentences < 2 or start == self._begin
        instruction: Any = None
        try:
            if head.type == "BROKEN_RUN":
                raise BadRunError("which run is meant isn't certain", "a run such as 9-6s")
            if head.type == "TURNED_UP":
                self._turn_up(_lowest_cards(head), source)
            elif head.type == "DEALT":
                instruction = DealRow(*where, _lowest_cards(head))
            elif head.type == "REMOVED":
                instruction = RemoveSuit(*where, read_suit(head), source)
            elif head.type in ("CARDS", "VERB", "IT"):
                self._cards = read_run(head) if head.type == "CARDS" else self._cards
                targets = [self._target(place) for place in places if place.type.startswith("TO")]
                target = targets[0] if targets else None
                both = len(sources) == len(targets) == 1 and target is not None
                is_whole = both and head.type == "CARDS"
                if self._cards and (source is not None or target is not None):
                    instruction = MoveRun(*where, *self._cards, source, target)
        except BadRunError:
            self.found.append(Candidate(*where, None))
            return
        if instruction is not None:
            self.found.append(Candidate(*where, instruction, is_whole))
            if is_whole:
                self._sentences = 0
        self._sentences += head.type == "STOP"
        named = [_number(word) for word in (head, *places) if word.type.endswith("COLUMN")]
        self._column = named[-1] if named else self._column

    def _target(self, place: Token) -> Any:
        """Return the place that cards go to; None if that's left open."""
        if place.type == "TO_SPACE":
            return Onto(None, _number(place))
        if place.type == "TO_CARD":
            return Onto(_lowest_cards(place)[0], _number(place))
        return self._column if place.type == "TO_THERE" else _number(place)

    def _turn_up(self, cards: tuple[Card, ...], column: int | None) -> None:
        """Take cards as turned up by the move named last, or the last one from their column."""
        self._cards = cards[-1], cards[-1]
        for index in range(len(self.found) - 1, -1, -1):
            by = self.found[index].instruction
            if column is None or column in (getattr(by, "source", 0), getattr(by, "column", 0)):
                if by is not None and not by.reveal:
                    by = replace(by, reveal=cards)
                    self.found[index] = self.found[index]._replace(instruction=by)
                return


def _number(words: str) -> int | None:
    """Return the number of a column that the words end in, or None."""
    match = re.search(r"\d+$", words)
    return int(match[0]) if match else None


def _lowest_cards(words: str) -> tuple[Card, ...]:
    """Return the cards that are named in the words, of a run the lowest.  Raises BadRunError."""
    return tuple(read_run(name)[1] for name in pattern("prose", r"{CARDS}|\?\?").findall(words))


def told(phrases: Iterable[Candidate], taken: Mapping[Place, str]) -> tuple[str, ...]:
    """Return a line on each candidate: what it was taken for, by its place, or that it wasn't."""
    return tuple(
        f"{each.place}: '{in_one_line(each.text)}' is {taken[each.place]}"
        if each.place in taken
        else f"{each.place}: not taken: '{in_one_line(each.text)}' (passed over)"
        for each in phrases
    )


def loads(text: str, *, name: str = "<text>") -> Script:
    """Return the whole moves that a text names, in their order.

    ``name`` is what errors call the text.  Raises NotationError only for what is no text, or
    longer than ``LONGEST``.  *Not* checked: whether the text says that the moves are made.
    """
    phrases = candidates(text, name=name)
    return Script(tuple(each.instruction for each in phrases if each.is_whole), name)


def explain(text: str, *, name: str = "<text>") -> tuple[str, ...]:
    """Return a line on each candidate: what :func:`loads` takes it for.  Raises as that does."""
    phrases = candidates(text, name=name)
    whole = enumerate((each for each in phrases if each.is_whole), 1)
    taken = {each.place: f"move {number}, {each.instruction.words()}" for number, each in whole}
    return told(phrases, taken)


SCRIPT_FORMAT: Final = ScriptFormat(
    name="prose",
    summary="the moves that a running text names; what else it says is passed over",
    loads=loads,
    dumps=words.dumps,
    recognises=lambda _text: False,
    example="We move the 9-6s from column 7 to column 3, turning up a 6s.",
)
dumps = words.dumps
