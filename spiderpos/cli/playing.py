"""Commands that find and make a move: ``move``, ``moves``, ``obvious``, ``suggest``."""

from __future__ import annotations

import re
import sys
from typing import Any

import click

from ..game import engine
from ..game import illegal as errors
from ..game.cards import Card, parse_card
from ..game.engine import Step
from ..game.moves import FromCell, Move, Shift, ToCell
from ..game.position import Position
from ..game.replay import do_move
from ..games import pointing
from ..games import suggest as suggesting
from ..games.suggest import Verdict
from ..scripts.instructions import move_words
from ..scripts.words import describe
from ..text.wording import count_phrase
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, note
from .inputs import position_options, read_position
from .output import Output, find_format, format_option, picture_options

__all__ = ["CARD", "move", "moves", "obvious", "suggest"]


class _CardType(click.ParamType[Card]):
    name = "card"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Card:
        try:
            return parse_card(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


#: A card as an option's value.
CARD = _CardType()

_card_option = click.option(
    "--card",
    type=CARD,
    help="Take this card and those that cover it, all or none (default: as many as possible).",
)


@click.command()
@click.argument("position")
@click.argument("places", metavar="FROM TO", nargs=-1)
@_card_option
@click.option(
    "--turning-up",
    "turned",
    type=CARD,
    multiple=True,
    help="What the move turns up, where the position doesn't know it.",
)
@position_options
@format_option
@picture_options
def move(
    position: str,
    places: tuple[str, ...],
    card: Card | None,
    turned: tuple[Card, ...],
    as_format: str,
    output: Output,
    **told: Any,
) -> None:
    """Move as many cards as possible from a column to another; print what comes of it.

    FROM and TO are columns (3), or free cells (cell1); "from 3 to 2" is the same as "3 2".  The
    move goes to standard error, in the words of a script.  Exit 1 with the reason if none can be
    made.

    \b
    Examples:
      spiderpos move woods-2 3 2
      spiderpos move woods-2 3 2 --card 7s
    """
    format = find_format(as_format)
    output.check(format)
    source, target = _source_and_target(places)
    here = read_position(position, **told).position
    step = do_move(here, _named(here, source, target, card), turned)
    note(describe(step))
    output.write(step.after, format)


def _named(position: Position, source: str, target: str, card: Card | None) -> Move:
    """The move between two places, each a column or a cell."""
    (from_cell, start), (to_cell, stop) = _place(source), _place(target)
    if from_cell or to_cell:
        if from_cell and to_cell:
            raise click.UsageError("no card moves from cell to cell")
        if card is not None:
            raise click.UsageError("--card chooses among the cards of a column, not for a cell")
        return FromCell(start, stop) if from_cell else ToCell(start, stop)
    if card is not None:
        return Shift(start, stop, _taken(position, start, card))
    return pointing.move_between(position, start, stop)


def _taken(position: Position, column: int, card: Card) -> int:
    """How many cards ``card`` and those that cover it are; IllegalMove if they are no unit.

    With a mouse other cards would move then; who names a card means that one.
    """
    count = pointing.cards_from(position, column, card)
    up = position.column(column).up
    run = engine.natural_run(position.column(column), position.rules)
    if count > len(run):
        upper, lower = up[-len(run) - 1], up[-len(run)]
        if not (upper and lower):
            raise errors.UnknownCard(column)
        raise errors.NotNatural(column, upper, lower, run)
    return count


def _source_and_target(words: tuple[str, ...]) -> tuple[str, str]:
    """The two places that arguments name, with or without "from" and "to" before them."""
    said = " ".join(words)
    said = re.sub(r"\b(cell)\s+(?=[0-9])", r"\1", said, flags=re.IGNORECASE)
    place = r"(?!(?:from|to)(?:\s|$))(\S+)"
    found = re.fullmatch(rf"(?:from\s+)?{place}\s+(?:to\s+)?{place}", said, re.IGNORECASE)
    if found is None:
        raise click.UsageError(
            f"'{said}': expected FROM and TO, as in '3 2' or 'from 3 to 2' (--card names a card)"
            if said
            else "say FROM and TO, as in '3 2' or 'from 3 to 2'"
        )
    return found[1], found[2]


def _place(text: str) -> tuple[bool, int]:
    match = re.fullmatch(r"(cell)?\s*(\d{1,6})", text, re.IGNORECASE | re.ASCII)
    if match is None:
        raise click.UsageError(f"'{text}' is neither a column (3) nor a cell (cell1)")
    return bool(match[1]), int(match[2])


@click.command()
@click.argument("position")
@position_options
def moves(position: str, **told: Any) -> None:
    """Print every legal move, one a line, in the words of a script.

    Exit 1 if there is none.

    \b
    Example:
      spiderpos moves woods-2
    """
    here = read_position(position, **told).position
    steps = [engine.do(here, legal) for legal in engine.legal_moves(here)]
    for step in steps:
        click.echo(_words(step))
    note(count_phrase(len(steps), "legal move"))
    if not steps:
        sys.exit(DOES_NOT_HOLD)


def _words(step: Step) -> str:
    """A move without the cards that it turns up, which a player doesn't know yet."""
    return move_words(step.move, step.cards)


@click.command()
@click.argument("position")
@click.argument("column", type=int)
@_card_option
@position_options
def obvious(position: str, column: int, card: Card | None, **told: Any) -> None:
    """Print where the cards at the bottom of a column should go, if nothing else is said.

    A complete suit is removed; else they go onto a card of their suit, else onto another card,
    else into a space; of several columns to the leftmost.  Exit 1 if they can go nowhere.

    \b
    Examples:
      spiderpos obvious woods-2 3
      spiderpos obvious woods-2 3 | spiderpos replay woods-2 -
    """
    here = read_position(position, **told).position
    take = None if card is None else _taken(here, column, card)
    found = pointing.obvious_move(here, column, take)
    if isinstance(found, Shift):
        cards = here.column(column).up[-found.count :]
    else:
        cards = here.column(column).up[-engine.SUIT_LENGTH :]
    click.echo(move_words(found, cards))


@click.command()
@click.argument("position")
@click.option(
    "--effort",
    type=click.IntRange(1, 1_000_000),
    default=suggesting.EFFORT,
    show_default=True,
    help="How many positions to look at from.",
)
@position_options
def suggest(position: str, effort: int, **told: Any) -> None:
    """Print the next best move, with its reason as a remark.

    Face-down cards and the hand aren't looked at, even if they're known.  Following the
    suggestions never comes to a position twice.  Exit 1 if the game is stuck, 3 if nothing
    was found but not everything was looked at.

    \b
    Examples:
      spiderpos suggest woods-1
      spiderpos suggest woods-1 | spiderpos replay woods-1 -
    """
    here = read_position(position, **told).position
    said = suggesting.suggest(here, effort=effort)
    if said.move is not None:
        click.echo(f"{said.words}  # {said.reason}")
        return
    note(said.reason)
    sys.exit({Verdict.WON: HOLDS, Verdict.STUCK: DOES_NOT_HOLD}.get(said.verdict, UNDECIDED))
