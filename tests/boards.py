"""Small positions for tests, written as short strings."""

from spiderpos.cards import RANK_NAMES, UNKNOWN, Card, Suit, parse_card
from spiderpos.position import Column, Position
from spiderpos.rules import WOODS, Rules

#: Each suit complete, King to Ace.
COMPLETE = {
    suit: " ".join(rank + suit.letter for rank in reversed(RANK_NAMES[1:])) for suit in Suit
}


def cards(text: str) -> tuple[Card, ...]:
    """``9s ?? 10h``: cards, ``??`` for one that isn't known."""
    return tuple(UNKNOWN if word in ("??", "--") else parse_card(word) for word in text.split())


def column(text: str) -> Column:
    """``-- (5h) 9s 8s``: face-down cards are ``--`` or in parentheses; ``""`` is a space."""
    words = text.split()
    down = [word.strip("()") for word in words if word == "--" or word.startswith("(")]
    return Column(cards(" ".join(down)), cards(" ".join(words[len(down) :])))


def board(
    *columns: str,
    hand: str = "",
    removed: tuple[Suit | None, ...] = (),
    cells: tuple[Card | None, ...] = (),
    rules: Rules = WOODS,
) -> Position:
    """A position with these columns; not validated."""
    return Position(tuple(column(c) for c in columns), cards(hand), removed, cells, rules)
