"""Every rule of the engine, and every reason that it gives, on small positions.

The tables have a position, a move, and what comes of it.  Columns are parted by ``|``.  A move is
``1>2 x3``, ``deal``, ``remove 1`` or ``cell 2>1``; the cards after it are announced.
"""

import re
from dataclasses import replace

import pytest

from spiderpos.game import engine
from spiderpos.game import illegal as errors
from spiderpos.game.cards import UNKNOWN, Suit, parse_card
from spiderpos.game.moves import Deal, FromCell, Remove, Shift, ToCell
from spiderpos.game.rules import PRESETS, WOODS, parse_rules

from .boards import board, cards, column

KINGS_ON_ACES = parse_rules("kings_on_aces=yes")
TEN = "2c|2d|2h|2s|4c|4d|4h|4s|6c|6d"
ROW = "Kc Kd Kh Ks Jc Jd Jh Js 9c 9d"


def read(text):
    columns, *rest = text.split(";")
    told = dict(part.strip().split("=") for part in rest)
    hand, gone = told.pop("hand", ""), told.pop("removed", "")
    held = told.pop("held", "").split()
    preset = PRESETS[told.pop("rules", "woods")]
    options = ";".join(f"{name}={value}" for name, value in told.items())
    rules = parse_rules(options) if options else preset
    cells = tuple(None if c == "-" else cards(c)[0] for c in held or ["-"] * rules.cells)
    removed = tuple(None if c == "?" else Suit("cdhs".index(c)) for c in gone)
    return board(*columns.split("|"), hand=hand, removed=removed, cells=cells, rules=rules)


def moved(text):
    """A move, and the cards that are announced."""
    where = r"(cell )?(\d+)>(cell )?(-?\d+)(?: x(-?\d+))?"
    text, _, said = text.strip().partition(", ")
    if text == "deal":
        return Deal(), cards(said)
    if text.startswith("remove "):
        return Remove(int(text.removeprefix("remove "))), cards(said)
    out, source, into, target, count = re.fullmatch(where, text).groups()
    kind = FromCell if out else ToCell if into else Shift
    return kind(int(source), int(target), *([int(count)] if count else [])), cards(said)


def played(step):
    """What a step leads to, and what was turned up, removed and dealt on the way."""
    found = " | ".join(
        " ".join([*(f"({c})" for c in column.down), *map(str, column.up)])
        for column in step.after.columns
    )
    for name, entries in (
        ("up", [f"{turned.column}:{turned.card}" for turned in step.turned]),
        ("off", [f"{removal.column}{removal.suit.letter}" for removal in step.removals]),
        ("cells", [str(c) if c is not None else "-" for c in step.after.cells]),
    ):
        found += f" ; {name} " + " ".join(entries) if entries else ""
    return " ".join(found.split())


def rows(table):
    """The entries of a table; lines that are indented go on with what stands before."""
    text = re.sub(r"\n {4,}", " ", table.strip())
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    return [pytest.param(*map(str.strip, line.split("::")), id=line[:60]) for line in lines]


