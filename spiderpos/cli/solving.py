"""The command ``solve``: is a goal possible, and how?"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Final

import click

from .. import scripts
from ..game.replay import ReplayError, replay
from ..game.script import ScriptFormat
from ..games import save
from ..goals import plans
from ..goals.goal import Goal
from ..scripts import words
from ..solver import Answer, Budget, Outcome, answer_json, shortening, winning
from ..solver import solve as find_answer
from ..solver.budget import Clock
from ..solver.difficulty import rate
from ..text.wording import count_phrase
from .budget import EXITS, budget_options, display, note_slow, size_words
from .errors import UNREADABLE, complain, note
from .inputs import Loaded, note_assumed, read_position
from .lines import LineCommand, runs_for_a_line
from .options import (
    A_GOAL,
    A_POSITION,
    A_SCRIPT,
    PositionOptions,
    Proposed,
    file_option,
    goals_option,
    position_options,
)
from .output import json_option, print_json, tell_rules
from .saving import SaveFile, write_certificate
from .scripting import asked_goal, read_script
from .writing import check_new, force_option

#: A longer plan isn't shown whole on a terminal.
_MOST_LINES: Final = 300


@click.command(cls=LineCommand)
@click.argument("position", type=A_POSITION)
@click.argument("goal", type=A_GOAL, required=False)
@click.argument("line", type=A_SCRIPT, required=False)
@position_options
@goals_option
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help='Say how an "impossible" was found, and how to repeat it.',
)
@click.option("--shortest", is_flag=True, help="Find a line with the fewest moves, if it can.")
@click.option(
    "--shorten",
    is_flag=True,
    help="Make LINE, or the line that is found, shorter, and say what that saves; only for a win"
    " is more tried than to cut out detours.",
)
@click.option("--difficulty", is_flag=True, help="Rate how hard the line is to find, of 10.")
@budget_options(memory=True)
@json_option
@file_option(
    "--certificate",
    "certificate_file",
    help='Write to FILE how "impossible" can be checked without this program; compressed if FILE'
    " ends with .gz.",
)
@file_option(
    "--save",
    "save_file",
    help="Keep how far the search is in FILE, and go on from there if FILE is there already.",
)
@force_option
@click.option(
    "--as",
    "script_format",
    type=Proposed(lambda: scripts.SCRIPT_FORMATS),
    metavar="FORMAT",
    default="words",
    help="The notation for the line: words (default), letters or log.",
)
def solve(
    position: str,
    goal: str | None,
    line: str | None,
    verbose: bool,
    shortest: bool,
    shorten: bool,
    difficulty: bool,
    budget: Budget,
    as_json: bool,
    certificate_file: str | None,
    save_file: str | None,
    force: bool,
    script_format: str,
    reading: PositionOptions,
) -> None:
    """Can GOAL be reached from POSITION? Print a line, or that it is impossible.

    GOAL is a stipulation such as "get a space without dealing"; a catalogue problem's own goal
    if it isn't given.  A line is printed as a script that 'replay' and 'verify' accept.
    "impossible" means that the search was complete.  Face-down cards that POSITION names are
    used.  Of those that it doesn't name some draws are looked at: "possible" means that there is
    a line if they lie so, and it is printed.

    Ten goals, of which --goals lists more:

    \b
      get a space                      get a space in column 3
      get 2 spaces                     turn up a card
      turn up 2 cards in column 4      uncover 6s
      complete any suit                remove spades
      remove 2 suits without dealing   win

    If the goal has to be reached whatever turns up and no single line does it, a plan is
    printed: lines that branch by the card.  'replay' and 'verify' accept that too.

    A long search can be stopped at any moment, and gone on with, by --save FILE: the same
    command goes on after the last round of the search that came to its end.

    To win a whole deal, every card has to be known, as 'spiderpos deal NUMBER --as fen' writes
    it; 'solve-deals' solves many.  LINE goes with --shorten: a file with a script ('-': standard
    input).

    \b
    Exit codes: 0 solved; 1 impossible; 2 unreadable; 3 undecided, or possible.

    \b
    Examples:
      spiderpos solve woods-7 "win"
      spiderpos solve woods-7 "win" line.txt --shorten --time 10
      spiderpos solve woods-5 "get a space without dealing, removing"
      spiderpos solve woods-6-swapped "remove spades without dealing, making a space"
      spiderpos solve --from fen --partial "KhQs/Jh - -" "get a space" --shortest
      spiderpos solve woods-5 "get a space without dealing, removing" --certificate proof.json
      spiderpos solve woods-6 "remove hearts without dealing, removing spades" --save hearts.json
    """
    notation = scripts.find(script_format)
    if line is not None and not shorten:
        raise click.UsageError("a LINE goes with --shorten; a GOAL of several words, in quotes")
    loaded = read_position(position, reading)
    here = loaded.position
    if shorten and line is None and goal is not None and os.path.lexists(goal):
        goal, line = None, goal
    target = asked_goal(loaded, goal, "GOAL")
    if certificate_file is not None:
        check_new(Path(certificate_file), force=force)
    if save_file is not None and (line is not None or winning.asks_for_a_win(target)):
        raise click.UsageError("--save is for the search by classes: not for a LINE, or a win")
    saved = None if save_file is None else SaveFile.open(Path(save_file), here, target)
    note_slow()
    clock = Clock(budget)
    with display() as progress:
        if line is not None:
            answer = _given(loaded, target, line)
        else:
            answer = find_answer(
                here,
                target,
                budget=budget,
                shortest=shortest,
                progress=progress,
                begin=saved.begin if saved else None,
                after_round=saved.after_round if saved else None,
                draws=saved is None,
            )
        if shorten and answer.outcome is Outcome.SOLVED and not answer.interrupted:
            answer = shortening.shortened(here, target, answer, clock.left(), progress)
        if line is not None:
            answer = shortening.as_shown(here, target, answer)
    if runs_for_a_line():
        answer.uninterrupted()
    if answer.plan is not None and (shorten or notation.dumps is not words.dumps):
        note("this is a plan, in words: --as and --shorten are for a single line only")
    facts = answer_json.facts(here, target, answer)
    if loaded.assumed:
        facts["assumed"] = list(loaded.assumed)
    rated = difficulty and answer.steps and rate(here, target, answer.steps)
    if as_json:
        print_json(facts | {"difficulty": asdict(rated)} if rated else facts)
    elif answer.outcome is Outcome.POSSIBLE:
        click.echo(f"# possible: {answer.reason}")
        click.echo(_script(answer, notation).rstrip("\n"))
        note(_summary(answer))
    elif answer.outcome is Outcome.SOLVED or line is not None:
        script = _script(answer, notation).rstrip("\n")
        if answer.plan is not None and script.count("\n") > _MOST_LINES and sys.stdout.isatty():
            lines = count_phrase(script.count("\n") + 1, "line")
            script = "\n".join(i.in_one_line for i in answer.plan.script.instructions)
            note(f"this is the plan up to the first card; all of it has {lines}: '> plan.txt'")
        click.echo(script)
        if answer.plan is None and answer.steps and notation is save.SCRIPT_FORMAT:
            tell_rules(here.rules, save.FORMAT)
        note(_summary(answer))
        if rated:
            note(f"difficulty: {rated}")
    else:
        click.echo(_report(answer, verbose=verbose))
    if saved is not None:
        saved.write(answer, json.dumps(facts, indent=2))
    if certificate_file is not None:
        write_certificate(Path(certificate_file), here, target, answer, budget)
    sys.exit(EXITS[answer.outcome])


def _given(loaded: Loaded, goal: Goal, spec: str) -> Answer:
    """Return the line of a script up to the goal, as if it had been found.

    Exits if it can't be.
    """
    position = loaded.position
    script = read_script(spec, command="'solve --shorten'", loaded=loaded)
    try:
        played = replay(position, script)
    except ReplayError as error:
        # Exit code 1 says "impossible" here.
        complain(str(error))
        sys.exit(UNREADABLE)
    note_assumed(played.assumed)
    answer = shortening.given(position, goal, played.steps, script.name)
    if answer is None:
        raise click.UsageError(f"the line in {script.name} doesn't reach the goal '{goal}'")
    return answer


def _script(answer: Answer, notation: ScriptFormat) -> str:
    """Return the line of an answer as a script, or its plan in words."""
    if answer.plan is not None:
        return plans.dumps(answer.plan)
    return scripts.dumps(answer.steps, notation) if answer.steps else answer_json.NO_MOVE


def _summary(answer: Answer) -> str:
    possible = answer.outcome is Outcome.POSSIBLE
    reason = f"; {answer.reason}" if answer.reason and not possible else ""
    searched = f" ({size_words(answer.searched)})" if answer.searched.method != "start" else ""
    most = "at most " if answer.plan is not None else ""
    words = {Outcome.SOLVED: "solved in", Outcome.POSSIBLE: "possible in"}
    solved = words.get(answer.outcome, "undecided, a line of")
    return f"{solved} {most}{count_phrase(answer.length, 'move')}{searched}{reason}"


def _report(answer: Answer, *, verbose: bool) -> str:
    searched = answer.searched
    rows = [click.style(str(answer.outcome), bold=True), answer.reason]
    if verbose or answer.outcome is Outcome.UNDECIDED:
        rows.append(f"searched: {size_words(searched)}")
    if verbose and searched.precision:
        what = "ranks" if searched.method == "heads" else "exact cards"
        rows.append(f"{what}: {'; '.join(searched.precision)}")
    if verbose and searched.digest:
        rows.append(f"digest: {searched.digest}")
    return "\n".join(rows)
