"""The next best move, with its reason in words: never in a loop, and with some looking ahead.

:func:`suggest` is a function of the position alone, and only of what a player sees in it.  It
searches the positions that can be reached without learning anything (no card turned up, no suit
removed, no row dealt), the promising ones first, for the best *event*: a card turned up or a
suit removed, or if there's none a row to deal after the cards have been brought into order.

Why following it never comes to a position twice.  An event can't be taken back: the number of
face-down cards and of cards in the hand never grows, nor does the number of removed suits
shrink.  So look at the moves between two events.  The search is deterministic, so the line that
it would be followed along from a position is known, and :func:`suggest` looks.  If that line
comes to an event without meeting a position twice, so does the rest of it from any position on
it, and it is followed.  Otherwise, which is rare, the nearest event is gone for.  It is looked
for in whole rounds of positions, one, two, ... moves away.  So after a step the distance is
one less, and fewer positions need be looked at.  If that finds nothing a space is filled, which
makes one space less, until a row can be dealt.  None of the three leads back to a position at
which an earlier one was in charge: there it would have been in charge itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from ..game import engine
from ..game.cards import KING, UNKNOWN
from ..game.engine import Step, fits, is_natural_pair, natural_run
from ..game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from ..game.position import Column, Position
from ..game.rules import WOODS, Rules, RulesError
from ..game.survey import is_won
from ..scripts import words
from ..text.protocols import Verdicts, public
from ..text.wording import columns_phrase, count_phrase, join_words

#: How many positions are looked at from, at most, in the search for the best event.
EFFORT: Final = 900
#: The same where nothing is hidden and nothing left to deal: all depends on the search.
ENDGAME_EFFORT: Final = 9000


class Prospect(Verdicts):
    """What a suggestion comes to."""

    MOVE = "move"
    #: All suits are removed, or complete in the tableau.
    WON = "won"
    #: Every position that can be reached was looked at: there's nothing to turn up, remove or
    #: deal.
    STUCK = "stuck"
    #: Nothing was found among the positions looked at.
    NOTHING_FOUND = "nothing found"


@public(
    "suggestion.line are the moves that it begins",
    truth="ask if suggestion.move is not None, or suggestion.verdict == 'move'",
    text="suggestion.words == text compares the move in words",
)
@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move, or why there is none.

    ``move``: the move, None unless the verdict is ``MOVE``; ``words``: it as a script says it.
    ``reason``: why, in words.  ``line``: the moves that it begins, as far as they were thought
    out; the last one is the event.  ``positions``: how many positions were looked at from.
    """

    verdict: Prospect
    reason: str
    move: Move | None = None
    words: str = ""
    line: tuple[Move, ...] = ()
    positions: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.words}: {self.reason}" if self.move else self.reason


def suggest(position: Position, *, effort: int = EFFORT) -> Suggestion:
    """Return the next best move in a position, with its reason.

    Face-down cards and the hand aren't looked at, even if they're known.  ``effort`` is how
    many positions the search looks at from (``ENDGAME_EFFORT / EFFORT`` times as many where
    nothing is hidden or left to deal); the answer depends on the position and on it alone.
    """
    seen = position.hide()
    if is_won(seen):
        return Suggestion(Prospect.WON, "the game is won: all suits are removed or complete")
    result = _search(seen, effort)
    line = result.line if _arrives(seen, effort) else ()
    if not line and (result.line or not result.complete):
        line = _nearest(seen, effort) or _fill(seen)
    if line:
        return _suggestion(seen, line, result.positions)
    looked = count_phrase(result.positions, "position")
    if result.complete and not result.line:
        return Suggestion(
            Prospect.STUCK,
            "nothing can be turned up, removed or dealt any more, whatever is moved "
            f"({looked} looked at: all there are)",
            positions=result.positions,
        )
    reason = f"no way was found to turn up, remove or deal anything ({looked} looked at)"
    unknown = [number for number, c in enumerate(seen.columns, 1) if UNKNOWN in c.up]
    if unknown:
        reason += f"; not every face-up card of {columns_phrase(unknown)} is known"
    return Suggestion(Prospect.NOTHING_FOUND, reason, positions=result.positions)


# The search

_Key: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """The line to the best event (empty if none was found), and how far the search went."""

    line: tuple[Move, ...]
    positions: int
    complete: bool


