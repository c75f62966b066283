"""The command ``verify``: check that a line solves a problem."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

import click

from ..catalogue import Line
from ..game.position import Position
from ..game.replay import assumed_in
from ..games.script_input import TextMoves
from ..goals.goal import Goal
from ..goals.judge import Judgement, Verdict, judge, known_to_player
from ..goals.plan_texts import Plan
from ..scripts.words import describe
from ..text.wording import count_phrase, join_words
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED
from .inputs import read_line, read_position
from .lines import LineCommand
from .options import (
    A_POSITION,
    A_SCRIPT,
    PositionOptions,
    goal_option,
    goals_option,
    position_options,
)
from .output import json_option, print_json, print_position
from .replaying import ask_option, played_moves, report_case, solution_moves
from .scripting import chosen_goal, read_moves, script_options

_EXITS = {Verdict.HOLDS: HOLDS, Verdict.FAILS: DOES_NOT_HOLD, Verdict.UNDECIDED: UNDECIDED}


@click.command(cls=LineCommand)
@click.argument("problem", type=A_POSITION)
@click.argument("script", type=A_SCRIPT, required=False)
@goals_option
@position_options
@ask_option
@script_options
@goal_option("Goal (default: the problem's).")
@json_option
@click.option(
    "--diagram", is_flag=True, help="Also print the positions before and after the line."
)
def verify(
    problem: str,
    script: str | None,
    goal: str | None,
    diagram: bool,
    notation: str | None,
    ask: bool,
    as_json: bool,
    reading: PositionOptions,
) -> None:
    """Check that SCRIPT solves PROBLEM.

    PROBLEM is the name of a catalogue problem or a problem file, or with --goal any POSITION.
    SCRIPT is a file of moves, '-', or a line of a problem, such as woods-4:clubs (default: the
    problem's solution).  The output lists which parts of the stipulation hold and which fail.
    Variations of SCRIPT are replayed too, and their claimed outcomes are checked: "=> lost" is
    proved, not found, or wrong.  If PROBLEM is the name of a line, the line is checked against
    the claims that it proves.

    \b
    Exit codes: 0 solved; 1 not solved (illegal move, goal not reached, forbidden move, or a
    wrong claim about a variation); 2 unreadable; 3 undecided by this line or by the search.

    \b
    Examples:
      spiderpos verify woods-4 my-solution.txt
      spiderpos verify woods-4
      spiderpos verify woods-6:space
      spiderpos verify woods-5 - --goal "remove clubs without dealing"
    """
    if diagram and as_json:
        raise click.UsageError("--diagram and --json contradict each other")
    named = read_line(problem, reading) if script is None else None
    if named is not None and goal is None and not diagram and not named[1].solves:
        _verify_claims(named[1], as_json)
    loaded = named[0] if named is not None else read_position(problem, reading)
    target = chosen_goal(loaded, goal, "--goal")
    if script is not None:
        moves = read_moves(script, notation, loaded=loaded)
    elif named is not None:
        moves = TextMoves(named[1].script)
    elif (solution := solution_moves(loaded, problem)) is not None:
        moves = solution
    else:
        raise click.UsageError(f"expected a SCRIPT, because {loaded.name} has no solution")
    if moves.plan is not None:
        if diagram or as_json:
            raise click.UsageError("--diagram and --json can't be used with a plan")
        _verify_plan(moves.plan, loaded.position, target)
    if diagram:
        print_position(loaded.position)
        click.echo()
    played = played_moves(loaded.position, moves, ask)
    steps = [p.step for p in played]
    if diagram:
        click.echo("\n".join(f"{p.number}. {describe(p.step)}" for p in played))
        click.echo()
        print_position(steps[-1].after if steps else loaded.position)
        click.echo()
    judgement = judge(target, loaded.position, steps)
    variations: list[dict[str, Any]] = []
    claims = HOLDS
    if moves.script.line is not None:
        from . import variations as tried  # noqa: PLC0415 - loads the solver

        judged = tried.judged_lines(tried.tree_of(loaded.position, moves.script), target)
        variations = [tried.facts(*each) for each in judged]
        claims = tried.exit_code(judged)
        if not as_json:
            for each in judged:
                tried.print_judged(*each)
    assumed = (*loaded.assumed, *assumed_in(played))
    if as_json:
        print_json(_facts(judgement, len(steps), assumed) | {"variations": variations})
    else:
        _print_judgement(judgement, len(steps))
        for words in assumed_in(played):
            click.echo(f"assumed: {words}")
    code = _EXITS[judgement.verdict]
    sys.exit(code if code == DOES_NOT_HOLD else claims or code)


def _verify_claims(line: Line, as_json: bool) -> None:
    """Check a line against the claims for which it is the proof, and exit.

    Return if there are no such claims.
    """
    if not line.shows:
        return
    judgements: list[Judgement] = []
    facts: list[dict[str, Any]] = []
    for claim in line.shows:
        start, steps = line.problem.shown(claim)
        judgement = judge(claim.goal, start, steps)
        judgements.append(judgement)
        facts.append({"claim": claim.id, **_facts(judgement, len(steps), ())})
        if not as_json:
            click.echo(f"claim {claim.id}: {' '.join(claim.data.statement.split())}")
            _print_judgement(judgement, len(steps))
    if as_json:
        print_json({"claims": facts})
    verdicts = {judgement.verdict for judgement in judgements}
    order = (Verdict.FAILS, Verdict.UNDECIDED, Verdict.HOLDS)
    sys.exit(_EXITS[next(verdict for verdict in order if verdict in verdicts)])


def _facts(judgement: Judgement, moves: int, assumed: tuple[str, ...]) -> dict[str, Any]:
    return {
        "verdict": judgement.verdict,
        "findings": [
            {"phrase": finding.phrase, "verdict": finding.verdict, "found": finding.found}
            for finding in judgement.findings
        ],
        "moves": moves,
        "reached_at": judgement.reached_at,
        "assumed": assumed,
    }


def _verify_plan(plan: Plan, position: Position, goal: Goal) -> NoReturn:
    """Check that a plan reaches the goal in every case, print the result, and exit."""
    from ..goals import plans  # noqa: PLC0415 - few scripts are plans

    checked = plans.check(plan, position, goal)
    moves = f"at most {count_phrase(checked.moves, 'move')}"
    if checked.verdict is Verdict.HOLDS:
        cases = "its only case" if checked.cases == 1 else f"all {checked.cases} cases"
        click.echo(click.style(f"solved in {cases}, in {moves}", bold=True))
        sys.exit(HOLDS)
    if checked.failed is not None and checked.failed.instruction is not None:
        report_case(checked.failed, known_to_player(position, goal))
    elif checked.failed is not None:
        click.echo(f"  {checked.failed}: {checked.reason}")
    if checked.verdict is Verdict.UNDECIDED:
        click.echo(click.style(f"undecided: {checked.reason}", bold=True))
        sys.exit(UNDECIDED)
    click.echo(click.style(f"not solved {checked.failed}", bold=True))
    sys.exit(DOES_NOT_HOLD)


_COLOURS = {Verdict.HOLDS: "green", Verdict.FAILS: "red", Verdict.UNDECIDED: "yellow"}


def _print_judgement(judgement: Judgement, moves: int) -> None:
    width = max(len(finding.phrase) for finding in judgement.findings)
    for finding in judgement.findings:
        verdict = click.style(finding.verdict.value, fg=_COLOURS[finding.verdict])
        detail = f"{' ' * (9 - len(finding.verdict.value))}  {finding.found}".rstrip()
        click.echo(f"  {finding.phrase:{width}}  {verdict}{detail}")
    reached_at = judgement.reached_at
    if judgement.verdict is Verdict.HOLDS:
        moves_after = moves - (reached_at or 0)
        text = "solved: the goal holds at the start"
        if reached_at:
            text = f"solved by move {reached_at}"
        text += f" ({count_phrase(moves_after, 'move')} after it)" if moves_after else ""
        text += f", {judgement.assumption}" if judgement.assumption else ""
    elif judgement.verdict is Verdict.UNDECIDED:
        text = "undecided: this line alone doesn't prove it"
    else:
        broken = [f.phrase for f in judgement.findings if f.verdict is Verdict.FAILS]
        text = f"not solved: {join_words(broken)} {'fails' if len(broken) == 1 else 'fail'}"
    click.echo(click.style(text, bold=True))
