"""Commands that play scripts: ``replay``, ``verify`` and ``convert-script``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import click

from .. import scripts
from ..catalogue import problem_ids
from ..formats import line
from ..game import engine
from ..game.cards import UNKNOWN, Card, parse_card
from ..game.difference import CELLS, ColumnDifference, difference
from ..game.engine import Step
from ..game.moves import Deal
from ..game.position import Position
from ..game.replay import Ask, Played, ReplayError, assumed_in, face_up_by, play
from ..games import save
from ..goals import plans
from ..goals.goal import Goal, parse
from ..goals.judge import Judgement, Verdict, judge
from ..goals.plans import Case, Plan, no_plan
from ..scripts import log
from ..scripts.words import describe
from ..text.wording import count_phrase, join_words
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, complain, note
from .inputs import Game, Loaded, note_assumed, position_options, read_expected, read_position
from .output import Output, Written, format_option, picture_options, print_position
from .scripting import Moves, read_moves, script_notation, script_of_game
from .tracing import LEAVE_OUT, choose, holds_text, read_running_text

__all__ = ["convert_script", "replay", "verify"]


def _script_options(command: Any) -> Any:
    for option in (
        click.option(
            "--ask",
            is_flag=True,
            help="Ask on the terminal for each card turned up that isn't known.",
        ),
        click.option("--prose", is_flag=True, help="Pick the moves out of running text."),
        click.option(
            "--script-from",
            "script_format",
            metavar="FORMAT",
            help="The notation that SCRIPT is in (default: recognised).",
        ),
    ):
        command = option(command)
    return command


@click.command()
@click.argument("position")
@click.argument("script", required=False)
@position_options
@_script_options
@click.option("--steps", is_flag=True, help="Print the diagram after every move.")
@click.option(
    "--explain",
    "explained",
    is_flag=True,
    help="Say which words were taken as which move (with --prose).",
)
@click.option(
    "--expect",
    metavar="POSITION",
    help="Compare the end with this position, column by column; exit 1 if they differ.",
)
@format_option
@picture_options
def replay(
    position: str,
    script: str | None,
    steps: bool,
    explained: bool,
    expect: str | None,
    format: Written,
    output: Output,
    prose: bool,
    script_format: str | None,
    ask: bool,
    **told: Any,
) -> None:
    """Check that each move of SCRIPT is legal; print the resulting diagram.

    SCRIPT is a file of moves, or '-' for standard input; a save file gives its move log.  If
    POSITION is a save file or a session, SCRIPT may be left out: the game that it holds is
    replayed from its own start; for a problem, its solution is.  With --prose POSITION may be a
    running text with diagrams and moves: a line says of each diagram whether the moves that the
    text names lead to it (exit 1 if not).  The first illegal move stops
    with its place in the script, the reason, and the position before it (exit 1).  Only diagrams
    go to standard output; the moves of --steps and all remarks go to standard error.

    \b
    Examples:
      spiderpos replay diagram.txt solution.txt
      spiderpos replay woods-3 - --steps
      spiderpos replay woods-5 post.txt --prose --explain
      spiderpos replay post.txt --prose
      spiderpos replay woods-1 moves.txt --as save > game.save
      spiderpos replay woods-1 game.save
      spiderpos replay game.save --steps
      spiderpos replay woods-3 moves.txt --steps --as svg -o 'step-{}.svg'
    """
    output.check(format)
    if steps:
        output.check_steps(format)
    if explained and not prose:
        raise click.UsageError("--explain goes with --prose")
    if steps and format is save.FORMAT:
        raise click.UsageError("--steps shows positions; '--as save' writes the whole game once")
    if expect == "-" and "-" in (position, script):
        raise click.UsageError("--expect and another argument can't both be standard input")
    one_line = steps or expect is not None
    if prose and script is None and holds_text(position):
        loaded, moves = read_running_text(position, told, explained=explained, one_line=one_line)
    else:
        searched = prose and expect is not None
        loaded, moves = _read_both(
            position, script, prose, script_format, explained, told, searched=searched
        )
    start = loaded.position
    wanted = None
    if expect is not None:
        wanted = read_expected(expect, start.rules, partial=told["partial"])
    if moves.plan is not None:
        end = _replay_plan(moves.plan, start, one_line)
        output.write(end, format)
        return
    if steps:
        output.write_step(start, format, 0)
    show = (lambda at, number: output.write_step(at, format, number)) if steps else None
    if moves.candidates and wanted is not None:
        played = choose(start, moves, wanted[0], show, explained=explained)
    else:
        played = _played(start, moves, ask, show)
    end = played[-1].step.after if played else start
    if format is save.FORMAT:
        before = loaded.game or Game(start, ())
        game = [*before.steps, *(move.step for move in played)]
        output.write_game(before.start, game)
    elif not steps:
        output.write(end, format)
    note(f"{count_phrase(len(played), 'move')}, all legal" if played else "no moves")
    if wanted is not None:
        _compare(*wanted, end)


def _read_both(
    position: str,
    script: str | None,
    prose: bool,
    script_format: str | None,
    explained: bool,
    told: dict[str, Any],
    *,
    searched: bool = False,
) -> tuple[Loaded, Moves]:
    """The position and the moves; without a script the game, or the line, of the position."""
    if position == "-" and script == "-":
        raise click.UsageError("POSITION and SCRIPT can't both be standard input")
    format = script_notation(script_format, prose=prose)
    loaded = read_position(position, **told)
    if script is not None:
        return loaded, read_moves(script, format, explained=explained, searched=searched)
    if prose or script_format:
        raise click.UsageError("name a SCRIPT: --prose and --script-from say how it is read")
    game = loaded.game or loaded.elsewhere
    if loaded.format is line.FORMAT:
        note(f"{loaded.name}: the file ends after the save line: it has no moves and no diagram")
        game = Game(loaded.position, ())
    if game is None and (own := _own_line(loaded, position)) is not None:
        return loaded, own
    if game is None:
        raise click.UsageError(
            f"name a SCRIPT (a file of moves, or '-'): {loaded.name} holds a position and no "
            "game; a save file, a session or a problem with a solution needs none"
        )
    return Loaded(game.start, loaded.name), Moves(script_of_game(game.steps, loaded.name))


def _played(
    start: Position,
    moves: Moves,
    ask: bool,
    show: Callable[[Position, int], None] | None = None,
) -> tuple[Played, ...]:
    """Play the script; on an illegal move report it with the position before, and exit.

    ``show`` is given each position and the number of the move that led to it.

    A save file's moves must lead to the position of its line.
    """
    done: list[Played] = []
    try:
        for played in play(start, moves.script, ask=_asker() if ask else None):
            done.append(played)
            if show is not None:
                note(f"{played.number}. {describe(played.step)}")
                show(played.step.after, played.number)
    except ReplayError as error:
        complain(str(error))
        if moves.is_prose:
            note(LEAVE_OUT)
        note("the position before it:")
        print_position(error.position, err=True)
        sys.exit(UNDECIDED if error.reason.undecided else DOES_NOT_HOLD)
    note_assumed(assumed_in(done))
    if moves.saved is not None:
        end = done[-1].step.after if done else start
        for remark in save.check_end(moves.saved, end, name=moves.script.name):
            note(f"{moves.script.name}: {remark}")
    return tuple(done)


def _replay_plan(plan: Plan, start: Position, wants_line: bool) -> Position:
    """Play a plan in every case; the position where the case ends, if there is only one.

    If there are several, where the plan first branches by a card that isn't known.
    """
    if wants_line:
        raise click.UsageError("a plan has many ends: --steps and --expect are for one line")
    found = []
    for case in plans.cases(plan, start):
        if case.stopped:
            _complain_of(case, start)
            sys.exit(DOES_NOT_HOLD)
        found.append(case)
        if len(found) > plans.MOST_CASES:
            note(f"undecided: there are more than {plans.MOST_CASES} cases")
            sys.exit(UNDECIDED)
    steps = found[0].steps
    if len(found) > 1:
        lines = zip(*(case.steps for case in found), strict=False)
        common = next(n for n, at in enumerate(lines) if len(set(at)) > 1)
        branching = engine.do(steps[common].before, steps[common].move)
        note(f"{len(found)} cases, all legal; this is the position where the plan branches")
        return branching.after
    note(f"{count_phrase(len(steps), 'move')}, all legal: the one case that there is")
    return steps[-1].after if steps else start


def _complain_of(case: Case, start: Position) -> None:
    """Report where a plan stops in a case, with the position before it."""
    at = case.instruction.place if case.instruction is not None else None
    where = f"{case}: " if case.turned else ""
    if at is None:
        complain(f"{where}{case.stopped}")
    else:
        complain(f"{at}: {where}{case.stopped}\n{at.excerpt()}")
    note("the position before it:")
    print_position(case.steps[-1].after if case.steps else start, err=True)


def _verify_plan(plan: Plan, position: Position, goal: Goal) -> NoReturn:
    """Say whether a plan reaches the goal in every case, and exit."""
    checked = plans.check(plan, position, goal)
    moves = f"at most {count_phrase(checked.moves, 'move')}"
    if checked.verdict is Verdict.HOLDS:
        cases = (
            "the one case that there is" if checked.cases == 1 else f"all {checked.cases} cases"
        )
        click.echo(click.style(f"solved in {cases}, in {moves}", bold=True))
        sys.exit(HOLDS)
    if checked.failed is not None and checked.failed.instruction is not None:
        _complain_of(checked.failed, plans.as_played(position, goal))
    elif checked.failed is not None:
        click.echo(f"  {checked.failed}: {checked.found}")
    if checked.verdict is Verdict.UNDECIDED:
        click.echo(click.style(f"undecided: {checked.found}", bold=True))
        sys.exit(UNDECIDED)
    click.echo(click.style(f"not solved {checked.failed}", bold=True))
    sys.exit(DOES_NOT_HOLD)


def _asker() -> Ask:
    """Ask a person which card came up; an empty answer leaves it unknown."""

    def ask(step: Step) -> Sequence[Card]:
        columns = (
            range(1, len(step.cards) + 1)
            if isinstance(step.move, Deal)
            else [turned.column for turned in step.turned]
        )
        return tuple(
            card
            or click.prompt(
                f"{describe(step)}: which card turns up in column {column}? "
                "(Enter leaves it unknown)",
                default=UNKNOWN,
                show_default=False,
                value_proc=_card,
                err=True,
            )
            for column, card in zip(columns, face_up_by(step), strict=True)
        )

    return ask


def _card(text: str | Card) -> Card:
    if isinstance(text, Card):
        return text
    try:
        return parse_card(text.strip()) if text.strip() else UNKNOWN
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def _compare(wanted: Position, tableau_only: bool, end: Position) -> None:
    different = difference(wanted, end)
    if tableau_only:
        different = [d for d in different if isinstance(d, ColumnDifference) or d.what == CELLS]
    if different:
        complain("the end is not the position expected:\n" + "\n".join(map(str, different)))
        sys.exit(DOES_NOT_HOLD)
    note("the end is the position expected")


@click.command()
@click.argument("problem")
@click.argument("script", required=False)
@position_options
@_script_options
@click.option("--goal", metavar="GOAL", help="Ask for this instead of the problem's own goal.")
@click.option("--diagram", is_flag=True, help="Print the position before and after, too.")
def verify(
    problem: str,
    script: str | None,
    goal: str | None,
    diagram: bool,
    prose: bool,
    script_format: str | None,
    ask: bool,
    **told: Any,
) -> None:
    """Does SCRIPT solve PROBLEM, by the problem's own rules?

    PROBLEM is the name of a catalogue problem or a problem file (with --goal any POSITION);
    SCRIPT is a file of moves, or '-'.  Without SCRIPT the problem's own solution is taken.
    Says which parts of the stipulation hold and which don't.

    \b
    Exit codes: 0 solved; 1 not (illegal move, goal not reached, forbidden move);
    2 unreadable; 3 one line can't decide it.

    \b
    Examples:
      spiderpos verify woods-4 my-solution.txt
      spiderpos verify woods-4
      spiderpos verify woods-5 - --goal "remove clubs without dealing"
    """
    if problem == "-" and script == "-":
        raise click.UsageError("PROBLEM and SCRIPT can't both be standard input")
    loaded = read_position(problem, **told)
    if goal is not None:
        asked: Goal | None = parse(goal, name="--goal", position=loaded.position)
    else:
        asked = loaded.problem.goal if loaded.problem else None
    if asked is None:
        raise click.UsageError(
            f'{loaded.asks_nothing}: say what is asked with --goal "get a space"'
        )
    if script is not None:
        moves = read_moves(script, script_notation(script_format, prose=prose))
    elif (own := _own_line(loaded, problem)) is not None:
        moves = own
    else:
        raise click.UsageError(f"no SCRIPT is given to check, and {_no_line(loaded)}")
    if moves.plan is not None:
        if diagram:
            raise click.UsageError("a plan has many ends: --diagram is for a single line")
        _verify_plan(moves.plan, loaded.position, asked)
    if diagram:
        print_position(loaded.position)
        click.echo()
    played = _played(loaded.position, moves, ask)
    steps = [p.step for p in played]
    if diagram:
        click.echo("\n".join(f"{p.number}. {describe(p.step)}" for p in played))
        click.echo()
        print_position(steps[-1].after if steps else loaded.position)
        click.echo()
    judgement = judge(asked, loaded.position, steps)
    _print_judgement(judgement, len(steps))
    for words in (*loaded.assumed, *assumed_in(played)):
        click.echo(f"assumed: {words}")
    exit_code = {
        Verdict.HOLDS: HOLDS,
        Verdict.FAILS: DOES_NOT_HOLD,
        Verdict.UNDECIDED: UNDECIDED,
    }[judgement.verdict]
    sys.exit(exit_code)


@click.command(name="convert-script")
@click.argument("position")
@click.argument("script", required=False)
@position_options
@_script_options
@click.option(
    "--as",
    "as_format",
    metavar="FORMAT",
    required=True,
    help="The notation to write: prose (Woods' words), letters, log, save.",
)
def convert_script(
    position: str,
    script: str | None,
    as_format: str,
    prose: bool,
    script_format: str | None,
    ask: bool,
    **told: Any,
) -> None:
    """Write the moves of SCRIPT in another notation, checking each.

    SCRIPT is a file of moves, or '-', played from POSITION; without it the game that POSITION
    holds is written, if that is a save file or a session, or a problem's solution.  The first
    illegal move stops with its place, the reason, and the position before it (exit 1).

    \b
    Examples:
      spiderpos convert-script position.txt moves.txt --as prose
      spiderpos convert-script woods-4 solution.txt --as letters
      spiderpos convert-script game.save --as prose
    """
    format = scripts.find(as_format)
    loaded, moves = _read_both(position, script, prose, script_format, False, told)
    if moves.plan is not None:
        raise no_plan(moves.plan, "'convert-script'")
    steps = [p.step for p in _played(loaded.position, moves, ask)]
    if format is save.SCRIPT_FORMAT:
        Output().write_game(loaded.position, steps)
        return
    text = format.dumps(steps)
    click.echo(text, nl=not text.endswith("\n"))
    if format is log.SCRIPT_FORMAT and (cards := log.unsaid(steps)):
        note(f"a log doesn't say which cards come up: {join_words(cards)}")


def _own_line(loaded: Loaded, spec: str) -> Moves | None:
    """The solution of the problem that ``spec`` names, which is said; None if it has none."""
    problem = loaded.problem
    if problem is None or loaded.name != problem.id or problem.solution is None:
        return None
    whose = "the catalogue's" if spec in problem_ids() else "its own"
    note(f"{problem.id}: {whose} line '{problem.solution.id}'")
    return Moves(problem.solution.script)


def _no_line(loaded: Loaded) -> str:
    """Why a position has no line of its own that could be checked, in words."""
    problem = loaded.problem
    if problem is not None:
        if loaded.name != problem.id:
            return f"the line of {problem.id} begins at its start"
        shown = next((c.id for c in problem.claims if c.plan and c.goal == problem.goal), None)
        if shown is not None:
            return f"{problem.id} has a plan instead of a line, which its claim '{shown}' checks"
        return f"{problem.id} has no line that is to solve it"
    if loaded.game is not None or loaded.elsewhere is not None:
        return f"{loaded.name} stands for the position that its game is at"
    if loaded.meant_otherwise is not None:
        return loaded.asks_nothing
    return f"{loaded.name} is a position, which has no line of its own"


_COLOURS = {Verdict.HOLDS: "green", Verdict.FAILS: "red", Verdict.UNDECIDED: "yellow"}


def _print_judgement(judgement: Judgement, moves: int) -> None:
    width = max(len(finding.phrase) for finding in judgement.findings)
    for finding in judgement.findings:
        verdict = click.style(finding.verdict.value, fg=_COLOURS[finding.verdict])
        found = f"{' ' * (9 - len(finding.verdict.value))}  {finding.found}".rstrip()
        click.echo(f"  {finding.phrase:{width}}  {verdict}{found}")
    at = judgement.reached_at
    if judgement.verdict is Verdict.HOLDS:
        more = moves - (at or 0)
        text = f"solved by move {at}" if at else "solved: the goal holds at the start"
        text += f" ({count_phrase(more, 'move')} after it)" if more else ""
        text += f", {judgement.assumption}" if judgement.assumption else ""
    elif judgement.verdict is Verdict.UNDECIDED:
        text = "undecided: this line alone doesn't show it"
    else:
        broken = [f.phrase for f in judgement.findings if f.verdict is Verdict.FAILS]
        text = f"not solved: {join_words(broken)} {'fails' if len(broken) == 1 else 'fail'}"
    click.echo(click.style(text, bold=True))
