"""The command ``solve``: find a line to a goal, or prove it impossible."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Final

import click

from .. import scripts
from ..author.difficulty import measured
from ..game.replay import ReplayError, replay
from ..game.script import ScriptFormat
from ..games import save
from ..goals import plans
from ..goals.goal import Goal
from ..scripts import words
from ..solver import Answer, Budget, Outcome, answer_json, shortening, winning
from ..solver import solve as find_answer
from ..solver.budget import Clock
from ..text.wording import count_phrase
from .budget import EXITS, budget_options, display, note_slow, size_words
from .errors import UNREADABLE, complain, note
from .inputs import Loaded, note_assumed, read_position
from .lines import LineCommand, runs_for_a_line
from .options import (
    A_GOAL,
    A_POSITION,
    A_SCRIPT,
    Completed,
    PositionOptions,
    file_option,
    goals_option,
    position_options,
)
from .output import json_option, note_rules, print_json
from .saving import SaveFile, write_certificate
from .scripting import chosen_goal, read_script
from .writing import check_new, force_option

#: Maximum length of a plan that is printed completely on a terminal, in lines.
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
    help='For "impossible", print the size of the search and how to repeat it.',
)
@click.option("--shortest", is_flag=True, help="Search for a line with the fewest moves.")
@click.option(
    "--shorten",
    is_flag=True,
    help="Shorten LINE, or the line that is found. Detours are removed; for a win, other lines"
    " are tried too.",
)
@click.option(
    "--difficulty", is_flag=True, help="Rate how hard the line is to find, from 0 to 10."
)
@budget_options(memory=True)
@json_option
@file_option(
    "--certificate",
    "certificate_file",
    help='For "impossible", write a certificate to FILE that can be checked without this program;'
    " compressed if FILE ends with .gz.",
)
@file_option(
    "--save",
    "save_file",
    help="Save the state of the search in FILE; if FILE exists, continue from it.",
)
@force_option
@click.option(
    "--as",
    "script_format",
    type=Completed(lambda: scripts.SCRIPT_FORMATS),
    metavar="FORMAT",
    default="words",
    help="Notation of the line: words (default), letters or log.",
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
    """Find a line that reaches GOAL from POSITION, or prove that GOAL is impossible.

    GOAL is a stipulation such as "get a space without dealing" (default: the goal of the
    problem).  The line is printed as a script that 'replay' and 'verify' accept.  "impossible"
    means that the search was complete.  The search uses the face-down cards that POSITION names.
    For unknown ones it tries some orders: "possible" means that it found a line for one of
    them, which is printed with the line.

    Ten goals (--goals lists all phrases):

    \b
      get a space                      get a space in column 3
      get 2 spaces                     turn up a card
      turn up 2 cards in column 4      uncover 6s
      complete any suit                remove spades
      remove 2 suits without dealing   win

    For a goal "whatever turns up", the answer may be a plan, which branches by the cards that
    turn up.  'replay' and 'verify' accept plans too.

    With --save FILE a long search can be interrupted at any time.  The same command continues
    after the last finished round.

    To win a whole deal, all cards must be known, as in the output of 'spiderpos deal NUMBER --as
    fen'; 'solve-deals' solves many deals.  LINE is a file with a script ('-' for standard input),
    and requires --shorten.

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
        raise click.UsageError("LINE requires --shorten; quote a GOAL of several words")
    loaded = read_position(position, reading)
    start = loaded.position
    if shorten and line is None and goal is not None and os.path.lexists(goal):
        goal, line = None, goal
    target = chosen_goal(loaded, goal, "GOAL")
    if certificate_file is not None:
        check_new(Path(certificate_file), force=force)
    if save_file is not None and (line is not None or winning.asks_for_a_win(target)):
        raise click.UsageError("--save can't be used with a LINE or for a win")
    saved = None if save_file is None else SaveFile.open(Path(save_file), start, target)
    note_slow()
    clock = Clock(budget)
    with display() as progress:
        if line is not None:
            answer = _answer_of_line(loaded, target, line)
        else:
            answer = find_answer(
                start,
                target,
                budget=budget,
                shortest=shortest,
                progress=progress,
                begin=saved.begin if saved else None,
                after_round=saved.after_round if saved else None,
                draws=saved is None,
            )
        if shorten and answer.outcome is Outcome.SOLVED and not answer.interrupted:
            answer = shortening.shortened(start, target, answer, clock.left(), progress)
        if line is not None:
            answer = shortening.as_shown(start, target, answer)
    if runs_for_a_line():
        answer.uninterrupted()
    if answer.plan is not None and (shorten or notation.dumps is not words.dumps):
        note("the answer is a plan: --as and --shorten have no effect")
    facts = answer_json.facts(start, target, answer)
    if loaded.assumed:
        facts["assumed"] = list(loaded.assumed)
    rated = difficulty and answer.steps and measured(start, target, answer.steps)
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
            note(f"only the plan's first moves are shown; to save all {lines}: '> plan.txt'")
        click.echo(script)
        if answer.plan is None and answer.steps and notation is save.SCRIPT_FORMAT:
            note_rules(start.rules, save.FORMAT)
        note(_summary(answer))
        if rated:
            note(f"difficulty: {rated}")
    else:
        click.echo(_report(answer, verbose=verbose))
    if saved is not None:
        saved.write(answer, json.dumps(facts, indent=2))
    if certificate_file is not None:
        write_certificate(Path(certificate_file), start, target, answer, budget)
    sys.exit(EXITS[answer.outcome])


def _answer_of_line(loaded: Loaded, goal: Goal, spec: str) -> Answer:
    """Convert a script into an answer, up to the move that reaches the goal.

    Exits at an illegal move.  Raises UsageError if the script doesn't reach the goal.
    """
    position = loaded.position
    script = read_script(spec, command="'solve --shorten'", loaded=loaded)
    try:
        played = replay(position, script)
    except ReplayError as error:
        # Exit code 1 means "impossible".
        complain(str(error))
        sys.exit(UNREADABLE)
    note_assumed(played.assumed)
    answer = shortening.given(position, goal, played.steps, script.name)
    if answer is None:
        raise click.UsageError(f"the line in {script.name} doesn't reach the goal '{goal}'")
    return answer


def _script(answer: Answer, notation: ScriptFormat) -> str:
    """Return the line of an answer in the notation, or its plan as text."""
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
        label = "ranks" if searched.method == "heads" else "exact cards"
        rows.append(f"{label}: {'; '.join(searched.precision)}")
    if verbose and searched.digest:
        rows.append(f"digest: {searched.digest}")
    return "\n".join(rows)
