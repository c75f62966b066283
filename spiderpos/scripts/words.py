"""Move scripts in Woods' words, read strictly and written.

::

    9-6s from 7 to 3, turning up 6s
    Js from 9 to 3 (into the space), then As from column 10 to column 5
    deal turning up 6d Ah 10h 9s 9c 6c Ac 6s 9d 4c
    remove the clubs from column 8    # a remark

Every word must be understood; ``docs/notations/scripts.md`` says what is tolerated.  The grammar
is ``grammars/script.lark``.  For moves in running text see :mod:`spiderpos.scripts.prose`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from lark import Token
from lark.exceptions import UnexpectedInput, UnexpectedToken

from ..cards import Card
from ..engine import Step
from ..errors import NotationError
from ..moves import Deal, Remove
from ..resources import grammar
from ..source import Place, SourceText
from ..wording import did_you_mean, join_words
from .base import Instruction, Script, ScriptFormat, text_source
from .instructions import (
    DealRow,
    InCell,
    MoveCount,
    MoveRun,
    RemoveSuit,
    Space,
    Target,
    move_words,
    turned_words,
)
from .remarks import moves_in, numbers_in, plain, turned_up_in, without_remarks
from .terms import BadRunError, pattern, read_number, read_run, read_suit, read_way

__all__ = ["SCRIPT_FORMAT", "describe", "dump", "dumps", "load", "loads", "recognises"]


# Reading


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read a script; a text of remarks and blanks only is one without moves.

    ``name`` is what errors call the text.  Raises NotationError with the place and what was
    expected.  *Not* checked: anything that a position is needed for.
    """
    source = text_source(text, name)
    bare = without_remarks(plain(text))
    if bare.unclosed is not None:
        raise NotationError(
            "this remark has no end", source.place(bare.unclosed), "a closing parenthesis"
        )
    try:
        tree = grammar("script", positions=False).parse(bare.text)
    except UnexpectedInput as error:
        raise _unexpected(source, bare.text, error) from None
    instructions: list[Instruction] = []
    for step in tree.children:
        if isinstance(step, Token):
            instructions += _plain_steps(source, step)
        else:
            instructions.append(_READERS[step.data](source, step.children))
    notes = tuple(
        note for look in (turned_up_in, moves_in, numbers_in) for note in look(text, bare.spans)
    )
    return Script(tuple(instructions), name, notes)


_PLAIN_STEP: Final = r"(?:({RUN})[ \t]+({FROM_TO})|{DEAL})(?:[ \t]*{_TURNING_UP}[ \t]+({CARDS}))?"


def _plain_steps(source: SourceText, token: Token) -> Iterator[Instruction]:
    """The moves and deals that a PLAIN_STEPS token is made of."""
    offset = token.start_pos or 0
    for step in pattern("script", _PLAIN_STEP).finditer(token.value):
        start, stop = step.span()
        run, way, turned = step.groups()
        place = source.place(offset + start, stop - start)
        text = step[0]
        reveal = _cards(source, turned, offset + step.start(3)) if turned else ()
        if run is None:
            yield DealRow(place, text, reveal)
        else:
            head, tail = _run(source, run, offset + start)
            yield MoveRun(place, text, head, tail, *read_way(way), reveal)


# A step of the grammar has these parts: tokens, and last perhaps the tree of what is turned up.
_Parts = list[Any]


def _column_to_column(source: SourceText, parts: _Parts) -> Instruction:
    head, tail = _run(source, parts[0].value, parts[0].start_pos)
    from_column, to_column = read_way(parts[1].value)
    reveal = _turned(source, parts)
    return MoveRun(*_words(source, parts), head, tail, from_column, to_column, reveal)


def _from_column(source: SourceText, parts: _Parts) -> Instruction:
    head, tail = _run(source, parts[0].value, parts[0].start_pos)
    target = _target(parts[2])
    if isinstance(target, InCell) and head != tail:
        raise _bad(source, parts[0], "a cell holds one card, not a run", "a single card")
    reveal = _turned(source, parts)
    return MoveRun(*_words(source, parts), head, tail, read_number(parts[1].value), target, reveal)


