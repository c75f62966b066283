"""The commands ``hint`` and ``hope``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from ..advice.hints import SECONDS, Chance, Hint
from ..advice.hopes import hope as hopes
from ..advice.suggest import Prospect, suggest
from ..catalogue.games import hint_for
from ..game.illegal import IllegalMove
from ..games.session import Session
from ..goals.goal import parse
from ..scripts.words import describe
from ..solver import Budget, Outcome
from ..text.wording import count_phrase
from .budget import EXITS, budget_options, note_slow
from .errors import DOES_NOT_HOLD, HOLDS, ILLEGAL, UNDECIDED, complain, note
from .inputs import Loaded, read_position
from .lines import LineCommand
from .options import (
    A_GOAL,
    A_POSITION,
    PositionOptions,
    goals_option,
    position_options,
)
from .output import json_option, print_json
from .sessions import game_of

_F = TypeVar("_F", bound=Callable[..., Any])
_ONLY: Final = click.Choice(["aim", "cards"])


def only_option(text: str) -> Callable[[_F], _F]:
    """Add ``--only``; ``text`` is its help."""
    return click.option("--only", type=_ONLY, help=text)


@click.command(cls=LineCommand)
@click.argument("position", type=A_POSITION)
@click.argument("goal", type=A_GOAL, required=False)
@only_option("With a goal: print only the aim, or only the cards to move.")
@budget_options(SECONDS, ", with a goal")
@json_option
@position_options
@goals_option
def hint(
    position: str,
    goal: str | None,
    only: str | None,
    budget: Budget,
    as_json: bool,
    reading: PositionOptions,
) -> None:
    """Suggest a move for GOAL, or without a goal a good move, and print the reason.

    The default GOAL is that of the problem or game.  The goal can still be reached after the
    suggested move.  If the goal is already lost, the output names the last move after which it
    could be reached.  If the search decides neither, the suggestion is a guess that breaks no
    condition of the goal, and the output marks it as one.

    Without a goal the suggestion doesn't depend on face-down cards or the hand, even if they are
    known.  Following the suggestions never repeats a position.

    \b
    Exit codes: 0 a move, or the goal is reached; 1 it can't be reached; 2 unreadable; 3 undecided.

    \b
    Examples:
      spiderpos hint woods-4
      spiderpos hint woods-4 --only aim
      spiderpos hint woods-2 "get a space"
      spiderpos hint mine.txt "turn up a card" --partial
    """
    give_hint(read_position(position, reading), goal, "GOAL", only, budget, as_json=as_json)


def give_hint(
    loaded: Loaded,
    goal: str | None,
    name: str,
    only: str | None,
    budget: Budget,
    *,
    as_json: bool,
) -> None:
    """Print a suggestion and exit.

    ``name`` is the name of the argument or option that ``goal`` comes from.  If ``goal`` is empty
    or None, the goal of the problem or game is used, if any.
    """
    start = loaded.position
    game = Session(start) if goal else game_of(loaded)
    if goal:
        game.goal = parse(goal, name=name, position=start)
    if game.goal is not None:
        sys.exit(_for_goal(hint_for(game, budget), only, as_json=as_json))
    if only:
        raise click.UsageError(f"{loaded.no_goal}: --only requires a {name}")
    suggestion = suggest(start)
    if as_json:
        moves = [suggestion.words] if suggestion.words else []
        print_json({"moves": moves, "verdict": suggestion.verdict, "reason": suggestion.reason})
    elif suggestion.move is not None:
        click.echo(f"{suggestion.words}  # {suggestion.reason}")
    else:
        note(suggestion.reason)
    exits = {Prospect.MOVE: HOLDS, Prospect.WON: HOLDS, Prospect.STUCK: DOES_NOT_HOLD}
    sys.exit(exits.get(suggestion.verdict, UNDECIDED))


def _for_goal(answer: Hint, only: str | None, *, as_json: bool) -> int:
    if as_json:
        moves = [answer.words] if answer.words else []
        facts = {"aim": answer.aim, "cards": answer.cards, "back_to": answer.back_to}
        print_json({"moves": moves, "verdict": answer.chance, "reason": answer.reason, **facts})
    elif only and answer.aim:
        click.echo(answer.aim if only == "aim" else answer.cards)
    elif answer.move is not None and not only:
        aim = f"{answer.aim}: " if answer.aim else ""
        click.echo(f"{answer.words}  # {aim}{answer.reason}")
    else:
        note(answer.reason)
    exits = {Chance.OPEN: HOLDS, Chance.REACHED: HOLDS, Chance.LOST: DOES_NOT_HOLD}
    return exits.get(answer.chance, UNDECIDED)


@click.command()
@click.argument("position", type=A_POSITION)
@click.argument("moves", metavar="MOVE")
@click.argument("goal", type=A_GOAL, default="turn up a card without dealing whatever turns up")
@budget_options(10, ", for each card")
@json_option
@position_options
@goals_option
def hope(
    position: str,
    moves: str,
    goal: str,
    budget: Budget,
    as_json: bool,
    reading: PositionOptions,
) -> None:
    """List the cards that MOVE may turn up, and show for each if GOAL can then be reached.

    MOVE is the text of one or more moves, the last of which turns up an unknown card.  The
    default GOAL is "turn up a card without dealing whatever turns up".  The output has a line for
    each possible card, with the first move towards the goal, 'impossible', or 'undecided'.

    \b
    Exit codes: 0 a card leads to the goal; 1 none does; 2 unreadable; 3 undecided; 4 MOVE is
    illegal.

    \b
    Examples:
      spiderpos hope mine.txt "8-6s from 3 to 2"
      spiderpos hope mine.txt "8-6s from 3 to 2" "get a space without dealing"
    """
    loaded = read_position(position, reading)
    note_slow()
    rows: list[dict[str, Any]] = []
    try:
        cases = hopes(loaded.position, moves, goal, budget)
    except IllegalMove as error:
        # Exit code 1 means that no card leads to the goal.
        complain(str(error))
        sys.exit(ILLEGAL)
    for case in cases:
        answer = case.answer
        first = describe(answer.steps[0]) if answer.steps else "the goal is reached"
        if answer.plan is not None:
            (first, *_) = [i.in_one_line for i in answer.plan.script.instructions]
        text = first if answer.outcome is Outcome.SOLVED else str(answer.outcome)
        rows.append({"card": str(case.card), "left": case.count, "outcome": answer.outcome})
        if answer.outcome is Outcome.SOLVED:
            rows[-1]["move"] = first
        if not as_json:
            click.echo(f"{case.card}: {text}")
    if as_json:
        print_json({"goal": goal, "cards": rows})
    outcomes = {row["outcome"] for row in rows}
    good = sum(row["left"] for row in rows if row["outcome"] is Outcome.SOLVED)
    total = sum(row["left"] for row in rows)
    note(f"the goal can be reached with {good} of {count_phrase(total, 'possible card')}")
    order = (Outcome.SOLVED, Outcome.UNDECIDED, Outcome.IMPOSSIBLE)
    sys.exit(EXITS[next(outcome for outcome in order if outcome in outcomes)])
