"""The command ``moves``: which moves there are, and the one that is meant or that is best."""

from __future__ import annotations

import re
import sys
from typing import Any

import click

from ..game import engine
from ..game.cards import Card
from ..game.moves import FromCell, Move, Shift, ToCell
from ..game.position import Position
from ..games import pointing
from ..games.suggest import Verdict, suggest
from ..scripts.instructions import move_words
from ..text.wording import count_phrase
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, note
from .inputs import as_card, position_options, read_position
from .output import json_option, print_json

__all__ = ["moves"]


@click.command()
@click.argument("position")
@click.argument("places", metavar="[FROM [TO]]", nargs=-1)
@click.option(
    "--card",
    type=as_card,
    metavar="CARD",
    help="Take this card and those that cover it, all or none (default: as many as possible).",
)
@click.option("--best", is_flag=True, help="The move that seems best, with its reason.")
@json_option
@position_options
def moves(
    position: str,
    places: tuple[str, ...],
    card: Card | None,
    best: bool,
    as_json: bool,
    **told: Any,
) -> None:
    """Print every legal move, one a line, in the words of a script; or the one that is meant.

    With FROM and TO, as many cards as possible move from a column to another.  With FROM alone
    they go to the obvious place: a complete suit is removed; else the cards go onto a card of
    their suit, else onto another card, else into a space; of several columns to the leftmost.
    FROM and TO are columns (3), or free cells (cell1).

    --best looks at no face-down cards and not at the hand, even if they're known.  Following it
    never comes to a position twice.

    Exit 1 if there is no such move, with the reason; 3 if --best found nothing, but not
    everything was looked at.

    \b
    Examples:
      spiderpos moves woods-2
      spiderpos moves woods-2 3 2 --card 7s
      spiderpos moves woods-2 3 | spiderpos replay woods-2 -
      spiderpos moves woods-1 --best
    """
    if (best and places) or (card is not None and not places):
        raise click.UsageError("--card goes with FROM, and --best without it")
    here = read_position(position, **told).position
    if best:
        _best(here, as_json)
        return
    found = [_named(here, places, card)] if places else list(engine.legal_moves(here))
    steps = [engine.do(here, move) for move in found]
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


def _best(here: Position, as_json: bool) -> None:
    said = suggest(here)
    if as_json:
        moves = [said.words] if said.words else []
        print_json({"moves": moves, "verdict": said.verdict, "reason": said.reason})
    elif said.move is not None:
        click.echo(f"{said.words}  # {said.reason}")
    else:
        note(said.reason)
    exits = {Verdict.MOVE: HOLDS, Verdict.WON: HOLDS, Verdict.STUCK: DOES_NOT_HOLD}
    sys.exit(exits.get(said.verdict, UNDECIDED))


def _named(position: Position, places: tuple[str, ...], card: Card | None) -> Move:
    """The move from a place, to another if that is named, each a column or a cell."""
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
