"""What in running text looks like a move, a removal or a deal, and isn't read as one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

__all__ = ["overlooked"]


def overlooked(text: str) -> Iterator[tuple[int, int, str]]:
    """Where such stretches start and stop, and why they aren't read.

    What of them is read all the same is for the caller to know.  Takes linear time.
    """
    for looks, reason in _LOOKS:
        for found in looks.finditer(text):
            yield *found.span(), reason


def _any_of(*ways: str) -> str:
    return "|".join(ways)


def _words(several: str) -> str:
    return _any_of(*several.split())


_RANKS: Final = _words("ace two three four five six seven eight nine ten jack queen king")
_CARD: Final = rf"(?:(?:the|an?)\s+)?(?:(?:10|[2-9TJQKA])[cdhs]|(?:{_RANKS})\s+of\s+\w+s)\b"
_NUMBERS: Final = _words("one two three four five six seven eight nine ten")
_COLUMN: Final = rf"(?:column\s+)?(?:\d{{1,2}}|{_NUMBERS})\b"
_SUITS: Final = (
    r"(?:(?:the|an?|another|full|completed?)\s+){0,3}(?:clubs|diamonds|hearts|spades|suit)"
)
_IT: Final = r"(?:it|this|that|(?:that|this|the)\s+card)"
_PUT: Final = _words("stack dump throw shove pile pop tuck stick get set")
_AND_NOW: Final = r"(?:(?:now|then)\s+)?"

#: A move in words that `prose` doesn't know.
_MOVE: Final = r"\b(?:{})".format(
    _any_of(
        # "the Jh onto it"
        rf"{_CARD}\s+(?:on)?to\s+(?:it|them|that|this)\b",
        # "and the 5s too"
        rf"and\s+{_CARD}\s+(?:too|likewise)\b",
        # "from 8 to 9 we move", "from 8 to 9 goes"
        rf"from\s+{_COLUMN}\s+to\s+{_COLUMN}\s+(?:(?:we|i)\s+)?(?:goes|comes|moves?|moved)\b",
        # "that card then goes back to column 9"
        rf"{_IT}\s+(?:(?:then|now|also)\s+)?(?:goes|moves|comes)\s+(?:back\s+)?(?:on)?to\s+(?:{_CARD}|{_COLUMN})",
        # "the Jh of column 8 now goes to"
        rf"{_CARD}\s+(?:(?:of|in)\s+column\s+\d{{1,2}}\s+)?{_AND_NOW}(?:go|goes|moves|come|comes)\s+"
        r"(?:(?:on|in)?to|from)\b",
        # "the Jh is then parked"
        rf"{_CARD}\s+(?:is|was)\s+{_AND_NOW}(?:placed|put|moved|parked)\b",
        # "park the Jh in"
        rf"(?:put|park|place|drop)(?:s|ped|ed|ing)?\s+{_CARD}\s+(?:in|on)\b",
        # "which then goes to"
        r"which\s+(?:then\s+)?(?:goes|moves)\s+(?:on)?to\b",
        # "9-6 of spades"
        r"[2-9JQK]-[2-9AJQ]\s+of\s+(?:clubs|diamonds|hearts|spades)",
        # "Jh: from", "Jh leaves", "Jh column 8"
        rf"{_CARD}\s*+:?\s*+(?:from\b|leaves\b|col(?:umn|\.)?\s*\d)",
        # "on the Qs goes the Jh"
        rf"goes\s+{_CARD}",
        r"repeat\s+with\b",
        # "stack the Jh onto"
        rf"(?:{_PUT})(?:s|ped|ed|ing)?\s+{_CARD}\s+(?:up)?(?:on|to|in|over)(?:to)?\b",
        # "the Jh joins the Qh"
        rf"{_CARD}\s+(?:joins|meets|covers)\s+{_CARD}",
        rf"followed\s+by\s+{_CARD}",
        # "Jh goes from 8th to 9th"
        rf"{_CARD}\s+(?:goes\s+)?(?:from\s+)?(?:\d{{1,2}}(?:st|nd|rd|th)|{_NUMBERS})\s+to\s+\w+",
        # "Next row: ..."
        r"(?:new|next)\s+row\s*:",
    )
)

#: "Jh: 8 9", "9-6s, column 8 (9)": a card and two numbers.
_CARD_AND_NUMBERS: Final = (
    r"(?<!\w)(?:(?:10|[2-9TJQKA])[cdhs]?-)?(?:10|[2-9TJQKA])[cdhs][^\w.!?\n]{1,3}"
    r"(?:(?:from|columns?)\s+){0,2}\d{1,2}(?:\s*[^\w\s.!?]{1,2}\s*|\s+)"
    r"(?:(?:to|onto|column)\s+){0,2}\d{1,2}\b\)?(?!\s*cards)"
)

#: A removal in words that `prose` doesn't know.
_REMOVAL: Final = r"\b(?:{})\b".format(
    _any_of(
        # "take off the hearts", "clear the hearts off"
        rf"(?:t(?:ake|akes|aking|ook)|clear(?:s|ed|ing)?)\s+(?:(?:off|away|out)\s+{_SUITS}|{_SUITS}\s+off)",
        # "the hearts are now removed", "the hearts come off"
        rf"{_SUITS}\s+(?:(?:now|then|can)\s+){{0,2}}(?:(?:is|are|be|was|were|gets?)\s+(?:now\s+|then\s+)?"
        r"(?:removed|taken\s+(?:off|away))|(?:go|goes|went|comes?|came)\s+off)",
        # "removing both"
        r"remov(?:e[sd]?|ing)\s+(?:it|them|both|K-A[cdhs])",
        # "which we then remove"
        r"(?:which|and)\s+(?:we|i)\s+(?:then\s+)?removed?",
        rf"{_SUITS}\s+removed",
    )
)

#: Behind one of these a deal is a noun: "the deal.", "a great deal,".
_NOT_A_DEAL: Final = (
    "the a this that next last new first each every great good final another no any one big per my"
    " of"
)
_ROWS: Final = _words("new next another fresh last final first second third fourth fifth")
#: A deal in words that `prose` doesn't know.
_DEAL: Final = _any_of(
    # ", deal two", "and deal.", "we'll deal the"
    r"(?:^|(?<=[\n.!?;:,])|(?<=[.!?;:,]\s)|(?<=\bso\s)|(?<=['\u2019]ll\s)|(?<=\band\s)"
    r"|(?<=\bthen\s)|(?<=\bnow\s)|(?<=forced\sto\s))"
    r"deal(?=\s*[.,;!]|\s+(?:out|all|\d+|one|two|three|four|five|ten|cards?|rows?|another|an?"
    r"|the|more|some|new)\b|\s*$)",
    # "Time to deal."
    "".join(rf"(?<!\b{word}\s)" for word in _NOT_A_DEAL.split()) + r"(?<=\s)deal(?=\s*[.,;!])",
    r"\b(?:{})\b".format(
        _any_of(
            # "we then dealt"
            r"(?:we|i|you)\s+(?:(?:now|then|also|again)\s+)?dealt",
            # "now deal again"
            r"(?:now\s+)?deal\s+(?:{})".format(
                _any_of(
                    r"again|now|once\s+more|twice|(?:two|three)\s+(?:more\s+)?rows",
                    r"from\s+the\s+(?:stock|hand)",
                    r"the\s+(?!next\b|last\b)\w+\s+row",
                )
            ),
            # "--- deal ---"
            r"(?<=[-=]\s)deal(?=\s[-=])",
            # "a row is dealt"
            r"(?:row|round)\s+(?:is|was|gets)\s+(?:now\s+|then\s+)?dealt",
            # "hit the stock"
            r"(?:hit|flip|click(?:ed)?|tap)\s+(?:on\s+)?the\s+(?:stock|hand|deck)",
            r"ten\s+(?:new|more)\s+cards",
            r"followed\s+by\s+(?:an?|another|the\s+next)\s+deal",
        )
    ),
    # ", a new row."
    r"(?:^|(?<=[\n.!;,:])|(?<=[.!;,:\n*\u2022-]\s)|(?<=\bthen\s)|(?<=\band\s)|(?<=\bnow\s))"
    rf"(?:(?:an?|the)\s+)?(?:(?:{_ROWS})\s+)?(?:row|deal|round)[^\S\n]*(?=[.!;,\n]|$)",
)

#: What changes a move said before, or chooses one of several.
_CHOICE: Final = r"(?:{})".format(
    _any_of(
        # "Correction: ..."
        r"\b(?:typo|correction|erratum|errata|corrected|sorry)\s*[:,]",
        # "Actually ..."
        r"(?:^|(?<=[\n.!?;])|(?<=[.!?;]\s))actually\b",
        # "I took the second."
        r"(?:took|take|chose|choose|did|do|picked|pick|preferred|prefer|tried|played|made"
        r"|w(?:e|i)nt\s+(?:for|with))\s+the\s+(?:first|former|second|latter|third|last|other)"
        r"(?:\s+(?:one|move|option|choice))?(?=\s*[.,;!?]|\s*$)",
    )
)

#: What looks like a move, a removal or a deal that isn't understood, so that it's never passed
#: over without a word.
_LOOKS: Final = (
    (
        re.compile(_MOVE, re.IGNORECASE),
        "it isn't said as a move is: 'the Jh from 8 to 9'",
    ),
    (
        re.compile(_CARD_AND_NUMBERS),
        "it isn't understood which of the numbers are its columns",
    ),
    (
        re.compile(_REMOVAL, re.IGNORECASE),
        "it isn't said as a removal is: 'remove the hearts from column 9'",
    ),
    (
        re.compile(_DEAL, re.IGNORECASE),
        "it isn't said as a deal is: 'we deal a row'",
    ),
    (
        re.compile(_CHOICE, re.IGNORECASE),
        "it isn't understood which move that changes or chooses",
    ),
)