LEGAL = """
# A card goes onto the next higher rank regardless of suit.
5s|6s|6h :: 1>2 :: | 6s 5s | 6h
5s|6s|6h :: 1>3 :: | 6s | 6h 5s
# A natural run goes whole, or any lower part of it.
7-4h|8c :: 1>2 x4 :: | 8c 7h 6h 5h 4h
6-4h|7h :: 1>2 x3 :: | 7h 6h 5h 4h
6-4h|7c|6c :: 1>3 x2 :: 6h | 7c | 6c 5h 4h
6-4h|7c|5c :: 1>3 x1 :: 6h 5h | 7c | 5c 4h
# A space takes any card and any run.
Ks 9-6h| :: 1>2 x4 :: Ks | 9h 8h 7h 6h
Ks 9-6h| :: 1>2 x3 :: Ks 9h | 8h 7h 6h
Ks 9-6h| :: 1>2 :: Ks 9h 8h 7h | 6h
K-Qs| :: 1>2 x2 :: | Ks Qs
# The last face-down card is turned up, but not while one lies face up.
(2c) (Jd) 5s|6s :: 1>2 :: (2c) Jd | 6s 5s ; up 1:Jd
(Jd) 9c 5s|6s :: 1>2 :: (Jd) 9c | 6s 5s
# Kings on Aces: ranks and runs wrap around; suits still go off from King to Ace.
Kd|As; kings_on_aces=yes :: 1>2 :: | As Kd
2-As K-Qs|3h; kings_on_aces=yes :: 1>2 x4 :: | 3h 2s As Ks Qs
2-As K-Qs|2h; kings_on_aces=yes :: 1>2 x3 :: 2s | 2h As Ks Qs
2-As K-As; kings_on_aces=yes :: remove 1 :: 2s As ; off 1s
# Removals
(5h) (Jd) K-Ac|Ah :: remove 1 :: (5h) Jd | Ah ; up 1:Jd ; off 1c
Qd K-As :: remove 1 :: Qd ; off 1s
# Rows: a short one goes to the first columns if the rules allow it.
2c|3c; hand=Kc Kd 7c :: deal :: 2c Kc | 3c Kd
|2c; hand=3d 4d; deal_over_spaces=always :: deal :: 3d | 2c 4d
2c|2d|2h; hand=Kc Kd; rules=pipkin-default :: deal :: 2c Kc | 2d Kd | 2h
# Relaxed rules matter only if there is a space; then they ask for rank and suit, or rank.
9h 7h|(Ks) 2s; hand=3c 3d; rules=xpat2-relaxed1 :: deal :: 9h 7h 3c | (Ks) 2s 3d
9h 7h|(Ks) 2s; hand=3c 3d; rules=xpat2-relaxed2 :: deal :: 9h 7h 3c | (Ks) 2s 3d
|9-8s|K-Qd; hand=2c 2c 2d; rules=xpat2-relaxed1 :: deal :: 2c | 9s 8s 2c | Kd Qd 2d
|9-8s|K-Qd; hand=2c 2c 2d; rules=xpat2-relaxed2 :: deal :: 2c | 9s 8s 2c | Kd Qd 2d
|9-8s|Kd Qh; hand=2c 2c 2d; rules=xpat2-relaxed2 :: deal :: 2c | 9s 8s 2c | Kd Qh 2d
# Cells
(7c) 5d|6c; held=- -; cells=2 :: 1>cell 2 :: 7c | 6c ; up 1:7c ; cells - 5d
7c|6c; held=- 5d; cells=2 :: cell 2>2 :: 7c | 6c 5d ; cells - -
7c|; held=- 5d; cells=2 :: cell 2>2 :: 7c | 5d ; cells - -
5d; held=- 9h; hand=3c; cells=2 :: deal :: 5d 3c ; cells - 9h
# Where suits go off by themselves, until no changed column ends in one
(3c) As|(Jd) K-2s; automatic_removal=yes :: 1>2 :: 3c | Jd ; up 1:3c 2:Jd ; off 2s
(Jd) K-2s|4h|K-2d; hand=As 9h Ad; automatic_removal=yes :: deal
    :: Jd | 4h 9h | ; up 1:Jd ; off 1s 3d
K-2s; held=As; automatic_removal=yes; cells=1 :: cell 1>1 :: ; off 1s ; cells -
Ad|4c K-As K-2d; automatic_removal=yes; kings_on_aces=yes :: 1>2 :: | 4c ; off 2d 2s
3h|(9d) K-As 2h; automatic_removal=yes :: 2>1 :: 3h 2h | 9d ; up 2:9d ; off 2s
# Cards that aren't known may go where they need not be.
6s ??| :: 1>2 :: 6s | ??
|6c; held=?? -; cells=2 :: cell 1>1 :: ?? | 6c ; cells - -
6s ??; cells=2 :: 1>cell 1 :: 6s ; cells ?? -
-- -- 5s|6s :: 1>2 :: (??) ?? | 6s 5s ; up 1:??
# Cards that are announced
-- -- 5s|6s :: 1>2, Kh :: (??) Kh | 6s 5s ; up 1:Kh
(Jd) 5s|6s :: 1>2, Jd :: Jd | 6s 5s ; up 1:Jd
(Jd) 5s|6s :: 1>2, ?? :: Jd | 6s 5s ; up 1:Jd
-- 5s|6s|Kh; held=Qh ??; cells=2 :: 1>2, Kh :: Kh | 6s 5s | Kh ; up 1:Kh ; cells Qh ??
-- 5s|6s|Kh Kh Kh; rules=two-suits :: 1>2, Kh :: Kh | 6s 5s | Kh Kh Kh ; up 1:Kh
-- 5s|2c 2c 2d 2d 2s 2s 6s|Kh; removed=? :: 1>2, Kd
    :: Kd | 2c 2c 2d 2d 2s 2s 6s 5s | Kh ; up 1:Kd
-- As|-- K-2s|Kh; automatic_removal=yes :: 1>2, Kh Qh
    :: Kh | Qh | Kh ; up 1:Kh 2:Qh ; off 2s
2c|2d; hand=?? Kd :: deal :: 2c ?? | 2d Kd
2c|2d; hand=?? Kd :: deal, Kh Kd :: 2c Kh | 2d Kd
2c|2d|3d; hand=?? ?? 5c :: deal, Kh Kh 5c :: 2c Kh | 2d Kh | 3d 5c
-- K-2s|2d; hand=?? ??; automatic_removal=yes :: deal, As 9d Jh
    :: Jh | 2d 9d ; up 1:Jh ; off 1s
"""
REASONS = """
# Ranks
4s|6s|5h||5c Kd :: 1>2 :: RankMismatch :: the 4s can't go onto the 6s at the bottom of column 2:
    it needs a 5 or a space; columns 3 and 4 would take it
K-Qs|As||2d :: 1>2 x2 :: RankMismatch :: the Ks can't go onto the As at the bottom of column 2:
    a King can go only into a space (kings_on_aces is off); column 3 takes it
K-Qs|As||2d :: 1>4 x2 :: RankMismatch :: a King can go only into a space; column 3 takes it
Kh|2c :: 1>2 :: RankMismatch :: no column takes the Kh now
Qs|As :: 1>2 :: RankMismatch :: it needs a K or a space
Kd|As|Kh 3c; kings_on_aces=yes :: 1>3 :: RankMismatch :: the Kd can't go onto the 3c at the bottom
    of column 3: it needs an Ace or a space; column 2 takes it
# Runs: the lowest break is named.
7s 6-4h|8c :: 1>2 x4 :: NotNatural :: these cards of column 1 can't move as a unit: the 6h is not
    of the 7s's suit; what can move from there is 6-4h
9s 9c 8c 3c 2c|10d :: 1>2 x5 :: NotNatural :: the 3c does not follow the 8c; what can move from
    there is 3-2c
2-As K-Qd|3h; kings_on_aces=yes :: 1>2 x4 :: NotNatural :: what can move from there is K-Qd
2-As K-Qs|3h :: 1>2 x4 :: NotNatural :: what can move from there is K-Qs
# Places
5s|6s :: 0>1 :: NoSuchPlace :: there is no column 0: the columns are 1 to 2
5s|6s :: 1>3 :: NoSuchPlace :: there is no column 3: the columns are 1 to 2
5s|6s :: remove -1 :: NoSuchPlace :: there is no column -1: the columns are 1 to 2
5s|6s :: 2>2 :: SameColumn :: the move goes from column 2 to column 2 itself
|6s :: 1>2 :: EmptyPlace :: column 1 is empty: there is no card to move
(5s) 4s|6s :: 1>2 x2 :: TooFewCards :: column 1 has only 1 card face up, so 2 can't move
5-4s|6s :: 1>2 x3 :: TooFewCards :: column 1 has only 2 cards, not 3
5-4s|6s :: 1>2 x0 :: TooFewCards :: a move takes at least one card, not 0
5-4s|6s :: 1>2 x-1 :: TooFewCards :: a move takes at least one card, not -1
# Rows
2c|2d :: deal :: ShortHand :: the hand is empty: there is no row to deal
|2c|; hand=Kc Kd Kh :: deal :: DealOverSpace :: no row may be dealt while columns 1 and 3 are empty
2c|; hand=Kc Kd :: deal :: DealOverSpace :: no row may be dealt while column 2 is empty
|9-6s|Ah|Kd Qh; hand=2c 2c 2d 2d; rules=xpat2-relaxed1 :: deal :: DealOverSpace :: no row may be
    dealt while column 1 is empty unless every other column is in order of rank and suit:
    column 4 is not
|9h 7h|(Ks) Qs|As; hand=2c 2c 2d 2d; rules=xpat2-relaxed2 :: deal :: DealOverSpace :: unless every
    other column is in order of rank: columns 2 and 3 are not
2c|2d|2h; hand=Kc Kd :: deal :: ShortHand :: the hand has 2 cards, too few for a row of 3
    (rule short_last_deal is off)
2c|2d|; hand=Kc Kd; rules=pipkin-default :: deal :: DealOverSpace :: while column 3 is empty
# Cells
5d|6c; held=- 9h; cells=2 :: 1>cell 2 :: CellFull :: cell 2 holds the 9h: cell 1 is empty
5d; held=9h 8h; cells=2 :: 1>cell 1 :: CellFull :: cell 1 holds the 9h: no cell is empty
5d|10c; held=9h 4h; cells=2 :: cell 1>1 :: RankMismatch :: column 2 takes it
5d; cells=2 :: cell 2>1 :: EmptyPlace :: cell 2 is empty: there is no card to move
5d|; cells=2 :: 1>cell 3 :: NoSuchPlace :: there is no cell 3: the cells are 1 to 2
5d|; cells=2 :: cell 0>1 :: NoSuchPlace :: there is no cell 0: the cells are 1 to 2
5d :: 1>cell 1 :: NoSuchPlace :: there is no cell 1: these rules have no free cells
5d|; cells=2 :: 3>cell 1 :: NoSuchPlace :: there is no column 3
5d|; cells=2 :: cell 1>3 :: NoSuchPlace :: there is no column 3
5d|; cells=2 :: 2>cell 1 :: EmptyPlace :: column 2 is empty
# Removals
5-As K-6s; kings_on_aces=yes :: remove 1 :: NotComplete :: no complete suit, King to Ace, is at
    the bottom of column 1
Kd 4-2s :: remove 1 :: NotComplete :: at the bottom of column 1: it is 4-2s
|2c :: remove 1 :: NotComplete :: at the bottom of column 1: it is empty
K-2s|K-Ad :: remove 1 :: NotComplete :: it is K-2s; column 2 could be removed from
Q-As|K-Ad :: remove 1 :: NotComplete :: column 2 could be removed from
K-8s 7h 6-As :: remove 1 :: NotComplete :: it is 6-As
K-As 4d :: remove 1 :: NotComplete :: it is 4d
K-3s 2h As :: remove 1 :: NotComplete :: it is As
K-8s ?? 6-As :: remove 1 :: NotComplete :: it is 6-As
# Cards that aren't known.  The codes of an Ace of clubs and of none differ as those of a run do.
Ac ??|2h :: 1>2 x2 :: UnknownCard :: a card of column 1
?? 5s| :: 1>2 x2 :: UnknownCard :: a card of column 1 that this depends on is not known: say what
    it is where it is turned up ('turning up Kh')
6s ??|6s :: 1>2 :: UnknownCard :: a card of column 1
4s|6s ?? :: 1>2 :: UnknownCard :: the bottom card of column 2 is not known, so it can't be said
    whether the 4s can go there
5s|; held=?? ??; cells=2 :: cell 2>1 :: UnknownCard :: the card in cell 2 that this depends on
    is not known
# Cards that are announced
(Jd) 5s|6s :: 1>2, Jh :: WrongReveal :: column 1 turns up the Jd, not the Jh
9c 5s|6s :: 1>2, Jh :: NothingRevealed :: the move turns up no cards, but Jh is announced
(Jh) 5s|6s :: 1>2, Jh 2c :: NothingRevealed :: the move turns up 1 card, but Jh and 2c are
    announced
2c|2d; hand=?? Kd :: deal, Kh Kc :: WrongReveal :: column 2 turns up the Kd, not the Kc
2c|2d; hand=?? Kd :: deal, Kh :: NothingRevealed :: the move turns up 2 cards, but Kh is announced
2c|2d; hand=?? Kd :: deal, Kh Kd 2c :: NothingRevealed :: the move turns up no cards, but 2c is
# None is left of them: removed suits, the hand, cells and those of the same move count.
-- 5s|6s|Kh|(Kh) 2d :: 1>2, Kh :: CardNotLeft :: the Kh can't be turned up: both of them are
    accounted for
-- 5s|6s|Kh Kh Kh Kh; rules=two-suits :: 1>2, Kh :: CardNotLeft :: all four of them are accounted
-- 5s|6s|Kh; rules=two-suits :: 1>2, Kc :: CardNotLeft :: these rules play without clubs
-- 5s|6s|Kh; removed=h :: 1>2, Kh :: CardNotLeft :: both of them
-- 5s|6s; hand=Kh Kh :: 1>2, Kh :: CardNotLeft :: both of them
-- 5s|6s|Kh; held=Kh ??; cells=2 :: 1>2, Kh :: CardNotLeft :: both of them
-- As|-- K-2s|Kh; automatic_removal=yes :: 1>2, Kh Kh :: CardNotLeft :: both of them
Kh|2d|3d; hand=?? ?? Kh :: deal, Kh 2c Kh :: CardNotLeft :: both of them
# Each other suit has a card that is seen twice: it is the hearts that are gone.
-- 5s|2c 2c 2d 2d 2s 2s 6s|Kh; removed=? :: 1>2, Kh :: CardNotLeft :: removed suit
"""


