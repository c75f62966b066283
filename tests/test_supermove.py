"""Supermoves, against a plain search that plays every legal move of the named cards."""

from collections import deque
from random import Random

import pytest

from spiderpos.game import engine
from spiderpos.game import illegal as errors
from spiderpos.game.cards import ALL_CARDS, Suit, card
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import Rules
from spiderpos.scripts import supermove
from spiderpos.scripts.supermove import NoSupermove
from tests.boards import board

WRAPPED = Rules(kings_on_aces=True)


def played(position, moves):
    for move in moves:
        position = engine.do(position, move).after
    return position


def exchanged(position, source, target, count, back):
    """The position that a supermove leads to, face-down cards turned up."""
    columns = list(position.columns)
    here, there = columns[source - 1], columns[target - 1]
    going = here.up[len(here.up) - count :]
    coming = there.up[len(there.up) - back :]
    new = {
        source: (here.down, here.up[: len(here.up) - count] + coming),
        target: (there.down, there.up[: len(there.up) - back] + going),
    }
    for number, (down, up) in new.items():
        turned = bool(down) and not up
        columns[number - 1] = Column(down[:-1], down[-1:]) if turned else Column(down, up)
    return Position(tuple(columns), position.hand, position.removed, rules=position.rules)


def fewest_moves(position, source, target, count, back, most=30_000):
    """The fewest single moves that do it, None if it can't be done, -1 if that's too much.

    Plays the engine's legal moves, of the named cards alone, and never onto a card that was
    turned up on the way.
    """
    goal = exchanged(position, source, target, count, back)
    own = [len(column) for column in position.columns]
    own[source - 1] -= count
    own[target - 1] -= back
    seen = {position: 0}
    queue = deque([position])
    while queue:
        now = queue.popleft()
        if now == goal:
            return seen[now]
        if len(seen) > most:
            return -1
        for move in engine.legal_moves(now):
            named = len(now.column(move.source)) - own[move.source - 1]
            turned = len(now.column(move.target).down) < len(position.column(move.target).down)
            if move.count > named or turned:
                continue
            after = engine.do(now, move).after
            if after not in seen:
                seen[after] = seen[now] + 1
                queue.append(after)
    return None


def random_case(random, rules):
    """A small position with an ordered run to move or two to exchange, often possible."""
    low = random.randint(1, 5)
    count = random.randint(2, 6)
    back = random.choice((0, 0, 1, 2, 4))

    def run(length):
        suits = random.choice(([0, 1, 2, 3], [0, 1], [0, 0, 0, 1]))
        top = low + count
        ranks = [(top - 1 - i - 1) % 13 + 1 for i in range(length)]
        return tuple(card(rank, Suit(random.choice(suits))) for rank in ranks)

    def base(length):
        top = low + count
        head = card(min(top, 13), random.choice(list(Suit)))
        return (
            random.choice(((), (head,), (random.choice(ALL_CARDS), head))) if length else (head,)
        )

    columns = [
        Column(tuple(random.sample(ALL_CARDS, random.randint(0, 1))), base(True) + run(count)),
        Column((), base(back == 0 and random.random() < 0.3) + run(back)),
    ]
    for _ in range(random.randint(0, 4)):
        up = () if random.random() < 0.4 else (random.choice(ALL_CARDS),)
        columns.append(Column((), up))
    return Position(tuple(columns), rules=rules), count, back


def test_agrees_with_a_plain_search_over_positions():
    outcomes = set()
    for seed in range(150):
        rules = WRAPPED if seed % 5 == 0 else Rules()
        position, count, back = random_case(Random(seed), rules)
        try:
            moves = supermove.expand(position, 1, 2, count, back)
        except errors.IllegalMove as error:
            outcomes.add((back > 0, type(error)))
            if not getattr(error, "undecided", False):
                assert fewest_moves(position, 1, 2, count, back) in (None, -1), seed
            continue
        outcomes.add((back > 0, "easy" if len(moves) < 4 else "hard"))
        assert played(position, moves) == exchanged(position, 1, 2, count, back), seed
        assert fewest_moves(position, 1, 2, count, back) in (len(moves), -1), seed
    assert outcomes >= {(swap, end) for swap in (False, True) for end in ("hard", NoSupermove)}


@pytest.mark.parametrize(
    ("columns", "wish", "moves"),
    [
        # <ac> for <ab,ac,bc>, as the notation's author explains it.
        ("Qd 9h 8s||10c", (1, 3, 2), "1>2x1 1>3x1 2>3x1"),
        # Natural runs move whole.
        ("Qd 9-8h 7-5s||10c", (1, 3, 5), "1>2x3 1>3x2 2>3x3"),
        # Other columns serve instead of empty ones.
        ("Qd 9h 8s|9c|10c", (1, 3, 2), "1>2x1 1>3x1 2>3x1"),
        # A card that was turned up on the way is not used.
        ("(9s) 9h 8s|10c|9d", (1, 2, 2), "1>3x1 1>2x1 3>2x1"),
        ("6s 5d|6d 5d", (1, 2, 1, 1), ""),
    ],
)
def test_the_moves_that_it_is_made_of(columns, wish, moves):
    found = supermove.expand(board(*columns.split("|")), *wish)
    assert " ".join(f"{m.source}>{m.target}x{m.count}" for m in found) == moves


