"""Expand claims with ``turning`` into one claim per card.

A claim with ``turning: {3: Jc Jd}`` applies whichever of these cards turns up in column 3.  It is
expanded into one claim per card, each about a position where that face-down card is known.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ..game.cards import Card
from .schema import ClaimText, NamedPositionText, ProblemText
from .yamltext import KeyPath


class Items(NamedTuple):
    """The positions and expanded claims of a file, each with its path in the file."""

    positions: tuple[tuple[NamedPositionText, KeyPath], ...]
    claims: tuple[tuple[ClaimText, KeyPath], ...]


def items_of(data: ProblemText) -> Items:
    """Return the positions and claims of a file, with claims with ``turning`` expanded."""
    positions: list[tuple[NamedPositionText, KeyPath]] = [
        (item, ("positions", number)) for number, item in enumerate(data.positions)
    ]
    claims: list[tuple[ClaimText, KeyPath]] = []
    added: set[str] = set()
    for number, claim in enumerate(data.claims):
        path: KeyPath = ("claims", number)
        if claim.turning is None:
            claims.append((claim, path))
            continue
        ((column, cards),) = claim.turning.items()
        for card in cards:
            position = _position(claim, column, card)
            if position.id not in added:
                added.add(position.id)
                positions.append((position, (*path, "turning")))
            claims.append((_claim(claim, column, card, position.id), path))
    return Items(tuple(positions), tuple(claims))


def _position(claim: ClaimText, column: int, card: Card) -> NamedPositionText:
    return NamedPositionText(
        id=f"{claim.position.replace('/', '-')}-{str(card).lower()}-in-{column}",
        title=f"The {card} is the next card of column {column}",
        start=claim.position,
        next={column: card},
    )


def _claim(claim: ClaimText, column: int, card: Card, position: str) -> ClaimText:
    return replace(
        claim,
        id=f"{claim.id}-{str(card).lower()}",
        statement=f"{claim.statement.rstrip()} Here it's the {card}.",
        position=position,
        turning={column: (card,)},
    )