@pytest.mark.parametrize(("position", "move", "after"), rows(LEGAL))
def test_what_moves_do(position, move, after):
    position, (move, said) = read(position), moved(move)
    assert engine.can(position, move)
    engine.verify(position, move)
    step = engine.do(position, move, said)
    assert step.before == position
    assert played(step) == after


@pytest.mark.parametrize(("position", "move", "error", "words"), rows(REASONS))
def test_why_moves_are_refused(position, move, error, words):
    """``do``, ``verify`` and ``can`` agree on it."""
    position, (move, said) = read(position), moved(move)
    with pytest.raises(errors.IllegalMove) as caught:
        engine.do(position, move, said)
    assert type(caught.value) is getattr(errors, error)
    assert words in str(caught.value)
    if not said:
        assert not engine.can(position, move)
        with pytest.raises(type(caught.value)) as verified:
            engine.verify(position, move)
        assert vars(verified.value) == vars(caught.value)


def test_reasons_have_the_places_and_cards_that_they_speak_of():
    with pytest.raises(errors.RankMismatch) as caught:
        engine.verify(board("4s", "6s", "5h", "", "5c Kd"), Shift(1, 2))
    found = caught.value
    assert (found.head, found.column, found.found) == (*cards("4s"), 2, *cards("6s"))
    assert found.accepting == (3, 4)
    with pytest.raises(errors.NotNatural) as caught:
        engine.verify(board("7s 6-4h", "8c"), Shift(1, 2, 4))
    found = caught.value
    assert (found.column, found.upper, found.lower) == (1, *cards("7s 6h"))
    assert found.run == cards("6-4h")


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
    # Nor does one that was set up go off where they do, if the move doesn't touch it.
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


