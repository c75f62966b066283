"""The command ``moves``: list legal moves, complete a move, or suggest one."""

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
    help="Move this card and all those that cover it (default: as many cards as possible).",
)
@click.option("--best", is_flag=True, help="Suggest a move, with its reason.")
@goal_option("With --best: the goal (default: that of the problem or game).")
@only_option("With --best and a goal: print only the aim, or only the cards to move.")
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
    """Print the legal moves, one per line in the notation of scripts; or complete a move.

    With FROM and TO, print the move of as many cards as possible between these columns.  With
    FROM alone, choose the target: a complete suit is removed; otherwise the cards move onto a
    card of their suit, else onto another card, else into a space.  If several columns fit, the
    leftmost is used.  FROM and TO are columns (3) or free cells (cell1).

    --best suggests a move like 'spiderpos hint', for --goal or the goal of the problem or session.

    Exit code 1, with the reason, if no such move exists; 3 if that is undecided.

    \b
    Examples:
      spiderpos moves woods-2
      spiderpos moves woods-2 3 2 --card 7s
      spiderpos moves woods-2 3 | spiderpos replay woods-2 -
      spiderpos moves woods-4 --best
    """
    if (best and places) or (card is not None and not places):
        raise click.UsageError("--card requires FROM, and --best can't be combined with it")
    if (goal or only) and not best:
        raise click.UsageError("--goal and --only require --best")
    loaded = read_position(position, reading)
    start = loaded.position
    if best:
        give_hint(loaded, goal, "--goal", only, budget, as_json=as_json)
    legal_moves = [_complete(start, places, card)] if places else list(engine.legal_moves(start))
    steps = [engine.do(start, move) for move in legal_moves]
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


def _complete(position: Position, places: tuple[str, ...], card: Card | None) -> Move:
    """Return the move between two places (columns or cells); with one place, choose the target."""
    if len(places) > 2:
        raise click.UsageError("expected FROM and TO, as in '3 2' (use --card for a card)")
    (from_cell, start), *to = map(_place, places)
    if card is not None and (from_cell or any(cell for cell, _ in to)):
        raise click.UsageError("--card can't be used with a cell")
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
