"""Suggestions: the move that seems best, with its reason.

:func:`suggest` depends only on the visible part of the position.  It runs a best-first search
through the positions that can be reached without an *event* (a card turned up, a suit removed, a
row dealt).  The result is the line to the best event: a card to turn up or a suit to remove; if
there is none, a row to deal after the cards have been put in order.

Following suggestions never repeats a position.  Events are irreversible: face-down cards and
cards in the hand never become more, removed suits never fewer.  So only the moves between two
events matter, and they are chosen in three stages.

1. The search is deterministic, so :func:`suggest` can simulate following it.  If that leads to an
   event without repeating a position, it does so from every position on the way, and the line is
   followed.
2. Otherwise, which is rare, a breadth-first search finds the nearest event.  After each step the
   distance is one less, so the search from there is smaller and succeeds as well.
3. If that fails too, a space is filled, which reduces the number of spaces, until a row can be
   dealt.

No stage leads back to a position where an earlier stage would have applied, because the earlier
stage would then have applied all along.
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
from ..game.census import shows_unknown
from ..game.engine import Step, fits, is_natural_pair, natural_run
from ..game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from ..game.position import Column, Position
from ..game.rules import WOODS, Rules, RulesError
from ..game.survey import is_won
from ..scripts import words
from ..text.protocols import Verdicts, public
from ..text.wording import columns_phrase, count_phrase, join_words

#: The maximum number of positions to expand in the search for the best event.
EFFORT: Final = 900
#: The same if no card is face down and the hand is empty, when the search decides the game.
ENDGAME_EFFORT: Final = 9000


class Prospect(Verdicts):
    """The kind of a suggestion."""

    MOVE = "move"
    #: All suits are removed, or complete in the tableau.
    WON = "won"
    #: The search was complete: no card can be turned up, no suit removed, no row dealt.
    STUCK = "stuck"
    #: The search found no event within its limit, or as far as the face-up cards are known.
    NOTHING_FOUND = "nothing found"


@public(
    "suggestion.line are the moves of its line",
    truth="ask if suggestion.move is not None, or suggestion.verdict == 'move'",
    text="write suggestion.words == text to compare the move",
)
@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested move with its reason, or an explanation without a move.

    ``move``: the move; None unless the verdict is ``MOVE``.  ``words``: the move as text for a
    script.  ``reason``: the reason.  ``line``: the line that begins with the move and ends with
    an event; only the move if that fills a space.  ``positions``: the number of positions that
    the first search expanded.
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
    """Return the move that seems best, with its reason.

    Face-down cards and the hand are ignored, even if they are known.  ``effort`` is the maximum
    number of positions to expand in one search; it is ``ENDGAME_EFFORT / EFFORT`` times as high if
    no card is face down and the hand is empty.  The result depends only on the position and
    ``effort``.  Raises RulesError for rules that are not supported.
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
    searched = count_phrase(result.positions, "position")
    if result.complete and not result.line:
        return Suggestion(
            Prospect.STUCK,
            f"nothing can be turned up, removed or dealt any more (complete search of {searched})",
            positions=result.positions,
        )
    reason = f"no way was found to turn up, remove or deal anything ({searched} searched)"
    unknown = [number for number, c in enumerate(seen.columns, 1) if UNKNOWN in c.up]
    if unknown:
        reason += f"; not every face-up card of {columns_phrase(unknown)} is known"
    return Suggestion(Prospect.NOTHING_FOUND, reason, positions=result.positions)


# The search

_Key: TypeAlias = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Result:
    """The line to the best event (empty if none was found), and the size of the search."""

    line: tuple[Move, ...]
    positions: int
    complete: bool


