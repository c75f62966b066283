"""``letters``: moves as the Spider Solitaire Addict blog writes them (T. Tao, 2019-2022).

::

    <be,bc,eb,hc> Js
    <e2=h1, ih> -> 4s
    deal -> 6d Ah 10h 9s 9c 6c Ac 6s 9d 4c

The blog has no words for a deal, nor for a suit that stays or is removed later.  This notation
adds ``deal``, ``keep`` after the move that completes the suit, and ``off c``.
``docs/notations/letters.md`` describes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from ..game import engine
from ..game import illegal as errors
from ..game.cards import CARD, NAMED_CARDS, RANK_WORDS, Card
from ..game.engine import Step
from ..game.illegal import IllegalMove
from ..game.moves import Deal, Move, Remove, Shift
from ..game.position import Position
from ..game.script import Call, Instruction, Script, ScriptFormat, text_source
from ..text.errors import NotationError, NotWritable
from ..text.source import SUIT_SIGNS, without_remarks
from .instructions import implied_removals, required_count
from .reports import LEFT_OUT, script_notes
from .supermove import expand, not_in_order, ordered_run

_LETTERS: Final = "abcdefghij"
_COLUMNS: Final = {letter: number for number, letter in enumerate(_LETTERS, 1)}


# Words


@dataclass(slots=True)
class _Group:
    """Consecutive moves, and the cards named after them."""

    words: list[_Word] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Word(Instruction):
    """One word of a script; ``moves`` returns its moves, without the removal of complete suits.

    ``keep``: a suit that the word completes stays in its column.
    """

    group: _Group = field(repr=False, compare=False)
    index: int = field(repr=False, compare=False)
    moves: Callable[[Position], Sequence[Move]] = field(repr=False)
    keep: bool = False

    def resolve(self, position: Position) -> Sequence[Call]:
        """Return the moves and the implied removals, with the cards that they turn up."""
        moves = self.moves(position)
        cards = tuple(self.group.cards)
        steps = self._steps(position, moves)
        if cards and self._turns_up_cards(steps, position):
            return _with_cards(steps, cards)
        return [Call(step.move) for step in steps]

    def _steps(self, position: Position, moves: Sequence[Move]) -> list[Step]:
        """Play the moves and the implied removals, without naming cards.  Raises IllegalMove."""
        steps: list[Step] = []
        completed = False
        for move in moves:
            steps.append(engine.do(position, move))
            removals = implied_removals(steps[-1])
            completed = completed or bool(removals)
            for number in () if self.keep else removals:
                steps.append(engine.do(steps[-1].after, Remove(number)))
            position = steps[-1].after
        if self.keep and not completed:
            raise errors.NotComplete(0, complete=engine.complete_columns(position))
        return steps

    def _turns_up_cards(self, steps: list[Step], before: Position) -> bool:
        """Return True if this word is the last of the group that turns up any card.

        Raises NothingRevealed if no word does (at the first word), or if it can't be decided
        which.
        """
        cards = tuple(self.group.cards)
        own = any(map(_count_faced, steps))
        if not own and self.index:
            return False
        later = self._turns_later(steps[-1].after if steps else before)
        if own and later is None:
            # Later words can't be played without the card: try it as a card of this word.
            for call in _with_cards(steps, cards):
                before = engine.do(before, call.move, call.reveal).after
            if self._turns_later(before):
                raise errors.NothingRevealed(cards, None)
        if not own and later is False:
            raise errors.NothingRevealed(cards)
        return own and not later

    def _turns_later(self, position: Position) -> bool | None:
        """Return True if a later word of the group turns up a card; None if one isn't playable."""
        for word in self.group.words[self.index + 1 :]:
            try:
                steps = word._steps(position, word.moves(position))
            except IllegalMove:
                return None
            if any(map(_count_faced, steps)):
                return True
            position = steps[-1].after if steps else position
        return False


