"""Every rule of the engine, and every reason for an illegal move, on small positions.

In the table of moves a move is ``1>2 x3``, ``deal``, ``remove 1``, ``1>cell 2`` or ``cell 2>1``,
followed by the announced cards.
"""

import re
from dataclasses import replace

import pytest

from spiderpos.game import engine
from spiderpos.game import illegal as errors
from spiderpos.game.cards import UNKNOWN, Suit
from spiderpos.game.moves import Deal, FromCell, Remove, Shift, ToCell
from spiderpos.game.rules import WOODS, parse_rules

from . import tables
from .boards import board, cards, column, read

KINGS_ON_ACES = parse_rules("kings_on_aces=yes")
TEN = "2c|2d|2h|2s|4c|4d|4h|4s|6c|6d"
ROW = "Kc Kd Kh Ks Jc Jd Jh Js 9c 9d"


def moved(text):
    """Parse a move, and the cards that are announced."""
    where = r"(cell )?(\d+)>(cell )?(-?\d+)(?: x(-?\d+))?"
    text, _, output = text.strip().partition(", ")
    if text == "deal":
        return Deal(), cards(output)
    if text.startswith("remove "):
        return Remove(int(text.removeprefix("remove "))), cards(output)
    out, source, into, target, count = re.fullmatch(where, text).groups()
    kind = FromCell if out else ToCell if into else Shift
    return kind(int(source), int(target), *([int(count)] if count else [])), cards(output)


def played(step):
    """Return the columns after a step, the cards turned up, the suits removed, and the cells."""
    result = " | ".join(
        " ".join([*(f"({c})" for c in column.down), *map(str, column.up)])
        for column in step.after.columns
    )
    for name, entries in (
        ("up", [f"{turned.column}:{turned.card}" for turned in step.turned]),
        ("off", [f"{removal.column}{removal.suit.letter}" for removal in step.removals]),
        ("cells", [str(c) if c is not None else "-" for c in step.after.cells]),
    ):
        result += f" ; {name} " + " ".join(entries) if entries else ""
    return " ".join(result.split())


@tables.of("moves")
def test_moves(text, move):
    """Play a move; ``do``, ``verify`` and ``can`` must agree whether it is legal, and why not."""
    position, (move, output) = read(text), moved(move)
    if not engine.can(position, move):
        with pytest.raises(errors.IllegalMove) as verified:
            engine.verify(position, move)
        with pytest.raises(type(verified.value)) as caught:
            engine.do(position, move, output)
        if not output:
            assert vars(caught.value) == vars(verified.value)
    step = engine.do(position, move, output)
    assert step.before == position
    return played(step)


def test_reasons_have_the_places_and_cards_that_they_speak_of():
    with pytest.raises(errors.RankMismatch) as caught:
        engine.verify(board("4s", "6s", "5h", "", "5c Kd"), Shift(1, 2))
    result = caught.value
    assert (result.head, result.column, result.onto) == (*cards("4s"), 2, *cards("6s"))
    assert result.accepting == (3, 4)
    with pytest.raises(errors.NotNatural) as caught:
        engine.verify(board("7s 6-4h", "8c"), Shift(1, 2, 4))
    result = caught.value
    assert (result.column, result.upper, result.lower) == (1, *cards("7s 6h"))
    assert result.run == cards("6-4h")


def test_a_step_says_which_cards_moved():
    assert engine.do(board("(Jd) 7-5s", "8s"), Shift(1, 2, 3)).cards == cards("7-5s")
    assert engine.do(board("(Jd) K-Ac"), Remove(1)).cards == cards("K-Ac")
    automatic = read("(3c) As|(Jd) K-2s; automatic_removal=yes")
    assert engine.do(automatic, Shift(1, 2)).cards == cards("As")
    position = read(f"{TEN}; hand={ROW} 7c")
    step = engine.do(position, Deal())
    assert (step.cards, step.after.hand) == (cards(ROW), cards("7c"))
    assert [c.bottom for c in step.after.columns] == list(cards(ROW))


def test_deals_left_counts_a_short_row_only_if_it_can_be_dealt():
    assert read("2c|2d; hand=Kc Kd Kh").deals_left == 1
    assert read("2c|2d; hand=Kc Kd Kh; rules=pipkin-default").deals_left == 2


def test_a_complete_suit_need_not_be_removed():
    position = board("(5h) (Jd) K-Ac", "K-2h", "Ah")
    assert set(engine.legal_moves(position)) >= {Remove(1), Shift(3, 2)}
    step = engine.do(position, Shift(3, 2))
    assert step.removals == ()
    assert engine.complete_columns(step.after) == (1, 2)
    # With automatic removal, a complete suit of the initial position stays until a move touches
    # it.
    aside = engine.do(read("As|K-Ad|2c; automatic_removal=yes"), Shift(1, 3))
    assert aside.removals == ()
    assert engine.can(aside.after, Remove(2))


