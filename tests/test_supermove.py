"""Supermoves, compared with a simple search of all legal moves of the named cards."""

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
from tests import tables
from tests.boards import board, read

pytestmark = pytest.mark.slow

WRAPPED = Rules(kings_on_aces=True)


def played(position, moves):
    for move in moves:
        position = engine.do(position, move).after
    return position


def exchanged(position, source, target, count, back):
    """Return the expected position after a supermove, with face-down cards turned up."""
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
    """Return the fewest single moves for a supermove; None if impossible, -1 if it isn't known.

    The search plays the engine's legal moves of the named cards alone, and never moves a card onto
    one that was turned up on the way.  It stops after ``most`` positions.
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
    """Return a small position with a run to move or two runs to exchange, often possible."""
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


@tables.of("supermoves")
def test_supermoves(position, wish):
    """Expand a supermove: ``wish`` has source, target, count, and maybe cards to move back."""
    source, target, count, back = map(int, f"{wish} 0".split()[:4])
    moves = supermove.expand(read(position), source, target, count, back)
    there = exchanged(read(position), source, target, count, back)
    assert played(read(position), moves) == there
    if count > 5:
        return f"{len(moves)} moves"
    return " ".join(f"{move.source}>{move.target}x{move.count}" for move in moves) or "none"


def test_gives_up_within_its_limit(monkeypatch):
    monkeypatch.setattr(supermove, "_LIMIT", 3)
    position = board("Kd 9h 8s 7d 6c", "10c", "", "", "", "Qs")
    with pytest.raises(NoSupermove, match=r"search was given up.*write single moves") as caught:
        supermove.expand(position, 1, 2, 4)
    assert caught.value.undecided
