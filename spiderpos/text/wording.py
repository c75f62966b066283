"""Phrases for numbers and lists in English sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

# Control characters except tabs and line feeds, marks that change the text direction, and
# surrogates, which can't be encoded.
_CONTROL: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)

#: Small numbers as words, from 0.
NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)


def join_words(words: Iterable[object], last: str = "and") -> str:
    """Return ``a``, ``a and b``, ``a, b and c``; the empty string for no words."""
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def count_phrase(count: int, noun: str, plural: str | None = None) -> str:
    """Return ``1 card``, ``3 cards``; ``no cards`` for 0."""
    if count == 1:
        return f"1 {noun}"
    return f"{count or 'no'} {plural or noun + 's'}"


def columns_phrase(columns: Iterable[int], last: str = "and") -> str:
    """Return ``column 3``, ``columns 3 and 9``; the empty string for no columns."""
    numbers = list(columns)
    if not numbers:
        return ""
    return f"column{'s' * (len(numbers) > 1)} {join_words(numbers, last)}"


def ordinal(number: int) -> str:
    """Return ``1st``, ``2nd``, ``3rd``, ``11th``."""
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def seconds_phrase(seconds: float) -> str:
    """Return ``4 seconds`` for 3.99969: to a tenth, or to two significant digits below 0.95."""
    if seconds < 0.95:
        from decimal import Decimal  # noqa: PLC0415 - rarely needed

        number = f"{Decimal(f'{seconds:.2g}'):f}"
    else:
        number = f"{seconds:.1f}".removesuffix(".0")
    return f"{number} second{'s' * (number != '1')}"


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """Return `` (did you mean 'show'?)`` if one of ``words`` is similar, else ""."""
    from difflib import get_close_matches  # noqa: PLC0415 - only errors need it

    close = get_close_matches(word.lower(), list(words), n=1)
    return f" (did you mean '{close[0]}'?)" if close else ""


def control_character(text: str) -> int | None:
    """Return the index of the first character that could disturb a terminal or page, or None.

    These are control characters except tabs and line feeds, marks that change the text direction,
    and surrogates.
    """
    match = _CONTROL.search(text)
    return match.start() if match else None


def harmless(text: str) -> str:
    """Replace each :func:`control_character` by ``\N{REPLACEMENT CHARACTER}``."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)