def test_complete_columns_by_suit():
    position = board("K-Ad", "K-Ah 2s", "5c K-Ad", "K-As")
    assert engine.complete_columns(position) == (1, 3, 4)
    assert engine.complete_columns(position, Suit.DIAMONDS) == (1, 3)
    assert engine.complete_columns(position, Suit.HEARTS) == ()


def test_runs_wrap_around_where_kings_go_on_aces():
    here = cards("2-Ad K-Qd 9c")
    assert engine.natural_runs(here, WOODS) == (cards("2-Ad"), cards("K-Qd"), cards("9c"))
    assert engine.natural_runs(here, KINGS_ON_ACES) == (cards("2-Ad K-Qd"), cards("9c"))
    assert engine.natural_runs((), WOODS) == ()
    assert engine.natural_run(column("2-As K-Qs"), KINGS_ON_ACES) == cards("2-As K-Qs")
    assert engine.natural_run(column("9s ??"), WOODS) == (UNKNOWN,)
    assert engine.natural_run(column(""), WOODS) == ()


def test_moves_that_join_a_natural_run():
    position = board("9-8h", "10h", "10s", "", "K-As")
    moves = [Shift(1, 2, 2), Shift(1, 3, 2), Shift(1, 4, 2), Shift(1, 4, 1), Remove(5)]
    joins = [engine.joins_naturally(engine.do(position, move)) for move in moves]
    assert joins == [True, False, False, False, False]


def test_a_run_longer_than_a_suit_moves_as_a_unit():
    position = board("3-As K-As", "4d", "", rules=KINGS_ON_ACES)
    results = set(engine.legal_moves(position))
    assert {Shift(1, 2, 16), Shift(1, 2, 3)} <= results
    assert Shift(1, 2, 4) not in results
    assert not engine.do(position, Shift(1, 3, 16)).after.column(1)


def test_suits_that_an_unknown_card_may_complete():
    for text in ("K-8s ?? 6-As", "9d ?? Q-3s ?? As", "?? " * 13):
        assert engine.may_be_complete(column(text))
    for text in ("K-8s ?? 6-2s Ad", "K-8s 6s ?? 5-As", "K-As", "Q-2s ??", "?? K-As"):
        assert not engine.may_be_complete(column(text))
    depends = read("K-8s ?? 6-2s|As 2c|Ac|3h; automatic_removal=yes")
    assert not engine.depends_on_unknown(engine.do(depends, Shift(2, 4)))
    step = engine.do(engine.do(depends, Shift(2, 4)).after, Shift(2, 1))
    assert step.removals == ()
    assert engine.depends_on_unknown(step)
    question = replace(step.before, rules=WOODS)
    assert not engine.depends_on_unknown(engine.do(question, Shift(2, 1)))


def test_cards_that_become_known():
    position = board("-- 5s", "6s", hand="?? Kd")
    assert engine.made_known(engine.do(position, Shift(1, 2), cards("Kh"))) == cards("Kh")
    assert engine.made_known(engine.do(position, Shift(1, 2))) == ()
    assert engine.made_known(engine.do(position, Deal(), cards("Qh Kd"))) == cards("Qh")
    assert engine.made_known(engine.do(position, Deal())) == ()


def test_dealt_cards_are_remembered_the_last_one_first():
    position = board("2c", "2d", hand="Kc Kd Qc Qd")
    assert engine.do(position, Deal()).after.dealt == ()
    remembered = replace(position, dealt=cards("2d 2c"))
    step = engine.do(remembered, Deal())
    assert step.after.dealt == cards("Kd Kc 2d 2c")
    assert engine.do(step.after, Deal()).after.dealt == cards("Qd Qc Kd Kc 2d 2c")


def test_legal_moves_in_order():
    position = board("5s", "6h", "", "(3h) K-Ac", hand="2c 2c 2d 2d", rules=parse_rules("cells=2"))
    assert list(engine.legal_moves(position)) == [
        Shift(1, 2),
        Shift(1, 3),
        Shift(2, 3),
        Shift(4, 1, 4),
        Shift(4, 2, 5),
        *[Shift(4, 3, count) for count in range(1, 14)],
        *[ToCell(number, cell) for cell in (1, 2) for number in (1, 2, 4)],
        Remove(4),
    ]
    filled = replace(position, columns=(*position.columns[:2], column("9d"), position.columns[3]))
    filled = replace(filled, cells=cards("5c 10c"))
    assert list(engine.legal_moves(filled))[-3:] == [FromCell(1, 2), Remove(4), Deal()]


def test_a_value_that_is_not_a_move_is_a_type_error():
    with pytest.raises(TypeError, match="is not a move"):
        engine.verify(board("5s"), "deal")
