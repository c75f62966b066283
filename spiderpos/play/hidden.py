"""Drawing the cards that nobody knows, so that a position can be played out."""

from __future__ import annotations

import random
from typing import Final

from ..game.census import filled
from ..game.illegal import IllegalMove
from ..game.replay import shown_by
from ..games.session import Session
from ..text.errors import SpiderError

#: How often the cards are drawn until they fit the moves that were made.
_DRAWS: Final = 200


def drawn(game: Session, source: random.Random) -> Session:
    """Return the same game from a start in which every card is known.

    The unseen cards are put at random into the places of cards that aren't known, except where
    a move that was made has shown which card lay there.  The moves are played again, those
    undone too.  Raises SpiderError if after many tries none of the draws fits them.
    """
    shown = shown_by(game.start, game.steps)
    for _ in range(_DRAWS):
        again = Session(
            filled(shown, source),
            title=game.title,
            stipulation=game.stipulation,
            goal=game.goal,
        )
        if _played_again(game, again):
            return again
    raise SpiderError("no way was found for the hidden cards to lie that fits the moves made")


def _played_again(game: Session, again: Session) -> bool:
    """Play the moves of a game in another; whether they can be and the same suits go off.

    A face-up card that wasn't known may complete a suit, which then goes off by itself.
    """
    try:
        for step in game.steps:
            if again.do(step.move).removals != step.removals:
                return False
    except IllegalMove:
        return False
    again.go_to(game.at)
    return True
