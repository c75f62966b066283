"""The score of a position, part by part.

The formula is Don Woods' (comp.windows.news, 17 January 1990, section II, "Scoring"): 10 points
for each card that lay face down at the start and has been turned up, 15 for each column without
face-down cards, 2 for each card on the next higher one of its suit, 50 for each suit removed
(its 12 links don't count then), and if the game is won with 4 or more complete suits in the
tableau, 2 for each of them after the third.

Removing everything makes 990.  Woods also says that a game won with all eight suits in the
tableau makes 1000; that comes out only if the complete suits of a won game count 50 each like
removed ones, and so they do here.  For unfinished games the programs differ, see
:class:`spiderpos.game.rules.ScoredSuits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ..text.wording import count_phrase
from .cards import KING
from .census import is_whole
from .engine import SUIT_LENGTH, has_complete_suit
from .position import Column, Position
from .rules import COLUMNS, Rules, ScoredSuits

__all__ = ["Score", "best_score", "complete_suits", "is_won", "score", "turned_up"]

SUITS: Final = 8
_TURNED: Final = 10
_CLEARED: Final = 15
_LINK: Final = 2
_SUIT: Final = 50
_BONUS: Final = 2
#: So many complete suits in the tableau give no bonus.
_BONUS_FREE: Final = 3


@dataclass(frozen=True, slots=True)
class Score:
    """What a position scores.

    ``turned``: cards turned up since the start, 10 points each; None for a partial position,
    of which no start is known, and then they count nothing.
    ``cleared``: columns without face-down cards, 15 each.
    ``links``: cards on the next higher one of their suit, 2 each, those of the suits that
    score 50 left out.
    ``removed``: suits removed, 50 each.
    ``complete``: complete suits in the tableau; ``counted`` of them score 50 each.
    ``bonus``: suits that score 2 more because they're still in the tableau.
    ``won``: whether every suit is removed or complete.
    """

    turned: int | None
    cleared: int
    links: int
    removed: int
    complete: int
    counted: int
    bonus: int
    won: bool

    @property
    def total(self) -> int:
        """The points together."""
        return sum(points for points, _ in self.parts())

    def parts(self) -> tuple[tuple[int, str], ...]:
        """The points and what they're for, in words."""
        turned = self.turned
        words = "cards turned up: not known" if turned is None else count_phrase(turned, "card")
        return (
            (_TURNED * (turned or 0), words if turned is None else f"{words} turned up"),
            (
                _CLEARED * self.cleared,
                f"{count_phrase(self.cleared, 'column')} without face-down cards",
            ),
            (
                _LINK * self.links,
                f"{count_phrase(self.links, 'card')} on the next higher of the suit",
            ),
            (_SUIT * self.removed, f"{count_phrase(self.removed, 'suit')} removed"),
            (
                _SUIT * self.counted,
                f"{count_phrase(self.counted, 'complete suit')} in the tableau",
            ),
            (
                _BONUS * self.bonus,
                f"{count_phrase(self.bonus, 'complete suit')} in the tableau after the third",
            ),
        )

    def __str__(self) -> str:
        # The cards turned up are named in any case: it may be that they aren't known.
        turned, *rest = self.parts()
        shown = [turned, *(part for part in rest if part[0])]
        lines = [f"{points:5d}  {words}" for points, words in shown]
        return "\n".join([*lines, f"{self.total:5d}  in all"])


def score(position: Position) -> Score:
    """The score of a position by ``position.rules``.

    Of a position with fewer than ten columns the columns that are there count, as if there were
    no others; cards turned up count only if both decks are there.

    A link counts if both cards lie face up and are known; a King on an Ace is none, whatever
    the rules: the Ace isn't the next higher card.  A complete suit counts if all its thirteen
    cards lie face up one on the other, whether it's covered or not.
    """
    rules = position.rules
    columns = position.columns
    removed = len(position.removed)
    complete = len(complete_suits(position))
    won = is_won(position)
    counted = complete if won or rules.scored_suits is not ScoredSuits.REMOVED else 0
    with_bonus = won or rules.scored_suits is ScoredSuits.COMPLETE_WITH_BONUS
    links = sum(
        upper - lower == 4
        for column in columns
        for upper, lower in pairwise(column.up)
        if lower and upper
    )
    return Score(
        turned=turned_up(position),
        cleared=sum(not column.down for column in columns),
        links=links - (SUIT_LENGTH - 1) * counted,
        removed=removed,
        complete=complete,
        counted=counted,
        bonus=max(0, complete - _BONUS_FREE) if with_bonus else 0,
        won=won,
    )


def turned_up(position: Position) -> int | None:
    """How many cards have been turned up since the start; None for a partial position.

    They are those that the rules lay face down at the start, less those that lie so now; 0 if
    there are more of the latter, as in a position that was set up.  A partial position has no
    start that is known.
    """
    if not is_whole(position):
        return None
    return max(0, position.rules.face_down_at_start - position.face_down)


def best_score(rules: Rules) -> int:
    """The highest score there can be: 1000, or 990 with automatic removal, by Woods' start."""
    bonus = 0 if rules.automatic_removal else _BONUS * (SUITS - _BONUS_FREE)
    return _TURNED * rules.face_down_at_start + _CLEARED * COLUMNS + _SUIT * SUITS + bonus


def is_won(position: Position) -> bool:
    """Whether every suit is removed or stands complete in the tableau, and nothing else is left.

    So in a partial position too: what there is of cards has to be complete.  Complete suits may
    stand on one another.
    """
    return (
        not position.hand
        and not position.face_down
        and all(held is None for held in position.cells)
        and sum(len(column.up) for column in position.columns)
        == SUIT_LENGTH * len(complete_suits(position))
    )


def complete_suits(position: Position) -> tuple[tuple[int, int], ...]:
    """The complete suits in the tableau, covered or not, from the left and from the top.

    Each is the number of its column and of its King's place in it (1 at the top, face-down
    cards counted).
    """
    return tuple(
        (number, len(column.down) + at + 1)
        for number, column in enumerate(position.columns, 1)
        for at, card in enumerate(column.up)
        if card.rank == KING and has_complete_suit(Column((), column.up[: at + SUIT_LENGTH]))
    )
