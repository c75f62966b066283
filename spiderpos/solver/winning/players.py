"""Policies: automatic players, as functions that see only the face-up cards and choose moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final, TypeAlias

from ...game import engine
from ...game.cards import Card, codes_of
from ...game.census import shows_unknown, unseen
from ...game.moves import Deal, Move, Remove, Shift
from ...game.position import Column, Position
from ...text.errors import SpiderError
from ...text.wording import count_phrase
from ..prover import native
from . import core

#: Maps a position as a player sees it (:meth:`Position.hide`) to the moves to play: one or more,
#: of which only the last may turn up, deal or remove cards.  No moves mean that it gives up.
Policy: TypeAlias = Callable[[Position], Sequence[Move]]


class NotPlayable(SpiderError):  # noqa: N818 - named like other errors
    """Raised if unknown cards can't be drawn at random, or a policy can't play a position."""


def completed(position: Position, random: Random) -> Position:
    """Return the position with its hidden cards drawn at random from the unseen cards.

    Cards face down and in the hand are drawn even if they are known.  Raises NotPlayable if a
    face-up card or a removed suit is unknown, or if the numbers of unseen and of hidden cards
    differ.
    """
    seen = position.hide()
    if shows_unknown(seen):
        raise NotPlayable("a face-up card isn't known")
    if None in seen.removed:
        raise NotPlayable("a removed suit isn't known")
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

    A complete suit is removed first.  The other useful moves turn up a card, make a space, join
    cards of a suit, or move cards onto one of the next higher rank if they don't lie on one;
    :func:`_use` scores them.  A space is filled only to turn up a card, with cards that don't lie
    on one of the next higher rank, or so that a row can be dealt.  Each such move improves the
    order of the cards, so play never repeats a position.
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
    """Score the immediate gain of a shift, below 160; 0 if it has none."""
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
    """Return a move of part of a column into the first space, so that a row can be dealt.

    None if there is no such move, or no row to deal.
    """
    if not seen.spaces or not seen.deals_left:
        return None
    fillings = (
        move
        for move in engine.legal_moves(seen)
        if isinstance(move, Shift)
        and move.target == seen.spaces[0]
        and move.count < len(seen.column(move.source))
    )
    return next(fillings, None)


def weighing(seen: Position, strength: int = core.INSTANT) -> Sequence[Move]:
    """Return the line to the event (a card turned up, a deal) with the best expected outcome.

    Lines that turn up a card are compared over the possible cards, deals over random rows.  The
    value of an outcome is that of the best tableau that can be reached after it.  With all cards
    known it searches for a win.

    ``strength`` determines the number of lines that are searched and compared.  Random numbers
    depend only on the position.  Raises NotPlayable without the compiled core, or if the position
    isn't a whole deal.
    """
    if not native.available():
        raise NotPlayable("this policy needs the compiled core, which isn't installed")
    try:
        return core.move_unseeing(seen, _random(seen).getrandbits(31), strength)
    except core.Unsupported as error:
        raise NotPlayable(f"this policy can't play {error}") from None


def _random(seen: Position) -> Random:
    """Return a random generator seeded with the visible position."""
    return Random(str(_seen_key(seen)))  # noqa: S311 - no secret


def _seen_key(seen: Position) -> tuple[object, ...]:
    """Return the visible part of a position, as plain numbers."""
    columns = tuple((len(c.down), tuple(codes_of(c.up))) for c in seen.columns)
    cells = tuple(cell.code if cell else 0 for cell in seen.cells)
    return columns, len(seen.hand), cells


#: Like :func:`weighing`, but it also compares moves that variants of it propose, which takes about
#: a second per game.
pooling: Final = partial(weighing, strength=core.POOLING)

#: The policies by name.
POLICIES: Final[Mapping[str, Policy]] = {
    "greedy": greedy,
    "weighing": weighing,
    "pooling": pooling,
}
