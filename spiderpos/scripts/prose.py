"""Moves picked out of running text: a printed solution as it stands.

::

    We move the Jh from column 8 to column 9, and in this particular game we chance to turn
    up a 6s in column 8.  We could try for the space by moving the 6s to column 10, but ...

:func:`loads` takes what the text says is done; what it only supposes, refuses, asks or calls
possible is not taken, and nothing is guessed.  :func:`explain` says of every stretch of the text
which move it was taken for, or why it wasn't.  How that is judged stands in
``docs/notations/scripts.md``.  ``grammars/prose.lark`` cuts a text into phrases; which words may
stand around a move is for :mod:`spiderpos.scripts.doubts`; what the phrases say is read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from lark import Token

from ..cards import UNKNOWN, Card
from ..resources import grammar
from ..source import Place, SourceText
from . import words
from .around import CLAUSE_ENDS, LIST_ENDS, Around
from .base import Script, ScriptFormat, text_source
from .context import (
    Headings,
    begins_another_line,
    condemns,
    is_closed,
    is_doubtful,
    is_number,
    is_picture,
    misgiving,
    prefers,
    replaces,
)
from .doubts import LISTED, is_dash, judges, takes_back, weigh
from .findings import Findings, Found
from .harmless import NOT_YET, OF_ALL, WILL
from .instructions import (
    DealRow,
    MoveCount,
    MoveRun,
    RemoveSuit,
    Source,
    Target,
)
from .layout import items, laid_out, without_numbers
from .marks import Kind, Stretch
from .overlooked import overlooked
from .phrases import (
    ONTO,
    ORIGINS,
    TARGETS,
    Phrase,
    column_of,
    listed_cards,
    names_card,
    number_of,
    read_cards,
    read_count,
    read_onto,
    read_origin,
    read_target,
    sentences,
)
from .remarks import quoted, turned_up_in
from .terms import BadRunError, pattern, read_number, read_suit

__all__ = [
    "SCRIPT_FORMAT",
    "Kind",
    "Stretch",
    "dump",
    "dumps",
    "explain",
    "load",
    "loads",
    "loads_explained",
]


def loads(text: str, *, name: str = "<text>") -> Script:
    """Pick the moves out of a text.

    ``name`` is what errors call the text.  Raises NotationError only for what is no text, or
    longer than ``LONGEST``.  What was passed over can be seen with :func:`explain`.
    """
    return loads_explained(text, name=name)[0]


def explain(text: str, *, name: str = "<text>") -> tuple[Stretch, ...]:
    """What each stretch of a text was taken for, in the order of the text.

    Every word is in one of them, but for "and", "then" and "finally" between them.  Raises as
    :func:`loads` does.
    """
    return loads_explained(text, name=name)[1]


def loads_explained(text: str, *, name: str = "<text>") -> tuple[Script, tuple[Stretch, ...]]:
    """What :func:`loads` and :func:`explain` say, from one reading.  Raises as they do."""
    remarks, found = _read(text, name)
    script = Script(tuple(found.moves), name, turned_up_in(text, remarks))
    return script, found.marks.stretches()


def _read(text: str, name: str) -> tuple[Sequence[tuple[int, int]], Findings]:
    """Where the remarks are, and what is found."""
    source = text_source(text, name)
    whole, bare, remarks = laid_out(text)
    reader = _Reader(source, bare)
    found = reader.found
    for start, stop in remarks:
        found.marks.add(start, stop, Kind.REMARK)
    tree = grammar("prose", positions=False).parse(without_numbers(bare))
    for sentence in sentences(tree.children):
        reader.read(sentence)
    found.marks.add_apart(overlooked(whole))
    if found.moves:
        unread = "this item of a list isn't understood"
        short = ((start, stop) for start, stop in items(whole) if stop - start < _MOST_IN_ITEM)
        found.marks.add_apart((start, stop, unread) for start, stop in short)
    return remarks, found


# The phrases that matter

#: Of these a move has no more than one; "from 9 to 3 into the space" is one place.
_ONCE: Final = (
    ORIGINS,
    ("TO_COLUMN", "TO_CELL", *ONTO),
    ("TO_CELL", "INTO_SPACE", *ONTO),
)
#: What seems to say where a card comes from, or goes to, and wasn't read as that.
_ORIGINS_UNREAD: Final = ("FROM_ELSEWHERE", *ORIGINS)
_TARGETS_UNREAD: Final = ("TO_ELSEWHERE", *TARGETS)
_ELSEWHERE: Final = ("FROM_ELSEWHERE", "TO_ELSEWHERE")
_WHERE_TO: Final = "it isn't understood where it goes"
#: Heads over which a verb reaches: "move the 9s from 6 to 9 and the 8s onto it".
_VERB_GOES_ON: Final = frozenset(("RUN", "NAMED_CARD", "ARTICLE", "COMMA", "LINK"))
#: Heads that belong to the card that follows.
_LEADS: Final = frozenset(("MOVE", "ARTICLE"))


class _Reader:
    """Goes through the sentences and takes what they say is done."""

    def __init__(self, source: SourceText, bare: str) -> None:
        self.source = source
        #: The text without its remarks, each character in its place.
        self._bare = bare
        self.found = Findings(source)
        #: What keeps the items of a numbered list from being moves: "Wrong: 1. ...".
        self._list_heading = ""
        self._headings = Headings()
        self._begin([])

    def _begin(self, sentence: list[Phrase]) -> None:
        """Forget all that holds for one sentence."""
        self._around = Around(sentence, self._bare)
        #: For each phrase, why the text doesn't say that it's done, by what stands around it.
        self._doubts: list[str] = []
        #: Whether it's a question; the words by which things are only supposed, up to its end or
        #: a "but", or are said to be possible.
        self._asked = False
        self._supposed = self._possible = ""
        #: The last column that it names, and the one that its clause is about.
        self._column_named: int | None = None
        self._in_column: int | None = None
        #: Where the last card stands that's said to be turned up.
        self._turned_at: int | None = None
        #: Whether a verb of moving reaches here, whether "turning up" waits for its card, and
        #: where the words began that lead to the next card.
        self._verb = self._awaits_card = False
        self._lead: int | None = None

    def read(self, sentence: list[Phrase]) -> None:
        """Read a sentence."""
        if is_number(sentence):
            self._headings.pass_by(sentence)
        elif is_picture(sentence):
            self._headings.pass_by(sentence)
            # What comes below it judges no move above it.
            self.found.break_off()
        else:
            self._begin(sentence)
            self._look_around()
            for self._around.at in range(len(sentence)):
                before = self._around.neighbour(-1)
                if before is None or before.kind in CLAUSE_ENDS:
                    self._begin_clause()
                self._read_phrase(sentence[self._around.at])

    def _look_around(self) -> None:
        """Weigh what stands around the sentence, and what it says of the sentence before."""
        sentence, found = self._around.sentence, self.found
        is_first = not found.moves
        weighed = weigh(sentence, self._bare, self._list_heading, is_first=is_first)
        another = not is_first and (
            begins_another_line(sentence, self._bare) or self._other_words() or weighed.another
        )
        if another:
            self._headings.another_line()
        above = self._headings.over(sentence)
        if found.in_sentence_before and (why := replaces(sentence, self._bare)):
            found.give_back_sentence(why)
            above = above or why
        self._list_heading = weighed.list_heading
        self._doubts = [above or doubt for doubt in weighed.doubts]
        self._asked = sentence[-1].kind == "STOP" and "?" in sentence[-1].head
        moves = weighed.moves or another
        self._look_back(moves=moves)
        doubt = above if another else weighed.label
        self._headings.read(sentence, self._bare, doubt, moves=moves)

    def _other_words(self) -> bool:
        """Whether the moves so far stand in a quote and this doesn't, or the other way round."""
        last = self.found.moves[-1].place
        here = self.source.place(self._around.sentence[0].head.start_pos or 0)
        return quoted(last.text) != quoted(here.text)

    def _look_back(self, *, moves: bool) -> None:
        """Give the moves of the sentence before back if this one corrects or judges them.

        If it says other ``moves``, or begins with them, it needn't be about those.
        """
        sentence, found = self._around.sentence, self.found
        start = sentence[0].head.start_pos or 0
        begins = self._headings.begins
        if not found.in_sentence_before:
            # "No" behind a question, or behind what is no move, answers that.
            if takes_back(self._bare, start):
                found.hide("what comes next takes it back")
        elif takes_back(self._bare, start):
            found.give_back_sentence("what comes next takes it back")
        elif prefers(sentence, self._bare):
            found.give_back_sentence("what comes next prefers another one")
        elif _goes_further(sentence):
            found.give_back("it says more than one place")
        elif (
            isinstance(found.last, MoveRun)
            and found.last.target is None
            and self._around.it_lies()
        ):
            found.give_back(_WHERE_TO)
        elif (word := judges(self._bare, start)) and (is_doubtful(sentence) or not begins):
            why = f"what comes next says of it isn't understood: '{word}'"
            found.give_back_sentence(why, run=word in OF_ALL)
        elif (
            not moves
            and (is_closed(sentence) or not begins)
            and (said := misgiving(sentence, self._bare, begins=begins))
        ):
            why = f"what comes next isn't understood: '{said}'"
            found.give_back_sentence(why, run=said.split()[0].lower() in OF_ALL)
        found.next_sentence()

    def _begin_clause(self) -> None:
        self._in_column = None
        # An "if" holds for all of its clause, also for what stands before it.
        for at in range(self._around.at, len(self._around.sentence)):
            phrase = self._around.sentence[at]
            if phrase.kind == "IF":
                self._supposed = self._supposed or phrase.head.value
            elif phrase.kind in CLAUSE_ENDS:
                break

    def _read_phrase(self, phrase: Phrase) -> None:
        kind = phrase.kind
        reader = _PHRASES.get(kind)
        if reader is not None:
            try:
                reader(self, phrase)
            except BadRunError as bad:
                self._refuse(phrase, str(bad))
        elif phrase.place("FROM_COLUMN") and phrase.place("TO_COLUMN"):
            self._refuse(phrase, self._way_unread(phrase))
        elif phrase.place("IN_COLUMN"):
            self._in_column = number_of(phrase.place("IN_COLUMN"))

        # What this phrase lets the next ones be said of.
        elsewhere = phrase.place(*_ELSEWHERE) is not None
        self._verb = not elsewhere and (kind == "MOVE" or (self._verb and kind in _VERB_GOES_ON))
        self._awaits_card = kind == "THE_CARD_TURNED_UP" or (
            self._awaits_card and kind in ("ARTICLE", "IS")
        )
        if kind not in _LEADS and not self._awaits_card:
            self._lead = None
        elif self._lead is None:
            self._lead = phrase.head.start_pos
        turning = phrase.place("TURN_UP")
        if turning is not None and not elsewhere and not self._is_turned_up(phrase):
            self._awaits_card, self._lead = True, turning.start_pos

    def _is_turned_up(self, phrase: Phrase) -> bool:
        """Whether the phrase says of its own card that it's turned up: "the Kh turns up"."""
        turning = phrase.place("TURN_UP")
        return (
            phrase.kind in ("RUN", "NAMED_CARD")
            and turning is not None
            and not phrase.place("FROM_COLUMN", *(kind for kind in TARGETS if kind != "ON"))
            and _PASSIVE.match(turning) is not None
        )

    def _is_turned_up_too(self) -> bool:
        """Whether a card follows one that's turned up: "turning up a 6h and an 8c"."""
        at = self._around.at - 1
        while at >= 0 and self._around.sentence[at].kind in ("ARTICLE", "LINK", "COMMA"):
            at -= 1
        return self._turned_at == at >= 0

    def _way_unread(self, phrase: Phrase) -> str:
        """Why columns aren't those of a card before them: "the Jh must go from 8 to 9"."""
        for at in range(self._around.at - 1, max(self._around.at - 12, -1), -1):
            before = self._around.sentence[at]
            if before.kind in LIST_ENDS:
                break
            if before.kind in ("RUN", "NAMED_CARD"):
                self._lead = before.head.start_pos
                words = _line(self._bare[before.head.end_pos : phrase.head.end_pos])
                said = f"what is said of it isn't understood: '{words}'"
                return self._unsaid(whole=False) or said
        return "it doesn't say which cards"

    # What only colours a sentence

    def _suppose(self, phrase: Phrase) -> None:
        self._supposed = self._supposed or phrase.head.value

    def _allow(self, phrase: Phrase) -> None:
        self._possible = self._possible or phrase.head.value

    def _go_on(self, phrase: Phrase) -> None:
        """After a colon, or a "but", things are done again."""
        self._possible = ""
        if phrase.kind == "BUT":
            self._supposed = ""

    def _name_column(self, phrase: Phrase) -> None:
        self._column_named = column = read_number(phrase.head)
        verb = self._around.neighbour(-1)
        if verb is None or verb.kind != "REMOVE":
            return
        if refusal := self._refusal(whole=True):
            self._refuse(phrase, refusal)
            return
        self._lead = verb.head.start_pos
        self._take(RemoveSuit(*self._words(phrase), None, column), *self._span(phrase))

    def _refusal(self, *, whole: bool) -> str:
        """Why nothing is said to be done here, or the empty string."""
        return self._unsaid(whole=whole) or self._doubts[self._around.at]

    def _unsaid(self, *, whole: bool) -> str:
        """Whether it's only asked or supposed, in words.

        A ``whole`` move, with its columns, is taken to be done if it "can" be.
        """
        if self._asked:
            return "asked, not said to be done"
        word = self._supposed or ("" if whole else self._possible)
        return f"not said to be done: '{_line(word)}'" if word else ""

    # Moves

    def _read_card(self, phrase: Phrase) -> None:
        origin, target = phrase.place(*ORIGINS), phrase.place(*TARGETS)
        moves = self._verb or phrase.place("GOES") is not None
        if target is not None and target.type == "ON":
            # A card that only lies there goes nowhere.
            target = target if (moves and not self._awaits_card) or origin is not None else None
        if phrase.place("SOME_CELL"):
            self._refuse(phrase, "it doesn't say which cell")
            return
        if origin is None and target is None:
            awaited = self._awaits_card or self._is_turned_up(phrase)
            if phrase.kind == "CARD_COUNT":
                if awaited or self._verb:
                    self._refuse(phrase, "it doesn't say which cards")
            elif awaited or self._is_turned_up_too():
                self._turn_up(phrase)
            elif self._doubts[self._around.at] == LISTED:
                self._refuse(phrase, LISTED)
            elif self._verb and self._lead is not None:
                self._refuse(phrase, "it doesn't say where from or where to", move=False)
            return
        if self._says_two_places(phrase):
            self._refuse(phrase, "it says more than one place")
            return
        if phrase.kind == "CARD_COUNT":
            self._read_count(phrase, origin, target)
            return
        head, tail = read_cards(phrase.head)
        if head != tail and phrase.place("FROM_CELL", "TO_CELL"):
            self._refuse(phrase, "a cell holds one card, not a run")
            return
        if phrase.place("FROM_CELL") and (target is None or target.type != "TO_COLUMN"):
            self._refuse(phrase, "from a cell to no column")
            return
        both = origin is not None and target is not None
        refusal = self._unsaid(whole=both and phrase.place("TO_COLUMN", "TO_CELL") is not None)
        if not refusal and not moves and not both and not (target and self._around.is_list_item()):
            refusal = "no word says that it moves"
        refusal = (
            refusal or self._place_unread(phrase, origin, target) or self._doubts[self._around.at]
        )
        if refusal:
            self._refuse(phrase, refusal)
            return
        if origin is None and moves:
            origin = phrase.place("IN_COLUMN")
        goes_to = read_target(target)
        onto = phrase.place(*ONTO)
        if isinstance(goes_to, int) and onto is not None and names_card(onto):
            goes_to = replace(read_onto(onto), column=goes_to)
        self._take_run(phrase, head, tail, read_origin(origin), goes_to)

    def _says_two_places(self, phrase: Phrase) -> bool:
        """Whether it says two places for one; "to 9 onto the 10d", and no more, is one."""
        kinds = [place.type for place in phrase.places]
        for at, place in enumerate(phrase.places):
            before = kinds[at - 1] if at else ""
            if place.type in ONTO and before == "TO_COLUMN" and not column_of(place):
                del kinds[at]
                break
        return any(sum(kind in once for kind in kinds) > 1 for once in _ONCE)

    def _place_unread(self, phrase: Phrase, origin: Token | None, target: Token | None) -> str:
        """Why a move isn't taken of which an end is said, but not understood; or nothing.

        What is left open may be decided by the position, but not against the words.
        """
        if target is None and (
            phrase.place("IN_COLUMN", "THERE")
            or (origin is not None and self._around.says(("FROM_ELSEWHERE",), sentence=False))
            or self._around.says(_TARGETS_UNREAD, sentence=True)
        ):
            return _WHERE_TO
        if origin is None and self._around.says(_ORIGINS_UNREAD, sentence=False):
            return "it isn't understood where it comes from"
        if target is None and self._around.is_named(("IN_COLUMN", "THERE", *TARGETS)):
            return _WHERE_TO
        if origin is None and self._around.is_named(("IN_COLUMN", *ORIGINS)):
            return "it isn't understood where it comes from"
        return ""

    def _read_count(self, phrase: Phrase, origin: Token | None, target: Token | None) -> None:
        """Read "4 cards from 7 to 3", which says nothing without both columns."""
        refusal = self._refusal(whole=True)
        if not (origin and origin.type == "FROM_COLUMN" and target and target.type == "TO_COLUMN"):
            refusal = refusal or "it doesn't say which cards, or from which column to which"
        if phrase.place(*ONTO):
            refusal = refusal or "it says more than one place"
        if refusal or origin is None or target is None:
            self._refuse(phrase, refusal)
            return
        count = read_count(phrase.head)
        source = read_number(origin.value)
        move = MoveCount(*self._words(phrase), count, source, read_number(target.value))
        self._take(move, *self._span(phrase))

    def _take_run(
        self, phrase: Phrase, head: Card, tail: Card, source: Source, target: Target
    ) -> None:
        start, stop = self._span(phrase)
        self._take(MoveRun(*self._words(phrase), head, tail, source, target), start, stop)

    def _read_which(self, phrase: Phrase) -> None:
        """Read "... a 2c, which we promptly move to column 2": the card just turned up."""
        target = phrase.place(*TARGETS)
        refusal = self._refusal(whole=False)
        if refusal or target is None or self.found.announced is None:
            self._refuse(phrase, refusal or "it doesn't say which card, or where to")
            return
        (turned, column), self.found.announced = self.found.announced, None
        self._take_run(phrase, turned, turned, column, read_target(target))

    def _read_it(self, phrase: Phrase) -> None:
        """Read "... so we'll move it there", which completes a move whose target is open."""
        before = self._around.neighbour(-1)
        if before is None or before.kind != "MOVE":
            if phrase.place("FROM_COLUMN") and phrase.place("TO_COLUMN"):
                self._refuse(phrase, "it doesn't say which card")
            return
        try:
            target = read_target(phrase.place(*TARGETS))
        except BadRunError:
            target = None
        if phrase.place("THERE"):
            target = self._column_named
        last = self.found.last
        refusal = self._refusal(whole=False)
        if target is None:
            said = phrase.place("THERE") or self._around.says(_TARGETS_UNREAD, sentence=False)
            if said and not refusal and isinstance(last, MoveRun) and last.target is None:
                self.found.give_back(_WHERE_TO)
            return
        if refusal or not isinstance(last, MoveRun) or last.target is not None:
            self._refuse(phrase, refusal or "it doesn't say which card")
            return
        self.found.complete(replace(last, target=target), *self._span(phrase))

    def _read_suit(self, phrase: Phrase) -> None:
        verb = self._around.neighbour(-1)
        if verb is None or verb.kind != "REMOVE":
            return
        self._lead = verb.head.start_pos
        column = number_of(phrase.place("FROM_COLUMN", "IN_COLUMN"))
        refusal = self._refusal(whole=column is not None)
        if not refusal and column is None and not phrase.head.lower().startswith("the"):
            refusal = "it doesn't say which set"
        if not refusal and verb.head.lower() == "removing" and not self._around.happens():
            refusal = "not said to be done"
        if refusal:
            self._refuse(phrase, refusal)
            return
        suit = read_suit(phrase.head.value)
        self._take(RemoveSuit(*self._words(phrase), suit, column), *self._span(phrase))

    def _read_deal(self, phrase: Phrase) -> None:
        refusal = self._refusal(whole=False)
        if not refusal and phrase.head.lower().startswith("dealing"):
            refusal = "not said to be done"
        if refusal:
            self._refuse(phrase, refusal)
        else:
            self._take(DealRow(*self._words(phrase)), *self._span(phrase))

    def _read_deal_of_cards(self, phrase: Phrase) -> None:
        """Read "deal the cards" as what is done, where a sentence or an item begins with it."""
        after = self._around.neighbour(1)
        done = self._around.ends_item() or (after is not None and after.kind == "LINK")
        if self._begins_item() and done:
            self._read_deal(phrase)
        else:
            self._refuse(phrase, self._refusal(whole=False) or "not said to be done")

    def _read_bare_deal(self, phrase: Phrase) -> None:
        """Read "deal" as an item of a list; in "until the deal" it's a noun."""
        if self._begins_item() and self._around.ends_item():
            self._read_deal(phrase)

    def _read_dealt_row(self, phrase: Phrase) -> None:
        """Read "deal turning up 6d Ah ...", the row from column 1 on."""
        bare = pattern("prose", "{DEAL}").match(phrase.head.value) is None
        refusal = self._refusal(whole=True)
        if not refusal and bare and not self._begins_item():
            refusal = "not said to be done"
        if refusal:
            self._refuse(phrase, refusal)
            return
        row = listed_cards(phrase.head)
        self._take(DealRow(*self._words(phrase), row), *self._span(phrase))

    def _begins_item(self) -> bool:
        """Whether what stands before lets an item of a list begin here."""
        before = self._around.neighbour(-1)
        if (
            before is None
            or before.kind in LIST_ENDS
            or before.head.lower() == "now"
            or is_dash(before.head)
        ):
            return True
        last = self.found.marks.last
        return (
            last is not None
            and last.kind in (Kind.MOVE, Kind.TURNED_UP)
            and self._around.only_line_end(last.stop, self._around.phrase.head.start_pos)
        )

    # Cards turned up

    def _turn_up_listed(self, phrase: Phrase) -> None:
        """Read "turning up 2h 7d": what the last move turns up, first its own column's card."""
        refusal = self._refusal(whole=True)
        move = self.found.last
        if not refusal and move is None:
            refusal = "no move before it turns up a card"
        if not refusal and (isinstance(move, DealRow) or (move and move.reveal)):
            refusal = "the move before it turns up something else"
        if refusal or move is None:
            self._refuse(phrase, refusal)
            return
        cards = listed_cards(phrase.head)
        number = len(self.found.moves)
        self.found.turn_up(number, cards, *self._span(phrase), new=len(cards))

    def _turn_up(self, phrase: Phrase) -> None:
        """A card is said to be turned up, by the last move or the last from that column."""
        column = number_of(phrase.place("IN_COLUMN")) or self._in_column
        moves = self.found.moves
        number = len(moves) if column is None else self.found.last_from(column)
        refusal = self._refusal(whole=False)
        try:
            head, tail = read_cards(phrase.head)
        except BadRunError as bad:
            head = tail = UNKNOWN
            refusal = refusal or str(bad)
        if not refusal and head != tail:
            refusal = "a run is not turned up at once"
        too = self._is_turned_up_too()
        if too and number == 0 and self._goes_to(column):
            # What the same move turns up in the column that it goes to.
            number = len(moves)
        after = self._around.neighbour(1)
        if self._is_of_another_move(phrase, after):
            refusal = refusal or "it isn't said to be turned up by a move before it"
        if column is None and self.found.refused:
            refusal = refusal or "what looks like the move that turns it up was not taken"
        several = _SEVERAL.match(phrase.place("TURN_UP") or "")
        if several or (after is not None and after.kind == "OR"):
            refusal = refusal or "it says more than one card"
        if too and after is not None and after.kind not in LIST_ENDS:
            refusal = refusal or "it says more than one card"
        if not refusal and not number:
            refusal = "no move before it turns up a card" + f" of column {column}" * bool(column)
        move = moves[number - 1] if number else None
        first: tuple[Card, ...] = ()
        if too and move is not None and len(move.reveal) == 1:
            first = move.reveal
        if not refusal and (
            isinstance(move, DealRow) or (move and move.reveal not in ((), (head,), first))
        ):
            refusal = "the move before it turns up something else"
        if refusal or move is None:
            self._refuse(phrase, refusal)
            return
        self._turned_at = self._around.at
        if isinstance(move, MoveRun) and isinstance(move.source, int):
            column = move.source
        self.found.turn_up(number, (*first, head), *self._span(phrase))
        self.found.announced = (head, column)

    def _is_of_another_move(self, phrase: Phrase, after: Phrase | None) -> bool:
        """Whether a card is turned up later, or by a move that follows: "by moving the Jh"."""
        start, stop = self._span(phrase)
        first = self._around.sentence[0].head.start_pos or 0
        leads = self._bare[max(first, start - 60) : start]
        return (
            NOT_YET.match(self._bare, stop) is not None
            or (after is not None and after.kind == "BY")
            or WILL.search(leads) is not None
        )

    def _goes_to(self, column: int | None) -> bool:
        """Whether the last move may go to a column, for all that it says."""
        last = self.found.last
        target = last.target if isinstance(last, MoveRun | MoveCount) else None
        return last is not None and (target == column or not isinstance(target, int))

    # What was made of the text

    def _words(self, phrase: Phrase) -> tuple[Place, str]:
        start, (_, stop) = phrase.head.start_pos or 0, self._span(phrase)
        return self.source.place(start, stop - start), self.source.text[start:stop]

    def _span(self, phrase: Phrase) -> tuple[int, int]:
        """Where a phrase begins, with the words that lead to it, and ends."""
        start = phrase.head.start_pos if self._lead is None else self._lead
        last = phrase.head
        for place in phrase.places:
            if place.type == "TURN_UP" and not self._is_turned_up(phrase):
                break
            if place.type not in _ELSEWHERE:
                last = place
        return start or 0, last.end_pos or 0

    def _take(self, move: Found, start: int, stop: int) -> None:
        if _CARD_IN_REMARK.search(self.source.text, start, stop):
            self.found.refuse(start, stop, LISTED)
            return
        remark = _REMARK.match(self.source.text, stop)
        if remark and condemns(remark[0]):
            why = f"what is said of it isn't understood: '{_line(remark[0])}'"
            self.found.refuse(start, stop, why)
        else:
            self.found.take(move, start, stop)

    def _refuse(self, phrase: Phrase, reason: str, *, move: bool = True) -> None:
        self.found.refuse(*self._span(phrase), reason, move=move)