@lru_cache(maxsize=512)
def _search(start: Position, effort: int) -> _Found:
    """Return the line from ``start`` to the best event, promising positions looked at first."""
    # Once there is a card to turn up or a suit to remove, so much of a look for better is enough.
    enough = effort // 3
    if not start.hand and not start.face_down:
        effort = effort * ENDGAME_EFFORT // EFFORT
    for name, setting in start.rules.describe().items():
        if name not in _KNOWN_RULES:
            raise RulesError(f"no move can be suggested under the rule {name}={setting}")
    wraps = start.rules.kings_on_aces
    value = sum(_value(column, wraps) for column in start.columns)
    # Of equal values the older position comes first, so that the order is always the same.
    queue: list[tuple[float, int, float, Position, _Line]] = [(-value, 0, value, start, None)]
    known: set[_Key] = {_key(start)}
    looked_at = 0
    # The best line to a deal and the best one to anything else, which is always preferred.
    best: dict[bool, tuple[float, _Line]] = {}
    while queue and looked_at < effort:
        _, _, value, position, line = heappop(queue)
        looked_at += 1
        length = (line[2] if line else 0) + 1
        for way in _ways(position):
            total = value + way.gain
            worth = total - _LENGTH * length
            if way.key is None:
                is_deal = type(way.move) is Deal
                if is_deal not in best or worth > best[is_deal][0]:
                    best[is_deal] = worth, (line, way.move, length)
            elif way.key not in known:
                known.add(way.key)
                longer = (line, way.move, length)
                heappush(queue, (-worth, len(known), total, way.after, longer))
        if False in best and looked_at >= enough:
            break
    _, line = best.get(False) or best.get(True) or (0, None)
    unknown = any(not card for column in start.columns for card in column.up)
    return _Found(_moves_of(line), looked_at, complete=not queue and not unknown)


#: A line as a chain from its last move to its first, with its length.
_Line: TypeAlias = "tuple[_Line, Move, int] | None"


def _moves_of(line: _Line) -> tuple[Move, ...]:
    moves: list[Move] = []
    while line is not None:
        line, move, _ = line
        moves.append(move)
    return tuple(reversed(moves))


def _key(position: Position) -> _Key:
    """Return the same for positions that differ only in the order of columns or cells."""
    cells = sorted(position.cells, key=lambda card: -1 if card is None else card.code)
    columns = sorted([(column.up, len(column.down)) for column in position.columns])
    return (tuple(columns), tuple(cells))


class _Way(NamedTuple):
    """A move from a position: where it leads, and how much more that is worth.

    ``key`` is that of the position after it, None if the move is an event.
    """

    move: Move
    after: Position
    gain: float
    key: _Key | None


# The searches from the positions of a line look at much the same positions.
@lru_cache(maxsize=4096)
def _ways(position: Position) -> tuple[_Way, ...]:
    ways = []
    for move in _moves(position):
        step = engine.do(position, move)
        if step.is_event:
            ways.append(_Way(move, step.after, _gain(step) + _event_value(step), None))
        else:
            ways.append(_Way(move, step.after, _gain(step), _key(step.after)))
    return tuple(ways)


def _moves(position: Position) -> Iterator[Move]:
    """Yield the legal moves: one for all spaces or cells, and no column from space to space.

    Up to the order of columns and cells every position can still be reached.
    """
    spaces = position.spaces
    empty = [n for n, card in enumerate(position.cells, 1) if card is None]
    for move in engine.legal_moves(position):
        if isinstance(move, Shift) and spaces and move.target in spaces:
            column = position.column(move.source)
            if move.target != spaces[0] or move.count == len(column):
                continue
        elif (isinstance(move, FromCell) and spaces and move.column in spaces[1:]) or (
            isinstance(move, ToCell) and move.cell != empty[0]
        ):
            continue
        yield move


# What a position is worth while nothing new is learned; found by playing many deals.

_SPACE: Final = 20.0
_NATURAL: Final = 20.0
_UNNATURAL: Final = -1.0
_KING_BELOW: Final = 4.0
_RUN_ON_FACE_DOWN: Final = -1.5
_CELL: Final = -6.0
#: For each move of a line.
_LENGTH: Final = 1.0
# What events are worth.
_COLUMN_TURNED: Final = 30.0
_FACE_DOWN_LEFT: Final = -0.6
_REMOVED: Final = 12 * _NATURAL + 100.0
_WAY_ON: Final = 25.0


#: Rules by whether ranks wrap around, which is all that a column's value depends on, and all
#: options of which that is known.
_RULES: Final = {False: WOODS, True: Rules(kings_on_aces=True)}
_KNOWN_RULES: Final = frozenset(
    {"suits", "start", "cells", "deal_over_spaces", "short_last_deal", "kings_on_aces"}
    | {"automatic_removal", "scored_suits"}
)


@lru_cache(maxsize=1 << 16)
def _value(column: Column, wraps: bool) -> float:
    """Return the worth of a column."""
    rules = _RULES[wraps]
    up = column.up
    if not up:
        return _SPACE
    total = 0.0
    runs = 1
    for upper, lower in pairwise(up):
        if is_natural_pair(upper, lower, rules):
            total += _NATURAL
            continue
        runs += 1
        if upper and lower and fits(lower, upper, rules):
            total += _UNNATURAL
    if column.down:
        total += _RUN_ON_FACE_DOWN * runs
    elif up[0].rank == KING:
        total += _KING_BELOW
    return total


