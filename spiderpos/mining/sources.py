"""Where positions come from: a game played by the solver or a policy, or a construction.

All of them are functions of their arguments alone: no clock decides what they give.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from .. import engine
from ..cards import Card, Suit, card
from ..census import faults
from ..engine import SUIT_LENGTH
from ..errors import IllegalMove
from ..moves import Move, Shift
from ..position import Column, Position
from ..rules import COLUMNS
from ..score import is_won
from ..winning import WIN, core
from ..winning.playout import POLICIES

__all__ = ["PLAYERS", "constructed", "game", "usable"]

#: Beams of the solver, narrow ones first: how many positions they keep, and their style.
_BEAMS: Final = ((128, 0), (512, 1), (2048, 2))
_BEAM_BYTES: Final = 1 << 29
#: A policy's game is followed for so many moves.
_MOST_MOVES: Final = 400
#: How long the natural pieces of a construction are, how many exchanges tighten it, and how many
#: cards an exchanged end has at most.
_PIECES: Final = (1, 1, 2, 2, 3, 4, 6, 8)
_EXCHANGES: Final = 3000
_LONGEST_END: Final = 6
#: Who can play a game.
PLAYERS: Final = ("solver", "greedy", "suggest")


def game(position: Position, player: str) -> Iterator[Position]:
    """The positions of a game, the first one first.

    ``solver``: along a line that wins; nothing after the first position if none is found.
    Another name of :data:`PLAYERS`: as that policy plays, until it gives up or wins.  All
    cards that come up have to be known.
    """
    yield position
    moves = _winning_line(position) if player == "solver" else _policy(position, player)
    for move in moves:
        try:
            position = engine.do(position, move).after
        except IllegalMove:
            return
        yield position


def _winning_line(position: Position) -> Iterator[Move]:
    try:
        aim = core.aim(position, WIN)
        for width, style in _BEAMS:
            reply = core.beam(
                position, aim, width=width, style=style, seconds=None, size=_BEAM_BYTES
            )
            if reply.moves:
                yield from reply.moves
                return
    except core.Unsupported:
        return


def _policy(position: Position, player: str) -> Iterator[Move]:
    policy = POLICIES[player]
    met = {position}
    for _ in range(_MOST_MOVES):
        line = () if is_won(position) else policy(position.hide())
        for move in line:
            yield move
            step = engine.do(position, move)
            position = step.after
            if step.turned or step.removals:
                break
        if position in met:
            return
        met.add(position)


def constructed(seed: str) -> Position:
    """All the cards of four to eight suits face up, with few moves to begin with.

    Natural pieces of many lengths are dealt over the columns at random; then ends of columns
    are exchanged as long as that leaves no more moves, until there are three to five.  Whether
    anything can be reached from there isn't looked at.
    """
    random = Random(seed)  # noqa: S311 - no secret
    suits = [suit for suit in Suit for _ in range(2)]
    random.shuffle(suits)
    left = random.randint(4, 8)
    pieces: list[list[Card]] = []
    for suit in suits[:left]:
        cards = [card(rank, suit) for rank in range(SUIT_LENGTH, 0, -1)]
        while cards:
            length = random.choice(_PIECES)
            pieces.append(cards[:length])
            cards = cards[length:]
    random.shuffle(pieces)
    columns: list[list[Card]] = [[] for _ in range(COLUMNS)]
    for piece in pieces:
        min(columns, key=lambda column: len(column) + random.random() * 4).extend(piece)
    columns = _tightened(columns, random.randint(3, 5), random)
    return Position(
        tuple(Column((), tuple(column)) for column in columns), removed=tuple(suits[left:])
    )


def _tightened(columns: list[list[Card]], wanted: int, random: Random) -> list[list[Card]]:
    """The columns with ends of them exchanged, until so few moves are left."""
    fewest = _moves(columns)
    for _ in range(_EXCHANGES):
        if fewest <= wanted:
            break
        first, second = random.sample(range(len(columns)), 2)
        one, other = columns[first], columns[second]
        if not one or not other:
            continue
        here = len(one) - random.randint(0, min(_LONGEST_END, len(one) - 1))
        there = len(other) - random.randint(0, min(_LONGEST_END, len(other) - 1))
        changed = list(columns)
        changed[first] = one[:here] + other[there:]
        changed[second] = other[:there] + one[here:]
        moves = _moves(changed)
        if moves <= fewest:
            columns, fewest = changed, moves
    return columns


def _moves(columns: list[list[Card]]) -> int:
    """How many moves from column to column there are."""
    bottoms = [column[-1] >> 2 if column else 0 for column in columns]
    count = 0
    for column in columns:
        longest = 1
        while longest < len(column) and column[-longest - 1] - column[-longest] == 4:
            longest += 1
        lowest = column[-1] >> 2 if column else 0
        if lowest:
            count += sum(1 for bottom in bottoms if 1 <= bottom - lowest <= longest or not bottom)
    return count


def usable(position: Position) -> bool:
    """Whether a position can be a problem: no fault, and cards that can be moved."""
    return not faults(position) and any(
        isinstance(move, Shift) for move in engine.legal_moves(position)
    )
