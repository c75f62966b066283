"""Many cards at once: as one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos.game.cards import ALL_CARDS, UNKNOWN, from_code, from_codes, from_pairs

SPELT = {str(c).replace("10", "T"): c for c in (UNKNOWN, *ALL_CARDS)}


@given(st.lists(st.sampled_from(sorted(SPELT))))
def test_pairs(words):
    assert from_pairs("".join(words)) == tuple(SPELT[word] for word in words)


@given(st.text("AT9KxX0123?cdhsCDHS-/: é", min_size=1))
def test_only_cards_are_pairs(text):
    words = [text[at : at + 2] for at in range(0, len(text), 2)]
    if all(word in SPELT for word in words):
        assert from_pairs(text) == tuple(SPELT[word] for word in words)
    else:
        with pytest.raises(ValueError):  # noqa: PT011 - it doesn't say why
            from_pairs(text)


def test_each_two_characters():
    for first in map(chr, range(128)):
        for second in map(chr, range(128)):
            if first + second not in SPELT:
                with pytest.raises(ValueError):  # noqa: PT011 - it doesn't say why
                    from_pairs(first + second)


def test_codes():
    codes = bytes((UNKNOWN, *ALL_CARDS))
    assert from_codes(codes) == (UNKNOWN, *ALL_CARDS)
    assert all(card is from_code(card) for card in from_codes(codes))
    for code in {*range(256)} - {*codes}:
        with pytest.raises(ValueError, match=f"^{code} is not the code of a card"):
            from_codes(codes + bytes([code]))
