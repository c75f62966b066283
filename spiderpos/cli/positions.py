"""The commands ``show``, ``deal`` and ``info``."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

import click

from .. import formats
from ..game import deals
from ..game.cards import RANK_NAMES
from ..game.rules import WOODS, with_suits
from ..show.pictures import PICTURES
from .errors import DOES_NOT_HOLD, note
from .inputs import deal_rules, read_position
from .lines import LineCommand
from .options import (
    A_POSITION,
    PositionOptions,
    goals_option,
    position_options,
    rules_options,
    scheme_option,
)
from .output import (
    Output,
    Written,
    format_option,
    hide_option,
    is_file,
    json_option,
    note_hidden,
    picture_options,
    print_json,
)


def _list_formats() -> None:
    """Print the notations for positions and moves, with an example of each."""
    from .. import scripts  # noqa: PLC0415 - a position needs no moves

    groups: dict[str, list[Any]] = {
        "Positions (--from, --as)": [*formats.FORMATS.values()],
        "Pictures of positions (--as)": [*PICTURES.values()],
        "Moves (--script-from, convert-script --as)": [*scripts.SCRIPT_FORMATS.values()],
    }
    for number, (title, notations) in enumerate(groups.items()):
        click.echo("\n" * bool(number) + click.style(title, bold=True))
        for notation in notations:
            click.echo(f"\n  {click.style(notation.name, bold=True)}: {notation.summary}")
            for line in getattr(notation, "example", "").splitlines():
                click.echo(f"      {line}")


def _print_formats(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        _list_formats()
        context.exit()


@click.command(cls=LineCommand)
@click.argument("position", type=A_POSITION)
@position_options
@format_option
@hide_option
@picture_options
@goals_option
@click.option(
    "--formats",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_formats,
    help="List the notations for positions and moves, with an example of each.",
)
def show(
    position: str, format: Written, hide: bool, output: Output, reading: PositionOptions
) -> None:
    """Print a position as a diagram, in another notation, or as a picture.

    POSITION is the name of a catalogue problem, a file in any notation, '-' for standard
    input, or a position in one line.  A longer text may contain a diagram; --number selects one
    of several.

    \b
    Examples:
      spiderpos show woods-4
      spiderpos show woods-3 --as line
      spiderpos show post.txt --number 2
      spiderpos show woods-2 --as unicode
      spiderpos show woods-4 --as svg --arrow "from 2 to 9" -o woods-4.svg
    """
    output.check(format)
    if hide and output.show_hidden:
        raise click.UsageError("--hide and --show-hidden contradict each other")
    loaded = read_position(position, reading)
    output.write(loaded.position.hide() if hide else loaded.position, format)


class _DealNumber(click.types.IntParamType):
    """The number of a deal.  The error message for other text suggests ``--seed``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return int(value)
        except ValueError:
            raise click.UsageError(
                f"'{value}' is not a number; use --seed TEXT to deal from a text"
            ) from None


@click.command()
@click.argument("number", type=_DealNumber(), required=False)
@scheme_option("Numbering")
@click.option("--seed", metavar="TEXT", help="Deal from a text instead of a number.")
@click.option(
    "--suits",
    metavar="SUITS",
    help="Number of suits (1, 2 or 4), or their names, such as clubs+hearts (default: by the "
    "rules).",
)
@rules_options
@hide_option
@format_option
@picture_options
def deal(
    number: int | None,
    scheme: str | None,
    seed: str | None,
    suits: str | None,
    rules_name: str | None,
    rule_options: tuple[str, ...],
    hide: bool,
    format: Written,
    output: Output,
) -> None:
    """Print the deal with this NUMBER, or the deal of a --seed.

    'classic' numbers are those of PySol and plspider; docs/deals.md describes each scheme.  A
    seed gives the same deal on every machine and in every version.  The diagram hides face-down
    cards; '--as line' and '--as fen' include them.

    \b
    Examples:
      spiderpos deal 14934
      spiderpos deal 1 --scheme kpat --suits 2
      spiderpos deal --seed "my game" --as fen
      spiderpos deal 14934 --as svg -o deal.svg
    """
    output.check(format)
    if (number is None) == (seed is None):
        raise click.UsageError("expected either a NUMBER or --seed TEXT")
    if seed is not None and scheme is not None:
        raise click.UsageError("--scheme can't be combined with --seed")
    name = scheme or "classic"
    rules = deal_rules(name, rules_name, rule_options)
    base = rules or WOODS
    changed = suits is not None and with_suits(base, suits) != base
    if changed and any("suits" in pair for pair in rule_options):
        raise click.UsageError("--suits and --rule suits=... contradict each other")
    if number is not None:
        position = deals.deal(number, scheme=name, suits=suits, rules=rules)
    else:
        position = deals.seeded(seed or "", suits=suits, rules=rules or WOODS)
    position = position.hide() if hide else position
    output.write(position, format)
    if is_file(sys.stdout):
        note_hidden(position, format)


