"""Moves in numbers, and in cards and columns, as programs log them.

::

    3 8 2
    3-8
    6D 3-8    10
    JD col 9 -> Qs col 2, reveals 6s
    5:5>10 D 4C

``docs/notations/scripts.md`` says where each comes from; the grammar is ``grammars/numbers.lark``.
Which cards go is what is legal; how columns are counted see :mod:`.readings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from ..game import illegal as errors
from ..game.cards import Card, parse_suit
from ..game.engine import Step
from ..game.moves import Deal, Remove, Shift
from ..game.position import Column, Position
from ..game.script import Call, Instruction, Script, ScriptFormat, text_source
from ..text.errors import NotationError, NotWritable
from ..text.remarks import plain, without_remarks
from ..text.resources import grammar
from ..text.source import SourceText
from .faults import unexpected
from .instructions import (
    DealRow,
    MoveCount,
    MoveFitting,
    MoveRun,
    Onto,
    Space,
    Target,
    turned_words,
)
from .readings import ColumnOf, Removal, run_tail, script_of
from .terms import CARDS, pattern, read_suit

__all__ = ["SCRIPT_FORMAT", "dumps", "loads", "recognises"]

#: "(3, 8, 2)": no remark.
_TRIPLE: Final = re.compile(r"\(\s*\d+\s*,\s*\d+\s*,\s*\d+\s*\)")
_WITHOUT_SIGNS: Final = str.maketrans("(,)", "   ")
_DIGITS: Final = re.compile(r"\d+")
_COLUMNS: Final = frozenset(("NUMBER", "COLUMN", "SPACE_COLUMN"))

#: What may come next, as :mod:`.faults` says it.
_EXPECTED: Final = (
    ("DEAL", "a move such as '3 8', '3 8 2', '6D 3-8' or 'deal'", ()),
    ("CARD", "a card such as 10h", ("DEAL",)),
    ("SUIT", "a suit (clubs, diamonds, hearts, spades)", ("DEAL",)),
    ("NUMBER", "a number", ("DEAL",)),
    ("_SEPARATOR", "a comma or a line end before the next move", ("DEAL",)),
)


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read a script; a text of remarks and blanks only is one without moves.

    ``name`` is what errors call the text.  Raises NotationError with the place and what was
    expected.  *Not* checked: anything that a position is needed for.
    """
    source = text_source(text, name, longest=None)
    bare = without_remarks(_plain(text))
    try:
        tree = grammar("numbers", positions=False).parse(bare.text)
    except UnexpectedInput as error:
        raise unexpected(source, bare.text, error, _EXPECTED) from None
    return script_of(partial(_instructions, source, tree), name)


def _plain(text: str) -> str:
    return _TRIPLE.sub(lambda triple: triple[0].translate(_WITHOUT_SIGNS), plain(text))


def _instructions(
    source: SourceText, tree: Tree[Token], column: ColumnOf
) -> Iterator[Instruction]:
    for step in tree.children:
        # A number before a move is none.
        if isinstance(step, Tree):
            yield from _step(source, step.data, step.children, column)


@dataclass(frozen=True, slots=True)
class LayingBare(MoveRun):
    """``JD col 9 -> Qs col 2, reveals 6s``: the card that lies bare then, turned up or not."""

    def resolve(self, position: Position) -> Sequence[Call]:
        """See :meth:`MoveRun.resolve`.  Raises WrongReveal too, NothingRevealed for a space."""
        (call,) = MoveRun.resolve(replace(self, reveal=()), position)
        column = position.column(self.source) if isinstance(self.source, int) else Column()
        count = call.move.count if isinstance(call.move, Shift) else 0
        left = column.up[:-count]
        if not left and column.down:
            return (replace(call, reveal=self.reveal),)
        if not left:
            raise errors.NothingRevealed(self.reveal)
        if left[-1:] != self.reveal:
            raise errors.WrongReveal(int(str(self.source)), self.reveal[0], left[-1])
        return (call,)