def _from_cell(source: SourceText, parts: _Parts) -> Instruction:
    head, tail = _run(source, parts[0].value, parts[0].start_pos)
    if head != tail:
        raise _bad(source, parts[0], "a cell holds one card, not a run", "a single card")
    target = _target(parts[2])
    if isinstance(target, InCell):
        raise _bad(source, parts[2], "no card moves from cell to cell", "'to' and a column")
    cell = InCell(read_number(parts[1].value))
    return MoveRun(*_words(source, parts), head, tail, cell, target, _turned(source, parts))


def _count_of_cards(source: SourceText, parts: _Parts) -> Instruction:
    count = int(parts[0].value.split()[0])
    from_column, to_column = read_way(parts[1].value)
    reveal = _turned(source, parts)
    return MoveCount(*_words(source, parts), count, from_column, to_column, reveal)


def _deal(source: SourceText, parts: _Parts) -> Instruction:
    return DealRow(*_words(source, parts), _turned(source, parts))


def _remove_suit(source: SourceText, parts: _Parts) -> Instruction:
    suit = read_suit(parts[1].value)
    column = None
    if len(parts) > 2 and isinstance(parts[2], Token):
        column = read_number(parts[2].value)
    return RemoveSuit(*_words(source, parts), suit, column, _turned(source, parts))


def _remove_column(source: SourceText, parts: _Parts) -> Instruction:
    column = read_number(parts[1].value)
    return RemoveSuit(*_words(source, parts), None, column, _turned(source, parts))


_READERS: Final[Mapping[str, Callable[[SourceText, _Parts], Instruction]]] = {
    "column_to_column": _column_to_column,
    "from_column": _from_column,
    "from_cell": _from_cell,
    "count_of_cards": _count_of_cards,
    "deal": _deal,
    "remove_suit": _remove_suit,
    "remove_column": _remove_column,
}


def _words(source: SourceText, parts: _Parts) -> tuple[Place, str]:
    """Where a step stands, and its words."""
    start = parts[0].start_pos
    last = parts[-1]
    stop = last.end_pos if isinstance(last, Token) else last.children[-1].end_pos
    return source.place(start, stop - start), source.text[start:stop]


def _run(source: SourceText, words: str, at: int) -> tuple[Card, Card]:
    try:
        return read_run(words)
    except BadRunError as bad:
        raise NotationError(str(bad), source.place(at, len(words)), bad.expected) from None


def _target(token: Token) -> Target:
    if token.type == "TO_COLUMN":
        return read_number(token.value)
    if token.type == "TO_CELL":
        return InCell(read_number(token.value))
    return Space(leftmost=True)


def _turned(source: SourceText, parts: _Parts) -> tuple[Card, ...]:
    """The cards said to be turned up, if the last part says any."""
    if isinstance(parts[-1], Token):
        return ()
    return tuple(
        card
        for token in parts[-1].children
        for card in _cards(source, token.value, token.start_pos)
    )


def _cards(source: SourceText, words: str, at: int) -> tuple[Card, ...]:
    """The cards of a CARDS token, which begins at ``at``."""
    cards = []
    for name in pattern("script", "{RUN}").finditer(words):
        head, tail = _run(source, name[0], at + name.start())
        if head != tail:
            place = source.place(at + name.start(), len(name[0]))
            raise NotationError("a run is not turned up at once", place, "single cards")
        cards.append(head)
    return tuple(cards)


def _bad(source: SourceText, token: Token, message: str, expected: str) -> NotationError:
    place = source.place(token.start_pos or 0, len(token))
    return NotationError(message, place, expected)


# What is wrong with a text, in the user's words

#: What may come next: the terminal that shows it, the words for it, and the terminals that come
#: next only where other words say it better.
_EXPECTED: Final = (
    ("DEAL", "a move such as '9-6s from 7 to 3', 'deal' or 'remove the clubs'", ()),
    ("CARD_COUNT", "a card such as 10h or a run such as 9-6s", ("DEAL",)),
    ("CARDS", "a card such as 10h", ()),
    ("FROM_TO", "the columns that it leaves and goes to, as in 'from 7 to 3'", ()),
    ("TO_COLUMN", "where it goes, as in 'to 3' or 'into the space'", ()),
    ("SUIT", "a suit (clubs, diamonds, hearts, spades) or a column", ()),
    ("FROM_COLUMN", "'from' and a column", ("FROM_TO", "SUIT")),
    ("_SEPARATOR", "a comma or a line end before the next move", ("DEAL",)),
)

