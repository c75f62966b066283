"""The command ``info``, which looks a position over, and the list of notations."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

import click

from .. import formats, scripts
from ..game import survey
from ..game.cards import RANK_NAMES
from ..game.survey import is_won, score
from ..show.pictures import PICTURES
from .errors import DOES_NOT_HOLD, note
from .inputs import position_options, read_position
from .output import hide_option, json_option, print_json

__all__ = ["info", "print_formats"]


@click.command()
@click.argument("position")
@click.option("--score", "scored", is_flag=True, help="The score, part by part.")
@click.option("--suits", is_flag=True, help="Which suits have all their ranks face up?")
@click.option("--unseen", "not_seen", is_flag=True, help="The cards that have no known place.")
@click.option("--column", type=int, metavar="N", help="A column as text, with its natural runs.")
@click.option(
    "--find", "card", metavar="CARD", help="Where a card (10h) is, or the free cards of a rank."
)
@hide_option
@json_option
@position_options
def info(
    position: str,
    scored: bool,
    suits: bool,
    not_seen: bool,
    column: int | None,
    card: str | None,
    hide: bool,
    as_json: bool,
    **told: Any,
) -> None:
    """Print a position's figures: cards in the hand, deals left, turned up, spaces and more.

    For a file of a game also the number of moves made.  Options print something else instead.

    The formula of --score is Woods'; what counts in an unfinished game depends on the rules.  A
    save line knows the face-down cards and the hand: with --hide they count as unseen, as they
    are for the player.  In a --column '--' is a face-down card, '9-6s' a natural run, '??' a card
    that isn't known, '(sp)' a space.  --find sees face-up cards; exit 1 if there is none.  A card
    is free if it isn't covered by a card of the next lower rank.

    \b
    Examples:
      spiderpos info woods-2
      spiderpos info woods-2 --score --suits
      spiderpos info woods-3 --unseen --hide
      spiderpos info woods-2 --column 6
      spiderpos info woods-2 --find 10h
    """
    loaded = read_position(position, **told)
    here = loaded.position.hide() if hide else loaded.position
    facts: dict[str, Any] = {}
    texts: list[str] = []
    if not (scored or suits or not_seen or column is not None or card is not None):
        figures = survey.info(here, loaded.moves)
        won = is_won(here)
        removed = [suit and str(suit) for suit in here.removed]
        facts["figures"] = asdict(figures) | {"removed": removed, "won": won}
        texts.append(f"{figures}\nthe game is won" if won else str(figures))
    if scored:
        found = score(here)
        facts["score"] = asdict(found) | {"total": found.total}
        texts.append(str(found))
    if suits:
        facts["suits"] = {
            str(suit): [RANK_NAMES[rank] for rank in missing]
            for suit, missing in survey.missing_ranks(here).items()
        }
        texts.append(survey.suits_words(here))
    if not_seen:
        cards = survey.unseen_cards(here)
        facts["unseen"] = [str(each) for each in cards]
        texts.append(survey.unseen_words(here))
    if column is not None:
        if not 0 < column <= len(here.columns):
            raise click.UsageError(
                f"there is no column {column}: the columns are 1 to {len(here.columns)}"
            )
        facts["column"] = survey.expand(here, column)
        texts.append(facts["column"])
    spots: tuple[survey.Spot, ...] | None = None
    if card is not None:
        try:
            spots = survey.look_for(here, card)
        except ValueError as error:
            raise click.UsageError(f"{error}, or a rank alone, as in 10") from None
        facts["found"] = [
            asdict(spot) | {"card": str(spot.card), "covered_by": list(map(str, spot.covered_by))}
            for spot in spots
        ]
        texts += map(str, spots)
    if as_json:
        print_json(facts)
    else:
        click.echo("\n".join(texts), nl=bool(texts))
    lost = here.removed.count(None)
    if not_seen and lost:
        note(f"{13 * lost} of them went off with removed suits; it isn't known which")
    if spots == ():
        free = (card or "").upper() in ("T", *RANK_NAMES)
        note(f"no {card} {'is free' if free else 'lies face up'}")
        sys.exit(DOES_NOT_HOLD)


def print_formats() -> None:
    """Print the notations that positions and moves can be in, with an example of each."""
    groups: dict[str, list[Any]] = {
        "Positions (--from, --as)": [*formats.FORMATS.values()],
        "Pictures of positions (--as)": [*PICTURES.values()],
        "Moves (--script-from, convert-script --as)": [*scripts.SCRIPT_FORMATS.values()],
    }
    for number, (title, found) in enumerate(groups.items()):
        click.echo("\n" * bool(number) + click.style(title, bold=True))
        for each in found:
            click.echo(f"\n  {click.style(each.name, bold=True)}: {each.summary}")
            for line in getattr(each, "example", "").splitlines():
                click.echo(f"      {line}")