def _step(
    source: SourceText, kind: str, tokens: list[Any], column: ColumnOf
) -> Iterator[Instruction]:
    """The instruction that the tokens of a step make, and perhaps the removal of a suit."""
    start, stop = tokens[0].start_pos, tokens[-1].end_pos
    words = (source.place(start, stop - start), source.text[start:stop])
    if kind == "placed":
        yield from _placed(source, tokens, column)
        return
    types = [token.type for token in tokens]
    reveal: tuple[Card, ...] = ()
    gone = tokens.index(last) if (last := tokens[-1]).type == "GONE_OFF" else len(tokens)
    turned = gone
    if "TURNING_UP" in types:
        turned = types.index("TURNING_UP")
        reveal = _cards(tokens[turned:gone])
    columns = [n for n in range(turned) if types[n] in _COLUMNS]
    if kind == "by_columns":
        first, second, *more = (_number(tokens[n]) for n in columns)
        if more:
            yield MoveCount(*words, more[0], column(first), column(second), reveal)
        else:
            yield MoveFitting(*words, column(first), column(second), reveal)
    elif kind == "by_card":
        first, second = columns[:2]
        moved = _cards(tokens[:first])
        head, tail = moved[0], moved[-1]
        if head.suit is not tail.suit or head < tail:
            place = source.place(start, tokens[first - 1].end_pos - start)
            raise NotationError("these are not the ends of a run", place, "as 9s+6s")
        target = _target(tokens[second], _cards(tokens[first:second]), column)
        origin = column(_number(tokens[first]))
        if "LAYING_BARE" in types:
            bare = _cards(tokens[types.index("LAYING_BARE") :])
            yield LayingBare(*words, head, tail, origin, target, bare)
        else:
            yield MoveRun(*words, head, tail, origin, target, reveal)
    elif kind == "by_count":
        count, first, second = (_number(token) for token in tokens[:3])
        if len(tokens) == 3:
            yield MoveCount(*words, count, column(first), column(second))
        else:
            head = CARDS[tokens[3].lower()]
            onto = None if tokens[4].type == "EMPTY" else CARDS[tokens[4].lower()]
            number = column(second)
            target = Space(number) if onto is None else Onto(onto, number)
            yield MoveRun(*words, head, run_tail(head, count), column(first), target)
    elif kind == "deal":
        yield DealRow(*words, _cards(tokens))
    elif types[0] == "REMOVE":
        suit = read_suit(tokens[1]) if types[1] == "SUIT" else None
        where = column(_number(tokens[columns[0]])) if columns else None
        yield Removal(*words, suit, where, reveal)
    if gone < len(tokens):
        place = source.place(last.start_pos, len(last))
        yield Removal(place, last.value, parse_suit(last[1]), None)


def _placed(source: SourceText, tokens: list[Token], column: ColumnOf) -> Iterator[Instruction]:
    """``5:5>10``, ``D``, and ``4C`` behind them: the suit in column 4 is taken off."""
    for token in tokens:
        words = (source.place(token.start_pos or 0, len(token)), token.value)
        numbers = [int(digits) for digits in _DIGITS.findall(token)]
        if token.type == "PLACED":
            first, depth, second = numbers
            yield MoveFitting(*words, column(first), column(second), depth=depth)
        elif token.type == "OFF_COLUMN":
            yield Removal(*words, None, column(numbers[0]))
        else:
            yield DealRow(*words)


def _cards(tokens: Iterable[Token]) -> tuple[Card, ...]:
    return tuple(CARDS[token.lower()] for token in tokens if token.type == "CARD")


def _number(token: Token) -> int:
    found = _DIGITS.search(token)
    assert found is not None  # noqa: S101 - the terminals have one
    return int(found[0])


def _target(token: Token, onto: tuple[Card, ...], column: ColumnOf) -> Target:
    number = column(_number(token))
    if onto:
        return Onto(onto[0], number)
    return Space(number) if token.type == "SPACE_COLUMN" else number


# Recognising and writing

_BEGINNING: Final = (
    # Deals may come first, and numbers of moves.
    r"(?:[\s,;.:]|{SCORES}|(?:{NUMBER}\s+)?{DEAL}|{DEAL_LETTER}|{_MOVE_NUMBER}"
    r"|{CARD}(?=\s*(?:{CARD}|\n)))*+(?:{NUMBER}\s+)?(?:{_MOVE}\s*)?"
    r"(?:{PLACED}|{COLUMN_NUMBER}\s*(?:{_ARROW}\s*)?{COLUMN_NUMBER}(?!\s*from)"
    r"|{CARD}(?:\+{CARD}|{_RUN})?\s*{COLUMN_NUMBER}\s*{_ARROW}"
    r"|{NUMBER}\s+from\s+{NUMBER}\s*[-=]*>|(?<!^){CARD_COUNT}\s+from\s)"
).replace("{COLUMN_NUMBER}", "(?:{COLUMN}|{SPACE_COLUMN}|{NUMBER})")


def recognises(text: str) -> bool:
    """Whether ``text``, remarks and deals aside, begins with a move in numbers."""
    bare = without_remarks(_plain(text[:10_000])).text
    return pattern("numbers", _BEGINNING).match(bare) is not None


def dumps(steps: Sequence[Step]) -> str:
    """Write steps that were played, a line each: from, to, how many; as :func:`loads` reads them.

    Replayed from the first step's position they give the same positions again.  Raises
    NotWritable for moves to and from free cells.
    """
    return "".join(f"{_line(step)}\n" for step in steps)


def _line(step: Step) -> str:
    move = step.move
    turned = [turned.card for turned in step.turned]
    if isinstance(move, Shift):
        return f"{move.source} {move.target} {move.count}{turned_words(turned)}"
    if isinstance(move, Deal):
        return f"deal{turned_words([*step.cards, *turned], after_comma=False)}"
    if isinstance(move, Remove):
        return f"remove {move.column}{turned_words(turned)}"
    raise NotWritable("numbers", "moves to and from free cells", ("words",))


SCRIPT_FORMAT: Final = ScriptFormat(
    name="numbers",
    summary="numbers of columns and cards, or a card and columns, as programs log moves",
    loads=loads,
    dumps=dumps,
    recognises=recognises,
    example="3 8 2",
)