def _gain(step: Step) -> float:
    """Return how much more a step's position is worth than the one before; 0 for a deal."""
    match step.move:
        case Shift(source, target):
            return _column_gain(step, source) + _column_gain(step, target)
        case ToCell(column):
            return _column_gain(step, column) + _CELL
        case FromCell(_, column):
            return _column_gain(step, column) - _CELL
        case Remove(column):
            return _column_gain(step, column)
        case _:
            return 0


def _column_gain(step: Step, column: int) -> float:
    wraps = step.before.rules.kings_on_aces
    return _value(step.after.columns[column - 1], wraps) - _value(
        step.before.columns[column - 1], wraps
    )


def _event_value(step: Step) -> float:
    """Return the worth of an event beside that of the position that it leads to."""
    if isinstance(step.move, Deal):
        return 0
    total = _REMOVED * len(step.removals) + _WAY_ON * _ways_on(step.after)
    for turned in step.turned:
        left = len(step.after.column(turned.column).down)
        total += _FACE_DOWN_LEFT * left + (0 if left else _COLUMN_TURNED)
    return total


def _ways_on(position: Position) -> int:
    """Count the columns with face-down cards and only one run on them, which can go elsewhere."""
    rules = position.rules
    ways = 0
    for number, column in enumerate(position.columns, 1):
        if column.down and column.up[0] and len(natural_run(column, rules)) == len(column.up):
            ways += any(
                other.up and other.up[-1] and fits(column.up[0], other.up[-1], rules)
                for n, other in enumerate(position.columns, 1)
                if n != number
            )
    return ways


# Keeping out of loops


def _arrives(position: Position, effort: int) -> bool:
    """Return True if following the search comes to an event, and to no position twice."""
    met: set[_Key] = set()
    while True:
        key = _key(position)
        if key in met:
            return False
        met.add(key)
        line = _search(position, effort).line
        if not line:
            return False
        step = engine.do(position, line[0])
        if step.is_event:
            return True
        position = step.after


def _nearest(start: Position, effort: int) -> tuple[Move, ...]:
    """Return the shortest line to an event other than a deal, empty if it is too far.

    Too far is where the whole rounds of positions before it are more than ``effort`` together.
    """
    round_: list[tuple[Position, tuple[Move, ...]]] = [(start, ())]
    known = {_key(start)}
    while round_ and len(known) <= effort:
        following: list[tuple[Position, tuple[Move, ...]]] = []
        for position, line in round_:
            for way in _ways(position):
                if way.key is None:
                    if type(way.move) is not Deal:
                        return (*line, way.move)
                elif way.key not in known:
                    known.add(way.key)
                    following.append((way.after, (*line, way.move)))
        round_ = following
    return ()


def _fill(position: Position) -> tuple[Move, ...]:
    """Return a deal, or a move into a space so that one can follow.

    Empty if neither is possible.
    """
    if engine.can(position, Deal()):
        return (Deal(),)
    if not position.hand or not position.spaces:
        return ()
    target = position.spaces[0]
    moves = [
        Shift(number, target)
        for number, column in enumerate(position.columns, 1)
        if len(column) > 1 and column.up
    ]
    steps = [engine.do(position, move) for move in moves]
    if not steps:
        return ()
    return (max(steps, key=_gain).move,)


# In words


def _suggestion(position: Position, line: tuple[Move, ...], looked_at: int) -> Suggestion:
    first = engine.do(position, line[0])
    last = first
    for move in line[1:]:
        last = engine.do(last.after, move)
    reason = join_words([_what(first), *_events(first)])
    if last is not first:
        later = count_phrase(len(line) - 1, "move")
        if isinstance(last.move, Deal):
            reason += f"; {later} later a row is dealt"
        else:
            reason += f"; {later} later it {join_words(_events(last)) or 'lets a row be dealt'}"
    return Suggestion(Prospect.MOVE, reason, line[0], words.describe(first), line, looked_at)


def _what(step: Step) -> str:
    """Return in words what a move does with its cards."""
    move = step.move
    if isinstance(move, Deal):
        return "no way was found to turn up a card or remove a suit before the next row"
    if isinstance(move, Remove):
        return "a suit is complete"
    if isinstance(move, ToCell):
        return f"puts the {step.cards[0]} aside"
    onto = step.before.column(move.target if isinstance(move, Shift) else move.column).bottom
    if onto is None:
        return "goes into a space"
    if onto.suit is step.cards[0].suit:
        return f"joins the {onto} of its suit"
    return f"goes onto the {onto}"


def _events(step: Step) -> list[str]:
    """Return in words what comes of a move: cards turned up, suits that go, columns cleared."""
    phrases = []
    for removal in step.removals:
        chosen = isinstance(step.move, Remove)
        phrases.append(f"{'removes' if chosen else 'completes'} the {removal.suit}")
    phrases += [f"turns up a card in column {turned.column}" for turned in step.turned]
    new_spaces = [n for n in step.after.spaces if n not in step.before.spaces]
    phrases += [f"makes column {number} a space" for number in new_spaces]
    return phrases
