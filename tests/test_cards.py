"""Cards and suits: their codes, and their names."""

import copy
import json
import pickle

import pytest

from spiderpos.game.cards import (
    ALL_CARDS,
    NAMED_CARDS,
    UNKNOWN,
    Card,
    Suit,
    codes_of,
    from_code,
    from_codes,
)

CARDS = (UNKNOWN, *ALL_CARDS)


def test_codes():
    codes = codes_of(CARDS)
    assert codes == bytes((0, *range(4, 56)))
    assert from_codes(codes) == CARDS
    assert all(card is from_code(card.code) for card in from_codes(codes))
    assert all(card.code == 4 * card.rank + card.suit.code for card in CARDS)
    for code in {*range(256)} - {*codes}:
        with pytest.raises(ValueError, match=f"^{code} is not the code of a card"):
            from_codes(codes + bytes([code]))


@pytest.mark.sweep
@pytest.mark.parametrize("value", [*CARDS, *Suit])
def test_there_is_one_object_of_each_and_it_is_its_name(value):
    kind = Card if isinstance(value, Card) else Suit
    name = str(value)
    assert type(name) is str
    assert value is kind(name) is copy.deepcopy(value)
    assert value is pickle.loads(pickle.dumps(value))  # noqa: S301 - our own
    assert value == name == value
    assert (value != name) is False
    assert hash(value) == hash(name)
    assert json.loads(json.dumps([value])) == [name]
    assert f"{value:>9}" == name.rjust(9)
    for other in (*CARDS, *Suit):
        assert (value == other) is (value is other) is (value == str(other))


def test_another_spelling_is_not_silently_unequal():
    for spelling, card in NAMED_CARDS.items():
        if spelling == str(card):
            continue
        for other in (card, Card("2c"), UNKNOWN):
            with pytest.raises(TypeError, match=f"write '{card}' for "):
                assert other != spelling
    for spelling in ("h", "H", "heart", "HEARTS", "Hearts"):
        with pytest.raises(TypeError, match="write 'hearts' for "):
            assert spelling != Suit.SPADES
    assert Card("9h") != "no card"
    assert Card("9h") != 38
    assert Card("9h") is not None


def test_cards_are_ordered_by_rank_and_compared_with_cards_only():
    assert sorted(list(CARDS)[5:] + list(CARDS)[:5]) == [*CARDS]
    assert UNKNOWN <= Card("Ac") < Card("As") < Card("2c") <= Card("Ks") > Card("Kh")
    with pytest.raises(TypeError, match="compare it with Card"):
        assert Card("9h") < "10h"
    assert [bool(card) for card in CARDS] == [False] + [True] * 52
    match Card("9h"):
        case Card(rank, suit):
            assert (rank, suit) == (9, Suit.HEARTS)
