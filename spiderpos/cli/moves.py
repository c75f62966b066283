"""The command ``moves``: which moves there are, and the one that is meant or that is best."""

from __future__ import annotations

import re
import sys

import click

from ..advice import pointing
from ..advice.hints import SECONDS
from ..game import engine
from ..game.cards import Card
from ..game.moves import FromCell, Move, Shift, ToCell
from ..game.position import Position
from ..scripts.instructions import move_words
from ..solver.budget import Budget
from ..text.wording import count_phrase
from .budget import budget_options
from .errors import DOES_NOT_HOLD, note
from .hinting import give_hint, only_option
from .inputs import read_position
from .lines import LineCommand
from .options import (
    A_POSITION,
    PositionOptions,
    as_card,
    goal_option,
    position_options,
)
from .output import json_option, print_json


@click.command(cls=LineCommand)
@click.argument("position", type=A_POSITION)
@click.argument("places", metavar="[FROM [TO]]", nargs=-1)
@click.option(
    "--card",
    type=as_card,
    metavar="CARD",
    help="Take this card and those that cover it, all or none (default: as many as possible).",
)
@click.option("--best", is_flag=True, help="The best move, with its reason.")
@goal_option("With --best: for this goal (default: its own).")
@only_option("With --best and a goal: say what to aim at, or what to move, and no more.")
@budget_options(SECONDS, ", with --best and a goal")
@json_option
@position_options
def moves(
    position: str,
    places: tuple[str, ...],
    card: Card | None,
    best: bool,
    goal: str | None,
    only: str | None,
    budget: Budget,
    as_json: bool,
    reading: PositionOptions,
) -> None:
    """Print every legal move, one a line, in the words of a script; or the one that is meant.

    With FROM and TO, as many cards as possible move from a column to another.  With FROM alone
    they go to the obvious place: a complete suit is removed; else the cards go onto a card of
    their suit, else onto another card, else into a space; of several columns to the leftmost.
    FROM and TO are columns (3), or free cells (cell1).

    --best names one move with its reason, as 'spiderpos hint' does, for the goal of the problem or
    session, or --goal.

    Exit 1 if there is no such move, with the reason; 3 if that isn't known.

    \b
    Examples:
      spiderpos moves woods-2
      spiderpos moves woods-2 3 2 --card 7s
      spiderpos moves woods-2 3 | spiderpos replay woods-2 -
      spiderpos moves woods-4 --best
    """
    if (best and places) or (card is not None and not places):
        raise click.UsageError("--card goes with FROM, and --best without it")
    if (goal or only) and not best:
        raise click.UsageError("--goal and --only go with --best")
    loaded = read_position(position, reading)
    here = loaded.position
    if best:
        give_hint(loaded, goal, "--goal", only, budget, as_json=as_json)
    legal_moves = [_named(here, places, card)] if places else list(engine.legal_moves(here))
    steps = [engine.do(here, move) for move in legal_moves]
    words = [move_words(step.move, step.cards) for step in steps]
    if as_json:
        print_json({"moves": words})
    else:
        for line in words:
            click.echo(line)
    if not places:
        note(count_phrase(len(steps), "legal move"))
    if not steps:
        sys.exit(DOES_NOT_HOLD)


def _named(position: Position, places: tuple[str, ...], card: Card | None) -> Move:
    """Return the move from a place, to another if that is named, each a column or a cell."""
    if len(places) > 2:
        raise click.UsageError("at most FROM and TO are named, as in '3 2' (--card names a card)")
    (from_cell, start), *to = map(_place, places)
    if card is not None and (from_cell or any(cell for cell, _ in to)):
        raise click.UsageError("--card chooses among the cards of a column, not for a cell")
    take = None if card is None else pointing.unit_from(position, start, card)
    if not to:
        if from_cell:
            return pointing.obvious_from_cell(position, start)
        return pointing.obvious_move(position, start, take)
    ((to_cell, stop),) = to
    if from_cell and to_cell:
        raise click.UsageError("no card moves from cell to cell")
    if from_cell or to_cell:
        return FromCell(start, stop) if from_cell else ToCell(start, stop)
    return (
        pointing.move_between(position, start, stop) if take is None else Shift(start, stop, take)
    )


def _place(text: str) -> tuple[bool, int]:
    match = re.fullmatch(r"(cell)?\s*(\d{1,6})", text, re.IGNORECASE | re.ASCII)
    if match is None:
        raise click.UsageError(f"'{text}' is neither a column (3) nor a cell (cell1)")
    return bool(match[1]), int(match[2])
