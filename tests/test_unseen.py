from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from spiderpos.formats import line
from spiderpos.game import unseen
from spiderpos.game.cards import UNKNOWN, parse_card
from spiderpos.game.deals import deal
from spiderpos.game.rules import PRESETS

from .boards import COMPLETE, board

LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()


def test_a_known_position_has_no_unseen_cards():
    position = line.loads(LINES[1])
    assert unseen.unseen_cards(position) == ()
    assert unseen.long_text(position) == "no cards unseen"
    assert unseen.short_text(position) == ""


def test_what_a_player_doesnt_see():
    # The face-down cards and the hand of the line, sorted.
    position = line.loads(LINES[1])
    hidden = [c for column in position.columns for c in column.down] + list(position.hand)
    assert Counter(unseen.unseen_cards(position.hide())) == Counter(hidden)
    assert unseen.long_text(position.hide()) == (
        "32 cards unseen\n"
        "Ac Ad Ah As 2d 2h 3c 4d 4h 5c 5s 7c 8d 8d 8h 9d 9d 9h 9h 9s Jc Jd Jh Qh Qs Kc Kc\n"
        "Kd Kd Kh Ks Ks"
    )
    assert unseen.short_text(position.hide()) == "AAAA2234455788899999JJJQQKKKKKKK"


def test_the_ranks_are_those_of_the_blog():
    ranks = "35567779900000JQQ"
    names = [{"0": "10"}.get(rank, rank) for rank in ranks]
    # All but these cards: two decks less seventeen.
    left = Counter(parse_card(rank + suit) for rank in "A23456789TJQK" for suit in "cdhs" * 2)
    for name in names:
        rank = parse_card(name + "c").rank
        left[next(c for c in sorted(left) if c.rank == rank and left[c])] -= 1
    shown = sorted(left.elements())
    position = board(" ".join(map(str, shown[:80])), " ".join(map(str, shown[80:])), *[""] * 8)
    assert unseen.short_text(position) == ranks
    assert unseen.long_text(position).startswith("17 cards unseen\n3c 5c 5c 6c 7c 7c 7d ")


def test_removed_suits_are_seen_if_it_is_known_which():
    known = board(COMPLETE[3], removed=(next(iter(COMPLETE)),))
    assert len(unseen.unseen_cards(known)) == 104 - 26
    unknown = board(COMPLETE[3], removed=(None,))
    assert len(unseen.unseen_cards(unknown)) == 104 - 13


@pytest.mark.parametrize("name", ["one-suit", "two-suits", "woods"])
def test_the_decks_are_those_of_the_rules(name):
    hidden = deal(3, rules=PRESETS[name]).hide()
    assert len(unseen.unseen_cards(hidden)) == 94
    assert len({c.suit for c in unseen.unseen_cards(hidden)}) == PRESETS[name].suits


def test_one_card():
    position = line.loads(LINES[5])
    column = position.column(9)
    assert unseen.long_text(position) == "no cards unseen"
    hidden = replace(column, down=(parse_card("5h"), UNKNOWN))
    one = replace(position, columns=(*position.columns[:8], hidden, position.columns[9]))
    assert unseen.long_text(one) == "1 card unseen\nKh"
    assert unseen.short_text(one) == "K"