def _shift(source: int, target: int, number: int | None, position: Position) -> Sequence[Move]:
    """Return the moves of a word such as ``ab`` or ``ab2``: one, or those of a supermove."""
    count = required_count(position, source, target) if number is None else number
    move = Shift(source, target, count)
    try:
        engine.verify(position, move)
    except errors.NoSuchPlace:
        return (move,)
    except IllegalMove as error:
        columns = position.columns
        run = ordered_run(columns[source - 1], position.rules)
        if number is None and count > max(1, len(run)):
            onto = columns[target - 1].bottom
            raise not_in_order(source, count, run, onto) from None
        if isinstance(error, errors.NotNatural):
            return expand(position, source, target, count)
    return (move,)


def _count_faced(step: Step) -> int:
    return len(_cards_faced(step))


def _with_cards(steps: Sequence[Step], cards: tuple[Card, ...]) -> list[Call]:
    """Return the moves of the steps, each with those of ``cards`` that it turns up."""
    turning = [i for i, step in enumerate(steps) if _count_faced(step)]
    calls = [Call(step.move) for step in steps]
    for i in turning:
        count = len(cards) if i == turning[-1] else _count_faced(steps[i])
        calls[i] = Call(steps[i].move, cards[:count])
        cards = cards[count:]
    return calls


# Reading

#: Suit signs and their letters.  A rank before a sign becomes a capital, because ``ac`` is a move.
_SUITS: Final = str.maketrans({**SUIT_SIGNS})
_WITH_A_SIGN: Final = re.compile(f"(?:10|[2-9AJQKT0ajqkt])[{''.join(SUIT_SIGNS)}]")
_ARROWS: Final = ("->", "=>", "\u2192", "\u21d2")
#: Matches any separators and comments, then one word.
_WORD: Final = re.compile(
    r"""(?: (?m:^[ \t]*(?P<number>\d{1,4})[.)](?=[ \t])) | \#(?!\d{1,4}\b(?!-\w))[^\n]* | moves?\b
        | [\s,;.\u2026"'\u2018-\u201f\u00ab\u00bb<>()\u2192\u21d2] | -{1,2}> | => )*+
    (?: (?P<move> (?P<from>[a-j]) (?:[ ](?:>[ ])?|[ ]?(?:->|\u2192)[ ]?)? (?P<to>[a-j])
          (?: (?P<cards>\d{1,3}) | [ ]? \( [ ]? (?P<brackets>\d{1,3}) [ ] cards? [ ]? \) )?
          (?![^\W_]|[ ]?=) (?P<keep>\s+keep\b)? )
      | (?P<swap> (?P<one>[a-j]) (?P<count>\d{1,3}) [ ]?=[ ]? (?P<two>[a-j]) (?P<back>\d{1,3})
          (?![^\W_]) )
      | (?P<deal> deal \b (?P<kept>\s+keep\b)? )
      | (?P<off> off [ ] (?P<column>[a-j]) \b )
      | (?P<card> (?: {CARD} | \?\? | (?<=>\s)(?i: {CARD} ) ) (?![^\W_])
          | (?i: (?: {RANKS} ) [ ]of[ ] (?: clubs | diamonds | hearts | spades ) ) \b )
      | (?P<other> [^\s,;<>()]+ ) | (?P<end> \Z ) )""".replace("{CARD}", CARD).replace(
        "{RANKS}", "|".join(RANK_WORDS)
    ),
    re.VERBOSE,
)
_A_MOVE: Final = (
    "two column letters from a to j, as in 'be' or 'ab2', a swap as in 'e2=h1', 'deal', "
    "or after a move the card that it turns up, as in '-> Qh'"
)


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read a script, as :class:`ScriptFormat` describes."""
    source = text_source(text, name, longest=None)
    instructions: list[Instruction] = []
    numbers: list[tuple[int, int]] = []
    group = _Group()
    after_deal = False
    for match in _WORD.finditer(_plain(source.text)):
        kind = match.lastgroup or ""
        if match["number"]:
            numbers.append((int(match["number"]), len(instructions)))
        if kind == "end":
            break
        start, stop = match.span(kind)
        place = source.place(start, stop - start)
        if kind == "card":
            if not group.words:
                message = "a card is named, but no move that could turn it up"
                raise NotationError(message, place, _A_MOVE)
            group.cards.append(NAMED_CARDS[match["card"].lower()])
            continue
        if kind == "other":
            raise NotationError(f"'{match[kind]:.20}' is not understood here", place, _A_MOVE)
        if match["from"] == "a" and source.text[match.start() : start].rstrip().endswith(_ARROWS):
            message = (
                f"'{match[kind]}' can be a move or a card: write '{match[kind].capitalize()}'"
            )
            raise NotationError(f"{message} for the card", place)
        # Cards end a group, and a deal is a separate group.
        if group.cards or kind == "deal" or after_deal:
            group = _Group()
        after_deal = kind == "deal"
        keep = match["keep" if kind == "move" else "kept"] is not None
        word = _Word(place, match[kind], group, len(group.words), _moves(match, kind), keep)
        group.words.append(word)
        instructions.append(word)
    left_out = LEFT_OUT.search(without_remarks(source.text)) is not None
    notes = script_notes(left_out, numbers, source.text)
    return Script(tuple(instructions), name, notes)


def _moves(match: re.Match[str], kind: str) -> Callable[[Position], Sequence[Move]]:
    """Return the moves of a word that isn't a card, as a function of the position."""
    if kind == "move":
        count = match["cards"] or match["brackets"]
        columns = _COLUMNS[match["from"]], _COLUMNS[match["to"]]
        return partial(_shift, *columns, int(count) if count else None)
    if kind == "swap":
        columns = _COLUMNS[match["one"]], _COLUMNS[match["two"]]
        counts = int(match["count"]), int(match["back"])
        return lambda position: expand(position, *columns, *counts)
    move = Remove(_COLUMNS[match["column"]]) if kind == "off" else Deal()
    return lambda _: (move,)


