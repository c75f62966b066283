"""``letters``: moves as the Spider Solitaire Addict blog writes them (T. Tao, 2019-2022).

::

    <be,bc,eb,hc> Js
    <e2=h1, ih> -> 4s
    deal -> 6d Ah 10h 9s 9c 6c Ac 6s 9d 4c

Columns are ``a`` to ``j``.  ``ab`` moves as many cards from ``a`` to ``b`` as the ranks ask for,
and onto an empty column the longest natural run; ``ab2`` and ``ab(2 cards)`` say how many.
``e2=h1`` exchanges the last two cards of ``e`` with the last one of ``h``.  Off-suit runs move as
a supermove (:mod:`spiderpos.supermove`).  Cards after moves are those that the last of them to
turn up a card turns up.  Complete suits go off at once, without a word.

The blog has no word for a deal, for a suit that stays, or goes off later: ``deal``, ``keep``
after the move that completes it, and ``off c`` are ours.  ``docs/notations/letters.md`` says
what is tolerated.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NoReturn

from .. import engine, errors
from ..cards import ACE, Card, card, parse_suit
from ..census import DECKS
from ..engine import Step
from ..errors import IllegalMove, NotationError, NotWritable
from ..lettercards import CARD, CARDS
from ..moves import Deal, Move, Remove, Shift
from ..position import Position
from ..source import SourceText
from ..supermove import expand, ordered_run
from .base import Call, Instruction, Script, ScriptFormat
from .instructions import asked_count, unsaid_removals

__all__ = ["SCRIPT_FORMAT", "dump", "dumps", "load", "loads", "recognises", "resembles"]

_LETTERS: Final = "abcdefghij"
_MOST_MOVES: Final = 10_000


# What the words mean


@dataclass(slots=True)
class _Group:
    """Moves in a row, and the cards that are announced after them."""

    moves: list[_Letters] = field(default_factory=list)
    said: list[Card] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Letters(Instruction):
    """One word of a script.  ``keep``: the suit that it completes stays."""

    group: _Group = field(repr=False, compare=False)
    index: int = field(repr=False, compare=False)
    keep: bool

    @abstractmethod
    def moves(self, position: Position) -> Sequence[Move]:
        """The moves that it says, without those that go unsaid.  Raises IllegalMove."""

    def resolve(self, position: Position) -> Sequence[Call]:
        """The moves, the removals that go unsaid, and the cards announced."""
        moves = self.moves(position)
        said = self.group.said
        if not self.keep and _is_plain(position, moves):
            # Most words can be judged without playing anything.
            if not said:
                return (Call(moves[0]),)
            turns = _turns_one(position, moves[0])
            if self.index and not turns:
                return (Call(moves[0]),)
            if turns and self.index == len(self.group.moves) - 1:
                return (Call(moves[0], tuple(said)),)
        elif not said and not self.keep and position.rules.automatic_removal:
            return [Call(move) for move in moves]
        steps = self.steps(position, moves)
        if said and self._turns_last(steps, position):
            return _announced(steps, tuple(said))
        return [Call(step.move) for step in steps]

    def steps(self, position: Position, moves: Sequence[Move]) -> list[Step]:
        """What its moves do, with unknown cards left unknown.  Raises IllegalMove."""
        if not self.keep and _is_plain(position, moves):
            return [engine.do(position, moves[0])]
        steps: list[Step] = []
        completed = False
        for move in moves:
            steps.append(engine.do(position, move))
            position = steps[-1].after
            removals = unsaid_removals(steps[-1])
            completed = completed or bool(removals)
            for number in () if self.keep else removals:
                steps.append(engine.do(position, Remove(number)))
                position = steps[-1].after
        if self.keep and not completed:
            raise errors.NotInTableau(None, engine.complete_columns(position))
        return steps

    def _turns_last(self, steps: list[Step], before: Position) -> bool:
        """Whether no later move of the group turns up a card, but this one does.

        Raises NothingRevealed, at the first move, if none does; AmbiguousReveal if that can't
        be told.
        """
        said = tuple(self.group.said)
        own = any(_faced(step) for step in steps)
        if not own and self.index:
            return False
        after = steps[-1].after if steps else before
        later, finished = self._later_turns(after)
        if not own:
            if finished and not later:
                raise errors.NothingRevealed(said)
            return False
        if not later and not finished:
            # The moves after this one can't be played without knowing the card.
            for call in _announced(steps, said):
                before = engine.do(before, call.move, call.reveal).after
            if self._later_turns(before)[0]:
                raise errors.AmbiguousReveal(said)
        return not later

    def _later_turns(self, position: Position) -> tuple[bool, bool]:
        """Whether a later move of the group turns up a card; whether all could be looked at."""
        moves = self.group.moves
        for i in range(self.index + 1, len(moves)):
            try:
                steps = moves[i].steps(position, moves[i].moves(position))
            except IllegalMove:
                return False, False
            if any(_faced(step) for step in steps):
                return True, True
            position = steps[-1].after if steps else position
        return False, True


@dataclass(frozen=True, slots=True)
class _Move(_Letters):
    """``ab`` or ``ab2``."""

    source: int
    target: int
    count: int | None = None

    def moves(self, position: Position) -> Sequence[Move]:
        count = self.count
        if count is None:
            count = asked_count(position, self.source, self.target)
        move = Shift(self.source, self.target, count)
        # A natural run: if it may not move, the engine will say why not.
        if count == 1 or _is_natural(position, move):
            return (move,)
        fault = _fault(position, move)
        if fault is None or isinstance(fault, errors.NoSuchColumn):
            return (move,)
        columns = position.columns
        run = ordered_run(columns[self.source - 1], position.rules)
        if self.count is None and count > len(run):
            raise errors.NotInOrder(self.source, count, run, columns[self.target - 1].bottom)
        if isinstance(fault, errors.NotNatural):
            return expand(position, self.source, self.target, count)
        return (move,)


@dataclass(frozen=True, slots=True)
class _Swap(_Letters):
    """``e2=h1``."""

    source: int
    target: int
    count: int
    back: int

    def moves(self, position: Position) -> Sequence[Move]:
        return expand(position, self.source, self.target, self.count, self.back)


@dataclass(frozen=True, slots=True)
class _Deal(_Letters):
    """``deal``."""

    def moves(self, position: Position) -> Sequence[Move]:
        return (Deal(),)


@dataclass(frozen=True, slots=True)
class _Off(_Letters):
    """``off c``."""

    column: int

    def moves(self, position: Position) -> Sequence[Move]:
        return (Remove(self.column),)


def _is_natural(position: Position, move: Shift) -> bool:
    """Whether the cards of a shift are there, known, and in order of rank and suit."""
    if not 0 < move.source <= len(position.columns):
        return False
    up = position.columns[move.source - 1].up
    if not 0 < move.count <= len(up) or not up[-1]:
        return False
    lowest = up[-1]
    return all(up[-1 - n] == lowest + 4 * n for n in range(1, move.count))


def _fault(position: Position, move: Shift) -> IllegalMove | None:
    try:
        engine.verify(position, move)
    except IllegalMove as fault:
        return fault
    return None


def _is_plain(position: Position, moves: Sequence[Move]) -> bool:
    """Whether it is one shift that, by a look at the cards, makes no suit go off."""
    if len(moves) != 1 or not isinstance(moves[0], Shift):
        return False
    columns, move = position.columns, moves[0]
    if not 0 < move.source <= len(columns):
        return True
    # The lowest card that moves, and the one that is laid bare.
    up, count = columns[move.source - 1].up, move.count
    if not up or up[-1] >> 2 == ACE:
        return not up
    return not 0 < count < len(up) or up[-count - 1] >> 2 != ACE


def _turns_one(position: Position, move: Move) -> bool:
    """Whether a plain shift turns up a card."""
    if not isinstance(move, Shift) or not 0 < move.source <= len(position.columns):
        return False
    column = position.columns[move.source - 1]
    return bool(column.down) and len(column.up) == move.count


def _faced(step: Step) -> int:
    """How many cards come face up by a step."""
    dealt = len(step.cards) if isinstance(step.move, Deal) else 0
    return dealt + len(step.turned)


def _announced(steps: Sequence[Step], said: tuple[Card, ...]) -> list[Call]:
    """The moves of the steps with the cards announced; too many go to the last that turns one."""
    turning = [i for i, step in enumerate(steps) if _faced(step)]
    calls = [Call(step.move) for step in steps]
    for i in turning:
        count = len(said) if i == turning[-1] else _faced(steps[i])
        calls[i] = Call(steps[i].move, said[:count])
        said = said[count:]
    return calls


# Reading

_RANK_WORDS: Final = (
    *("", "ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
#: Suits as signs.  The rank before one becomes a capital: ``ac`` would be a move.
_SUITS: Final = str.maketrans("♣♧♦♢♥♡♠♤", "ccddhhss")
_WITH_A_SIGN: Final = re.compile("(?:10|[2-9AJQKT0ajqkt])[♣♧♦♢♥♡♠♤]")
_WORD: Final = re.compile(
    r"""(?P<blank> (?m:^[ \t]*\d{1,4}[.)](?=[ \t])) | [^\S\n]+ | [\n,;.\u2026]+ | \#[^\n]*
        | moves?\b | ["'\u2018-\u201f\u00ab\u00bb])
    | (?P<swap> (?P<one>[a-j]) (?P<count>\d{1,3}) [ ]?=[ ]? (?P<two>[a-j]) (?P<back>\d{1,3})
        (?![^\W_]) )
    | (?P<move> (?P<from>[a-j]) (?P<to>[a-j])
        (?: (?P<cards>\d{1,3}) | [ ]? \( [ ]? (?P<brackets>\d{1,3}) [ ] cards? [ ]? \) )?
        (?![^\W_]|[ ]?=) )
    | (?P<card> (?: """
    + CARD
    + r""" | \?\? ) (?![^\W_]) )
    | (?P<named> (?i: (?:ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king)
        [ ]of[ ] (?:clubs|diamonds|hearts|spades) ) \b )
    | (?P<arrow> -{1,2}> | => | \u2192 | \u21d2 )
    | (?P<open> [<(] ) | (?P<close> [>)] )
    | (?P<deal> deal \b ) | (?P<keep> keep \b ) | (?P<off> off [ ] (?P<column>[a-j]) \b )
    | (?P<other> [^\s,;<>()]+ )""",
    re.VERBOSE,
)
_AFTER_ARROW: Final = re.compile(
    rf"\s{{0,99}}({CARD}(?![^\W_])|\?\?|[a-z]{{3,5}} of \w)", re.IGNORECASE
)
_MORE_PAIRS: Final = re.compile(r"(?:,[a-j]{2}(?=,[a-j]{2}[,>]))+")
_OPENING: Final = {">": "<", ")": "("}
_TWO_COLUMNS: Final = re.compile(r"[a-j][a-j]")
_A_MOVE: Final = (
    "two column letters from a to j, as in 'be' or 'ab2', a swap as in 'e2=h1', 'deal', "
    "or after a move the card that it turns up, as in '-> Qh'"
)


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read a script; a text without any move is one without moves.

    Raises NotationError with the place and what was expected.  *Not* checked: anything that a
    position is needed for.
    """
    return _Reader(SourceText(text, name)).read()


class _Reader:
    """One pass over the words of a text."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._text = _plain(source.text)
        self._instructions: list[Instruction] = []
        self._group = _Group()
        # The last word if it was a move, which may be followed by 'keep'.
        self._pending: re.Match[str] | None = None
        # The brackets that are open, and where.
        self._open: dict[str, int] = {}

    def read(self) -> Script:
        text = self._text
        at = 0
        while at < len(text):
            match = _WORD.match(text, at)
            if match is None:
                self._fail(at, at + 1, "this can't stand here", _A_MOVE)
            at = match.end()
            kind = match.lastgroup
            if kind == "move":
                self._move(match)
                at = self._pairs(at)
            elif kind in ("swap", "off", "deal"):
                self._move(match)
            elif kind == "other":
                self._other(match)
            elif kind == "keep":
                if self._pending is None:
                    self._fail(*match.span(), "'keep' follows no move that could complete a suit")
                self._finish(keep=True)
            elif kind == "card":
                self._card(match.span(), CARDS[match[0].lower()])
            elif kind == "named":
                rank, _, suit = match[0].lower().split()
                self._card(match.span(), card(_RANK_WORDS.index(rank), parse_suit(suit)))
            elif kind == "open":
                if match[0] in self._open:
                    self._fail(*match.span(), f"'{match[0]}' within '{match[0]}'", _A_MOVE)
                self._open[match[0]] = match.start()
            elif kind == "close" and _OPENING[match[0]] in self._open:
                del self._open[_OPENING[match[0]]]
            elif kind == "arrow" or match[0] == ">":
                at = self._card_after(match)
            elif kind == "close":
                self._fail(*match.span(), "this closes no bracket", _A_MOVE)
        self._finish()
        for bracket, start in self._open.items():
            self._fail(start, start + 1, f"'{bracket}' is not closed")
        return Script(tuple(self._instructions), self._source.name)

    def _fail(self, start: int, stop: int, message: str, expected: str = "") -> NoReturn:
        raise NotationError(message, self._source.place(start, stop - start), expected)

    def _move(self, match: re.Match[str]) -> None:
        self._finish()
        # Cards end a group, and a row that is dealt is one of its own.
        after_deal = bool(self._group.moves) and isinstance(self._group.moves[-1], _Deal)
        if self._group.said or after_deal or match.lastgroup == "deal":
            self._group = _Group()
        if len(self._instructions) == _MOST_MOVES:
            self._fail(*match.span(), f"more than {_MOST_MOVES} moves")
        self._pending = match

    def _pairs(self, at: int) -> int:
        """Read the moves that follow a move, as long as they are pairs of letters with commas
        between, as they mostly are; the last of them is left, since more may belong to it.

        Returns where they end.
        """
        found = _MORE_PAIRS.match(self._text, at)
        if found is None:
            return at
        self._finish()
        text, place, group = self._text, self._source.place, self._group
        stop = min(found.end(), at + 3 * (_MOST_MOVES - len(self._instructions)))
        for start in range(at + 1, stop, 3):
            word = text[start : start + 2]
            columns = _LETTERS.index(word[0]) + 1, _LETTERS.index(word[1]) + 1
            made = _Move(place(start, 2), word, group, len(group.moves), False, *columns)
            group.moves.append(made)
            self._instructions.append(made)
        return stop

    def _finish(self, *, keep: bool = False) -> None:
        """Make an instruction of the word that waits for a 'keep'."""
        match, self._pending = self._pending, None
        if match is None:
            return
        start, stop = match.span()
        group = self._group
        head = (
            self._source.place(start, stop - start),
            match[0],
            group,
            len(group.moves),
            keep,
        )
        made: _Letters
        if match.lastgroup == "swap":
            columns = _column(match["one"]), _column(match["two"])
            made = _Swap(*head, *columns, int(match["count"]), int(match["back"]))
        elif match.lastgroup == "move":
            count = match["cards"] or match["brackets"]
            columns = _column(match["from"]), _column(match["to"])
            made = _Move(*head, *columns, int(count) if count else None)
        elif match.lastgroup == "off":
            made = _Off(*head, _column(match["column"]))
        else:
            made = _Deal(*head)
        group.moves.append(made)
        self._instructions.append(made)

    def _card_after(self, match: re.Match[str]) -> int:
        """Read the card that an arrow asks for, in either case; return where it ends."""
        found = _AFTER_ARROW.match(self._text, match.end())
        expected = "the card turned up, as in '-> Qh'"
        if found is None:
            self._fail(*match.span(), "no card follows", expected)
        word = found[1]
        if _TWO_COLUMNS.fullmatch(word):
            cardlike = word.capitalize()
            message = f"'{word}' can be a move or a card: write '{cardlike}' for the card"
            self._fail(*found.span(1), message)
        if word.lower() not in CARDS:
            return match.end()  # named in words: the next word
        self._card(found.span(1), CARDS[word.lower()])
        return found.end()

    def _card(self, span: tuple[int, int], said: Card) -> None:
        self._finish()
        if not self._group.moves:
            self._fail(*span, "a card is named, but no move that could turn it up", _A_MOVE)
        self._group.said.append(said)
        if len(self._group.said) > DECKS:
            self._fail(*span, f"more than {DECKS} cards")

    def _other(self, match: re.Match[str]) -> NoReturn:
        word = match[0]
        shown = word if len(word) <= 20 else word[:20] + "..."
        message = f"'{shown}' is not understood"
        if word[:1] in _LETTERS and word[1:2].isdigit():
            message = f"'{shown}' is no swap"
        elif len(word) == 2 and word.isalpha():
            message = f"'{shown}' is not a move"
            if word.isupper() and set(word.lower()) <= set(_LETTERS):
                message += ": columns are small letters"
        self._fail(*match.span(), message, _A_MOVE)


def _plain(text: str) -> str:
    """Write suits as letters that stand as signs after a rank; each character stays in place."""
    return _WITH_A_SIGN.sub(lambda found: found[0].upper().translate(_SUITS), text)


def _column(letter: str) -> int:
    return _LETTERS.index(letter) + 1


# Recognising and writing

_LIKE_A_MOVE: Final = (
    r"(?:[a-j]\d{1,3}[ ]?=[ ]?[a-j]\d{1,3}|[a-j][a-j]\d{0,3}(?:[ ]?\(\d{1,3}[ ]cards?\))?"
    r"|off[ ][a-j])"
)
_PAIRS: Final = re.compile(r"<?\s*+(?:[A-Za-z]{2}\d{0,2}(?:[\s,;.]++|>?\Z))++>?")
_BEGINS_LIKE_LETTERS: Final = re.compile(
    rf"""(?:\s|(?<!\S)\d{{1,4}}[.)](?=\s)|\#[^\n]*|[.,;("'\u2018-\u201f])*+
    (?:
      (?:deal\s*+(?:keep\s*+)?+(?:(?:->|\u2192|>)\s*+)?+(?:(?:{CARD}|\?\?)[\s,]*+)*+)*+
      (?:moves?\s++)?+ <?\s*+ {_LIKE_A_MOVE}
      (?: \s*+ (?:[,;.>)#"'\u2018-\u201f] | -> | \u2192 | \Z)
        | \s*+ \( \s*+ (?:{CARD}|\?\?) \s*+ \)
        | \s++ (?:{_LIKE_A_MOVE} | {CARD} | keep | deal | off) \b
        | \s++ \d{{1,4}}[.)](?=\s) )
    | (?:deal\s++(?=deal))*+ deal \s*+ (?: keep\b | -> | \u2192 )
    )""",
    re.VERBOSE,
)


def recognises(text: str) -> bool:
    """Whether ``text``, remarks aside, begins with a move in letters."""
    return _BEGINS_LIKE_LETTERS.match(_plain(text[:10_000])) is not None


def resembles(text: str) -> bool:
    """Whether ``text`` is nothing but pairs of letters, if perhaps not those of columns."""
    return _PAIRS.fullmatch(text[:10_000].strip()) is not None


def dumps(steps: Sequence[Step]) -> str:
    """Write steps that were played: a line for each card turned up.

    Replayed from the first step's position they give the same positions again.  Raises
    NotWritable for moves to and from free cells.
    """
    lines: list[str] = []
    group: list[str] = []
    at = 0
    while at < len(steps):
        step = steps[at]
        at += 1
        word, cards = _word(step), _cards_faced(step)
        unsaid = unsaid_removals(step)
        if unsaid:
            next_moves = [s.move for s in steps[at : at + len(unsaid)]]
            if next_moves == [Remove(number) for number in unsaid]:
                for removal in steps[at : at + len(unsaid)]:
                    cards += _cards_faced(removal)
                at += len(unsaid)
            else:
                word += " keep"
        is_deal = isinstance(step.move, Deal)
        if is_deal and group:
            lines.append(f"<{','.join(group)}>")
            group = []
        group.append(word)
        if is_deal or any(cards):
            text = word if is_deal else f"<{','.join(group)}>"
            lines.append(text + (f" -> {' '.join(map(str, cards))}" if any(cards) else ""))
            group = []
    if group:
        lines.append(f"<{','.join(group)}>")
    return "".join(f"{line}\n" for line in lines)


def _word(step: Step) -> str:
    move = step.move
    if isinstance(move, Deal):
        return "deal"
    if isinstance(move, Remove):
        return f"off {_LETTERS[move.column - 1]}"
    if isinstance(move, Shift):
        word = _LETTERS[move.source - 1] + _LETTERS[move.target - 1]
        if move.count != asked_count(step.before, move.source, move.target):
            word += str(move.count)
        return word
    raise NotWritable("letters", "moves to and from free cells", ("words",))


def _cards_faced(step: Step) -> list[Card]:
    dealt = step.cards if isinstance(step.move, Deal) else ()
    return [*dealt, *(turned.card for turned in step.turned)]


SCRIPT_FORMAT: Final = ScriptFormat(
    name="letters",
    summary="column letters, as the Spider Solitaire Addict blog writes moves",
    loads=loads,
    dumps=dumps,
    recognises=recognises,
    example="<be,bc,eb,hc> -> Js",
)
load = SCRIPT_FORMAT.load
dump = SCRIPT_FORMAT.dump
