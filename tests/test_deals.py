from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos.game import deals, history
from spiderpos.game.cards import Card, Suit, card
from spiderpos.game.census import deck, validate
from spiderpos.game.deals import SCHEMES, deal, seeded
from spiderpos.game.position import Position
from spiderpos.game.rules import PRESETS, WOODS, Rules

from . import tables


def names(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def fingerprint(position: Position) -> str:
    """Return a text that changes if any card of the deal does."""
    cards = [c for column in position.columns for c in (*column.down, *column.up)]
    return sha256(names((*cards, *position.hand)).encode()).hexdigest()[:16]


def test_deal_14934_is_the_one_that_plspider_publishes():
    position = deal(14934)
    assert names(position.column(1).down) == "10s 3c Ks 4c Jh"
    assert names(position.column(1).up) == "5s"
    assert names(position.column(10).down) == "Jd Ah 5c 5s Ks"
    assert names(position.column(10).up) == "5d"
    assert names(position.hand[:10]) == "6d Ah 10h 9s 9c 6c Ac 6s 9d 4c"
    assert position.rules == WOODS


@tables.of("deals")
def test_deals_never_change(scheme, number, suits):
    if scheme == "seed":
        result = seeded(number, suits=int(suits))
        assert not number.isdecimal() or result == seeded(int(number), suits=int(suits))
        return fingerprint(result)
    return fingerprint(deal(int(number), scheme=scheme, suits=int(suits)))


def test_the_shuffle_is_that_of_microsofts_freecell():
    # Game number 1 of FreeCell is famous; KPatience's tests have it in full.
    freecell = [card(rank, suit) for rank in range(1, 14) for suit in Suit]
    drawn = deals._microsoft(1, freecell)
    assert names(drawn[:16]) == "Jd 2d 9h Jc 5d 7h 7c 5h Kd Kc 9s 5s Ad Qc Kh 3h"
    assert names(drawn[-4:]) == "6s 9c 2h 6h"


def test_kpatience_deals_the_face_up_row_from_column_5_and_the_hand_backwards():
    order = SCHEMES["kpat"].order(1, tuple(Suit))
    position = deal(1, scheme="kpat")
    assert [len(column) for column in position.columns] == [6] * 4 + [5] * 6
    assert [c for column in position.columns for c in column.down[:1]] == order[:10]
    up = [column.up[0] for column in position.columns]
    assert up[4:] + up[:4] == order[44:54]
    assert list(position.hand[:10]) == order[54:64][::-1]
    assert position.rules.start == PRESETS["modern"].start


@pytest.mark.parametrize(
    "rules", [*PRESETS.values(), Rules(start=(7, 2) * 5, short_last_deal=True)]
)
def test_the_layout_is_that_of_the_rules(rules):
    for position in (
        deal(99, rules=rules),
        deal(99, scheme="kpat", rules=rules),
        seeded(9, rules=rules),
    ):
        validate(position)
        assert position.rules == rules
        assert history.is_initial(position)
        assert history.initial(position) == position
        assert len(position.dealt) == sum(rules.start)


def test_extra_cards_lie_where_the_rules_say_and_the_rest_of_the_deck_is_the_same():
    woods, leftmost = deal(5), deal(5, rules=PRESETS["woods-leftmost"])
    assert woods.hand == leftmost.hand
    assert [c.up for c in woods.columns] == [c.up for c in leftmost.columns]
    assert woods.column(4).down[4] == leftmost.column(2).down[4]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("suits", [1, 2, 4])
def test_every_number_deals_two_whole_decks(scheme, suits):
    for number in (1, 2, 31999, 32000, 32001, SCHEMES[scheme].highest):
        position = deal(number, scheme=scheme, suits=suits)
        assert Counter(position.known_cards()) == deck(position.rules)


@given(st.one_of(st.text(), st.integers()), st.sampled_from([1, 2, 4]))
def test_any_seed_deals_two_whole_decks(seed, suits):
    position = seeded(seed, suits=suits)
    assert Counter(position.known_cards()) == deck(position.rules)


def test_the_shuffle_follows_its_specification():
    """The shuffle for a seed is that of docs/deals.md, followed step by step."""
    pack = [card(rank, suit) for rank in range(1, 14) for suit in Suit for _ in range(2)]
    stream = b"".join(sha256(f"spiderpos:1:{i}:my seed".encode()).digest() for i in range(40))
    index = 0
    for i in range(103, 0, -1):
        n = i + 1
        while True:
            word = int.from_bytes(stream[index : index + 4], "big")
            index += 4
            if word < 2**32 // n * n:
                break
        j = word % n
        pack[i], pack[j] = pack[j], pack[i]
    position = seeded("my seed")
    assert list(position.hand) == pack[54:]
    assert position.column(1).down[0] == pack[0]
