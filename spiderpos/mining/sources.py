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
    """A position that was won, played backwards at random: two to four suits, all face up.

    A move backwards takes cards that hang together from where they fit, or are alone in their
    column, and puts them anywhere.  Every card is there: the other suits count as removed.
    """
    random = Random(seed)  # noqa: S311 - no secret
    suits = [suit for suit in Suit for _ in range(2)]
    random.shuffle(suits)
    left = random.randint(2, 4)
    columns: list[list[Card]] = [[] for _ in range(COLUMNS)]
    for number, suit in enumerate(suits[:left]):
        columns[number] = [card(rank, suit) for rank in range(SUIT_LENGTH, 0, -1)]
    random.shuffle(columns)
    for _ in range(random.randint(40, 160)):
        _backwards(columns, random)
    while [] in columns and random.random() < 0.97:
        if not _backwards(columns, random, into=columns.index([])):
            break
    return Position(
        tuple(Column((), tuple(column)) for column in columns),
        removed=tuple(suits[left:]),
    )


def _backwards(columns: list[list[Card]], random: Random, into: int | None = None) -> bool:
    """Take back a move that could have been played; False if none is found quickly."""
    for _ in range(50):
        source = random.randrange(len(columns))
        target = random.randrange(len(columns)) if into is None else into
        cards = columns[source]
        if source == target or not cards:
            continue
        longest = 1
        while longest < len(cards) and cards[-longest - 1] - cards[-longest] == 4:
            longest += 1
        count = random.randint(1, longest)
        if count > 1 and random.random() < 0.5:
            count = random.randint(1, count)
        under = cards[-count - 1] if count < len(cards) else None
        if under is not None and under >> 2 != (cards[-count] >> 2) + 1:
            continue
        onto = columns[target][-1] if columns[target] else None
        # Where the moved cards would go on in suit, the whole run would move: nothing is hidden.
        if onto is not None and onto - cards[-count] == 4 and random.random() < 0.8:
            continue
        columns[target] += cards[-count:]
        del cards[-count:]
        return True
    return False


def usable(position: Position) -> bool:
    """Whether a position can be a problem: no fault, and cards that can be moved."""
    return not faults(position) and any(
        isinstance(move, Shift) for move in engine.legal_moves(position)
    )
