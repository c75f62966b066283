"""Hypothesis strategies for rules and positions.

Every position passes the census (one of ``partial_positions`` as a partial one).  It may be
unreachable in play.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from spiderpos.game.cards import UNKNOWN
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import PRESETS, WOODS, Rules

from .positions import random_deal, random_middle

#: The part of the hidden cards and removed suits that the player knows.
KNOWLEDGE = ("nothing", "some", "everything")


def rule_sets() -> st.SearchStrategy[Rules]:
    """Draw a preset, or Woods' rules with some free cells."""
    return st.sampled_from((*PRESETS.values(), *(Rules(cells=n) for n in range(1, 5))))


def full_positions(
    rules: st.SearchStrategy[Rules] | Rules = WOODS,
    knowledge: str | None = None,
    unknown_face_up: bool = False,
) -> st.SearchStrategy[Position]:
    """Draw a position of 104 cards in ten columns, the cells, the hand and the removed suits.

    ``knowledge`` is one of :data:`KNOWLEDGE` (by default any).  With ``unknown_face_up`` face-up
    cards and cards in cells may be unknown too.
    """

    def made(rules: Rules, part: str, seed: int) -> Position:
        random = Random(seed)
        make = random_deal if random.random() < 0.2 else random_middle
        return _forgotten(make(random, rules), part, random, face_up=unknown_face_up)

    return st.builds(
        made,
        rules if isinstance(rules, st.SearchStrategy) else st.just(rules),
        st.just(knowledge) if knowledge else st.sampled_from(KNOWLEDGE),
        st.integers(0, 2**32 - 1),
    )


def partial_positions(
    rules: st.SearchStrategy[Rules] | Rules = WOODS, unknown_face_up: bool = False
) -> st.SearchStrategy[Position]:
    """Draw some columns of a full position, sometimes with its hand and removed suits."""

    def part(position: Position, number: int, keeps_hand: bool, keeps_removed: bool) -> Position:
        return replace(
            position,
            columns=position.columns[:number],
            hand=position.hand if keeps_hand else (),
            removed=position.removed if keeps_removed else (),
        )

    whole = full_positions(rules, unknown_face_up=unknown_face_up)
    return st.builds(part, whole, st.integers(1, 10), st.booleans(), st.booleans())


def positions(
    rules: st.SearchStrategy[Rules] | Rules = WOODS, unknown_face_up: bool = False
) -> st.SearchStrategy[Position]:
    """Draw a full position or a partial one; read it back with ``partial=True``."""
    whole = full_positions(rules, unknown_face_up=unknown_face_up)
    return st.one_of(whole, partial_positions(rules, unknown_face_up))


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
