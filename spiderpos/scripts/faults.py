"""What is wrong with a script that its grammar can't go on with, in the user's words."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Any, Final, TypeAlias

from lark.exceptions import UnexpectedInput, UnexpectedToken

from ..text.errors import NotationError
from ..text.source import SourceText
from ..text.wording import did_you_mean, join_words

__all__ = ["Expected", "unexpected"]

#: What may come next: the terminal that shows it, the words for it, and the terminals that come
#: next only where other words say it better.
Expected: TypeAlias = Sequence[tuple[str, str, tuple[str, ...]]]

#: What the grammars call the end of the text.
_END: Final = "$END"
#: The terminals that begin a step.
_BEGINNINGS: Final = frozenset(
    ("RUN", "CARD", "CARDS", "CARD_COUNT", "DEAL", "REMOVE", "_MOVE", "_MOVE_NUMBER")
)
_KNOWN_WORDS: Final = (
    *("move", "moving", "deal", "remove", "from", "into", "space", "column", "cell"),
    *("then", "finally", "turning", "clubs", "diamonds", "hearts", "spades"),
)

_WORD: Final = re.compile(r"(?:(?:the|from|to|into)\s+)?[^\s,;()]+|.", re.IGNORECASE | re.DOTALL)
_LIKE_A_CARD: Final = re.compile(r"(?:\w{1,3}[-\u2010-\u2015\u2212])?(?:\d{1,3}\w?|\w{1,2})")


def unexpected(
    source: SourceText, bare: str, error: UnexpectedInput, expected_words: Expected
) -> NotationError:
    """The error for a text that a grammar can't go on with; ``bare`` has no remarks."""
    parser: Any = error.interactive_parser
    accepts: Set[str] = parser.accepts()
    expected = join_words(
        (
            words
            for terminal, words, better in expected_words
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
    elif accepts & {"RUN", "CARD", "CARDS"} and _LIKE_A_CARD.fullmatch(word):
        message = f"'{word}' is not a card"
    elif "SUIT" in accepts:
        message = f"'{shown}' is not a suit"
    else:
        message = f"'{shown}' is not understood here"
        if " " not in shown and shown.lower() not in _KNOWN_WORDS:
            message += did_you_mean(shown, _KNOWN_WORDS)
    return NotationError(message, place, expected)
