"""Phrases of goals for help texts, and common wordings with the phrase to use instead."""

from __future__ import annotations

import re
from typing import Final

#: Objectives and conditions with their meanings.
GOALS: Final = {
    "get a space": "a column is empty",
    "get 2 spaces": "at least 2 columns are empty at once",
    "get a space in column 3": "column 3 is empty",
    "turn up a card": "a face-down card was turned up",
    "turn up 2 cards in column 4": "at least 2 were turned up in column 4",
    "uncover 6s": "the 6s is at the bottom of a column",
    "complete any suit": "a suit is complete in a column, King to Ace",
    "remove spades": "a set of spades was removed",
    "remove 2 suits without dealing": "2 suits were removed, and no row was dealt",
    "win": "nothing is left but complete suits",
    "get the space back": "as many columns are empty as at the start",
    "uncover 6s in column 9": "the 6s is at the bottom of column 9",
    "dig down to Qs in column 10": "the cards that covered the Qs have left column 10",
    "remove hearts before clubs": "hearts were removed, and no clubs before them",
    "complete spades in the tableau": "spades are complete in a column",
    'reach "POSITION"': "the tableau is this one",
    "win with 4 suits in the tableau": "won, with at least 4 suits not removed",
    "win with all suits in the tableau": "won, and no suit was removed",
    "... without turning up": "no face-down card was turned up",
    "... without removing": "no other suit was removed",
    "... without removing clubs": "no clubs were removed",
    "... without making a space": "no space was made before the goal",
    "... removing at most 2 other suits": "at most 2 other suits were removed",
    "... in at most 12 moves": "it took at most 12 moves",
    "... whatever turns up": "for every order of the unknown cards",
}

_EMPTY: Final = r"(?:empty|clear|clean|vacate|free|open|make|create)(?:\s+up|\s+out)?\s+"
_SHOW: Final = (
    r"(?:uncover|expose|flip|reveal|show|open|unlock|turn\s+over|turn\s+up|dig\s+out)\s+"
)
_AN_EMPTY: Final = (
    r"(?:an?|one|any)\s+(?:(?:empty|free|open)\s+)?(?:columns?|piles?|spaces?|stacks?)"
)

#: Patterns of common wordings, each with the phrase to use instead; ``\1`` is the number in the
#: wording.
_REPLACEMENTS: Final = (
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


def meant_by(text: str) -> str:
    """Replace a common wording at the start of a text by the phrase of the goal language.

    The rest of the text is kept, so the result need not be a valid goal.  The result is empty if
    the text begins with none of the wordings.
    """
    text = text.strip()
    for pattern, phrase in _REPLACEMENTS:
        if match := re.match(pattern, text, re.IGNORECASE):
            return match.expand(phrase) + text[match.end() :]
    return ""
