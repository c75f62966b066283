"""Descriptions of rules for readers who don't know the names of presets."""

from __future__ import annotations

from typing import Final

from ...game.rules import Rules
from .markup import Html, tag

#: The rules of Spider, for readers who don't know the game.
SHORT: Final = (
    "A card may be placed on a card of the next higher rank, of any suit. Cards of one suit in "
    "order move together, also into an empty column, a space. "
    "A face-down card is turned up when no card covers it. A deal places a card on every column; "
    "before it, no column may be empty. "
    "A suit is complete if its cards lie in order from King to Ace: "
)
_REMOVED_BY_HAND: Final = "drag it to the top of the board to remove it."
_REMOVED_AUTOMATICALLY: Final = "it is removed automatically."

#: Description of each option that differs from Woods' rules, by key and value as returned by
#: :meth:`Rules.describe`.
_WORDS: Final = {
    ("suits", "2"): "the deck has two suits, four times each",
    ("suits", "1"): "the deck has one suit, eight times",
    ("cells", "1"): "there is a free cell, for one card",
    ("cells", "2"): "there are two free cells, for one card each",
    ("cells", "3"): "there are three free cells, for one card each",
    ("cells", "4"): "there are four free cells, for one card each",
    ("deal_over_spaces", "if-in-suit"): "a row may be dealt over a space if every other "
    "column is face up and in order of rank and suit",
    ("deal_over_spaces", "if-in-rank"): "a row may be dealt over a space if every other "
    "column is face up and in order of rank",
    ("deal_over_spaces", "always"): "a row may be dealt over a space",
    ("short_last_deal", "yes"): "the last row may be short",
    ("kings_on_aces", "yes"): "a King may be placed on an Ace",
    ("automatic_removal", "yes"): "a complete suit is removed automatically",
}
#: Options that don't affect the legal moves from a given position.
_ELSEWHERE: Final = frozenset(("start", "scored_suits"))


def rules_in_short(rules: Rules) -> str:
    """Return a short description of the rules of the game."""
    return SHORT + (_REMOVED_AUTOMATICALLY if rules.automatic_removal else _REMOVED_BY_HAND)


def rules_folded(rules: Rules) -> Html:
    """Return the rules of the game in a collapsed HTML element."""
    summary = tag("summary", "How Spider is played")
    return tag("details", summary, tag("p", rules_in_short(rules)), id="rules", class_="fact")


def rules_words(rules: Rules) -> str:
    """Describe the differences from Woods' rules that affect play; empty if there are none.

    Raises KeyError for an option without a description.
    """
    options = rules.describe().items()
    parts = [_WORDS[option] for option in options if option[0] not in _ELSEWHERE]
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}." if text else ""