@lru_cache(maxsize=512)
def _search(start: Position, effort: int) -> _Result:
    """Search best-first for the line from ``start`` to the best event."""
    # After a first line that turns up a card or removes a suit, a third of the effort is enough to
    # look for a better one.
    enough = effort // 3
    if not start.hand and not start.face_down:
        effort = effort * ENDGAME_EFFORT // EFFORT
    for name, setting in start.rules.describe().items():
        if name not in _KNOWN_RULES:
            raise RulesError(f"no move can be suggested under the rule {name}={setting}")
    wraps = start.rules.kings_on_aces
    value = sum(_value(column, wraps) for column in start.columns)
    # The counter makes the order deterministic: of equal values the older position is first.
    queue: list[tuple[float, int, float, Position, _Line]] = [(-value, 0, value, start, None)]
    visited: set[_Key] = {_key(start)}
    expanded = 0
    # The best line to a deal (True) and to another event (False), which is always preferred.
    best: dict[bool, tuple[float, _Line]] = {}
    while queue and expanded < effort:
        _, _, value, position, line = heappop(queue)
        expanded += 1
        length = (line[2] if line else 0) + 1
        for edge in _edges(position):
            total = value + edge.gain
            worth = total - _LENGTH * length
            if edge.key is None:
                is_deal = type(edge.move) is Deal
                if is_deal not in best or worth > best[is_deal][0]:
                    best[is_deal] = worth, (line, edge.move, length)
            elif edge.key not in visited:
                visited.add(edge.key)
                longer = (line, edge.move, length)
                heappush(queue, (-worth, len(visited), total, edge.after, longer))
        if False in best and expanded >= enough:
            break
    _, line = best.get(False) or best.get(True) or (0, None)
    complete = not (queue or shows_unknown(start))
    return _Result(_moves_of(line), expanded, complete)


#: A line as a linked list from its last move to its first, with its length.
_Line: TypeAlias = "tuple[_Line, Move, int] | None"


def _moves_of(line: _Line) -> tuple[Move, ...]:
    moves: list[Move] = []
    while line is not None:
        line, move, _ = line
        moves.append(move)
    return tuple(reversed(moves))


def _key(position: Position) -> _Key:
    """Return a key that does not depend on the order of columns and cells."""
    cells = sorted(position.cells, key=lambda card: -1 if card is None else card.code)
    columns = sorted([(column.up, len(column.down)) for column in position.columns])
    return (tuple(columns), tuple(cells))


class _Edge(NamedTuple):
    """A move in the search graph, with the position after it and the gain in value.

    ``key`` is the key of the position after the move; None if the move is an event.
    """

    move: Move
    after: Position
    gain: float
    key: _Key | None


# Cached, because searches from successive positions of a line visit mostly the same positions.
@lru_cache(maxsize=4096)
def _edges(position: Position) -> tuple[_Edge, ...]:
    edges = []
    for move in _moves(position):
        step = engine.do(position, move)
        if step.is_event:
            edges.append(_Edge(move, step.after, _gain(step) + _event_value(step), None))
        else:
            edges.append(_Edge(move, step.after, _gain(step), _key(step.after)))
    return tuple(edges)


