"""Small random positions and goals, for comparing searches."""

from dataclasses import replace
from itertools import pairwise

from spiderpos.game import engine
from spiderpos.game.cards import ALL_CARDS, Suit, card
from spiderpos.game.census import unseen, validate
from spiderpos.game.moves import Deal
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import WOODS, DealOverSpaces, Rules, parse_rules
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict, judge


def stacked(rng, pieces, columns, spaces, face_down):
    """Stack pieces (lists of cards) on columns, with some of the upper cards face down."""
    piles = [[] for _ in range(columns - spaces)]
    rng.shuffle(pieces)
    for i, piece in enumerate(pieces):
        (piles[i] if i < len(piles) else rng.choice(piles)).extend(piece)
    made = [Column()] * spaces
    for pile in piles:
        down = rng.randrange(len(pile)) if pile and rng.random() < face_down else 0
        made.append(Column(tuple(pile[:down]), tuple(pile[down:])))
    rng.shuffle(made)
    return tuple(made)


def run_pieces(rng, pool, count):
    """Return cards of a pool as short natural runs, at most ``count`` cards in all."""
    pool = list(pool)
    pieces = []
    while count > 0 and pool:
        head = rng.choice(pool)
        piece = [head]
        pool.remove(head)
        while len(piece) < count and rng.random() < 0.4 and piece[-1].rank > 1:
            lower = card(piece[-1].rank - 1, piece[-1].suit)
            if lower not in pool:
                break
            pool.remove(lower)
            piece.append(lower)
        count -= len(piece)
        pieces.append(piece)
    return pieces


def random_position(rng, *, cards, columns):
    """Return a position with few ranks, so that many cards fit on each other."""
    suits = rng.sample(list(Suit), rng.randint(1, 4))
    low = rng.randint(1, 9)
    ranks = range(low, low + rng.randint(4, 5 if len(suits) > 2 else 8))
    pool = [card(rank, suit) for suit in suits for rank in ranks if rank <= 13] * 2
    count = min(rng.randint(*cards), len(pool))
    pieces = run_pieces(rng, pool, count)
    wide = rng.randint(*columns)
    spaces = min(rng.choice([0, 0, 1, 1, 2]), wide - 1)
    position = Position(stacked(rng, pieces, wide, spaces, rng.choice([0, 0, 0.5, 1])))
    validate(position, partial=True)
    return position


def suit_pieces(rng, suit, cuts):
    """Return the cards of a suit as runs, cut at ``cuts`` random places."""
    places = sorted(rng.sample(range(2, 14), cuts), reverse=True)
    return [
        [card(rank, suit) for rank in range(high - 1, low - 1, -1)]
        for high, low in pairwise((14, *places, 1))
    ]


def random_suit_position(rng, *, others, columns):
    """Return a position with all cards of a suit in pieces among a few others; and the suit."""
    suit = rng.choice(list(Suit))
    pieces = suit_pieces(rng, suit, rng.randint(1, 5))
    if rng.random() < 0.2:
        pool = [c for c in ALL_CARDS if c.suit is suit] + list(ALL_CARDS)
        pool = [c for i, c in enumerate(pool) if c not in pool[:i]]
    else:
        pool = [c for c in ALL_CARDS if c.suit is not suit] * 2
    pool = [c for c in pool if c.rank in range(3, 3 + rng.randint(3, 11))]
    pieces += run_pieces(rng, pool, rng.randint(*others))
    wide, spaces = rng.randint(*columns), rng.choice([0, 0, 0, 1])
    position = Position(stacked(rng, pieces, wide, spaces, rng.choice([0, 0, 0.5])))
    validate(position, partial=True)
    return position, suit


CONDITIONS = ["turning up", "making a space", "removing", "removing hearts", "removing spades"]


def conditions(rng):
    text = " without dealing" + "".join(f", {c}" for c in CONDITIONS if rng.random() < 0.2)
    return text + rng.choice(["", "", "", ", removing at most 1 other suit"])


COUNTS = [
    "get {more} spaces",
    "get the space back and turn up a card",
    "turn up {n} cards",
    "turn up {n} cards in column {column}",
]
SUITS = [
    "remove {suit}",
    "remove any suit",
    "remove {suit} before {other}",
    "remove {other} before {suit}",
]
PLACES = [
    "get a space in column {column}",
    "uncover {card}",
    "uncover {card} in column {column}",
    "uncover {card} and uncover {twin}",
]
SUIT_PLACES = ["complete {suit}", "complete any suit", "win", "win with all suits in the tableau"]


#: The least and the greatest number of cards, of cards besides a complete suit, and of columns in
#: random questions: small enough that two searches decide nearly all of them.
FEW = {"cards": (6, 18), "others": (1, 8), "columns": (3, 5)}
MORE = {"cards": (8, 26), "others": (1, 12), "columns": (4, 6)}


def random_question(rng, size):
    """Return a small position, and a goal with one or more clauses of any form."""
    if rng.random() < 0.35:
        position, suit = random_suit_position(rng, others=size["others"], columns=size["columns"])
        forms = rng.choice([SUITS, SUITS + SUIT_PLACES, COUNTS + SUITS + PLACES + SUIT_PLACES])
    else:
        position = random_position(rng, cards=size["cards"], columns=size["columns"])
        suit = Suit.SPADES
        forms = rng.choice([COUNTS, PLACES, COUNTS + PLACES])
    cards_there = [c for column in position.columns for c in (*column.down, *column.up)]
    expected = rng.choice(cards_there)
    twins = [c for c in cards_there if c.rank == expected.rank and c != expected] or [expected]
    clauses = [
        rng.choice(forms).format(
            more=len(position.spaces) + rng.randint(1, 2),
            n=rng.randint(1, 3),
            column=rng.randint(1, len(position.columns)),
            card=expected,
            twin=rng.choice(twins),
            suit=suit,
            other=rng.choice([s for s in Suit if s is not suit]),
        )
        for _ in range(rng.choice([1, 1, 1, 2, 3]))
    ]
    return position, parse(" and ".join(clauses) + conditions(rng))


