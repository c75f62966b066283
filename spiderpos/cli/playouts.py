"""The command ``play-out``: measure the win rates of policies."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice
from typing import Any, Final

import click

from ..game.position import Position
from ..solver.prover import native
from ..solver.winning.batch import tasks_of_numbers
from ..solver.winning.players import POLICIES
from ..solver.winning.playout import PlayOut, draws, play_games
from ..solver.winning.statistics import interval, sign_test
from ..text.wording import count_phrase
from .inputs import deal_rules, read_position
from .options import A_POSITION, PositionOptions, jobs_option, position_options, scheduler_option
from .output import json_option, print_json
from .progress import ProgressLine


@click.command("play-out")
@click.argument("position", type=A_POSITION, required=False)
@position_options
@click.option(
    "--policy",
    "policies",
    multiple=True,
    type=click.Choice(list(POLICIES)),
    help="Policy; repeat to compare several (default: pooling, or greedy without the compiled "
    "core).",
)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Number of games, each with other random hidden cards (default: 10).",
)
@click.option("--seed", default="0", metavar="TEXT", help="Seed for the hidden cards.")
@click.option(
    "--deals",
    metavar="NUMBERS",
    help="Play numbered deals such as 1-100 instead of POSITION.",
)
@jobs_option("Number of games to play")
@scheduler_option
@json_option
def play_out(
    position: str | None,
    policies: tuple[str, ...],
    games: int | None,
    seed: str,
    deals: str | None,
    jobs: int | None,
    scheduler: str | None,
    as_json: bool,
    reading: PositionOptions,
) -> None:
    """Measure how often a policy wins if it sees only the cards that a player sees.

    Each game has the face-up cards of POSITION.  The face-down cards and the hand are drawn at
    random from all unseen cards, even if POSITION names them.  All policies play the same games.
    Win rates are printed with their 95 % confidence intervals.

    \b
    Policies: greedy doesn't look ahead. weighing (a third of a second per game) compares the cards
    that may turn up and the rows that may be dealt. pooling (a second per game) also compares
    moves proposed by eight variants of it.

    \b
    Examples:
      spiderpos deal 1 | spiderpos play-out - --games 100
      spiderpos play-out --deals 1-20 --policy weighing --policy greedy
    """
    best = "pooling" if native.available() else "greedy"
    names = list(dict.fromkeys(policies or (best,)))
    starts = _starts(position, games, seed, deals, reading)
    tasks = [(start, name) for start in starts for name in names]
    done: dict[int, PlayOut] = {}
    games_played = play_games(tasks, jobs=jobs, cluster=scheduler)
    with closing(games_played) as results, ProgressLine(len(tasks)) as bar:
        won = 0
        for number, game in results:
            done[number] = game
            won += game.won
            bar.show(len(done), f"{won} won")
    in_order = [done[number] for number in range(len(tasks))]
    figures = {name: _facts(in_order[first :: len(names)]) for first, name in enumerate(names)}
    if as_json:
        print_json({"seed": seed if deals is None else None, "policies": figures})
    else:
        click.echo("\n".join(_report(figures)))
        if deals is None:
            click.echo("\n".join(_conclusions(figures, seed)))


def _starts(
    position: str | None, games: int | None, seed: str, deals: str | None, reading: PositionOptions
) -> Sequence[Position]:
    if (position is None) == (deals is None):
        raise click.UsageError("give either a POSITION or --deals NUMBERS")
    if deals is not None:
        if games is not None:
            raise click.UsageError("--games can't be combined with --deals")
        rules = deal_rules("classic", reading.rules_name, reading.rule_options)
        return [task.position for task in tasks_of_numbers(deals, rules=rules)]
    start = read_position(position or "", reading).position
    return list(islice(draws(start, seed), games or 10))


#: Header of the table of win rates.
_HEAD: Final = "policy     won  games   rate  95 % interval     suits  turned up"


def _report(policies: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield _HEAD
    for name, row in policies.items():
        low, high = row["interval"]
        yield (
            f"{name:9} {row['won']:4}  {row['games']:5}  {row['rate']:5.1%}  {low:5.1%} to "
            f"{high:6.1%}  {row['suits_removed']:5.2f}  {row['turned_up']:5.1f}"
        )
    first, *others = policies
    for other in others:
        less, more = _less_and_more(policies[first]["results"], policies[other]["results"])
        yield (
            f"{other} against {first}: {count_phrase(more, 'game')} that only {other} won, "
            f"{less} that only {first} won (sign test: p = {sign_test(more, less):.2g})"
        )
        less, more = _less_and_more(policies[first]["turned"], policies[other]["turned"])
        yield (
            f"{other} against {first}: turned up more in {count_phrase(more, 'game')}, fewer in "
            f"{less} (sign test: p = {sign_test(more, less):.2g})"
        )


def _conclusions(policies: dict[str, dict[str, Any]], seed: str) -> Iterator[str]:
    """Yield a sentence about each win rate, and the caveat."""
    for name, row in policies.items():
        low, high = row["interval"]
        yield (
            f"{name} wins this position in {low:.1%} to {high:.1%} of all ways for the hidden "
            f"cards to lie (95 % interval, from {row['games']} drawn with the seed '{seed}')"
        )
    yield "another player may win it more often"


def _less_and_more(first: list[int], second: list[int]) -> tuple[int, int]:
    """Count the pairs in which the second number is smaller, and those in which it is larger."""
    signs = Counter((b > a) - (b < a) for a, b in zip(first, second, strict=True))
    return signs[-1], signs[1]


def _facts(games: list[PlayOut]) -> dict[str, Any]:
    """Return the statistics of a policy's games."""
    won = sum(game.won for game in games)
    return {
        "won": won,
        "games": len(games),
        "rate": won / len(games),
        "interval": list(interval(won, len(games))),
        "suits_removed": statistics.mean(game.removed for game in games),
        "turned_up": statistics.mean(game.turned for game in games),
        "results": [game.won for game in games],
        "turned": [game.turned for game in games],
    }
