"""Policies that see only the face-up cards: from a position to the moves to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from typing import Final, TypeAlias

from ...game import engine
from ...game.cards import KING, Card, codes_of
from ...game.census import unseen
from ...game.moves import Deal, Move, Remove, Shift
from ...game.position import Column, Position
from ...goals.goal import Goal, Win
from ...text.errors import SpiderError
from ...text.wording import count_phrase
from ..prover import Budget, native
from . import core

#: Map a position as a player sees it (:meth:`Position.hide`) to the moves to play: one, or
#: several of which only the last may turn up, deal or remove anything.  No moves: give
#: up.
Policy: TypeAlias = Callable[[Position], Sequence[Move]]

#: Samples of the hidden cards for the policy ``sampling``, and the width of its beam.
_SAMPLES: Final = 8
_SAMPLE_WIDTH: Final = 32
_SAMPLED: Final = Budget(work=2_000_000, mebibytes=256)


class NotPlayable(SpiderError):  # noqa: N818 - says why, as the others do
    """Unknown cards that can't be sampled, or a policy that can't play this position."""


def completed(position: Position, random: Random) -> Position:
    """Return the position with its hidden cards drawn at random from the unseen cards.

    Cards face down and in the hand are drawn anew even if the position knows them.  Raises
    NotPlayable if a face-up card is unknown, or the unseen cards aren't as many as the hidden
    ones.
    """
    seen = position.hide()
    if not all(card for column in seen.columns for card in column.up):
        raise NotPlayable("a face-up card isn't known")
    if None in seen.removed:
        raise NotPlayable("which suits were removed isn't known")
    cards: list[Card] = sorted(unseen(seen).elements())
    hidden = seen.face_down + len(seen.hand)
    if len(cards) != hidden:
        phrase = f"{count_phrase(hidden, 'card')} {'is' if hidden == 1 else 'are'} hidden"
        raise NotPlayable(
            f"{phrase}, but {len(cards)} are unseen: the position isn't a whole deal"
        )
    random.shuffle(cards)
    drawn = iter(cards)
    columns = tuple(
        Column(tuple(next(drawn) for _ in column.down), column.up) for column in seen.columns
    )
    return replace(seen, columns=columns, hand=tuple(drawn))


def greedy(seen: Position) -> Sequence[Move]:
    """Return the most useful move without looking ahead, else a deal.

    A complete suit is removed first.  Then, in this order: turn up a card, make
    a space, join a suit, or put a card onto one of the next rank that it wasn't on.
    A space is filled so that a card turns up, or that cards are freed from one that
    they don't belong to.  Each such move reduces the disorder, so that play can't go in circles.
    """
    best: Move | None = None
    most = 0.0
    deal: Move | None = None
    for move in engine.legal_moves(seen):
        if isinstance(move, Deal):
            deal = move
        elif isinstance(move, Remove):
            return (move,)
        elif isinstance(move, Shift) and (use := _use(seen, move)) > most:
            best, most = move, use
    if best is None:
        best = deal or _filling(seen)
    return () if best is None else (best,)


def _use(seen: Position, move: Shift) -> float:
    """Return a score for the immediate gain of a shift; 0 if it has none."""
    rules = seen.rules
    source, target = seen.column(move.source), seen.column(move.target)
    left = len(source.up) - move.count
    head = source.up[left]
    above = source.up[left - 1] if left else None
    # Prefer the higher card: a lower one can still follow it.
    use = 1 + 0.1 * head.rank
    turns_up = not left and bool(source.down)
    if not target.up:
        if turns_up:
            return use + 20 - len(source.down)
        out_of_place = above is not None and not engine.fits(head, above, rules)
        return use if out_of_place else 0
    joined = engine.is_natural_pair(target.up[-1], head, rules)
    if above is not None and engine.is_natural_pair(above, head, rules):
        # Splitting a run pays only if a longer one results.
        taken = len(engine.natural_run(source, rules))
        put = move.count + len(engine.natural_run(target, rules))
        return use + 30 if joined and put > taken else 0
    if joined:
        use += 60
    elif above is not None and engine.fits(head, above, rules):
        return 0
    if turns_up:
        return use + 100 - 5 * len(source.down)
    return use + (70 if not left else 30)


def _filling(seen: Position) -> Move | None:
    """Return the cheapest move of a card into a space, so that a row can be dealt."""
    if not seen.spaces or not seen.deals_left:
        return None
    space = seen.spaces[0]
    fillings = [
        move
        for move in engine.legal_moves(seen)
        if isinstance(move, Shift)
        and move.target == space
        and move.count < len(seen.column(move.source))
    ]
    return max(fillings, key=lambda m: _worth(engine.do(seen, m).after), default=None)


def _after(seen: Position, line: Sequence[Move]) -> Position:
    for move in line:
        seen = engine.do(seen, move).after
    return seen


def sampling(seen: Position) -> Sequence[Move]:
    """Draw the hidden cards at random several times, win each such deal with all cards
    known, and play the first moves of most of those lines.

    The draws depend only on the position.  If none is won it plays like ``greedy``.
    Raises NotPlayable without the compiled core.
    """
    _need_core("sampling")
    random = _random(seen)
    lines: dict[object, list[Sequence[Move]]] = {}
    for _ in range(_SAMPLES if seen.face_down or seen.hand else 1):
        drawn = completed(seen, random)
        for width, style in ((_SAMPLE_WIDTH, 0), (4 * _SAMPLE_WIDTH, 1)):
            reply = core.beam(drawn, Goal((Win(),)), width=width, style=style, budget=_SAMPLED)
            if reply.moves:
                line, event = _first_event(drawn, reply.moves)
                lines.setdefault(event, []).append(line)
                break
    if not lines:
        return greedy(seen)
    most = max(map(len, lines.values()))
    commonest = [line for group in lines.values() if len(group) == most for line in group]
    return max(commonest, key=lambda line: _worth(_after(seen, line)))


def weighing(seen: Position, proposers: int = 0) -> Sequence[Move]:
    """Choose between the ways to turn up a card, by all cards that it may be, and to deal, by
    random rows. Each outcome counts as the best tableau that can be reached after it.

    The random numbers depend on the position alone. With all cards known it searches for a win.
    ``proposers`` other players add ways to choose from. Raises NotPlayable without the compiled
    core, or if the position isn't a whole deal.
    """
    _need_core("weighing")
    try:
        return core.move_unseeing(seen, _random(seen).getrandbits(31), proposers)
    except core.Unsupported as error:
        raise NotPlayable(f"the policy 'weighing' can't play {error}") from None


def _need_core(policy: str) -> None:
    if not native.available():
        raise NotPlayable(f"the policy '{policy}' needs the compiled core, which isn't installed")


def _random(seen: Position) -> Random:
    """Return a random generator seeded with the visible position."""
    return Random(str(_seen_key(seen)))  # noqa: S311 - no secret


def _seen_key(seen: Position) -> tuple[object, ...]:
    """Return the visible part of a position, as plain numbers."""
    columns = tuple((len(c.down), tuple(codes_of(c.up))) for c in seen.columns)
    cells = tuple(cell.code if cell else 0 for cell in seen.cells)
    return columns, len(seen.hand), cells


def _first_event(position: Position, moves: Sequence[Move]) -> tuple[Sequence[Move], object]:
    """Return the moves up to the first card turned up, suit removed or row dealt; and that."""
    for count, move in enumerate(moves, 1):
        step = engine.do(position, move)
        if step.is_event:
            if isinstance(move, Deal):
                return moves[:count], "deal"
            where = tuple(turned.column for turned in step.turned)
            return moves[:count], ("remove", where) if isinstance(move, Remove) else where
        position = step.after
    return moves, "win"


def _worth(position: Position) -> float:
    """Evaluate a position like ``native/winning/heuristic.hpp``, with fewer terms."""
    worth = (12 * 8 + 30.0) * len(position.removed)
    for column in position.columns:
        worth += _worth_of(column, position)
    return worth + 15.0 * sum(cell is None for cell in position.cells)


def _worth_of(column: Column, position: Position) -> float:
    up = column.up
    if not up:
        return 15.0
    worth = -6.0 * len(column.down)
    if not column.down and up[0].rank == KING:
        worth += 5
    run = 1
    for upper, lower in pairwise(up):
        if engine.is_natural_pair(upper, lower, position.rules):
            run += 1
            worth += 8 + 0.5 * (run - 2)
            continue
        run = 1
        worth -= 2 if engine.fits(lower, upper, position.rules) else 5
    return worth


#: The policies by name.
POLICIES: Final[Mapping[str, Policy]] = {
    "greedy": greedy,
    "sampling": sampling,
    "weighing": weighing,
    "pooling": partial(weighing, proposers=8),
}
