"""Descriptions of rules for readers who don't know the names of presets."""

from __future__ import annotations

from typing import Final

from ...game.rules import Rules
from .markup import Html, tag

#: The rules of Spider, for readers who don't know the game.
SHORT: Final = (
    "A card goes onto one that is a rank higher, of any suit; cards in order that are of one suit "
    "move together, and any of them may go to an empty column, a space. "
    "A card that lay face down turns up when nothing covers it; a deal puts a card onto every "
    "column, and no column may be empty then. "
    "King to Ace of one suit are complete: "
)
_REMOVED_BY_HAND: Final = "drag them to the top of the board, and they are off."
_REMOVED_BY_ITSELF: Final = "they go off by themselves."

#: Description of each option that differs from Woods' rules, by key and value as returned by
#: :meth:`Rules.describe`.
_WORDS: Final = {
    ("suits", "2"): "the deck has two suits, four times each",
    ("suits", "1"): "the deck has one suit, eight times",
    ("cells", "1"): "there is a free cell, for one card",
    ("cells", "2"): "there are two free cells, for one card each",
    ("cells", "3"): "there are three free cells, for one card each",
    ("cells", "4"): "there are four free cells, for one card each",
    ("deal_over_spaces", "if-in-suit"): "a row may be dealt over a space if every column "
    "is in order of rank and suit",
    ("deal_over_spaces", "if-in-rank"): "a row may be dealt over a space if every column "
    "is in order of rank",
    ("deal_over_spaces", "always"): "a row may be dealt although there is a space",
    ("short_last_deal", "yes"): "the last row may be short",
    ("kings_on_aces", "yes"): "a King may go onto an Ace",
    ("automatic_removal", "yes"): "a complete suit goes off by itself",
}
#: Options that don't affect play from a given position.
_ELSEWHERE: Final = frozenset(("start", "scored_suits"))


def rules_in_short(rules: Rules) -> str:
    """Return a short description of the rules of the game."""
    return SHORT + (_REMOVED_BY_ITSELF if rules.automatic_removal else _REMOVED_BY_HAND)


def rules_folded(rules: Rules) -> Html:
    """Return the rules of the game, folded away."""
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
