"""Many cards at once: as one by one."""

import pytest

from spiderpos.game.cards import ALL_CARDS, UNKNOWN, from_code, from_codes


def test_codes():
    codes = bytes((UNKNOWN, *ALL_CARDS))
    assert from_codes(codes) == (UNKNOWN, *ALL_CARDS)
    assert all(card is from_code(card) for card in from_codes(codes))
    for code in {*range(256)} - {*codes}:
        with pytest.raises(ValueError, match=f"^{code} is not the code of a card"):
            from_codes(codes + bytes([code]))