def test_what_joins_naturally():
    position = board("9-8h", "10h", "10s", "", "K-As")
    moves = [Shift(1, 2, 2), Shift(1, 3, 2), Shift(1, 4, 2), Shift(1, 4, 1), Remove(5)]
    joins = [engine.joins_naturally(engine.do(position, move)) for move in moves]
    assert joins == [True, False, False, False, False]


def test_a_run_longer_than_a_suit_moves_as_a_unit():
    position = board("3-As K-As", "4d", "", rules=KINGS_ON_ACES)
    found = set(engine.legal_moves(position))
    assert {Shift(1, 2, 16), Shift(1, 2, 3)} <= found
    assert Shift(1, 2, 4) not in found
    assert not engine.do(position, Shift(1, 3, 16)).after.column(1)


def test_what_an_unknown_card_may_complete():
    for text in ("K-8s ?? 6-As", "9d ?? Q-3s ?? As", "?? " * 13):
        assert engine.may_be_complete(column(text))
    for text in ("K-8s ?? 6-2s Ad", "K-8s 6s ?? 5-As", "K-As", "Q-2s ??", "?? K-As"):
        assert not engine.may_be_complete(column(text))
    depends = read("K-8s ?? 6-2s|As 2c|Ac|3h; automatic_removal=yes")
    assert not engine.depends_on_unknown(engine.do(depends, Shift(2, 4)))
    step = engine.do(engine.do(depends, Shift(2, 4)).after, Shift(2, 1))
    assert step.removals == ()
    assert engine.depends_on_unknown(step)
    asked = replace(step.before, rules=WOODS)
    assert not engine.depends_on_unknown(engine.do(asked, Shift(2, 1)))


