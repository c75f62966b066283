"""Commands that look a position over: ``score``, ``info``, ``locate``, ``expand``, ``suits``."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..game import survey
from ..game.cards import RANK_NAMES
from ..game.score import score as score_of
from .errors import DOES_NOT_HOLD, note
from .inputs import position_options, read_position

__all__ = ["expand", "info", "locate", "score", "suits"]


@click.command()
@click.argument("position")
@position_options
def score(position: str, **told: Any) -> None:
    """Print the score of a position, part by part; the last line is the sum.

    The formula is Woods'; what counts in an unfinished game depends on the rules
    (docs/features.md).

    \b
    Examples:
      spiderpos score woods-2
      spiderpos score game.json --rules xpat2
    """
    click.echo(str(score_of(read_position(position, **told).position)))


@click.command()
@click.argument("position")
@position_options
def info(position: str, **told: Any) -> None:
    """Print a position's figures: cards in the hand, deals left, turned up, spaces and more.

    For a session file also the number of moves made.

    \b
    Examples:
      spiderpos info woods-2
      spiderpos info game.json
    """
    loaded = read_position(position, **told)
    click.echo(str(survey.info(loaded.position, loaded.moves)))


@click.command()
@click.argument("position")
@click.argument("card")
@click.option("--hidden", is_flag=True, help="Look at face-down cards and the hand too.")
@position_options
def locate(position: str, card: str, hidden: bool, **told: Any) -> None:
    """Print where a card lies face up, or which cards of a rank are free.

    CARD is a card (10h, Th) or a rank alone (10, T), in capitals or not.  A card is free if it
    isn't covered by a card of the next lower rank.  Exit 1 if there is none.

    \b
    Examples:
      spiderpos locate woods-2 10h
      spiderpos locate woods-2 T
    """
    try:
        found = survey.look_for(read_position(position, **told).position, card, hidden=hidden)
    except ValueError as error:
        raise click.UsageError(f"{error}, or a rank alone, as in 10") from None
    for spot in found:
        click.echo(str(spot))
    if not found:
        whole_rank = card.upper() in ("T", *RANK_NAMES)
        seen = "is free" if whole_rank else "lies face up"
        note(f"no {card} {'is found' if hidden else seen}")
        sys.exit(DOES_NOT_HOLD)


@click.command()
@click.argument("position")
@click.argument("column", type=int)
@position_options
def expand(position: str, column: int, **told: Any) -> None:
    """Print a column as text, from the top down, with its natural runs put together.

    '--' is a face-down card, '9-6s' a natural run, '??' a card that isn't known, '(sp)' a
    space.

    \b
    Example:
      spiderpos expand woods-2 6
    """
    here = read_position(position, **told).position
    if not 0 < column <= len(here.columns):
        raise click.UsageError(
            f"there is no column {column}: the columns are 1 to {len(here.columns)}"
        )
    click.echo(survey.expand(here, column))


@click.command()
@click.argument("position")
@position_options
def suits(position: str, **told: Any) -> None:
    """Print which suits have all thirteen ranks face up, and what the others miss.

    Complete suits are named with their column.

    \b
    Example:
      spiderpos suits woods-6
    """
    here = read_position(position, **told).position
    click.echo(survey.suits_words(here))
