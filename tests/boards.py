"""Small positions for tests, written as short strings."""

from spiderpos.game.cards import RANK_NAMES, UNKNOWN, Card, Suit, card, parse_card, parse_rank
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import WOODS, Rules

#: Each suit complete, King to Ace.
COMPLETE = {
    suit: " ".join(rank + suit.letter for rank in reversed(RANK_NAMES[1:])) for suit in Suit
}


def cards(text: str) -> tuple[Card, ...]:
    """``9s ?? 10h``: cards, ``??`` for one that isn't known; ``9-6s`` is a natural run."""
    return tuple(c for word in text.split() for c in _run(word))


def _run(word: str) -> list[Card]:
    if word in ("??", "--"):
        return [UNKNOWN]
    highest, _, lowest = word.rpartition("-")
    low = parse_card(lowest)
    high = parse_rank(highest) if highest else low.rank
    return [card(rank, low.suit) for rank in range(high, low.rank - 1, -1)]


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
