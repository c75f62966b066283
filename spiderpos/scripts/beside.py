"""What stands beside the moves of a script: their numbers, and remarks.

A remark says nothing of a move, and the numbers of moves only count them.  Where that can't be so,
it is refused or noted: a number that doesn't count on, a remark that takes a move back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ..game.script import text_source
from ..text.errors import NotationError
from ..text.source import SourceText
from ..text.wording import NUMBERS

#: "#1 3-8", where "#" may stand before the number of a move or of a column.
_A_NUMBER: Final = re.compile(
    r"""(?<!deal)(?<!deal[ ])\#\d{1,4}\b(?!-\w)[.:)]?[ \t]*
    (?=[-=]*>|[\u2192\u21d2#<]|\d|(?:from|to|into|mov(?:e[ds]?|ing)|deal|remov(?:e|ing)|off)\b
      |(?:10|[2-9TJQKA])[CDHS]\b|[a-j]{2}\b)""",
    re.IGNORECASE | re.VERBOSE,
)
#: "(undo)", "# I took this back", "(two cards)", "(columns from 0)"; pages refuse the same.
CHANGES_A_MOVE: Final = re.compile(
    rf"[(\[#](?:[ \t]*(?:{'|'.join(NUMBERS)}) cards?|[^()\[\]#\n]{{0,99}}(?<!to )\b"
    r"(?:un-?do(?:ne)?|undid|redo(?:ne)?|t(?:ake[ns]?|ook) (?:\w+ )?back|reverted|went back"
    r"|illegal|instead|mistake|not (?:played|made|legal)|from (?:0|zero)|(?:only|just) (?:the|one)"
    r"|to, from|target, source))\b",
    re.IGNORECASE,
)
LEFT_OUT: Final = re.compile(r"\.\.|\u2026")


def script_source(text: str, name: str) -> SourceText:
    """Return the text to read moves from, a step after the other.

    Raises NotationError as :func:`text_source`, and for a remark that may be no remark.
    """
    source = text_source(text, name, longest=None)
    if match := _A_NUMBER.search(source.text):
        message = f"'{match[0].strip()}' begins a comment, or is the number of a move or a column"
        place = source.place(match.start(), len(match[0].rstrip()))
        raise NotationError(message, place, "'# 1' for a comment, '1.' for the number of a move")
    if match := CHANGES_A_MOVE.search(source.text):
        place = source.place(match.start(), len(match[0]))
        expected = "the moves that were made, and '(2 cards)' for how many"
        raise NotationError("a comment can't change a move", place, expected)
    return source


def notes_beside(left_out: bool, numbers: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """Return in sentences what a script may lack.

    Args:
        left_out: The text has "..." between its moves.
        numbers: The numbers of moves, each with how many moves stand before it.
    """
    notes = []
    if left_out:
        notes.append("moves may be left out where it has '...'")
    if numbers and numbers[0][0] > 1:
        notes.append(f"the numbers of its moves begin with {numbers[0][0]}")
    for (number, index), (following, later) in pairwise(numbers):
        # A number may count lines or moves.
        if following not in (number + 1, number + later - index):
            notes.append(
                f"the number of a move is {following} where {number + 1} should stand: "
                "a move may be missing, or stand in another place"
            )
            break
    return tuple(notes)