@pytest.mark.parametrize(
    ("columns", "wish"),
    [
        # Nothing takes the 8s, so the 8-7s can't leave whole; the 7s can, to the 8d.
        ("Qd 9h 8s 7s|8d|10c|9d", (1, 3, 3)),
        # Onto an empty column, and in exchange
        ("Qd 9h 8s|||4c", (1, 2, 2)),
        ("10d 9h 8s|10c 9d||Qs", (1, 2, 2, 1)),
        ("10d 9h 8s|10c 9d||Qs", (2, 1, 1, 2)),
        # The 4c stays in both columns in the end, but on the way one of them visits the 5s.
        ("(6h) 6s 5d 4c 3c 2d Ac|6d 5d 4c 3s 2s|5s|", (1, 2, 5, 4)),
        # A suit may be completed where the cards are to stay.
        ("2d Ah|2h As|", (1, 2, 1, 1)),
        ("2d Ah|K-2h As|", (1, 2, 1, 1)),
        ("Kd 9h 8s 7d|10c||9s", (1, 2, 3)),
        ("Kd Qc Jd 10c 9d 8c 7d 6c 5d 4c 3d 2c Ad|Kh||||", (1, 2, 12)),
    ],
)
def test_where_it_leads(columns, wish):
    position, back = board(*columns.split("|")), (*wish, 0)[3]
    moves = supermove.expand(position, *wish)
    assert played(position, moves) == exchanged(position, *wish[:3], back)
    assert len(moves) == 41 or wish[2] < 12


def test_nothing_for_something_is_a_move_the_other_way():
    position = board("10d 9h 8s", "10c", "", "Qs")
    assert supermove.expand(position, 2, 1, 0, 2) == supermove.expand(position, 1, 2, 2)


def test_no_suit_is_completed_on_the_way():
    # Without the rule the Ah could wait on the 2h.
    assert supermove.expand(board("3d 2s Ah", "3s", "2c"), 1, 2, 2)
    with pytest.raises(NoSupermove):
        supermove.expand(board("3d 2s Ah", "3s", "K-2h"), 1, 2, 2)


@pytest.mark.parametrize(
    ("columns", "wish", "error", "words"),
    [
        ("9h 8s|", (1, 2, 3), errors.TooFewCards, "only 2 cards, not 3"),
        ("9h ??|", (1, 2, 2), errors.UnknownCard, "is not known"),
        ("9h 8s|10c ??", (1, 2, 2), errors.UnknownCard, "whether the 9h can go"),
        (
            *("Kd 9h 7s 6d|10c", (1, 2, 3), NoSupermove),
            "3 cards of column 1 are not in order of rank: what is in order at the bottom of "
            "column 1 is 7s 6d",
        ),
        ("Kd 9h 8s|Jc", (1, 2, 2), errors.RankMismatch, "the 9h can't go onto the Jc"),
        (
            *("Kd 9h 8s|10c 9d|", (1, 2, 2, 1), NoSupermove),
            "the 9d can't take the place of the 9h in column 1: it would lie on the Kd",
        ),
        (
            *("-- 9h 8s|10c 9d|", (1, 2, 2, 1), NoSupermove),
            "a face-down card would be turned up there",
        ),
        (
            *("Kd 9h 8s 7d|10c||Qs", (1, 2, 3), NoSupermove),
            "9h, 8s and 7d of column 1 are 3 natural runs, and can't be moved to column 2 one "
            "after the other with column 3 empty",
        ),
        (
            *("Kd 9-8h 7d 6c|10c|Qs|8s", (1, 2, 4), NoSupermove),
            "9-8h, 7d and 6c of column 1 are 3 natural runs, and can't be moved to column 2 one "
            "after the other without an empty column",
        ),
        (
            *("10d 9h|10c 9d|Qs", (1, 2, 1, 1), NoSupermove),
            "9h of column 1 and 9d of column 2 can't change places without an empty column",
        ),
    ],
)
def test_reasons(columns, wish, error, words):
    with pytest.raises(error) as caught:
        supermove.expand(board(*columns.split("|")), *wish)
    assert type(caught.value) is error
    assert words in str(caught.value)


def test_gives_up_within_its_limit(monkeypatch):
    monkeypatch.setattr(supermove, "_SEARCHES", ((1, 3), (3, 5)))
    position = board("Kd 9h 8s 7d 6c", "10c", "", "", "", "Qs")
    with pytest.raises(NoSupermove, match=r"was not found out.*write single moves") as caught:
        supermove.expand(position, 1, 2, 4)
    assert caught.value.undecided
