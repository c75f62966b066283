from dataclasses import replace
from random import Random

import pytest

from spiderpos.game import engine, history
from spiderpos.game.cards import ALL_CARDS, UNKNOWN, Suit
from spiderpos.game.deals import deal
from spiderpos.game.moves import Deal, Shift
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import PRESETS, WOODS, Rules


def fresh(rules=WOODS):
    """Return a deal without a record of its dealt cards."""
    return replace(deal(1, rules=rules), dealt=())


def test_the_dealt_part_runs_from_column_10_to_column_1_each_top_down():
    position = fresh()
    dealt = history.dealt_at_start(position)
    assert len(dealt) == 54
    assert dealt[-6:] == position.column(1).down + position.column(1).up
    assert dealt[:6] == position.column(10).down + position.column(10).up
    assert history.dealt_at_start(position.hide()) == ()
    assert history.dealt_at_start(fresh(PRESETS["modern"])) != ()
    assert history.dealt_at_start(replace(position, rules=PRESETS["modern"])) == ()


@pytest.mark.parametrize("rules", [WOODS, PRESETS["pipkin-beginner"]])
def test_the_deal_is_rebuilt_after_rows_were_dealt(rules):
    start = history.with_history(fresh(rules))
    assert history.with_history(start) is start
    position = start
    while position.hand:
        position = engine.do(position, Deal()).after
        rebuilt = history.initial(position)
        assert rebuilt == start
        assert rebuilt.dealt == start.dealt
    assert len(position.dealt) == 104


def test_nothing_is_rebuilt_from_an_unknown_deal():
    start = fresh()
    assert history.initial(start) is None
    position = history.with_history(start)
    assert history.initial(replace(position, dealt=(UNKNOWN, *position.dealt[1:]))) is None
    assert history.initial(replace(position, dealt=position.dealt[1:])) is None


@pytest.mark.parametrize("rules", [WOODS, Rules(kings_on_aces=True)])
def test_played_positions_have_no_contradiction(rules):
    random = Random(11)
    position = history.with_history(replace(deal(5), rules=rules))
    for _ in range(300):
        moves = list(engine.legal_moves(position))
        shifts = [move for move in moves if isinstance(move, Shift)]
        if not moves:
            break
        deals = random.random() < 0.05 and Deal() in moves
        move = Deal() if deals else random.choice(shifts or moves)
        position = engine.do(position, move).after
        assert history.contradiction(position) is None


def changed(position: Position, number: int, column: Column) -> Position:
    columns = list(position.columns)
    columns[number - 1] = column
    return replace(position, columns=tuple(columns))


def test_contradictions_to_the_dealt_part():
    start = history.with_history(fresh())
    first, second = start.columns[:2]
    lowest = first.down[0]
    other = next(card for card in ALL_CARDS if card != lowest)
    often = start.hand[0]
    for wrong, why in (
        (replace(start, dealt=start.dealt[1:]), "has 53 cards, but with 50 in the hand"),
        (replace(start, dealt=(often, *start.dealt[1:])), f"the {often} is in the deck 3 times"),
        (changed(start, 1, replace(first, up=(UNKNOWN,))), "a card of column 1 isn't known"),
        (changed(start, 1, Column(first.down + first.up)), "has more face-down cards than"),
        (
            changed(start, 1, replace(first, down=(other, *first.down[1:]))),
            f"the {lowest} lies face down in column 1 where the column has the {other}",
        ),
        (
            changed(start, 2, Column(second.down[:-1], (*second.up, second.up[0]))),
            "in column 2 more cards lie on cards that they don't fit than rows were dealt (0)",
        ),
    ):
        result = history.contradiction(wrong)
        assert result is not None
        assert why in result


def test_positions_that_are_not_initial():
    start = deal(1)
    assert history.is_initial(start)
    assert history.is_initial(start.hide())
    assert history.is_initial(replace(start, cells=(None,)))
    first = start.columns[0]
    up = Column(first.down[:-1], (first.down[-1], *first.up))
    for changed in (
        replace(start, columns=(up, *start.columns[1:])),
        replace(start, removed=(Suit.SPADES,)),
        replace(start, cells=(ALL_CARDS[0],)),
        replace(start, hand=start.hand[:-1]),
        replace(start, columns=(*start.columns[1:], first)),
    ):
        assert not history.is_initial(changed)