#: What the grammar calls the end of the text.
_END: Final = "$END"
#: The terminals that begin a step.
_BEGINNINGS: Final = frozenset(
    ("RUN", "CARDS", "CARD_COUNT", "DEAL", "REMOVE", "_MOVE", "_MOVE_NUMBER")
)
_KNOWN_WORDS: Final = (
    *("move", "moving", "deal", "remove", "from", "into", "space", "column", "cell"),
    *("then", "finally", "turning", "clubs", "diamonds", "hearts", "spades"),
)

_WORD: Final = re.compile(r"(?:(?:the|from|to|into)\s+)?[^\s,;()]+|.", re.IGNORECASE | re.DOTALL)
_LIKE_A_CARD: Final = re.compile(r"(?:\w{1,3}[-\u2010-\u2015\u2212])?(?:\d{1,3}\w?|\w{1,2})")


def _unexpected(source: SourceText, bare: str, error: UnexpectedInput) -> NotationError:
    """The error for a text that the grammar can't go on with; ``bare`` has no remarks."""
    parser: Any = error.interactive_parser
    accepts: Collection[str] = parser.accepts()
    expected = join_words(
        (
            words
            for terminal, words, better in _EXPECTED
            if terminal in accepts and not any(other in accepts for other in better)
        ),
        "or",
    )
    found = error.token.type if isinstance(error, UnexpectedToken) else ""
    at = error.pos_in_stream or 0
    if found == _END:
        at = len(bare.rstrip())
    if found in (_END, "_SEPARATOR"):
        return NotationError("the move breaks off here", source.place(at), expected)
    match = _WORD.match(bare, at)
    word = match[0].rstrip(".") if match else ""
    place = source.place(at, len(word))
    shown = word if len(word) <= 40 else word[:40] + "..."
    if word == ")":
        message, expected = "this parenthesis closes no remark", ""
    elif found in _BEGINNINGS and "_SEPARATOR" in accepts:
        message = f"'{shown}' begins another move"
    elif ("RUN" in accepts or "CARDS" in accepts) and _LIKE_A_CARD.fullmatch(word):
        message = f"'{word}' is not a card"
    elif "SUIT" in accepts:
        message = f"'{shown}' is not a suit"
    else:
        message = f"'{shown}' is not understood here"
        if " " not in shown and shown.lower() not in _KNOWN_WORDS:
            message += did_you_mean(shown, _KNOWN_WORDS)
    return NotationError(message, place, expected)


# Recognising and writing

_BEGINNING: Final = (
    r"[\s,;.]*(?:{_MOVE_NUMBER}\s*)?"
    r"(?:(?:{_MOVE}\s+)?(?:{RUN}|{CARD_COUNT})\s+from\s|{REMOVE}\s|{DEAL}(?!\s*[#\d]))"
)


def recognises(text: str) -> bool:
    """Whether ``text``, remarks aside, begins with a move in these words."""
    bare = without_remarks(plain(text[:10_000])).text
    return pattern("script", _BEGINNING).match(bare) is not None


def describe(step: Step) -> str:
    """A step that was played, as a line of a script: ``9-6s from 7 to 3, turning up 6s``.

    A row dealt is named as far as it is known, and so are the cards turned up.
    """
    turned = [turned.card for turned in step.turned]
    if isinstance(step.move, Deal):
        turned = [*step.cards, *turned]
    return move_words(step.move, step.cards) + turned_words(
        turned, after_comma=not isinstance(step.move, Deal)
    )


def dumps(steps: Sequence[Step]) -> str:
    """Write steps that were played, a line each, as :func:`loads` reads them.

    Replayed from the first step's position they give the same positions again.  Suits that
    went off by themselves stand in a remark.
    """
    return "".join(f"{describe(step)}{_gone_off(step)}\n" for step in steps)


def _gone_off(step: Step) -> str:
    by_themselves = step.removals[isinstance(step.move, Remove) :]
    if not by_themselves:
        return ""
    suits = [
        f"the {removal.suit} go off from column {removal.column}" for removal in by_themselves
    ]
    return f"  # {join_words(suits)}"


SCRIPT_FORMAT: Final = ScriptFormat(
    name="words",
    summary="Woods' words, read strictly",
    loads=loads,
    dumps=dumps,
    recognises=recognises,
    example="9-6s from 7 to 3, turning up 6s",
)
load = SCRIPT_FORMAT.load
dump = SCRIPT_FORMAT.dump
