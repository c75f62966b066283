"""The words of goals, as lists and help show them, and what people write in place of them."""

from __future__ import annotations

import re
from typing import Final

#: What may be asked for, and conditions, each with what it means; the first ten for short lists.
GOALS: Final = {
    "get a space": "a column is empty",
    "get 2 spaces": "so many columns are empty at once",
    "get a space in column 3": "that column is empty",
    "turn up a card": "a face-down card was turned up",
    "turn up 2 cards in column 4": "so many were, in that column",
    "uncover 6s": "the card is at the bottom of a column",
    "complete any suit": "a suit stands in a column, King to Ace",
    "remove spades": "a set of spades was removed",
    "remove 2 suits without dealing": "so many were, and no row was dealt",
    "win": "nothing is left but complete suits",
    "get the space back": "as many columns are empty as at the start",
    "uncover 6s in column 9": "the card is at the bottom of that column",
    "dig down to Qs in column 10": "what lay on that Qs of the column has left",
    "remove hearts before clubs": "hearts are removed, and no clubs before them",
    "complete spades in the tableau": "the suit stands in a column",
    'reach "POSITION"': "the tableau is this one",
    "win with 4 suits in the tableau": "won, with at least so many suits left there",
    "win with all suits in the tableau": "won, and nothing was removed",
    "... without turning up": "no face-down card was turned up",
    "... without removing": "no other suit was removed",
    "... without removing clubs": "no clubs were removed",
    "... without making a space": "no space was made before the goal",
    "... removing at most 2 other suits": "no third other suit was removed",
    "... in at most 12 moves": "it took no more",
    "... whatever turns up": "however the cards that aren't known lie",
}

_EMPTY: Final = r"(?:empty|clear|clean|vacate|free|open|make|create)(?:\s+up|\s+out)?\s+"
_SHOW: Final = (
    r"(?:uncover|expose|flip|reveal|show|open|unlock|turn\s+over|turn\s+up|dig\s+out)\s+"
)
_AN_EMPTY: Final = (
    r"(?:an?|one|any)\s+(?:(?:empty|free|open)\s+)?(?:columns?|piles?|spaces?|stacks?)"
)

#: What people write, and the phrase of a goal that it is; ``\1`` is the number in it.
_MEANT: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), phrase)
    for pattern, phrase in (
        (rf"{_EMPTY}{_AN_EMPTY}\b", "get a space"),
        (r"(?:get|have)\s+(?:an?|one|any)\s+(?:empty|free|open)\s+\w{4,6}\b", "get a space"),
        (
            rf"{_EMPTY}(?:the\s+)?(?:column|pile|stack)\s+(\d{{1,2}})\b",
            r"get a space in column \1",
        ),
        (
            rf"{_EMPTY}(\w{{1,5}})\s+(?:empty\s+)?(?:columns|piles|spaces|stacks)\b",
            r"get \1 spaces",
        ),
        (
            rf"{_SHOW}(?:a\s+card\s+in\s+)?(?:the\s+)?(?:column|pile|stack)\s+(\d{{1,2}})\b",
            r"turn up a card in column \1",
        ),
        (rf"{_SHOW}(?:a|one|any|another)\s+(?:hidden\s+|face-?down\s+)?card\b", "turn up a card"),
        (rf"{_SHOW}(\d{{1,2}})\s+(?:hidden\s+)?cards\b", r"turn up \1 cards"),
        (r"(?:solve|finish|beat|clear|complete)\b(?:\s+(?:the|it|game|board|all)\b)*", "win"),
        (r"remove\s+(?:all|every|everything)\b(?:\s+(?:the|suits?|cards)\b)*", "win"),
        (
            r"(?:build|make|finish)\s+(?:a|one|any)\s+(?:full\s+)?(?:suit|run|sequence)",
            "complete any suit",
        ),
        (r"complete\s+(?:a|one|any)\s+(?:run|sequence)", "complete any suit"),
    )
)


def meant_by(text: str) -> str:
    """Return the phrase of a goal that is meant by other words, with all that follows them.

    It may be none.  Empty if no phrase is known.
    """
    text = text.strip()
    for pattern, phrase in _MEANT:
        if match := pattern.match(text):
            return match.expand(phrase) + text[match.end() :]
    return ""
