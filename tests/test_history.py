from dataclasses import replace
from random import Random

import pytest

from spiderpos.game import engine, history
from spiderpos.game.cards import ALL_CARDS, UNKNOWN, Suit
from spiderpos.game.deals import deal
from spiderpos.game.moves import Deal, Shift
from spiderpos.game.position import Column
from spiderpos.game.rules import PRESETS, WOODS, Rules

SOME = (UNKNOWN, *ALL_CARDS)


def fresh(rules=WOODS):
    """A deal that doesn't say what it knows of itself."""
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
    known = history.with_history(start)
    assert history.initial(replace(known, dealt=(UNKNOWN, *known.dealt[1:]))) is None
    assert history.initial(replace(known, dealt=known.dealt[1:])) is None


@pytest.mark.parametrize("rules", [WOODS, Rules(kings_on_aces=True)])
def test_the_quick_answer_is_the_thorough_one(rules, monkeypatch):
    quickly = history._agrees
    monkeypatch.setattr(history, "_agrees", lambda position: False)
    random = Random(11)
    agreed = 0
    position = history.with_history(replace(deal(5), rules=rules))
    for _ in range(400):
        moves = list(engine.legal_moves(position))
        shifts = [move for move in moves if isinstance(move, Shift)]
        if not moves:
            break
        position = engine.do(position, random.choice(shifts or moves)).after
        if random.random() < 0.1 and engine.can(position, Deal()):
            position = engine.do(position, Deal()).after
        assert history.contradiction(position) is None
        assert quickly(position) or rules != WOODS
        for _ in range(5):
            columns, dealt = list(position.columns), list(position.dealt)
            one, two = random.sample(range(10), 2)
            column = columns[one]
            what = random.randrange(4)
            if what == 0 and column.up:
                columns[one] = Column(column.down, (*column.up[:-1], random.choice(SOME)))
            elif what == 1 and column.down:
                columns[one] = Column(column.down[:-1], (column.down[-1], *column.up))
            elif what == 2:
                columns[one], columns[two] = columns[two], columns[one]
            else:
                dealt[one], dealt[two] = dealt[two], dealt[one]
            spoilt = replace(position, columns=tuple(columns), dealt=tuple(dealt))
            if quickly(spoilt):
                assert history.contradiction(spoilt) is None
                agreed += 1
    assert agreed > 100


def test_what_is_no_initial_position():
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
