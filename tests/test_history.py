from dataclasses import replace
from random import Random

import pytest

from spiderpos.game import engine, history
from spiderpos.game.cards import ALL_CARDS, UNKNOWN
from spiderpos.game.deals import deal
from spiderpos.game.moves import Deal, Shift
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import PRESETS, WOODS, Rules

SOME = (UNKNOWN, *ALL_CARDS)


def fresh(rules: Rules = WOODS) -> Position:
    deck = [*ALL_CARDS, *ALL_CARDS]
    columns = []
    for count in rules.start:
        columns.append(Column(tuple(deck[: count - 1]), (deck[count - 1],)))
        del deck[:count]
    return Position(tuple(columns), tuple(deck), rules=rules)


def test_the_dealt_part_runs_from_column_10_to_column_1_each_top_down():
    position = fresh()
    dealt = history.dealt_at_start(position)
    assert len(dealt) == 54
    assert dealt[-6:] == position.column(1).down + position.column(1).up
    assert dealt[:6] == position.column(10).down + position.column(10).up


def test_only_an_initial_position_with_all_its_cards_known_tells_its_deal():
    position = fresh()
    assert history.is_initial(position)
    assert not history.is_initial(replace(position, hand=position.hand[:40]))
    hidden = position.hide()
    assert history.is_initial(hidden)
    assert history.dealt_at_start(hidden) == ()
    assert history.dealt_at_start(fresh(PRESETS["modern"])) != ()
    assert history.dealt_at_start(replace(position, rules=PRESETS["modern"])) == ()


def test_the_deal_is_rebuilt_after_rows_were_dealt():
    for rules in (WOODS, PRESETS["pipkin-beginner"]):
        start = history.with_history(fresh(rules))
        position = start
        while position.hand:
            position = engine.do(position, Deal()).after
            rebuilt = history.initial(position)
            assert rebuilt == start
            assert rebuilt is not None
            assert rebuilt.dealt == start.dealt
        assert len(position.dealt) == 104


def test_nothing_is_rebuilt_from_an_unknown_deal():
    start = fresh()
    assert history.initial(start) is None
    known = history.with_history(start)
    assert history.initial(replace(known, dealt=(UNKNOWN, *known.dealt[1:]))) is None
    assert history.initial(replace(known, dealt=known.dealt[1:])) is None


def test_what_is_known_is_kept():
    start = history.with_history(fresh())
    assert history.with_history(start) is start


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
    first = start.columns[0]
    up = Column(first.down[:-1], (first.down[-1], *first.up))
    spades = next(c.suit for c in ALL_CARDS)
    for changed in (
        replace(start, columns=(up, *start.columns[1:])),
        replace(start, removed=(spades,)),
        replace(start, cells=(ALL_CARDS[0],)),
        replace(start, hand=start.hand[:-1]),
        replace(start, columns=(*start.columns[1:], first)),
    ):
        assert not history.is_initial(changed)
    assert history.is_initial(replace(start, cells=(None,)))
