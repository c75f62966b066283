"""Hypothesis strategies for cards, rules and positions.

Every position from ``full_positions`` and ``partial_positions`` passes the census (the
latter as a partial one).  It may be unreachable in play.  The structure (columns,
face-down cards, suits removed, cells) shrinks well; the values of the cards come from one seed.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from spiderpos.game.cards import ALL_CARDS, UNKNOWN, Card, Suit, card
from spiderpos.game.census import deck
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import PRESETS, WOODS, Rules

#: The proportion of the hidden cards and removed suits that is known.
KNOWLEDGE = ("nothing", "some", "everything")


def cards(*, unknown: bool = False) -> st.SearchStrategy[Card]:
    """Draw one of the 52 cards, or perhaps ``UNKNOWN``."""
    return st.sampled_from((UNKNOWN, *ALL_CARDS) if unknown else ALL_CARDS)


def rule_sets() -> st.SearchStrategy[Rules]:
    """Draw a preset, or Woods' rules with some free cells."""
    return st.sampled_from((*PRESETS.values(), *(Rules(cells=n) for n in range(1, 5))))


@st.composite
def full_positions(
    draw: st.DrawFn,
    rules: st.SearchStrategy[Rules] | Rules = WOODS,
    knowledge: st.SearchStrategy[str] | str | None = None,
    unknown_face_up: bool = False,
) -> Position:
    """Draw a position of 104 cards in ten columns, the cells, the hand and the removed suits.

    ``knowledge`` is one of :data:`KNOWLEDGE` (by default any): the known part of the
    face-down cards, the hand and the removed suits; with ``unknown_face_up``
    face-up cards and cells may be unknown too.  The hand has as many cards as the rules can
    leave in it, at most those that remain after the removed suits.
    """
    rules = _drawn(draw, rules)
    part = _drawn(draw, knowledge or st.sampled_from(KNOWLEDGE))
    random = Random(draw(st.integers(0, 2**32 - 1)))

    suits = [suit for suit in rules.suits for _ in range(rules.copies)]
    removed = draw(st.lists(st.sampled_from(range(8)), unique=True, max_size=8))
    gone = tuple(suits[i] for i in removed)
    pack = deck(rules)
    pack.subtract(card(rank, suit) for suit in gone for rank in range(1, 14))
    left = sorted(pack.elements())
    random.shuffle(left)
    size = draw(st.sampled_from([size for size in rules.hand_sizes if size <= len(left)]))
    hand, left = left[:size], left[size:]
    cells, left = _cells(draw, rules, left)
    position = Position(_columns(draw, left, 10), tuple(hand), gone, cells, rules)
    return _forgotten(position, part, random, face_up=unknown_face_up)


@st.composite
def partial_positions(
    draw: st.DrawFn,
    rules: st.SearchStrategy[Rules] | Rules = WOODS,
    knowledge: st.SearchStrategy[str] | str | None = None,
    unknown_face_up: bool = False,
    hand: bool = True,
    removed: bool = True,
) -> Position:
    """Draw a position of at most 104 cards in one to ten columns, as in composed studies.

    ``knowledge`` and ``unknown_face_up`` as for :func:`full_positions`.  Without ``hand`` the
    hand is empty, without ``removed`` no suit is removed.
    """
    rules = _drawn(draw, rules)
    part = _drawn(draw, knowledge or st.sampled_from(KNOWLEDGE))
    random = Random(draw(st.integers(0, 2**32 - 1)))

    gone: tuple[Suit, ...] = ()
    if removed:
        suits = [suit for suit in rules.suits for _ in range(rules.copies)]
        gone = tuple(suits[i] for i in draw(st.lists(st.sampled_from(range(8)), unique=True)))
    pack = deck(rules)
    pack.subtract(card(rank, suit) for suit in gone for rank in range(1, 14))
    left = sorted(pack.elements())
    random.shuffle(left)
    left = left[: draw(st.integers(0, min(len(left), draw(st.sampled_from((6, 30, 104))))))]
    size = draw(st.integers(0, len(left))) if hand else 0
    stock, left = left[:size], left[size:]
    cells, left = _cells(draw, rules, left)
    columns = _columns(draw, left, draw(st.integers(1, 10)))
    position = Position(columns, tuple(stock), gone, cells, rules)
    return _forgotten(position, part, random, face_up=unknown_face_up)


def positions(
    rules: st.SearchStrategy[Rules] | Rules = WOODS,
    knowledge: st.SearchStrategy[str] | str | None = None,
    unknown_face_up: bool = False,
) -> st.SearchStrategy[Position]:
    """Draw a full position or a partial one; read it back with ``partial=True``."""
    return st.one_of(
        full_positions(rules, knowledge, unknown_face_up),
        partial_positions(rules, knowledge, unknown_face_up),
    )


def _drawn(draw, value):
    return draw(value) if isinstance(value, st.SearchStrategy) else value


def _cells(draw, rules, left):
    """Fill some of the cells with the first cards; return them and the remaining cards."""
    cells: list[Card | None] = []
    for _ in range(rules.cells):
        taken = bool(left) and draw(st.booleans())
        cells.append(left[0] if taken else None)
        left = left[taken:]
    return tuple(cells), left


def _columns(draw, left, number):
    """Return ``number`` columns for the cards, each with at least one face-up card, or a space."""
    cuts = draw(
        st.lists(st.integers(0, len(left)), min_size=number - 1, max_size=number - 1).map(sorted)
    )
    columns = []
    for start, stop in zip([0, *cuts], [*cuts, len(left)], strict=True):
        here = tuple(left[start:stop])
        down = draw(st.integers(0, len(here) - 1)) if here else 0
        columns.append(Column(here[:down], here[down:]))
    return tuple(columns)


def _forgotten(position, part, random, *, face_up):
    """Hide cards so that the player knows ``part`` of them: nothing, some or everything."""
    if part == "everything":
        return position

    def hide(values, nothing):
        return tuple(
            nothing if part == "nothing" or random.random() < 0.5 else value for value in values
        )

    def blur(values):
        return tuple(
            UNKNOWN if face_up and value and random.random() < 0.2 else value for value in values
        )

    return Position(
        tuple(Column(hide(c.down, UNKNOWN), blur(c.up)) for c in position.columns),
        hide(position.hand, UNKNOWN),
        hide(position.removed, None),
        blur(position.cells),
        position.rules,
    )
