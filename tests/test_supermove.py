"""Supermoves, against a plain search that plays every legal move of the named cards."""

from collections import deque
from random import Random

import pytest

from spiderpos.game import engine
from spiderpos.game import illegal as errors
from spiderpos.game.cards import ALL_CARDS, Suit, card
from spiderpos.game.moves import Shift
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import Rules
from spiderpos.scripts import supermove
from spiderpos.scripts.supermove import NoSupermove, NotExchangeable, NotInOrder
from tests.boards import COMPLETE, board

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


@pytest.mark.parametrize("seed", range(150))
def test_agrees_with_a_plain_search_over_positions(seed):
    random = Random(seed)
    rules = WRAPPED if seed % 5 == 0 else Rules()
    position, count, back = random_case(random, rules)
    try:
        moves = supermove.expand(position, 1, 2, count, back)
    except NoSupermove as error:
        if not error.undecided:
            assert fewest_moves(position, 1, 2, count, back) in (None, -1)
        return
    except errors.IllegalMove:
        assert fewest_moves(position, 1, 2, count, back) in (None, -1)
        return
    goal = exchanged(position, 1, 2, count, back)
    assert played(position, moves) == goal
    assert fewest_moves(position, 1, 2, count, back) in (len(moves), -1)


def test_the_random_cases_are_not_all_of_a_kind():
    outcomes = set()
    for seed in range(150):
        position, count, back = random_case(Random(seed), Rules())
        try:
            length = len(supermove.expand(position, 1, 2, count, back))
            outcomes.add((back > 0, "easy" if length < 4 else "hard"))
        except errors.IllegalMove as error:
            outcomes.add((back > 0, type(error)))
    assert outcomes >= {
        (False, "hard"),
        (True, "hard"),
        (False, NoSupermove),
        (True, NoSupermove),
        (True, NotExchangeable),
    }


def test_one_empty_column_moves_two_runs():
    # <ac> for <ab,ac,bc>, as the notation's author explains it.
    position = board("Qd 9h 8s", "", "10c")
    assert supermove.expand(position, 1, 3, 2) == (
        Shift(1, 2, 1),
        Shift(1, 3, 1),
        Shift(2, 3, 1),
    )


def test_natural_runs_move_whole():
    position = board("Qd 9h 8h 7s 6s 5s", "", "10c")
    assert [m.count for m in supermove.expand(position, 1, 3, 5)] == [3, 2, 3]


def test_other_columns_serve_instead_of_empty_ones():
    position = board("Qd 9h 8s", "9c", "10c")
    assert supermove.expand(position, 1, 3, 2) == (
        Shift(1, 2, 1),
        Shift(1, 3, 1),
        Shift(2, 3, 1),
    )


def test_a_run_is_split_where_its_parts_fit_different_places():
    # Nothing takes the 8s, so the 8-7s can't leave whole; the 7s can, to the 8d.
    position = board("Qd 9h 8s 7s", "8d", "10c", "9d")
    moves = supermove.expand(position, 1, 3, 3)
    assert played(position, moves) == exchanged(position, 1, 3, 3, 0)


def test_onto_an_empty_column():
    position = board("Qd 9h 8s", "", "", "4c")
    assert played(position, supermove.expand(position, 1, 2, 2)) == board("Qd", "9h 8s", "", "4c")


def test_swap_in_both_directions():
    position = board("10d 9h 8s", "10c 9d", "", "Qs")
    after = board("10d 9d", "10c 9h 8s", "", "Qs")
    assert played(position, supermove.expand(position, 1, 2, 2, 1)) == after
    assert played(position, supermove.expand(position, 2, 1, 1, 2)) == after


def test_nothing_for_something_is_a_move_the_other_way():
    position = board("10d 9h 8s", "10c", "", "Qs")
    assert supermove.expand(position, 2, 1, 0, 2) == supermove.expand(position, 1, 2, 2)


def test_equal_cards_at_the_head_may_step_aside():
    # The 4c stays in both columns in the end, but on the way one of them visits the 5s.
    position = board("(6h) 6s 5d 4c 3c 2d Ac", "6d 5d 4c 3s 2s", "5s", "")
    moves = supermove.expand(position, 1, 2, 5, 4)
    assert played(position, moves) == exchanged(position, 1, 2, 5, 4)
    assert supermove.expand(board("6s 5d", "6d 5d"), 1, 2, 1, 1) == ()


def test_a_card_turned_up_on_the_way_is_not_used():
    # The 9h's going turns up the 9s, but the 8s has to wait elsewhere.
    position = board("(9s) 9h 8s", "10c", "9d")
    moves = supermove.expand(position, 1, 2, 2)
    assert moves == (Shift(1, 3, 1), Shift(1, 2, 1), Shift(3, 2, 1))


