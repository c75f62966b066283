"""Small positions for tests, written as short strings."""

from spiderpos.game.cards import RANK_NAMES, UNKNOWN, Card, Suit, card, parse_card, parse_rank
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import WOODS, Rules, parse_rules

#: The text of the thirteen cards of each suit, King to Ace, by suit.
COMPLETE = {
    suit: " ".join(rank + suit.letter for rank in reversed(RANK_NAMES[1:])) for suit in Suit
}


def cards(text: str) -> tuple[Card, ...]:
    """Parse cards such as ``9s ?? 10h``; ``??`` is unknown, ``9-6s`` is a natural run."""
    return tuple(c for word in text.split() for c in _run(word))


def _run(word: str) -> list[Card]:
    if word in ("??", "--"):
        return [UNKNOWN]
    highest, _, lowest = word.rpartition("-")
    low = parse_card(lowest)
    high = parse_rank(highest) if highest else low.rank
    return [card(rank, low.suit) for rank in range(high, low.rank - 1, -1)]


def column(text: str) -> Column:
    """Parse ``-- (5h) 9s 8s``: face-down cards are ``--`` or in parentheses; ``""`` is a space."""
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
    """Return a position with these columns; it isn't validated."""
    return Position(tuple(column(c) for c in columns), cards(hand), removed, cells, rules)


def read(text: str) -> Position:
    """Parse ``9-6s|(2c) Kh|; hand=5c 5d; removed=c?; held=- 5h; rules=modern; cells=2``.

    The columns are separated by ``|``; the parts after semicolons are optional.
    """
    columns, *rest = (part.strip() for part in text.split(";"))
    options = dict(part.split("=") for part in rest)
    hand, gone, filled = (options.pop(name, "") for name in ("hand", "removed", "held"))
    named = [
        options.pop("rules", "woods"),
        *(f"{name}={value}" for name, value in options.items()),
    ]
    rules = parse_rules(";".join(named))
    return board(
        *columns.split("|"),
        hand=hand,
        removed=tuple(None if c == "?" else Suit("cdhs".index(c)) for c in gone),
        cells=tuple(
            None if c == "-" else cards(c)[0] for c in filled.split() or "-" * rules.cells
        ),
        rules=rules,
    )