def narrow_question(rng, size):
    """Return a question about turning up cards without making a space, in which suits hardly
    matter.

    Moving a card back from a space makes a space, so these searches have no normal form.
    """
    wide, low = rng.randint(*size["columns"]), rng.choice([1, 5, 10])
    suits = rng.sample(list(Suit), 2)
    pool = [card(rank, suit) for rank in range(low, low + 4) for suit in suits] * 2
    pieces = run_pieces(rng, pool, rng.randint(2 * wide, 2 * wide + 3))
    position = Position(stacked(rng, pieces, wide, 0, 1))
    down = max(1, sum(len(column.down) for column in position.columns))
    count = rng.randint(min(2, down), min(4, down))
    return position, parse(f"turn up {count} cards without dealing, making a space")


def forbidden(goal, step):
    """Return True if a step breaks a condition about dealing, turning up or removing a suit."""
    limits = goal.limits
    return (
        (limits.no_dealing and isinstance(step.move, Deal))
        or (limits.no_turning_up and bool(step.turned))
        or any(removal.suit in limits.no_removing_suits for removal in step.removals)
    )


def first_reached(position, goal, depth, line=(), *, all_lines=True):
    """Return the smallest number of moves, up to ``depth``, of a line that the judge accepts.

    All lines are tried, and each is judged from its start.  Without ``all_lines``, lines with a
    :func:`forbidden` step are skipped.
    """
    if depth < 0:
        return None
    if judge(goal, position, line).verdict is Verdict.HOLDS:
        return len(line)
    if depth == 0:
        return None
    now = line[-1].after if line else position
    best = None
    for move in engine.legal_moves(now):
        step = engine.do(now, move)
        if not all_lines and forbidden(goal, step):
            continue
        result = first_reached(position, goal, depth - 1, (*line, step), all_lines=all_lines)
        if result is not None and (best is None or result < best):
            best = result
            depth = best - len(line)
            if depth <= 1:
                break
    return best


EASY_DEALS = replace(WOODS, deal_over_spaces=DealOverSpaces.ALWAYS, short_last_deal=True)
RULES = [
    WOODS,
    parse_rules("modern"),
    parse_rules("woods;cells=1"),
    parse_rules("woods;kings_on_aces=yes"),
    EASY_DEALS,
]

OBJECTIVES = [
    "get {n} spaces",
    "get a space in column {column}",
    "get the space back and turn up a card",
    "turn up {n} cards",
    "turn up a card in column {column}",
    "uncover {card}",
    "uncover {card} in column {column}",
    "uncover {card} and get {n} spaces",
    "remove any suit",
    "remove {suit}",
    "remove {suit} before {other}",
    "remove {suit} and get {n} spaces",
    "complete {suit}",
    "win",
    "win with all suits in the tableau",
]
ALL_CONDITIONS = ["dealing", *CONDITIONS]


def tiny_question(rng, sort):
    """Return a position of two to four columns under some of ``RULES``, and a goal.

    If ``sort`` is "suit", the position has all cards of a suit.
    """
    rules = rng.choice(RULES)
    if sort == "suit":
        position, suit = random_suit_position(rng, others=(0, 4), columns=(3, 4))
    else:
        position, suit = random_position(rng, cards=(2, 8), columns=(2, 4)), rng.choice(list(Suit))
    hand = ()
    if rng.random() < 0.4:
        near = [c for column in position.columns for c in (*column.down, *column.up)]
        ranks = {c.rank + step for c in near for step in (-1, 0, 1)}
        fitting = [c for c in unseen(position).elements() if c.rank in ranks]
        hand = tuple(rng.sample(fitting, rng.choice([1, 2, 3, len(position.columns)])))
        if rng.random() < 0.5:
            rules = EASY_DEALS
    position = replace(position, hand=hand, rules=rules, cells=(None,) * rules.cells)
    cards_there = [c for column in position.columns for c in (*column.down, *column.up)]
    cards_there += hand
    other = rng.choice([s for s in Suit if s is not suit])
    text = rng.choice(OBJECTIVES).format(
        n=rng.randint(1, 3),
        column=rng.randint(1, len(position.columns)),
        card=rng.choice(cards_there),
        suit=suit,
        other=other,
    )
    stored = [c for c in ALL_CONDITIONS if rng.random() < 0.2]
    text += " without " + ", ".join(stored) if stored else ""
    return position, parse(text)


def any_question(rng):
    """Return a tiny question, maybe with more copies of a card than the decks have."""
    position, goal = tiny_question(rng, rng.choice(["few", "few", "suit"]))
    cells = rng.choice([0, 0, 1, 2])
    rules = Rules(
        cells=cells,
        kings_on_aces=rng.random() < 0.2,
        automatic_removal=rng.random() < 0.3,
        short_last_deal=rng.random() < 0.5,
        deal_over_spaces=rng.choice([*DealOverSpaces]),
    )
    return replace(position, rules=rules, cells=(None,) * cells), goal
