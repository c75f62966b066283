"""``numbers``: moves as other programs log them, in numbers of columns or in cards and columns.

``grammars/logs.lark`` defines it and names the source of each form; :class:`_Reader` has a method
for each rule of a move or of a part of one.  If the text doesn't give the number of cards, the
rules of the game determine it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from lark import Token, Transformer, Tree, v_args
from lark.exceptions import UnexpectedInput, VisitError
from lark.tree import Meta

from ..game.cards import NAMED_CARDS, Card, Suit, parse_suit
from ..game.engine import Step
from ..game.moves import Deal, Remove, Shift
from ..game.script import Instruction, Script, ScriptFormat, text_source
from ..text.errors import Fault, NotWritable
from ..text.resources import grammar
from ..text.source import SourceText, plain, span
from .instructions import (
    DealRow,
    MoveCards,
    MoveRun,
    Onto,
    RemoveSuit,
    turned_words,
    with_count,
)
from .log_readings import LayingBare, MoveThree, script_of
from .reports import ends_of_run, run_of, script_notes, unexpected

_A_MOVE: Final = "a move such as '3 8', '3 8 2', '6D 3-8' or 'deal'"
_EXPECTED: Final = (("_SEPARATOR", "a comma or a line end before the next move", ("DEAL",)),)
_ALIKE: Final = "both columns written alike, as in 'from 3 to 8' or 'T3 -> T8'"


class _Column(NamedTuple):
    """The number of a column, and the letter or word before it (``T3``, ``column 3``)."""

    number: int
    word: str = ""

    @property
    def letter(self) -> str:
        """The letter before the number; empty if there is none."""
        return self.word if len(self.word) == 1 else ""


class _Run(NamedTuple):
    """The highest and the lowest card of a run that a text names; equal for a single card."""

    head: Card
    tail: Card


class _Last(NamedTuple):
    """A number after the columns; ``is_count`` if the text marks it as a number of cards."""

    number: int
    is_count: bool


class _Turned(NamedTuple):
    """The cards that a move turns up.

    ``bare``: the text names the new bottom card, which may have been face up before.
    """

    cards: tuple[Card, ...]
    bare: bool = False


#: The rules that show a text to be in this notation; other notations have deals and removals too.
_WITH_COLUMNS: Final = ("shift", "counted", "headed", "onto", "jump", "gone_from")
_SPACE: Final = Onto(None, leftmost=True)


@v_args(meta=True)
class _Reader(Transformer[Token, Any]):
    """Converts the parsed text to instructions; it has a method for each rule."""

    def __init__(self, source: SourceText) -> None:
        super().__init__(visit_tokens=False)
        self._source = source

    def _words(self, meta: Meta) -> tuple[Any, str]:
        start, stop = meta.start_pos, meta.end_pos
        return self._source.place(start, stop - start), self._source.text[start:stop]

    # Cards and columns

    def card(self, meta: Meta, signs: list[Token]) -> _Run:
        return _Run(*ends_of_run(signs))

    run = card

    def named(self, meta: Meta, words: list[Token]) -> _Run:
        card = NAMED_CARDS[f"{words[0]} of {parse_suit(words[1])}".lower()]
        return _Run(card, card)

    def head(self, meta: Meta, parts: list[Any]) -> _Run:
        head, tail = parts[0].head, parts[-1].tail
        return _Run(*run_of(head, tail, span(meta), f"{head}, {tail}"))

    def column(self, meta: Meta, parts: list[Token]) -> _Column:
        return _Column(int(parts[-1]), parts[0].lower() if len(parts) > 1 else "")

    def space(self, meta: Meta, parts: list[Any]) -> Onto:
        return _SPACE

    def open_column(self, meta: Meta, parts: list[Token]) -> Onto:
        return Onto(None, int(parts[-1]))

    def target(self, meta: Meta, parts: list[Any]) -> Any:
        if isinstance(parts[0], _Run):
            return Onto(parts[0].tail, parts[1].number)
        return parts[0]

    # Parts of moves

    def last(self, meta: Meta, parts: list[Token]) -> _Last:
        return _Last(int(parts[0]), is_count=False)

    def count(self, meta: Meta, parts: list[Token]) -> _Last:
        return _Last(int(parts[0]), is_count=True)

    def bare(self, meta: Meta, cards: list[_Run]) -> _Turned:
        return _Turned((cards[0].head,), bare=True)

    def turned(self, meta: Meta, cards: list[_Run]) -> _Turned:
        return _Turned(tuple(card.head for card in cards))

    # Moves

    def shift(self, meta: Meta, parts: list[Any]) -> Instruction:
        source, target, *rest = parts
        self._check_alike(meta, source, target)
        last, turned = _rest(rest)
        kind = MoveThree if last and not last.is_count else MoveCards
        count = last.number if last else None
        return kind(*self._words(meta), source.number, target.number, count, turned.cards)

    def counted(self, meta: Meta, parts: list[Any]) -> Instruction:
        number, source, target, *rest = parts
        self._check_alike(meta, source, target)
        count = 1 if number.type == "A" else int(number)
        _, turned = _rest(rest)
        named = [part for part in rest if isinstance(part, _Run)]
        if named:
            onto = Onto(named[1].head if named[1:] else None, target.number)
            head = named[0].head
            run = MoveRun(*self._words(meta), head, head, source.number, onto, turned.cards)
            return with_count(run, count)
        return MoveCards(*self._words(meta), source.number, target.number, count, turned.cards)

    def headed(self, meta: Meta, parts: list[Any]) -> Instruction:
        run, source, target, *rest = parts
        if isinstance(target, _Column):
            self._check_alike(meta, source, target)
            target = target.number
        return self._run_moved(meta, run, source.number, target, rest)

    def onto(self, meta: Meta, parts: list[Any]) -> Instruction:
        run, target, *rest = parts
        if isinstance(target, _Run):
            target = Onto(target.tail)
        elif isinstance(target, _Column):
            if target.number == run.head.rank + 1 and not target.word:
                message = f"'{target.number}' may be a column or a card here"
                expected = f"'column {target.number}', or a card such as {target.number}s"
                raise Fault(span(meta), message, expected)
            target = target.number
        return self._run_moved(meta, run, None, target, rest)

    def _run_moved(
        self, meta: Meta, run: _Run, source: int | None, target: Any, rest: Sequence[Any]
    ) -> Instruction:
        last, turned = _rest(rest)
        kind = LayingBare if turned.bare else MoveRun
        move = kind(*self._words(meta), *run, source, target, turned.cards)
        # A number that isn't marked as a count is a score.
        return with_count(move, last.number) if last and last.is_count else move

    def _check_alike(self, meta: Meta, source: _Column, target: _Column) -> None:
        if source.letter != target.letter:
            name = f"{target.letter.upper()}{target.number}"
            span = meta.end_pos - len(name), meta.end_pos
            raise Fault(span, f"'{name}' is not a column here", _ALIKE)

    # Moves of plspider, deals and removals

    def jump(self, meta: Meta, numbers: list[Token]) -> Instruction:
        source, depth, target = map(int, numbers)
        return MoveCards(*self._words(meta), source, target, depth=depth)

    def row(self, meta: Meta, words: list[Token]) -> Instruction:
        return DealRow(*self._words(meta))

    def gone_from(self, meta: Meta, numbers: list[Token]) -> Instruction:
        return RemoveSuit(*self._words(meta), None, int(numbers[0]), may_be_gone=True)

    def deal(self, meta: Meta, parts: list[Any]) -> Instruction:
        cards = tuple(part.head for part in parts if isinstance(part, _Run))
        return DealRow(*self._words(meta), cards)

    def gone(self, meta: Meta, suits: list[Token]) -> Instruction:
        suit = parse_suit(suits[0])
        return RemoveSuit(*self._words(meta), suit, None, may_be_gone=True)

    def remove(self, meta: Meta, parts: list[Any]) -> Instruction:
        suit: Suit | None = None
        column: int | None = None
        cards: tuple[Card, ...] = ()
        for part in parts:
            if isinstance(part, _Column):
                column = part.number
            elif isinstance(part, _Turned):
                cards = part.cards
            elif part.type == "SUIT_NAME":
                suit = parse_suit(part)
        return RemoveSuit(*self._words(meta), suit, column, cards, may_be_gone=True)


def _rest(parts: Sequence[Any]) -> tuple[_Last | None, _Turned]:
    """Return the parts of a move after its columns: a number, and the cards turned up."""
    last = next((part for part in parts if isinstance(part, _Last)), None)
    turned = next((part for part in parts if isinstance(part, _Turned)), _Turned(()))
    return last, turned


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read a script, as :class:`ScriptFormat` describes."""
    source = text_source(text, name, longest=None)
    try:
        tree = grammar("logs").parse(plain(source.text))
    except UnexpectedInput as error:
        raise unexpected(source, error, _EXPECTED, _A_MOVE) from None
    try:
        nodes = _Reader(source).transform(tree).children
    except VisitError as error:
        wrong = error.orig_exc
        raise (wrong.located(source) if isinstance(wrong, Fault) else wrong) from None
    numbers: list[tuple[int, int]] = []
    instructions: list[Instruction] = []
    left_out = False
    for node in nodes:
        if isinstance(node, Tree):
            numbers.append((int(str(node.children[0])), len(instructions)))
        elif isinstance(node, Token):
            left_out = True
        else:
            instructions.append(node)
    return script_of(instructions, name, script_notes(left_out, numbers, source.text))


# Recognising and writing


def recognises(text: str) -> bool:
    """Return True if ``text`` begins with a move in numbers, perhaps after deals or removals."""
    bare = plain(text[:10_000])
    for _ in range(2):
        try:
            nodes = grammar("logs").parse(bare).children
        except UnexpectedInput as error:
            # Try again with the text before the error.
            bare = bare[: max(error.pos_in_stream or 0, 0)]
        else:
            return any(isinstance(node, Tree) and node.data in _WITH_COLUMNS for node in nodes)
    return False


def dumps(steps: Sequence[Step]) -> str:
    """Write played steps, one per line: from, to and number of cards; ``deal``; ``remove``."""
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
)
