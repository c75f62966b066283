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


_CARD: Final = (
    r"(?:(?:the|an?)\s+)?(?:(?:10|[2-9TJQKA])[cdhs]|(?:ace|two|three|four|five|six|seven|eight|nine|ten"
    r"|jack|queen|king)\s+of\s+\w+s)\b"
)
_WHERE: Final = r"(?:column\s+)?(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\b"
_SUITS: Final = (
    r"(?:(?:the|an?|another|full|completed?)\s+){0,3}(?:clubs|diamonds|hearts|spades|suit)"
)
#: What looks like a move, a removal or a deal that isn't understood, so that it's never passed
#: over without a word.
_LOOKS: Final = (
    (
        re.compile(
            rf"\b(?:{_CARD}\s+(?:on)?to\s+(?:it|them|that|this)\b|and\s+{_CARD}\s+(?:too|likewise)\b"
            rf"|from\s+{_WHERE}\s+to\s+{_WHERE}\s+(?:(?:we|i)\s+)?(?:goes|comes|moves?|moved)\b"
            rf"|(?:it|this|that|(?:that|this|the)\s+card)\s+(?:(?:then|now|also)\s+)?(?:goes|moves|comes)\s+"
            rf"(?:back\s+)?(?:on)?to\s+(?:{_CARD}|{_WHERE})"
            rf"|{_CARD}\s+(?:(?:of|in)\s+column\s+\d{{1,2}}\s+)?(?:(?:now|then)\s+)?(?:go|goes|moves|come|comes)"
            rf"\s+(?:(?:on|in)?to|from)\b|{_CARD}\s+(?:is|was)\s+(?:(?:now|then)\s+)?(?:placed|put|moved|parked)\b"
            rf"|(?:put|park|place|drop)(?:s|ped|ed|ing)?\s+{_CARD}\s+(?:in|on)\b|which\s+(?:then\s+)?(?:goes|moves)\s+"
            rf"(?:on)?to\b|[2-9JQK]-[2-9AJQ]\s+of\s+(?:clubs|diamonds|hearts|spades)"
            rf"|{_CARD}\s*+:?\s*+(?:from\b|leaves\b|col(?:umn|\.)?\s*\d)|goes\s+{_CARD}|repeat\s+with\b"
            rf"|(?:stack|dump|throw|shove|pile|pop|tuck|stick|get|set)(?:s|ped|ed|ing)?\s+{_CARD}\s+(?:up)?(?:on|to|in|over)"
            rf"(?:to)?\b|{_CARD}\s+(?:joins|meets|covers)\s+{_CARD}|followed\s+by\s+{_CARD}"
            rf"|{_CARD}\s+(?:goes\s+)?(?:from\s+)?(?:\d{{1,2}}(?:st|nd|rd|th)|one|two|three|four|five|six|seven"
            r"|eight|nine|ten)\s+to\s+\w+|(?:new|next)\s+row\s*:)",
            re.IGNORECASE,
        ),
        "it isn't said as a move is: 'the Jh from 8 to 9'",
    ),
    (
        re.compile(
            r"(?<!\w)(?:(?:10|[2-9TJQKA])[cdhs]?-)?(?:10|[2-9TJQKA])[cdhs][^\w.!?\n]{1,3}"
            r"(?:(?:from|columns?)\s+){0,2}\d{1,2}(?:\s*[^\w\s.!?]{1,2}\s*|\s+)"
            r"(?:(?:to|onto|column)\s+){0,2}\d{1,2}\b\)?(?!\s*cards)"
        ),
        "it isn't understood which of the numbers are its columns",
    ),
    (
        re.compile(
            rf"\b(?:(?:t(?:ake|akes|aking|ook)|clear(?:s|ed|ing)?)\s+(?:(?:off|away|out)\s+{_SUITS}|{_SUITS}\s+off)"
            rf"|{_SUITS}\s+(?:(?:now|then|can)\s+){{0,2}}(?:(?:is|are|be|was|were|gets?)\s+(?:now\s+|then\s+)?"
            r"(?:removed|taken\s+(?:off|away))|(?:go|goes|went|comes?|came)\s+off)"
            rf"|remov(?:e[sd]?|ing)\s+(?:it|them|both|K-A[cdhs])"
            rf"|(?:which|and)\s+(?:we|i)\s+(?:then\s+)?removed?|{_SUITS}\s+removed)\b",
            re.IGNORECASE,
        ),
        "it isn't said as a removal is: 'remove the hearts from column 9'",
    ),
    (
        re.compile(
            r"(?:^|(?<=[\n.!?;:,])|(?<=[.!?;:,]\s)|(?<=\bso\s)|(?<=['\u2019]ll\s)|(?<=\band\s)"
            r"|(?<=\bthen\s)|(?<=\bnow\s)|(?<=forced\sto\s))"
            r"deal(?=\s*[.,;!]|\s+(?:out|all|\d+|one|two|three|four|five|ten|cards?|rows?|another|an?"
            r"|the|more|some|new)\b|\s*$)"
            r"|(?<!\bthe\s)(?<!\ba\s)(?<!\bthis\s)(?<!\bthat\s)(?<!\bnext\s)(?<!\blast\s)(?<!\bnew\s)"
            r"(?<!\bfirst\s)(?<!\beach\s)(?<!\bevery\s)(?<!\bgreat\s)(?<!\bgood\s)(?<!\bfinal\s)"
            r"(?<!\banother\s)(?<!\bno\s)(?<!\bany\s)(?<!\bone\s)(?<!\bbig\s)(?<!\bper\s)(?<!\bmy\s)(?<!\bof\s)"
            r"(?<=\s)deal(?=\s*[.,;!])"
            r"|\b(?:(?:we|i|you)\s+(?:(?:now|then|also|again)\s+)?dealt"
            r"|(?:now\s+)?deal\s+(?:again|now|once\s+more|twice|(?:two|three)\s+(?:more\s+)?rows|from\s+the\s+(?:stock|hand)"
            r"|the\s+(?!next\b|last\b)\w+\s+row)|(?<=[-=]\s)deal(?=\s[-=])|(?:row|round)\s+(?:is|was|gets)\s+(?:now\s+|then\s+)?dealt"
            r"|(?:hit|flip|click(?:ed)?|tap)\s+(?:on\s+)?the\s+(?:stock|hand|deck)|ten\s+(?:new|more)\s+cards"
            r"|followed\s+by\s+(?:an?|another|the\s+next)\s+deal)\b"
            r"|(?:^|(?<=[\n.!;,:])|(?<=[.!;,:\n*\u2022-]\s)|(?<=\bthen\s)|(?<=\band\s)|(?<=\bnow\s))"
            r"(?:(?:an?|the)\s+)?(?:(?:new|next|another|fresh|last|final|first|second|third|fourth|fifth)\s+)?(?:row|deal|round)[^\S\n]*"
            r"(?=[.!;,\n]|$)",
            re.IGNORECASE,
        ),
        "it isn't said as a deal is: 'we deal a row'",
    ),
    (
        re.compile(
            r"(?:\b(?:typo|correction|erratum|errata|corrected|sorry)\s*[:,]"
            r"|(?:^|(?<=[\n.!?;])|(?<=[.!?;]\s))actually\b"
            r"|(?:took|take|chose|choose|did|do|picked|pick|preferred|prefer|tried|played|made"
            r"|w(?:e|i)nt\s+(?:for|with))\s+the\s+(?:first|former|second|latter|third|last|other)"
            r"(?:\s+(?:one|move|option|choice))?(?=\s*[.,;!?]|\s*$))",
            re.IGNORECASE,
        ),
        "it isn't understood which move that changes or chooses",
    ),
)
