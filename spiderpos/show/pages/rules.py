"""Rules in words, for somebody who has never heard a preset's name."""

from __future__ import annotations

from typing import Final

from ...game.rules import Rules

#: What an option says where it isn't as in Woods' rules, by its key and value as
#: :meth:`Rules.describe` gives them; the number of cells goes into its text.
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
#: What makes no difference to a position that is being played.
_ELSEWHERE: Final = frozenset(("start", "scored_suits"))


def rules_words(rules: Rules) -> str:
    """Return in which ways rules differ from Woods' in play, as a sentence; empty if in none.

    Raises KeyError for an option that has no words here.
    """
    options = rules.describe().items()
    parts = [_WORDS[option] for option in options if option[0] not in _ELSEWHERE]
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}." if text else ""
