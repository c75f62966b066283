"""The command ``explain``."""

from __future__ import annotations

import sys
import textwrap

import click

from ..advice.counting import reasons
from ..advice.explain import explain as tell
from ..advice.explain import summary
from ..advice.reasons import why_lost
from ..author.telling import annotated
from ..catalogue import Line
from ..catalogue.problem import START
from ..game.engine import Step
from ..game.position import Position
from ..game.replay import replay
from ..game.script import Script
from ..games.tree import MoveTree
from ..goals import plans
from ..goals.goal import Goal, parse
from ..solver import solve
from ..solver.prover.answer import Answer, Budget, Outcome
from .budget import budget_options
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, note
from .inputs import Loaded, note_assumed, read_line, read_position
from .options import (
    A_POSITION,
    A_SCRIPT,
    PositionOptions,
    goal_option,
    position_options,
)
from .scripting import read_script, script_options

_WIDTH = 96


@click.command()
@click.argument("position", type=A_POSITION)
@click.argument("script", type=A_SCRIPT, required=False)
@goal_option("Explain a line to this goal, or why it is impossible.")
@click.option("--claim", "claim_name", metavar="ID", help="Explain this claim of a problem.")
@click.option(
    "--as-script",
    is_flag=True,
    help="Write a script with a comment on each move, and tries as variations.",
)
@script_options
@budget_options(30, ", to find a line")
@position_options
def explain(
    position: str,
    script: str | None,
    goal: str | None,
    claim_name: str | None,
    as_script: bool,
    notation: str | None,
    budget: Budget,
    reading: PositionOptions,
) -> None:
    """Explain each move of a line, or why a goal is impossible.

    With SCRIPT, explain its moves.  Without SCRIPT, explain the solution of a problem (or a
    --claim), the moves of a line such as woods-6:space, or a line that the solver finds for
    --goal.  For an impossible goal the reason is an argument that counts cards, if one applies;
    else a card that can't get free, if a search proves this; else the result of that search.

    \b
    Exit codes: 0 a line is explained; 1 the goal is impossible; 3 undecided.

    \b
    Examples:
      spiderpos explain woods-4
      spiderpos explain woods-6:space
      spiderpos explain woods-6 --claim seven-of-9
      spiderpos explain composed-both-kings --as-script
      spiderpos explain position.txt moves.txt
      spiderpos explain woods-2 --goal "turn up a card in column 3 without dealing"
    """
    arguments = [name for name in (script, goal, claim_name) if name is not None]
    if len(arguments) > 1:
        raise click.UsageError("SCRIPT, --goal and --claim can't be combined")
    named = read_line(position, reading) if not arguments else None
    loaded, line = named or (read_position(position, reading), None)
    if as_script:
        if goal is not None or claim_name is not None:
            raise click.UsageError("--as-script can't be combined with --goal or --claim")
        moves = None
        if script is not None:
            moves = read_script(script, notation, command="'explain'", loaded=loaded)
        _write_script(loaded, moves, line, budget)
        return
    if line is not None:
        at_start = loaded.reference == START
        _print_line(line.steps, loaded.problem.goal if loaded.problem and at_start else None)
        return
    if script is not None:
        moves = read_script(script, notation, command="'explain'", loaded=loaded)
        played = replay(loaded.position, moves)
        note_assumed(played.assumed)
        _print_line(played.steps)
    elif goal is not None:
        target = parse(goal, name="--goal", position=loaded.position)
        _explain_goal(loaded.position, target, budget)
    elif (problem := loaded.problem) is None:
        raise click.UsageError(f"{loaded.no_goal}: give a SCRIPT or --goal GOAL to explain")
    elif claim_name is not None:
        claim = problem.claim(claim_name)
        if claim.data.line is None:
            _explain_goal(problem.position(claim.data.position), claim.goal, budget)
        else:
            _print_line(problem.shown(claim)[1])
    elif problem.solution is not None:
        _print_line(problem.solution.steps, problem.goal)
    elif problem.goal is not None:
        _explain_goal(problem.start, problem.goal, budget)
    else:
        raise click.UsageError(f"{problem.id} has no solution and states no goal: give a SCRIPT")


def _write_script(
    loaded: Loaded, script: Script | None, line: Line | None, budget: Budget
) -> None:
    """Write a script, or a line of a problem, with comments and variations."""
    problem = loaded.problem
    start, tree = loaded.position, None
    line = line or (problem.solution if problem else None)
    if script is not None:
        tree = MoveTree(start, script)
        steps = tree.end.steps
        goal = problem.goal if problem else None
    elif problem is None or line is None:
        raise click.UsageError(f"{loaded.name} has no solution: give a SCRIPT or a line")
    else:
        start, steps = line.root, line.steps
        goal = problem.goal if problem.history(line.id).root == START else None
    click.echo(str(annotated(start, steps, goal, tree=tree, budget=budget)), nl=False)


def _explain_goal(position: Position, goal: Goal, budget: Budget) -> None:
    """Solve a goal and explain the line, or why it is impossible."""
    answer = solve(position, goal, budget=budget).uninterrupted()
    if answer.outcome is Outcome.UNDECIDED:
        note(f"undecided: {answer.reason}")
        sys.exit(UNDECIDED)
    if answer.outcome is Outcome.SOLVED:
        if answer.plan is not None:
            note("the moves depend on the cards that turn up: printing a plan")
            click.echo(plans.dumps(answer.plan), nl=False)
        else:
            _print_line(answer.steps, goal)
        sys.exit(HOLDS)
    _print_reasons(position, goal, answer, budget)
    sys.exit(DOES_NOT_HOLD)


def _print_reasons(position: Position, goal: Goal, answer: Answer, budget: Budget) -> None:
    click.echo(f"'{goal}' is impossible.")
    sentences = reasons(
        position,
        goal,
        impossible=lambda other: (
            solve(position, other, budget=budget).uninterrupted().outcome is Outcome.IMPOSSIBLE
        ),
    )
    if sentences is None:
        why = why_lost(position, goal, (), budget=budget)
        sentences = (
            *[f"{why[:1].upper()}{why[1:]}."] * bool(why),
            f"Proved by a search: {answer.reason}.",
        )
    for sentence in sentences:
        click.echo(_wrapped(sentence))


def _print_line(steps: tuple[Step, ...], goal: Goal | None = None) -> None:
    if not steps:
        click.echo("There are no moves.")
        return
    for sentence in tell(steps, goal):
        click.echo(_wrapped(str(sentence)))
    click.echo(summary(steps))


def _wrapped(text: str) -> str:
    return textwrap.fill(text, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)
