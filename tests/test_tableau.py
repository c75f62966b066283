"""The diagrams and tableaus that the package prints are in its own grammar, and are read back."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import formats
from spiderpos.formats import diagram, tableau
from spiderpos.game.cards import Suit
from spiderpos.game.position import Position
from spiderpos.game.survey import info
from spiderpos.show.pictures import terminal
from spiderpos.show.pictures.drawing import Drawing
from spiderpos.text.source import SUIT_SIGNS, SourceText
from spiderpos.text.wording import count_phrase, join_words

from .positions import random_deal, random_play


def played(seed: int) -> Position:
    """Return a position from a random moment of a game."""
    random = Random(seed)
    position = random_deal(random)
    for step in random_play(position, random, random.randrange(150)):
        position = step.after
    return position


def read(text: str) -> Position:
    """Parse a text that must match the grammar of tableaus."""
    assert tableau.draft_of(SourceText(text), partial=False) is not None, text
    return formats.read(text, "diagram").position


@given(st.builds(played, st.integers(0, 10**6)), st.booleans(), st.booleans(), st.booleans())
def test_pictures_in_text_are_read_back(
    position: Position, letters: bool, numbers: bool, hidden: bool
) -> None:
    drawing = Drawing(column_numbers=numbers, show_hidden=hidden)
    result = read(terminal.draw(position, drawing, letters=letters))
    expected = position if hidden else position.hide()
    assert result.columns == expected.columns
    assert len(result.hand) == len(position.hand)
    assert result.removed == position.removed


@given(st.builds(played, st.integers(0, 10**6)))
def test_diagrams_are_read_back(position: Position) -> None:
    result = read(diagram.dumps(position))
    assert result.columns == position.hide().columns


#: Ways to state the number of cards in the hand; the package prints the first two of them.
HANDS = (
    *("{cards} in the hand, {deals} left", "{deals} left ({cards})", "Stock: {cards}"),
    *("{cards} in stock", "hand: {hand}", "{deals} left", "Deals left: {number}"),
)


def removed_in_words(removed: tuple[Suit | None, ...]) -> list[str]:
    """Return ways to state which suits are removed."""
    names = [suit.plural for suit in removed if suit is not None]
    signs = [{v: k for k, v in SUIT_SIGNS.items()}[suit.letter] for suit in removed if suit]
    if not names:
        return ["no suits removed", "Removed: none", "removed: 0"]
    return [
        f"{count_phrase(len(names), 'suit')} removed: {join_words(names)}",
        f"Removed: {', '.join(names)}",
        f"removed  {' '.join(signs)}",
        f"{join_words(names)} removed",
        f"Removed: {join_words(signs)}",
        f"{count_phrase(len(names), 'suit')} removed",
    ]


@pytest.mark.parametrize(("hand", "seed"), list(product(HANDS, (3, 11, 40))))
def test_statements_are_read_back(hand: str, seed: int) -> None:
    position = played(seed)
    deals = position.deals_left
    words = hand.format(
        cards=count_phrase(len(position.hand), "card"),
        deals=count_phrase(deals, "deal"),
        hand=len(position.hand),
        number=deals,
    )
    board = diagram.dumps(position)
    gone = (Suit.CLUBS, Suit.HEARTS, Suit.HEARTS)[: len(position.removed)]
    for removed in removed_in_words(gone):
        for text in (
            f"{words}\n{removed}\n\n{board}",
            f"{board}{words}. {removed}.\n",
            f"{board}\n{words}; {removed}\n",
        ):
            statements = tableau.draft_of(SourceText(text), partial=False)
            assert statements is not None, text
            assert len(statements.hand or ()) == len(position.hand)
            assert statements.removed in (gone, (None,) * len(gone)), text


@pytest.mark.parametrize("seed", range(5))
def test_the_output_of_info_is_read(seed: int) -> None:
    position = played(seed)
    lines = str(info(position)).splitlines()
    statuses = [status for line in lines if (status := tableau.status_of(line)) is not None]
    assert any(len(status.hand or ()) == len(position.hand) for status in statuses)
    assert any(status.removed == position.removed for status in statuses)


def test_columns_have_runs_and_numbers_of_face_down_cards() -> None:
    text = "1: (2) 10h 9h\n2: -- -- K-Qd\n3: (sp)\n4: 8c\n5: (sp)\n6: (sp)\n7: (sp)\n8: (sp)\n"
    draft = tableau.draft_of(SourceText(f"{text}9: (sp)\n10: Q-As 5h\n"), partial=False)
    assert draft is not None
    ends = [" ".join(map(str, column.up)) for column in draft.columns]
    assert ends[:4] == ["10h 9h", "Kd Qd", "", "8c"]
    assert [len(column.down) for column in draft.columns] == [2, 2, *[0] * 8]
    assert len(draft.columns[9].up) == 13


@pytest.mark.parametrize(
    "text",
    [
        "10h\t(sp)\n 9h\t\t 8c\n",  # a cell in a column that the first row doesn't have
        " Kd\t Qs\n\t --\n",  # face down below face up
        " Kd\n  Qs\t 9h\n",  # two cells in one field
        "2: Kd\n1: Qs\n",
        "1: 9-Kd\n2: --\n",
        "1: Kd\nHand: 20 cards, or so\n",
    ],
)
def test_texts_not_in_the_notation_are_left_to_others(text: str) -> None:
    assert tableau.draft_of(SourceText(text), partial=True) is None


def test_suits_are_counted() -> None:
    position = played(4)
    for words, suits in (("4 suits", 4), ("two-suit spider", 2)):
        draft = tableau.draft_of(SourceText(f"{words}\n{diagram.dumps(position)}"), partial=False)
        assert draft is not None
        assert draft.suits == suits