def test_what_becomes_known():
    position = board("-- 5s", "6s", hand="?? Kd")
    assert engine.made_known(engine.do(position, Shift(1, 2), cards("Kh"))) == cards("Kh")
    assert engine.made_known(engine.do(position, Shift(1, 2))) == ()
    assert engine.made_known(engine.do(position, Deal(), cards("Qh Kd"))) == cards("Qh")
    assert engine.made_known(engine.do(position, Deal())) == ()


# What holds for all
def test_a_step_shares_the_columns_that_it_does_not_touch():
    position = board("5s", "6s", "9h", "(2c) Jd")
    step = engine.do(position, Shift(1, 2))
    assert step.after.columns[2] is position.columns[2]
    assert step.after.columns[3] is position.columns[3]


def test_dealt_cards_are_remembered_the_last_one_first():
    position = board("2c", "2d", hand="Kc Kd Qc Qd")
    assert engine.do(position, Deal()).after.dealt == ()
    known = replace(position, dealt=cards("2d 2c"))
    step = engine.do(known, Deal())
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
    held = replace(position, columns=(*position.columns[:2], column("9d"), position.columns[3]))
    held = replace(held, cells=cards("5c 10c"))
    assert list(engine.legal_moves(held))[-3:] == [FromCell(1, 2), Remove(4), Deal()]


def test_a_line_is_played_move_by_move():
    start = board("5s", "6s", "7h", hand="2c 2d 2h")
    steps = engine.play(start, iter([Shift(1, 2), Shift(2, 1, 2)]))
    assert [played(step) for step in steps] == ["| 6s 5s | 7h", "6s 5s | | 7h"]
    with pytest.raises(errors.DealOverSpace):
        engine.play(start, [Shift(1, 2), Deal()])


def test_what_is_not_a_move_is_a_type_error():
    with pytest.raises(TypeError, match="is not a move"):
        engine.verify(board("5s"), "deal")


def test_column_helpers():
    assert column("(2c) 9s").bottom == parse_card("9s")
    assert column("").bottom is None
    assert engine.accepting_columns(board("6s", "", "6d", "5d"), parse_card("5c"), 1) == (2, 3)
    assert engine.accepting_columns(board("??", "5d"), parse_card("4c")) == (2,)
