"""Errors and notes that several notations of scripts share."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from itertools import pairwise
from typing import Any, Final

from lark import Token
from lark.exceptions import UnexpectedInput

from ..game.cards import CARDS, UNKNOWN, Card
from ..text.errors import Fault, NotationError
from ..text.source import SUIT_SIGNS, SourceText, remarks, span
from ..text.wording import did_you_mean, join_words

LEFT_OUT: Final = re.compile(r"\.\.|\u2026")
_WORD: Final = re.compile(r"[^\s,;(){}]+|.", re.DOTALL)
#: Matches two adjacent characters of one word, to move an error to the beginning of its word.
_IN_A_WORD: Final = re.compile(r"(?:\w|(?<=\w)-)[\w-]")
#: The grammar's terminals that open a comment or a variation, and the sign that closes each.
CLOSING: Final = {"OPEN": ")", "PARENTHESIS": ")", "BRACE": "}"}
_LONGEST_SHOWN: Final = 40
_KNOWN_WORDS: Final = (
    *("move", "moving", "deal", "remove", "from", "to", "into", "space", "column", "cell"),
    *("then", "finally", "turning", "clubs", "diamonds", "hearts", "spades"),
)


def _kind(node: object) -> str:
    return node.type if isinstance(node, Token) else ""


def unexpected(
    source: SourceText,
    error: UnexpectedInput,
    descriptions: Iterable[tuple[str, str, Container[str]]],
    otherwise: str = "",
) -> NotationError:
    """Return the NotationError for a syntax error in a script.

    ``descriptions`` has for each terminal its name, its description, and the terminals that make
    the description superfluous if they may come next too.  The error lists the descriptions of
    the terminals that may come next, without superfluous ones; ``otherwise`` if none is left.
    """
    parser: Any = error.interactive_parser
    accepts = parser.accepts()
    possible = [
        words
        for name, words, better in descriptions
        if name in accepts and not any(other in better for other in accepts)
    ]
    expected = join_words(possible, "or") or otherwise
    text = source.text
    kind = _kind(getattr(error, "token", None))
    offset = len(text) if kind == "$END" else error.pos_in_stream or 0
    opening = [token for token in parser.parser_state.value_stack if _kind(token) in CLOSING]
    if kind == "$END" and opening:
        place = source.place(opening[-1].start_pos)
        message = f"the '{opening[-1]}' at line {place.line}, column {place.column} is not closed"
        return NotationError(message, source.place(offset), f"'{CLOSING[opening[-1].type]}'")
    if not text[offset:].strip() or (kind == "_SEPARATOR" and text[offset] in "\r\n,.;"):
        offset = min(offset, len(text.rstrip()))
        return NotationError("the move breaks off here", source.place(offset), expected)
    while offset and _IN_A_WORD.match(text, offset - 1):
        offset -= 1
    match = _WORD.match(text, offset)
    word = match[0].rstrip(".") or match[0] if match else ""
    shown = word if len(word) <= _LONGEST_SHOWN else word[:_LONGEST_SHOWN] + "..."
    message = f"'{shown}' is not understood here"
    if word.lower() not in _KNOWN_WORDS:
        message += did_you_mean(shown, _KNOWN_WORDS)
    return NotationError(message, source.place(offset, len(word)), expected)


def ends_of_run(signs: Sequence[Token]) -> tuple[Card, Card]:
    """Return the highest and the lowest card of a run; for a card or ``??`` twice that card.

    ``signs`` are ranks and suits in the order of the text, as ``9``, ``6``, ``s`` for ``9-6s``.
    Raises Fault if the cards are not the ends of a run.
    """
    if len(signs) == 1:
        return UNKNOWN, UNKNOWN
    rank, *middle, suit = (SUIT_SIGNS.get(sign, sign.lower()) for sign in signs)
    tail = CARDS[f"{middle[-1] if middle else rank}{suit}"]
    head = CARDS[f"{rank}{middle[0] if len(middle) > 1 else suit}"]
    name = f"{head if len(middle) > 1 else rank.upper()}-{tail}"
    return run_of(head, tail, (span(signs[0])[0], span(signs[-1])[1]), name)


def run_of(head: Card, tail: Card, place: tuple[int, int], name: str) -> tuple[Card, Card]:
    """Return both cards.  Raises Fault if they aren't the highest and lowest card of a run."""
    if head.suit is tail.suit and head >= tail:
        return head, tail
    expected = "the highest card of a run, then the lowest one of its suit"
    raise Fault(place, f"{name} is not a run", expected)


def script_notes(
    left_out: bool, numbers: Sequence[tuple[int, int]], text: str = ""
) -> tuple[str, ...]:
    """Return warnings about moves that may be missing or misread.

    ``numbers`` are the move numbers in the text, each with the number of moves before it.
    ``text`` is given if the script doesn't keep its comments, which may be instructions ("taken
    back").
    """
    notes = [
        f"not read: the remark '{remark:.{_LONGEST_SHOWN}}'"
        for remark in remarks(text)
        if re.match(r"\(\s*[^\W\d_]{2}", remark)
    ]
    if left_out:
        notes.append("moves may be left out where it has '...'")
    if numbers and numbers[0][0] > 1:
        notes.append(f"the numbers of its moves begin with {numbers[0][0]}")
    for (number, index), (following, later) in pairwise(numbers):
        # The numbers may count lines or moves.
        if following not in (number + 1, number + later - index):
            notes.append(
                f"a move has the number {following}, but {number + 1} was expected: "
                "a move may be missing or misplaced"
            )
            break
    return tuple(notes)
