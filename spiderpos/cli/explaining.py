"""The command ``explain``: what a line does, or why there is none, in words."""

from __future__ import annotations

import sys
import textwrap
from typing import Any

import click

from ..author.counting import reasons
from ..author.explain import explain as tell
from ..author.explain import summary
from ..game.engine import Step
from ..game.position import Position
from ..game.replay import replay
from ..goals import plans
from ..goals.goal import Goal, parse
from ..solver import solve
from ..solver.prover.answer import Answer, Budget, Outcome
from ..text.wording import did_you_mean
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, note
from .inputs import Loaded, note_assumed, position_options, read_position, time_option
from .scripting import read_script, script_options

__all__ = ["explain"]

_WIDTH = 96


@click.command()
@click.argument("position")
@click.argument("script", required=False)
@click.option("--goal", "goal_text", metavar="GOAL", help="Explain a line for this goal, or none.")
@click.option("--line", "line_name", metavar="ID", help="Explain this line of a problem.")
@click.option("--claim", "claim_name", metavar="ID", help="Explain this claim of a problem.")
@script_options
@time_option(30, ", where nothing is given to explain")
@position_options
def explain(
    position: str,
    script: str | None,
    goal_text: str | None,
    line_name: str | None,
    claim_name: str | None,
    notation: str | None,
    seconds: float,
    **told: Any,
) -> None:
    """Say in words what each move of a line does, or why a goal is impossible.

    With SCRIPT, its moves.  Without, for a problem, its solution (or --line, --claim); with
    --goal, a line that the solver finds.  If the goal is impossible the reason is given where
    counting cards is enough, otherwise what the search shows.

    \b
    Exit codes: 0 a line was explained; 1 the goal is impossible; 3 undecided.

    \b
    Examples:
      spiderpos explain woods-4
      spiderpos explain woods-6 --claim seven-of-9
      spiderpos explain position.txt moves.txt
      spiderpos explain woods-2 --goal "turn up a card in column 3 without dealing"
    """
    loaded = read_position(position, **told)
    for words in loaded.assumed:
        click.echo(_wrapped(f"assumed: {words}"))
    asked = [name for name in (script, goal_text, line_name, claim_name) if name is not None]
    if len(asked) > 1:
        raise click.UsageError("name one of SCRIPT, --goal, --line and --claim")
    budget = Budget(seconds=seconds)
    if script is not None:
        moves = read_script(script, notation, command="'explain'")
        played = replay(loaded.position, moves)
        note_assumed(played.assumed)
        steps = played.steps
        if steps:
            _tell(steps)
        else:
            click.echo("No move is made.")
    elif goal_text is not None:
        goal = parse(goal_text, name="--goal", position=loaded.position)
        _goal(loaded.position, goal, budget)
    elif claim_name is not None:
        _claim(loaded, claim_name, budget)
    else:
        _line(loaded, line_name, budget)


def _line(loaded: Loaded, name: str | None, budget: Budget) -> None:
    problem = loaded.problem
    if problem is None:
        raise click.UsageError(
            f"{loaded.asks_nothing}: say what to explain, a SCRIPT or --goal GOAL"
        )
    if name is not None and all(line.id != name for line in problem.lines):
        names = [line.id for line in problem.lines]
        raise click.UsageError(f"{problem.id} has no line '{name}'{did_you_mean(name, names)}")
    line = problem.line(name) if name is not None else problem.solution
    if line is not None:
        _tell(problem.replayed(line.id).steps)
    elif problem.goal is not None:
        _goal(problem.start, problem.goal, budget)
    else:
        raise click.UsageError(f"{problem.id} has no solution and states no goal: name a --line")


def _claim(loaded: Loaded, name: str, budget: Budget) -> None:
    problem = loaded.problem
    if problem is None:
        raise click.UsageError(f"{loaded.asks_nothing}: --claim goes with a problem")
    found = next((claim for claim in problem.claims if claim.id == name), None)
    if found is None:
        names = [claim.id for claim in problem.claims]
        raise click.UsageError(f"{problem.id} has no claim '{name}'{did_you_mean(name, names)}")
    if found.data.line is not None:
        skipped = len(problem.replayed(found.data.position).steps)
        _tell(problem.replayed(found.data.line).steps[skipped:])
    else:
        _goal(problem.position(found.data.position), found.goal, budget)


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
            _tell(answer.steps)
        sys.exit(HOLDS)
    _why_not(position, goal, answer, budget)
    sys.exit(DOES_NOT_HOLD)


def _why_not(position: Position, goal: Goal, answer: Answer, budget: Budget) -> None:
    click.echo(f"'{goal}' is impossible.")
    found = reasons(
        position,
        goal,
        impossible=lambda other: (
            solve(position, other, budget=budget).uninterrupted().outcome is Outcome.IMPOSSIBLE
        ),
    )
    for sentence in found if found is not None else (f"By a search: {answer.reason}.",):
        click.echo(_wrapped(sentence))


def _tell(steps: tuple[Step, ...]) -> None:
    for told in tell(steps):
        click.echo(_wrapped(str(told)))
    click.echo(summary(steps))


def _wrapped(text: str) -> str:
    return textwrap.fill(text, _WIDTH, subsequent_indent="    ", break_on_hyphens=False)