def test_no_suit_is_completed_on_the_way():
    king_to_two = COMPLETE[Suit.HEARTS].removesuffix(" Ah")
    # Without the rule the Ah could wait on the 2h.
    assert supermove.expand(board("3d 2s Ah", "3s", "2c"), 1, 2, 2)
    with pytest.raises(NoSupermove):
        supermove.expand(board("3d 2s Ah", "3s", king_to_two), 1, 2, 2)


def test_a_suit_may_be_completed_where_the_cards_are_to_stay():
    king_to_two = COMPLETE[Suit.HEARTS].removesuffix(" Ah")
    position = board("2d Ah", king_to_two[:-2] + "2c As", "")
    position = board("2d Ah", "2h As", "")
    assert len(supermove.expand(position, 1, 2, 1, 1)) == 3
    position = board("2d Ah", king_to_two + " As", "")
    moves = supermove.expand(position, 1, 2, 1, 1)
    assert played(position, moves).column(2).up == board(COMPLETE[Suit.HEARTS]).column(1).up


@pytest.mark.parametrize(
    ("position", "wish", "error", "words"),
    [
        (board("9h 8s", ""), (1, 3, 1), errors.NoSuchPlace, "there is no column 3"),
        (board("9h 8s", ""), (1, 1, 1), errors.SameColumn, "column 1 itself"),
        (board("9h 8s", ""), (1, 2, 0), errors.TooFewCards, "at least one card"),
        (board("9h 8s", ""), (1, 2, 3), errors.TooFewCards, "only 2 cards, not 3"),
        (board("-- 9h 8s", ""), (1, 2, 3), errors.TooFewCards, "only 2 cards face up"),
        (board("9h ??", ""), (1, 2, 2), errors.UnknownCard, "is not known"),
        (board("9h 8s", "10c ??"), (1, 2, 2), errors.UnknownCard, "whether the 9h can go"),
        (
            board("Kd 9h 7s 6d", "10c"),
            (1, 2, 3),
            NotInOrder,
            "3 cards of column 1 are not in order of rank: what is in order at the bottom of "
            "column 1 is 7s 6d",
        ),
        (board("Kd 9h 8s", "Jc"), (1, 2, 2), errors.RankMismatch, "the 9h can't go onto the Jc"),
        (
            board("Kd 9h 8s", "10c 9d", ""),
            (1, 2, 2, 1),
            NotExchangeable,
            "the 9d can't take the place of the 9h in column 1: it would lie on the Kd",
        ),
        (
            board("-- 9h 8s", "10c 9d", ""),
            (1, 2, 2, 1),
            NotExchangeable,
            "a face-down card would be turned up there",
        ),
        (
            board("Kd 9h 8s 7d", "10c", "", "9s"),
            (1, 2, 3),
            None,
            "",
        ),
        (
            board("Kd 9h 8s 7d", "10c", "", "Qs"),
            (1, 2, 3),
            NoSupermove,
            "9h, 8s and 7d of column 1 are 3 natural runs, and can't be moved to column 2 one "
            "after the other with column 3 empty: 1 more empty column would do",
        ),
        (
            board("Kd 9h 8h 7d 6c", "10c", "Qs", "8s"),
            (1, 2, 4),
            NoSupermove,
            "9-8h, 7d and 6c of column 1 are 3 natural runs, and can't be moved to column 2 one "
            "after the other without an empty column: "
            "1 empty column would do",
        ),
        (
            board("10d 9h", "10c 9d", "Qs"),
            (1, 2, 1, 1),
            NoSupermove,
            "9h of column 1 and 9d of column 2 can't change places without an empty column: "
            "1 empty column would do",
        ),
    ],
)
def test_reasons(position, wish, error, words):
    if error is None:
        assert supermove.expand(position, *wish)
        return
    with pytest.raises(error) as caught:
        supermove.expand(position, *wish)
    assert type(caught.value) is error
    assert words in str(caught.value)


def test_gives_up_within_its_limit(monkeypatch):
    monkeypatch.setattr(supermove, "_SEARCHES", ((1, 3), (3, 5)))
    position = board("Kd 9h 8s 7d 6c", "10c", "", "", "", "Qs")
    with pytest.raises(NoSupermove, match=r"was not found out.*write single moves") as caught:
        supermove.expand(position, 1, 2, 4)
    assert caught.value.undecided


def test_twelve_runs_over_four_empty_columns():
    position = board("Kd Qc Jd 10c 9d 8c 7d 6c 5d 4c 3d 2c Ad", "Kh", "", "", "", "")
    moves = supermove.expand(position, 1, 2, 12)
    assert played(position, moves) == exchanged(position, 1, 2, 12, 0)
    assert len(moves) == 41