def _goes_further(sentence: Sequence[Phrase]) -> bool:
    """Whether a sentence begins with where the last move goes on to: "Then on to 6."."""
    for phrase in sentence[:3]:
        if phrase.place("TO_COLUMN", "TO_CELL", "INTO_SPACE", "ONTO"):
            return phrase.kind in ("LINK", "WORD")
        if phrase.kind != "LINK" and phrase.head.lower() not in ("on", "back", "next", "now"):
            break
    return False


_PHRASES: Final[Mapping[str, Callable[[_Reader, Phrase], None]]] = {
    "RUN": _Reader._read_card,
    "NAMED_CARD": _Reader._read_card,
    "WHICH_WE_MOVE": _Reader._read_which,
    "IT": _Reader._read_it,
    "SUIT": _Reader._read_suit,
    "CARD_COUNT": _Reader._read_card,
    "DEAL": _Reader._read_deal,
    "DEAL_CARDS": _Reader._read_deal_of_cards,
    "BARE_DEAL": _Reader._read_bare_deal,
    "DEALT_ROW": _Reader._read_dealt_row,
    "TURNED_CARDS": _Reader._turn_up_listed,
    "SUPPOSED": _Reader._suppose,
    "CANDIDATE": _Reader._suppose,
    "IF": _Reader._suppose,
    "POSSIBLE": _Reader._allow,
    "COLON": _Reader._go_on,
    "BUT": _Reader._go_on,
    "COLUMN": _Reader._name_column,
}

