"""Find moves in running text, such as a printed solution.

:func:`candidates` finds phrases that may be moves: whole ones, and parts without a source or a
target ("the 6s to column 10", "we'll move it there").  The text alone doesn't tell which of the
moves are made; the position after them does (:mod:`spiderpos.games.tracing`).  If that is unknown,
:func:`loads` takes the whole moves in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from lark import Token, Tree

from ..game.cards import Card, Suit, parse_suit
from ..game.script import Script, ScriptFormat, text_source
from ..text.errors import Fault
from ..text.resources import grammar
from ..text.source import Place, in_one_line, plain, without_remarks
from . import words
from .instructions import DealRow, MoveRun, Onto, RemoveSuit
from .reports import ends_of_run


class Candidate(NamedTuple):
    """A phrase that may be a move, with the cards that the text then names as turned up.

    ``instruction`` has None for a missing source or target; it is None if the cards aren't a run.
    ``is_whole``: the phrase has all parts of a move.
    """

    place: Place
    text: str
    instruction: Any
    is_whole: bool = False


def candidates(text: str, *, name: str = "<text>") -> list[Candidate]:
    """Return the phrases of a text that may be moves, in order.  Raises NotationError."""
    reader = _Reader(text, name)
    for phrase in grammar("prose").parse(reader.bare).children:
        if isinstance(phrase, Tree) and phrase.data == "phrase":
            reader.read(phrase)
    return reader.candidates


class _Reader:
    """Reads the phrases of a text; remembers the last cards and column, for words such as "it"."""

    def __init__(self, text: str, name: str) -> None:
        self._source = text_source(text, name)
        self.bare = without_remarks(plain(self._source.text))
        #: The offset of the first word.
        self._begin = len(self.bare) - len(self.bare.lstrip())
        self.candidates: list[Candidate] = []
        #: The cards and the column that were named last.
        self._cards: tuple[Card, Card] | None = None
        self._column: int | None = None
        #: The number of sentences that have ended since the last whole move.
        self._sentences = 2

    def read(self, phrase: Tree[Token]) -> None:
        """Read a phrase: its head, and the places after it."""
        head, *places = phrase.children
        start, stop = phrase.meta.start_pos, phrase.meta.end_pos
        place_and_text = self._source.place(start, stop - start), self._source.text[start:stop]
        kinds = [_kind(place) for place in places]
        sources = [_number(place) for place in places if _kind(place) in _SOURCES]
        source = sources[0] if sources else None
        # A removal or a deal is whole at the beginning of the text, or up to the end of the
        # sentence after that of a whole move.  Elsewhere the text may only be talking about one.
        is_whole = self._sentences < 2 or start == self._begin
        instruction: Any = None
        kind = _kind(head)
        try:
            if kind == "BROKEN_RUN":
                raise Fault((start, stop), "not a run")
            if kind == "turned_up":
                self._turn_up(_turned(head), source)
            elif kind == "dealt":
                instruction = DealRow(*place_and_text, _turned(head))
            elif kind == "removed":
                instruction = RemoveSuit(*place_and_text, _suit(head), source)
            elif kind in ("cards", "VERB", "IT"):
                self._cards = _run(head) if kind == "cards" else self._cards
                targets = [
                    self._target(place)
                    for place, named in zip(places, kinds, strict=True)
                    if named not in ("VERB", *_SOURCES)
                ]
                target = targets[0] if targets else None
                both = len(sources) == len(targets) == 1 and target is not None
                is_whole = both and kind == "cards"
                if self._cards and (source is not None or target is not None):
                    instruction = MoveRun(*place_and_text, *self._cards, source, target)
        except Fault:
            self.candidates.append(Candidate(*place_and_text, None))
            return
        if instruction is not None:
            self.candidates.append(Candidate(*place_and_text, instruction, is_whole))
            if is_whole:
                self._sentences = 0
        self._sentences += kind == "STOP"
        named_columns = [
            _number(each) for each in (head, *places) if _kind(each).endswith("column")
        ]
        self._column = named_columns[-1] if named_columns else self._column

    def _target(self, place: Any) -> Any:
        """Return the target of cards; None if the phrase names none."""
        kind = _kind(place)
        if kind == "to_space":
            return Onto(None, _number(place))
        if kind == "to_card":
            return Onto(_run(place.children[0])[1], _number(place))
        return self._column if kind == "TO_THERE" else _number(place)

    def _turn_up(self, cards: tuple[Card, ...], column: int | None) -> None:
        """Add the cards turned up to the last candidate, or to the last one from ``column``."""
        self._cards = cards[-1], cards[-1]
        for index in range(len(self.candidates) - 1, -1, -1):
            move = self.candidates[index].instruction
            columns = getattr(move, "source", 0), getattr(move, "column", 0)
            if column is None or column in columns:
                if move is not None and not move.reveal:
                    move = replace(move, reveal=cards)
                    self.candidates[index] = self.candidates[index]._replace(instruction=move)
                return


#: The rules and terminals for the source of cards.
_SOURCES: Final = ("from_column", "FROM_SPACE")


def _kind(node: Any) -> str:
    return str(node.type if isinstance(node, Token) else node.data)


def _number(node: Any) -> int | None:
    """Return the number of the column that a node names, or None."""
    last = node if isinstance(node, Token) else (node.children or [None])[-1]
    return int(last) if isinstance(last, Token) and last.type in ("INT", "INT_FROM") else None


def _suit(removed: Any) -> Suit | None:
    word = removed.children[-1]
    return parse_suit(word) if word.type == "SUIT_NAME" else None


def _run(cards: Any) -> tuple[Card, Card]:
    return ends_of_run(cards.children)


def _turned(node: Any) -> tuple[Card, ...]:
    """Return the cards that a phrase names as turned up; of a run, only the lowest card."""
    return tuple([_run(part)[1] for part in node.children if isinstance(part, Tree)])


def candidate_notes(phrases: Iterable[Candidate], taken: Mapping[Place, str]) -> tuple[str, ...]:
    """Return a note on each candidate: its text in ``taken``, by its place, or "skipped"."""
    return tuple(
        f"{each.place}: '{in_one_line(each.text)}' is {taken[each.place]}"
        if each.place in taken
        else f"{each.place}: skipped: '{in_one_line(each.text)}'"
        for each in phrases
    )


def loads(text: str, *, name: str = "<text>") -> Script:
    """Return the complete moves in a running text as a script, even if they are only mentioned."""
    phrases = candidates(text, name=name)
    return Script(tuple(each.instruction for each in phrases if each.is_whole), name)


def explain(text: str, *, name: str = "<text>") -> tuple[str, ...]:
    """Return a note on each candidate: its interpretation by :func:`loads`, or "skipped"."""
    phrases = candidates(text, name=name)
    whole = enumerate((each for each in phrases if each.is_whole), 1)
    taken = {each.place: f"move {number}, {each.instruction.words()}" for number, each in whole}
    return candidate_notes(phrases, taken)


SCRIPT_FORMAT: Final = ScriptFormat(
    name="prose",
    summary="the moves in running text; other text is skipped",
    loads=loads,
    dumps=words.dumps,
    recognises=lambda _text: False,
)
dumps = words.dumps