@click.command(cls=LineCommand)
@click.argument("position", type=A_POSITION)
@click.option("--score", "scored", is_flag=True, help="Print the score and its parts.")
@click.option("--suits", is_flag=True, help="List the ranks of each suit that aren't face up.")
@click.option("--unseen", "not_seen", is_flag=True, help="List the cards whose place is unknown.")
@click.option("--column", type=int, metavar="N", help="Print a column with its natural runs.")
@click.option(
    "--find", "card", metavar="CARD", help="Find a card (10h), or the free cards of a rank (10)."
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
    reading: PositionOptions,
) -> None:
    """Print statistics of a position: cards in the hand, deals left, cards turned up, spaces.

    For the file of a game, also print the number of moves.  Each option replaces this output.

    --score uses Woods' formula; the rules determine how an unfinished game counts.  A save line
    contains the face-down cards and the hand; with --hide they count as unseen.  In the output of
    --column, '--' is a face-down card, '9-6s' a natural run, '??' an unknown card and '(sp)' a
    space.  --find searches only the face-up cards, and exits with 1 if it finds none.  A card is
    free if no card of the next lower rank covers it.

    \b
    Examples:
      spiderpos info woods-2
      spiderpos info woods-2 --score --suits
      spiderpos info woods-3 --unseen --hide
      spiderpos info woods-2 --column 6
      spiderpos info woods-2 --find 10h
    """
    from ..game import survey  # noqa: PLC0415 - the other commands don't need it

    loaded = read_position(position, reading)
    shown = loaded.position.hide() if hide else loaded.position
    facts: dict[str, Any] = {}
    texts: list[str] = []
    if not (scored or suits or not_seen or column is not None or card is not None):
        figures = survey.info(shown, loaded.moves)
        won = survey.is_won(shown)
        removed = [suit and str(suit) for suit in shown.removed]
        facts["figures"] = asdict(figures) | {"removed": removed, "won": won}
        texts.append(f"{figures}\nthe game is won" if won else str(figures))
        game = loaded.game
        if game is not None and game.goal is not None:
            from ..goals.judge import Verdict, judge  # noqa: PLC0415 - rarely needed

            judgement = judge(game.goal, game.start, game.steps)
            facts["figures"]["goal"] = str(judgement.verdict)
            if judgement.verdict is Verdict.HOLDS:
                texts.append(f"the goal is reached: {game.goal}")
    if scored:
        score = survey.score(shown)
        facts["score"] = asdict(score) | {"total": score.total}
        texts.append(str(score))
    if suits:
        facts["suits"] = {
            str(suit): [RANK_NAMES[rank] for rank in missing]
            for suit, missing in survey.missing_ranks(shown).items()
        }
        texts.append(survey.suits_words(shown))
    if not_seen:
        cards = survey.unseen_cards(shown)
        facts["unseen"] = [str(each) for each in cards]
        texts.append(survey.unseen_words(shown))
    if column is not None:
        if not 0 < column <= len(shown.columns):
            raise click.UsageError(
                f"there is no column {column}: the columns are 1 to {len(shown.columns)}"
            )
        facts["column"] = survey.expand(shown, column)
        texts.append(facts["column"])
    spots: tuple[survey.Spot, ...] | None = None
    if card is not None:
        try:
            spots = survey.look_for(shown, card)
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
    lost = shown.removed.count(None)
    if not_seen and lost:
        note(f"{13 * lost} of them are in removed suits, which the text doesn't name")
    if spots == ():
        free = (card or "").upper() in ("T", *RANK_NAMES)
        note(f"no {card} is {'free' if free else 'face up'}")
        sys.exit(DOES_NOT_HOLD)
