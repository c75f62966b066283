"""Random boards, lines and goals for tests of rewriting, and the images of the lines.

An *image* is the line that a rewriting makes of another one (``docs/prover.md``, section 9).
"""

from collections.abc import Iterator
from dataclasses import replace

from spiderpos.game import engine
from spiderpos.game.cards import ALL_CARDS, Suit
from spiderpos.game.engine import Step
from spiderpos.game.moves import FromCell, Move, Remove, Shift, ToCell
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import WOODS, DealOverSpaces, Rules
from spiderpos.game.survey import complete_suits, is_won
from spiderpos.goals.goal import (
    Complete,
    Condition,
    DigDown,
    GetSpaces,
    Goal,
    Moves,
    NoDealing,
    NoMakingASpace,
    NoRemoving,
    NoTurningUp,
    Objective,
    OtherSuits,
    Reach,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceBack,
    SpaceIn,
    TurnUp,
    Uncover,
    Win,
)
from spiderpos.goals.rewriting import Rewriting
from spiderpos.goals.terms import along

from .boards import COMPLETE, column
from .positions import random_play
from .questions import random_position, random_suit_position, stacked, suit_pieces

# Random boards and lines


def random_rules(rng) -> Rules:
    return replace(
        WOODS,
        cells=rng.choice((0, 0, 0, 1, 2, 3)),
        kings_on_aces=rng.random() < 0.3,
        automatic_removal=rng.random() < 0.5,
        deal_over_spaces=rng.choice(list(DealOverSpaces)),
        short_last_deal=rng.random() < 0.5,
    )


def random_board(rng) -> Position:
    """Return a position with few cards of close ranks, often a complete suit in a few pieces."""
    rules = random_rules(rng)
    if (kind := rng.random()) < 0.25:
        pieces = suit_pieces(rng, rng.choice(list(Suit)), rng.randint(0, 2))
        start = Position(stacked(rng, pieces, rng.randint(3, 5), 0, rng.choice((0, 0.5))))
    elif kind < 0.65:
        start, _ = random_suit_position(rng, others=(0, 5), columns=(3, 5))
    else:
        start = random_position(rng, cards=(4, 9), columns=(3, 5))
    columns = list(start.columns)
    if rng.random() < 0.15:
        columns.append(column(COMPLETE[rng.choice(list(Suit))]))
    cells = tuple(rng.choice((None, None, rng.choice(ALL_CARDS))) for _ in range(rules.cells))
    hand = rng.choices(ALL_CARDS, k=rng.choice((0, 0, 0, 2, len(columns))))
    gone = (rng.choice(list(Suit)),) if rng.random() < 0.1 else ()
    return Position(tuple(columns), tuple(hand), gone, cells, rules)


def random_line(rng, position: Position) -> list[Step]:
    """Play up to six random moves; removals, and moves that join a suit, are more likely."""
    return list(random_play(position, rng, rng.randint(1, 6)))


# Goals for a line


def random_goal(rng, start: Position, line: list[Step]) -> Goal:
    """Return a goal with up to three clauses that a line usually meets.

    The line may break its conditions.
    """
    *_, progress = along(start, line)
    clauses = list(_clauses(rng, progress))
    rng.shuffle(clauses)
    stored = clauses[: rng.choice((1, 1, 2, 2, 3))] or [SpaceBack()]
    conditions = [c for c in _conditions(rng, progress, line) if rng.random() < 0.3]
    if rng.random() < 0.6:
        conditions.append(NoDealing())
    return Goal(tuple(stored), tuple(conditions))


def _clauses(rng, progress) -> Iterator[Objective]:
    now = progress.now
    if now.spaces:
        yield GetSpaces(rng.randint(1, len(now.spaces)))
        yield SpaceIn(rng.choice(now.spaces))
    if len(now.spaces) >= len(progress.start.spaces):
        yield SpaceBack()
    if progress.turned:
        yield TurnUp(rng.randint(1, len(progress.turned)))
        yield TurnUp(1, rng.choice(progress.turned).column)
    bottoms = [(c.bottom, n) for n, c in enumerate(now.columns, 1) if c.bottom]
    if bottoms:
        bottom, number = rng.choice(bottoms)
        yield Uncover(bottom, rng.choice((None, number)))
        if (dig := DigDown(bottom, number)).holds(progress):
            yield dig
    if progress.removed:
        yield RemoveNumber(rng.randint(1, len(progress.removed)))
        yield RemoveSuits(
            tuple(rng.sample(progress.removed, rng.randint(1, len(progress.removed))))
        )
        first = rng.choice(progress.removed)
        yield RemoveBefore(first, rng.choice([suit for suit in Suit if suit is not first]))
    if standing := [now.column(n).up[-1].suit for n in engine.complete_columns(now)]:
        yield rng.choice((Complete(), Complete((rng.choice(standing),))))
    if is_won(now):
        whole = rng.choice((0, len(complete_suits(now))))
        yield Win(None if not now.removed and rng.random() < 0.3 else whole)
    if rng.random() < 0.2:
        yield Reach(replace(now, hand=(), removed=(), cells=()), "as it is")


def _conditions(rng, progress, line: list[Step]) -> Iterator[Condition]:
    yield NoTurningUp()
    yield OtherSuits(rng.choice((0, 0, 1)))
    yield NoRemoving(rng.choice(list(Suit)))
    yield NoMakingASpace()
    yield Moves(len(line) + rng.choice((0, 0, 1)))


# Images


def image(start: Position, line: list[Step], rewriting: Rewriting) -> tuple[Position, list[Move]]:
    """Return the start and the moves of the line that a rewriting makes of ``line``.

    ``line`` must not deal.
    """
    columns = len(start.columns)
    if rewriting is Rewriting.CELLS:
        position = replace(
            start,
            columns=start.columns
            + tuple(Column((), () if filled is None else (filled,)) for filled in start.cells),
            cells=(),
            rules=replace(start.rules, cells=0),
        )
        return position, [_with_columns(step.move, columns) for step in line]
    if rewriting is Rewriting.STAY:
        position = replace(start, rules=replace(start.rules, automatic_removal=False))
        moves: list[Move] = []
        for step in line:
            moves.append(step.move)
            gone = step.removals[1:] if isinstance(step.move, Remove) else step.removals
            moves += [Remove(removal.column) for removal in gone]
        return position, moves
    return start, [step.move for step in line]


def _with_columns(move: Move, columns: int) -> Move:
    match move:
        case ToCell(column, cell):
            return Shift(column, columns + cell, 1)
        case FromCell(cell, column):
            return Shift(columns + cell, column, 1)
    return move