#: A remark right behind a move.
_REMARK: Final = re.compile(r"[\s.!,;]{0,20}\([^()]{1,100}\)|[ \t]*#(?!\d)[^\n]{1,100}")
#: "9s (8s, 7s) from 1 to 2".
_CARD_IN_REMARK: Final = re.compile(r"\(\s*(?:10|[2-9AJQK])[cdhs]\b")
#: An item of a list that is longer tells something, and names no move.
_MOST_IN_ITEM: Final = 40
_SEVERAL: Final = re.compile(r"(?:are|were|get)\b", re.IGNORECASE)
#: "the Kh is turned up", "the Kh turns up", but not "turning up the Kh".
_PASSIVE: Final = re.compile(r"(?:is|are|was|were|gets?|got|turns|turned)\b", re.IGNORECASE)


def _line(text: str) -> str:
    return " ".join(text.split())


SCRIPT_FORMAT: Final = ScriptFormat(
    name="prose",
    summary="moves in running text; what can't be placed is passed over",
    loads=loads,
    dumps=words.dumps,
    recognises=lambda _text: False,
    example="We move the 9-6s from column 7 to column 3, turning up a 6s.",
)
load = SCRIPT_FORMAT.load
dump = SCRIPT_FORMAT.dump
dumps = words.dumps
