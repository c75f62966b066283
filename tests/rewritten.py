"""Random questions for rewriting, random lines that reach them, and the images of these lines.

An *image* is the line that a rewriting makes of another one (``docs/prover.md``, section 9).
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from spiderpos.game import engine
from spiderpos.game.cards import ALL_CARDS, UNKNOWN, Card, Suit, card
from spiderpos.game.engine import Step
from spiderpos.game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
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
    suits = rng.sample(list(Suit), rng.randint(1, 3))
    pieces: list[list[Card]] = []
    ending = rng.random() < 0.3
    if ending or rng.random() < 0.5:
        for suit in rng.choices(suits, k=rng.choice((1, 1, 2))):
            cuts = sorted(rng.sample(range(2, 14), 1 if ending else rng.randint(1, 3)))
            edges = [14, *reversed(cuts), 1]
            pieces += [
                [card(rank, suit) for rank in range(high - 1, low - 1, -1)]
                for high, low in pairwise(edges)
            ]
    low = rng.randint(1, 13)
    ranks = [(low + step - 1) % 13 + 1 for step in range(rng.randint(3, 5))]
    pool = [card(rank, suit) for rank in ranks for suit in suits]
    rng.shuffle(pool)
    wide = rng.randint(3, 5)
    for _ in range(0 if ending else rng.randint(0 if pieces else wide, wide + 3)):
        pieces.append([pool.pop()] if pool else [rng.choice(ALL_CARDS)])
    rng.shuffle(pieces)
    spaces = rng.choice((0, 0, 1, 1, 2))
    piles: list[list[Card]] = [[] for _ in range(wide - spaces)]
    for number, piece in enumerate(pieces):
        (piles[number] if number < len(piles) else rng.choice(piles)).extend(piece)
    columns = [Column()] * spaces
    for pile in piles:
        down = rng.randrange(len(pile)) if pile and rng.random() < 0.4 else 0
        columns.append(Column(tuple(pile[:down]), tuple(pile[down:])))
    if rng.random() < 0.1:
        suit = rng.choice(suits)
        columns.append(Column((), tuple(card(rank, suit) for rank in range(13, 0, -1))))
    rng.shuffle(columns)
    share = 0 if ending else 0.4
    cells = [pool.pop() if pool and rng.random() < share else None for _ in range(rules.cells)]
    hand = 0 if ending else rng.choice((0, 0, 0, 2, wide))
    row = [rng.choice(ALL_CARDS) for _ in range(hand)]
    gone = (rng.choice(list(Suit)),) if rng.random() < 0.1 else ()
    return Position(tuple(columns), tuple(row), gone, tuple(cells), rules)


def random_line(rng, position: Position) -> list[Step]:
    """Play up to six random moves; removals, and moves that join a suit, are more likely."""
    steps: list[Step] = []
    for _ in range(rng.randint(1, 6)):
        moves = list(engine.legal_moves(position))
        if not moves:
            break
        if len(moves) > 1 and rng.random() < 0.8:
            moves = [move for move in moves if not isinstance(move, Deal)]
        good = [move for move in moves if _joins(position, move)]
        choices = good if good and rng.random() < 0.75 else moves
        steps.append(engine.do(position, rng.choice(choices)))
        position = steps[-1].after
    return steps


def _joins(position: Position, move: Move) -> bool:
    if not isinstance(move, Shift):
        return isinstance(move, Remove)
    source, target = position.column(move.source).up, position.column(move.target).up
    return bool(target) and target[-1].suit is source[-move.count].suit


# Goals for a line


def random_goal(rng, start: Position, line: list[Step]) -> Goal:
    """Return a random goal, with up to three clauses and conditions, that a line reaches."""
    *_, deeds = along(start, line)
    clauses = list(_clauses(rng, deeds))
    rng.shuffle(clauses)
    kept = clauses[: rng.choice((1, 1, 2, 2, 3))] or [SpaceBack()]
    conditions = [c for c in _conditions(rng, deeds, line) if rng.random() < 0.3]
    if rng.random() < 0.6:
        conditions.append(NoDealing())
    return Goal(tuple(kept), tuple(conditions))


def _clauses(rng, deeds) -> Iterator[Objective]:
    now = deeds.now
    if now.spaces:
        yield GetSpaces(rng.randint(1, len(now.spaces)))
        yield SpaceIn(rng.choice(now.spaces))
    if len(now.spaces) >= len(deeds.start.spaces):
        yield SpaceBack()
    if deeds.turned:
        yield TurnUp(rng.randint(1, len(deeds.turned)))
        yield TurnUp(1, rng.choice(deeds.turned).column)
    bottoms = [(c.bottom, n) for n, c in enumerate(now.columns, 1) if c.bottom]
    if bottoms:
        bottom, number = rng.choice(bottoms)
        yield Uncover(bottom, rng.choice((None, number)))
        if (dig := DigDown(bottom, number)).holds(deeds):
            yield dig
    if deeds.removed:
        yield RemoveNumber(rng.randint(1, len(deeds.removed)))
        yield RemoveSuits(tuple(rng.sample(deeds.removed, rng.randint(1, len(deeds.removed)))))
        first = rng.choice(deeds.removed)
        yield RemoveBefore(first, rng.choice([suit for suit in Suit if suit is not first]))
    if standing := [now.column(n).up[-1].suit for n in engine.complete_columns(now)]:
        yield rng.choice((Complete(), Complete((rng.choice(standing),))))
    if is_won(now):
        whole = rng.choice((0, len(complete_suits(now))))
        yield Win(None if not now.removed and rng.random() < 0.3 else whole)
    if rng.random() < 0.2:
        yield Reach(replace(now, hand=(), removed=(), cells=()), "as it is")


def _conditions(rng, deeds, line: list[Step]) -> Iterator[Condition]:
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
            + tuple(Column((), () if held is None else (held,)) for held in start.cells),
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


def play(position: Position, moves: list[Move]) -> list[Step]:
    """Play moves with the engine and return the steps.  Raises IllegalMove."""
    steps: list[Step] = []
    for move in moves:
        steps.append(engine.do(position, move))
        position = steps[-1].after
    return steps


def hide(rng, position: Position) -> Position:
    """Return the position with some of its face-up cards unknown."""
    columns = tuple(
        Column(tuple(UNKNOWN if rng.random() < 0.5 else c for c in column.down), column.up)
        for column in position.columns
    )
    return replace(position, columns=columns)