def _moves(position: Position) -> Iterator[Move]:
    """Yield the legal moves without equivalent ones.

    Only the first space and the first empty cell are targets, and whole columns don't move into a
    space.  All positions remain reachable up to the order of columns and cells.
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


# Values of features of a position between events, tuned by playing many deals.

_SPACE: Final = 20.0
_NATURAL: Final = 20.0
_UNNATURAL: Final = -1.0
_KING_BELOW: Final = 4.0
_RUN_ON_FACE_DOWN: Final = -1.5
_CELL: Final = -6.0
#: The cost of each move of a line.
_LENGTH: Final = 1.0
# Values of events.
_COLUMN_TURNED: Final = 30.0
_FACE_DOWN_LEFT: Final = -0.6
_REMOVED: Final = 12 * _NATURAL + 100.0
_WAY_ON: Final = 25.0


#: Rules by the value of ``kings_on_aces``, the only option on which a column's value depends.
_RULES: Final = {False: WOODS, True: Rules(kings_on_aces=True)}
#: The options of the rules that :func:`suggest` supports.
_KNOWN_RULES: Final = frozenset(
    {"suits", "start", "cells", "deal_over_spaces", "short_last_deal", "kings_on_aces"}
    | {"automatic_removal", "scored_suits"}
)


@lru_cache(maxsize=1 << 16)
def _value(column: Column, wraps: bool) -> float:
    """Return the heuristic value of a column."""
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
    """Return the change in the value of the position by a step; 0 for a deal."""
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
    """Return the value of an event, in addition to that of the position after it."""
    if isinstance(step.move, Deal):
        return 0
    total = _REMOVED * len(step.removals) + _WAY_ON * _ways_on(step.after)
    for turned in step.turned:
        left = len(step.after.column(turned.column).down)
        total += _FACE_DOWN_LEFT * left + (0 if left else _COLUMN_TURNED)
    return total


def _ways_on(position: Position) -> int:
    """Count the columns with face-down cards and a single run that can move onto another card."""
    rules = position.rules
    count = 0
    for number, column in enumerate(position.columns, 1):
        if column.down and column.up[0] and len(natural_run(column, rules)) == len(column.up):
            count += any(
                other.up and other.up[-1] and fits(column.up[0], other.up[-1], rules)
                for n, other in enumerate(position.columns, 1)
                if n != number
            )
    return count


# Avoiding loops


def _arrives(position: Position, effort: int) -> bool:
    """Return True if following the search leads to an event without repeating a position."""
    visited: set[_Key] = set()
    while True:
        key = _key(position)
        if key in visited:
            return False
        visited.add(key)
        line = _search(position, effort).line
        if not line:
            return False
        step = engine.do(position, line[0])
        if step.is_event:
            return True
        position = step.after


def _nearest(start: Position, effort: int) -> tuple[Move, ...]:
    """Return the shortest line to an event other than a deal; empty if none is found.

    The breadth-first search ends with the level at which it has visited more than ``effort``
    positions.
    """
    level: list[tuple[Position, tuple[Move, ...]]] = [(start, ())]
    visited = {_key(start)}
    while level and len(visited) <= effort:
        following: list[tuple[Position, tuple[Move, ...]]] = []
        for position, line in level:
            for edge in _edges(position):
                if edge.key is None:
                    if type(edge.move) is not Deal:
                        return (*line, edge.move)
                elif edge.key not in visited:
                    visited.add(edge.key)
                    following.append((edge.after, (*line, edge.move)))
        level = following
    return ()


def _fill(position: Position) -> tuple[Move, ...]:
    """Return a deal, or a move into a space that brings a deal closer; empty if impossible."""
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


# Reasons


def _suggestion(position: Position, line: tuple[Move, ...], positions: int) -> Suggestion:
    first = engine.do(position, line[0])
    last = first
    for move in line[1:]:
        last = engine.do(last.after, move)
    reason = join_words([_action(first), *_events(first)])
    if last is not first:
        later = count_phrase(len(line) - 1, "move")
        if isinstance(last.move, Deal):
            reason += f"; {later} later a row is dealt"
        else:
            reason += f"; {later} later it {join_words(_events(last))}"
    return Suggestion(Prospect.MOVE, reason, line[0], words.describe(first), line, positions)


def _action(step: Step) -> str:
    """Describe the effect of a move on its cards."""
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
    """Describe the consequences of a move: suits removed, cards turned up, columns emptied."""
    phrases = []
    for removal in step.removals:
        chosen = isinstance(step.move, Remove)
        phrases.append(f"{'removes' if chosen else 'completes'} the {removal.suit}")
    phrases += [f"turns up a card in column {turned.column}" for turned in step.turned]
    new_spaces = [n for n in step.after.spaces if n not in step.before.spaces]
    phrases += [f"makes column {number} a space" for number in new_spaces]
    return phrases