def _plain(text: str) -> str:
    """Replace suit signs after a rank by letters.  Offsets stay the same."""
    return _WITH_A_SIGN.sub(lambda match: match[0].upper().translate(_SUITS), text)


# Recognising and writing

_PAIRS: Final = re.compile(r"<?\s*+(?:[A-Za-z]{2}\d{0,2}(?:[\s,;.]++|>?\Z))++>?")
_ENDS_A_MOVE: Final = re.compile(
    r"""\s*+(?:[,;.>)#"'\u2018-\u201f]|\d{1,4}[.)]\s|-{1,2}>|=>|\u2192|\u21d2|\Z)"""
)


def recognises(text: str) -> bool:
    """Return True if ``text`` begins with a move in letters, or consists of pairs of letters.

    The move may follow comments and deals (see :func:`begins_with_one`).  A pair may have a
    number, as in ``be3``, and its letters need not be those of columns.
    """
    return begins_with_one(text) or _PAIRS.fullmatch(text[:10_000].strip()) is not None


def begins_with_one(text: str) -> bool:
    """Return True if ``text`` begins with a move in letters, after any comments and deals.

    If it has only deals, one must have ``keep`` or the text an arrow.
    """
    plain = _plain(text[:10_000])
    has_deal = is_letters = False
    for match in _WORD.finditer(plain):
        if match.lastgroup in ("move", "swap", "off"):
            following = _WORD.match(plain, match.end())
            ends = _ENDS_A_MOVE.match(plain, match.end()) is not None
            return ends or following is None or following.lastgroup != "other"
        if match.lastgroup == "deal":
            # A deal alone is valid in words too.
            has_deal = True
            is_letters = (
                is_letters or match["kept"] is not None or "->" in plain or "\u2192" in plain
            )
        elif match.lastgroup == "other" or not has_deal:
            return False
    return is_letters


def dumps(steps: Sequence[Step]) -> str:
    """Write played steps, with a line break after each deal and each move that reveals a card."""
    lines: list[str] = []
    group: list[str] = []
    index = 0
    while index < len(steps):
        step = steps[index]
        index += 1
        word, cards = _word(step), _cards_faced(step)
        implied = implied_removals(step)
        if implied:
            next_moves = [s.move for s in steps[index : index + len(implied)]]
            if next_moves == [Remove(number) for number in implied]:
                for removal in steps[index : index + len(implied)]:
                    cards += _cards_faced(removal)
                index += len(implied)
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
        if move.count != required_count(step.before, move.source, move.target):
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
)
