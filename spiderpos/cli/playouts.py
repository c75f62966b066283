"""The command ``play-out``: win rates of policies that see only what a player sees."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from random import Random
from typing import Any, Final

import click

from ..game.position import Position
from ..solver.winning.batch import tasks_of_numbers
from ..solver.winning.playout import POLICIES, Game, completed, interval, play_games, sign_test
from ..text.wording import count_phrase
from .inputs import deal_rules, read_position
from .options import jobs_option, position_options
from .output import json_option, print_json
from .progress import ProgressLine

__all__ = ["play_out"]


@click.command("play-out")
@click.argument("position", required=False)
@position_options
@click.option(
    "--policy",
    "policies",
    multiple=True,
    type=click.Choice(list(POLICIES)),
    help="Who plays; repeat it to compare (default: greedy).",
)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="How many games, the hidden cards drawn at random for each (default: 10).",
)
@click.option("--seed", default="0", metavar="TEXT", help="What the hidden cards are drawn by.")
@click.option(
    "--deals",
    metavar="NUMBERS",
    help="Play numbered deals such as 1-100, with their own hidden cards, in place of POSITION.",
)
@jobs_option("Games to play")
@json_option
def play_out(
    position: str | None,
    policies: tuple[str, ...],
    games: int | None,
    seed: str,
    deals: str | None,
    jobs: int | None,
    as_json: bool,
    **told: Any,
) -> None:
    """How often does a policy win that sees only what a player sees?

    Each game has the face-up cards of POSITION; what lies face down and in the hand is drawn
    at random from the cards that aren't seen, even if POSITION knows it.  All policies play
    the same games.  A win rate comes with its 95 % confidence interval.

    \b
    Policies: greedy looks no move ahead; sampling wins deals drawn at random as if all cards
    were known, and begins as most of those lines do.

    \b
    Examples:
      spiderpos deal 1 | spiderpos play-out - --policy greedy --games 100
      spiderpos play-out --deals 1-20 --policy greedy --policy sampling
    """
    names = list(dict.fromkeys(policies or ("greedy",)))
    starts = _starts(position, games, seed, deals, told)
    work = [(start, name) for start in starts for name in names]
    done: dict[int, Game] = {}
    with closing(play_games(work, jobs=jobs)) as found, ProgressLine(len(work)) as bar:
        won = 0
        for number, game in found:
            done[number] = game
            won += game.won
            bar.show(len(done), f"{won} won")
    in_order = [done[number] for number in range(len(work))]
    played = {name: in_order[first :: len(names)] for first, name in enumerate(names)}
    if as_json:
        print_json(_facts(played, seed if deals is None else None))
    else:
        click.echo("\n".join(_report(played)))


def _starts(
    position: str | None, games: int | None, seed: str, deals: str | None, told: dict[str, Any]
) -> Sequence[Position]:
    if (position is None) == (deals is None):
        raise click.UsageError("give either a POSITION or --deals NUMBERS")
    if deals is not None:
        if games is not None:
            raise click.UsageError("--deals says how many games there are; --games doesn't apply")
        rules = deal_rules("classic", told["rules_name"], told["rule_options"])
        return [task.position for task in tasks_of_numbers(deals, rules=rules)]
    start = read_position(position or "", **told).position
    return [completed(start, Random(f"{seed}:{k}")) for k in range(games or 10)]  # noqa: S311


#: What the table of win rates begins with.
_HEAD: Final = "policy     won  games   rate  95 % interval     suits  turned up"


def _report(played: dict[str, list[Game]]) -> Iterator[str]:
    yield _HEAD
    for name, games in played.items():
        won = sum(game.won for game in games)
        low, high = interval(won, len(games))
        yield (
            f"{name:9} {won:4}  {len(games):5}  {won / len(games):5.1%}  "
            f"{low:5.1%} to {high:6.1%}  {statistics.mean(g.removed for g in games):5.2f}  "
            f"{statistics.mean(g.turned for g in games):5.1f}"
        )
    first, *others = played
    for other in others:
        pairs = list(zip(played[first], played[other], strict=True))
        less, more = _less_and_more((a.won, b.won) for a, b in pairs)
        yield (
            f"{other} against {first}: {count_phrase(more, 'game')} that only {other} won, "
            f"{less} that only {first} won (sign test: p = {sign_test(more, less):.2g})"
        )
        less, more = _less_and_more((a.turned, b.turned) for a, b in pairs)
        yield (
            f"{other} against {first}: turned up more in {count_phrase(more, 'game')}, fewer in "
            f"{less} (sign test: p = {sign_test(more, less):.2g})"
        )


def _less_and_more(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """How often the second of two was less, and how often more."""
    signs = Counter((b > a) - (b < a) for a, b in pairs)
    return signs[-1], signs[1]


def _facts(played: dict[str, list[Game]], seed: str | None) -> dict[str, Any]:
    policies = {}
    for name, games in played.items():
        won = sum(game.won for game in games)
        low, high = interval(won, len(games))
        policies[name] = {
            "won": won,
            "games": len(games),
            "rate": won / len(games),
            "interval": [low, high],
            "suits_removed": statistics.mean(g.removed for g in games),
            "turned_up": statistics.mean(g.turned for g in games),
            "results": [game.won for game in games],
            "turned": [game.turned for game in games],
        }
    return {"seed": seed, "policies": policies}
