"""The command ``explain``: what a line does, or why there is none, in words."""

from __future__ import annotations

import sys
import textwrap

import click

from ..advice.explain import explain as tell
from ..advice.explain import summary
from ..author.counting import reasons
from ..author.telling import told
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
@goal_option("Explain a line for this goal, or none.")
@click.option("--claim", "claim_name", metavar="ID", help="Explain this claim of a problem.")
@click.option(
    "--as-script",
    is_flag=True,
    help="Write a script: what each move does as its comment, tries as variations.",
)
@script_options
@budget_options(30, ", where nothing is given to explain")
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
    """Say in words what each move of a line does, or why a goal is impossible.

    With SCRIPT, its moves.  Without, for a problem, its solution (or --claim); for a line of a
    problem, such as woods-6:space, its moves; with --goal, a line that the solver finds.  If the
    goal is impossible the reason is given where counting cards is enough, otherwise what the
    search shows.

    \b
    Exit codes: 0 a line was explained; 1 the goal is impossible; 3 undecided.

    \b
    Examples:
      spiderpos explain woods-4
      spiderpos explain woods-6:space
      spiderpos explain woods-6 --claim seven-of-9
      spiderpos explain composed-both-kings --as-script
      spiderpos explain position.txt moves.txt
      spiderpos explain woods-2 --goal "turn up a card in column 3 without dealing"
    """
    given = [name for name in (script, goal, claim_name) if name is not None]
    if len(given) > 1:
        raise click.UsageError("name one of SCRIPT, --goal and --claim")
    named = read_line(position, reading) if not given else None
    loaded, line = named or (read_position(position, reading), None)
    if as_script:
        if goal is not None or claim_name is not None:
            raise click.UsageError("--as-script writes a SCRIPT, a line, or a problem's solution")
        moves = None
        if script is not None:
            moves = read_script(script, notation, command="'explain'", loaded=loaded)
        _write_script(loaded, moves, line, budget)
        return
    if line is not None:
        at_start = loaded.reference == START
        _tell(line.steps, loaded.problem.goal if loaded.problem and at_start else None)
        return
    if script is not None:
        moves = read_script(script, notation, command="'explain'", loaded=loaded)
        played = replay(loaded.position, moves)
        note_assumed(played.assumed)
        _tell(played.steps)
    elif goal is not None:
        asked_for = parse(goal, name="--goal", position=loaded.position)
        _goal(loaded.position, asked_for, budget)
    elif (problem := loaded.problem) is None:
        raise click.UsageError(
            f"{loaded.asks_nothing}: say what to explain, a SCRIPT or --goal GOAL"
        )
    elif claim_name is not None:
        claim = problem.claim(claim_name)
        if claim.data.line is None:
            _goal(problem.position(claim.data.position), claim.goal, budget)
        else:
            _tell(problem.shown(claim)[1])
    elif problem.solution is not None:
        _tell(problem.solution.steps, problem.goal)
    elif problem.goal is not None:
        _goal(problem.start, problem.goal, budget)
    else:
        raise click.UsageError(f"{problem.id} has no solution and states no goal: name a line")


def _write_script(
    loaded: Loaded, script: Script | None, line: Line | None, budget: Budget
) -> None:
    """Write a script, or a line of a problem, with comments and tries."""
    problem = loaded.problem
    start, tree = loaded.position, None
    line = line or (problem.solution if problem else None)
    if script is not None:
        tree = MoveTree(start, script)
        steps = tree.end.steps
        goal = problem.goal if problem else None
    elif problem is None or line is None:
        raise click.UsageError(f"{loaded.name} has no solution: name a SCRIPT or a line")
    else:
        start, steps = line.root, line.steps
        goal = problem.goal if problem.history(line.id).root == START else None
    click.echo(str(told(start, steps, goal, tree=tree, budget=budget)), nl=False)


def _goal(position: Position, goal: Goal, budget: Budget) -> None:
    """Explain a goal: the line that is found, or why there is none."""
    answer = solve(position, goal, budget=budget).uninterrupted()
    if answer.outcome is Outcome.UNDECIDED:
        note(f"undecided: {answer.reason}")
        sys.exit(UNDECIDED)
    if answer.outcome is Outcome.SOLVED:
        if answer.plan is not None:
            note("the line depends on the cards that turn up; this is the plan")
            click.echo(plans.dumps(answer.plan), nl=False)
        else:
            _tell(answer.steps, goal)
        sys.exit(HOLDS)
    _why_not(position, goal, answer, budget)
    sys.exit(DOES_NOT_HOLD)


def _why_not(position: Position, goal: Goal, answer: Answer, budget: Budget) -> None:
    click.echo(f"'{goal}' is impossible.")
    sentences = reasons(
        position,
        goal,
        impossible=lambda other: (
            solve(position, other, budget=budget).uninterrupted().outcome is Outcome.IMPOSSIBLE
        ),
    )
    for sentence in sentences if sentences is not None else (f"By a search: {answer.reason}.",):
        click.echo(_wrapped(sentence))


def _tell(steps: tuple[Step, ...], goal: Goal | None = None) -> None:
    if not steps:
        click.echo("No move is made.")
        return
    for sentence in tell(steps, goal):
        click.echo(_wrapped(str(sentence)))
    click.echo(summary(steps))


def _wrapped(text: str) -> str:
    return textwrap.fill(text, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)
