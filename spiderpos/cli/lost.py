"""The command ``lost``: find the move of a line that lost the goal."""

from __future__ import annotations

import sys

import click

from ..advice.hints import where_lost
from ..game.engine import Step
from ..goals.goal import parse
from ..goals.plans import no_plan
from ..scripts.words import describe
from ..solver.budget import Budget
from .budget import budget_options
from .errors import DOES_NOT_HOLD, HOLDS, ILLEGAL, UNDECIDED
from .lines import LineCommand
from .options import (
    A_POSITION,
    A_SCRIPT,
    PositionOptions,
    goal_option,
    position_options,
)
from .output import json_option, print_json
from .replaying import played_moves, read_both
from .scripting import script_options


@click.command(cls=LineCommand)
@click.argument("position", type=A_POSITION)
@click.argument("script", type=A_SCRIPT, required=False)
@goal_option("Goal (default: that of the problem or game, or to win).")
@script_options
@budget_options(120, ", for all moves together")
@json_option
@position_options
def lost(
    position: str,
    script: str | None,
    goal: str | None,
    notation: str | None,
    budget: Budget,
    as_json: bool,
    reading: PositionOptions,
) -> None:
    """Find the move that lost the goal: the first after which it can't be reached any more.

    The moves are those of SCRIPT, of the game in the file POSITION, or of the line that it names.
    The answer is proved: the goal can be reached before the move and can't be reached after it.
    If that can't be decided, the output is a range of moves that contains it.  Face-down cards
    that matter must be known.

    \b
    Exit codes: 0 not lost; 1 lost; 2 unreadable; 3 undecided; 4 a move of SCRIPT is illegal.

    \b
    Examples:
      spiderpos lost woods-5 line.txt --goal "get a space without dealing"
      spiderpos lost my-game.save
    """
    loaded, moves = read_both(position, script, notation, reading)
    start = loaded.position
    target = loaded.problem.goal if loaded.problem else loaded.game and loaded.game.goal
    if goal is not None or target is None:
        target = parse(goal or "win", name="--goal", position=start)
    if moves.plan is not None:
        raise no_plan(moves.plan, "'lost'")
    # Exit code 1 means "lost".
    steps = [played.step for played in played_moves(start, moves, illegal=ILLEGAL)]
    solution: tuple[Step, ...] = ()
    if loaded.problem and loaded.problem.solution and start == loaded.problem.start:
        solution = loaded.problem.solution.steps
    result = where_lost(start, target, steps, solution=solution, budget=budget)
    if result.can == len(steps):
        verdict, code = "not lost", HOLDS
        text = f"not lost: '{target}' holds, or can still be reached, after the last move"
    elif not result.sure:
        verdict, code = "undecided", UNDECIDED
        text = f"undecided: {result}"
    elif result.can is None:
        verdict, code = "lost", DOES_NOT_HOLD
        text = f"'{target}' can't be reached from the start"
    else:
        verdict, code = "lost", DOES_NOT_HOLD
        text = f"move {result.cannot} lost it: {describe(steps[result.can])}"
        text += f"\n{result.why[:1].upper()}{result.why[1:]}." * bool(result.why)
    if as_json:
        print_json(
            {"verdict": verdict, "can": result.can, "cannot": result.cannot, "why": result.why}
        )
    else:
        click.echo(text)
    sys.exit(code)
