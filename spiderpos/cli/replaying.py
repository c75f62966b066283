"""The commands ``replay`` and ``convert-script``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from .. import scripts
from ..catalogue import problem_ids
from ..game.cards import UNKNOWN, Card
from ..game.engine import Step
from ..game.moves import Deal
from ..game.position import Position
from ..game.replay import Played, ReplayError, assumed_in, face_up_by, play
from ..games.script_input import PlayedGame, TextMoves, script_of_game
from ..games.tree import remarks
from ..goals.plan_texts import Plan, no_plan
from ..scripts.words import describe
from ..text.wording import count_phrase, join_words
from .errors import DOES_NOT_HOLD, UNDECIDED, complain, note
from .inputs import Loaded, input_waits, note_assumed, read_expected, read_line, read_position
from .lines import LineCommand
from .options import A_POSITION, A_SCRIPT, Completed, PositionOptions, as_card, position_options
from .output import Output, Written, format_option, picture_options, print_position
from .scripting import (
    LEAVE_OUT,
    choose,
    holds_text,
    read_moves,
    read_running_text,
    script_options,
)
from .variations import note_comments, note_move, tree_of

ask_option = click.option(
    "--ask", is_flag=True, help="Ask on the terminal for each unknown card that is turned up."
)


if TYPE_CHECKING:
    from ..goals.plans import Case


@click.command(cls=LineCommand)
@click.argument("position", type=A_POSITION)
@click.argument("script", type=A_SCRIPT, required=False)
@position_options
@ask_option
@script_options
@click.option("--steps", is_flag=True, help="Print the diagram after every move.")
@click.option(
    "--explain",
    "explained",
    is_flag=True,
    help="With --prose: show how each move was read.",
)
@click.option(
    "--expect",
    type=A_POSITION,
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
    notation: str | None,
    ask: bool,
    reading: PositionOptions,
) -> None:
    """Check that each move of SCRIPT is legal; print the resulting diagram.

    SCRIPT is a file of moves, '-' for standard input, a line of a problem, such as woods-4:clubs,
    or a save file, for its move log.  Without SCRIPT, replay the game in a save file or session
    from its start, the solution of a problem, or a line such as woods-4:hearts.

    With --prose and without SCRIPT, POSITION may be a running text with diagrams and moves.  For
    each diagram a line reports whether the moves in the text lead to it (exit 1 if not).

    At an illegal move the replay stops and prints its place in the script, the reason, and the
    position before it (exit 1).  Only diagrams go to standard output; the moves of --steps,
    comments and notes go to standard error.

    \b
    Examples:
      spiderpos replay diagram.txt solution.txt
      spiderpos replay woods-6:space
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
    prose = notation == "prose"
    if explained and not prose:
        raise click.UsageError("--explain requires --prose")
    if steps and format.name == "save":
        raise click.UsageError("--steps can't be combined with '--as save'")
    one_line = steps or expect is not None
    if prose and script is None and holds_text(position):
        loaded, moves = read_running_text(
            position, reading, explained=explained, one_line=one_line
        )
    else:
        searched = prose and expect is not None
        loaded, moves = read_both(
            position, script, notation, reading, explained=explained, searched=searched
        )
    start = loaded.position
    expected = None
    if expect is not None:
        expected = read_expected(expect, start.rules, partial=reading.partial)
    if moves.plan is not None:
        if one_line:
            raise click.UsageError("--steps and --expect can't be used with a plan")
        output.write(_plan_end(moves.plan, start), format)
        return
    if steps:
        output.write_step(start, format, 0)
    show = (lambda after, number: output.write_step(after, format, number)) if steps else None
    if moves.candidates and expected is not None:
        played = choose(start, moves, expected[0], show, explained=explained)
    else:
        played = played_moves(start, moves, ask, show)
        if not steps:
            note_comments(moves.script, played)
    end = played[-1].step.after if played else start
    if format.name == "save":
        before = loaded.game or PlayedGame(start, ())
        game = [*before.steps, *(move.step for move in played)]
        output.write_game(before.start, game)
    elif not steps:
        output.write(end, format)
    note(f"{count_phrase(len(played), 'move')}, all legal" if played else "no moves")
    if expected is not None:
        _compare(*expected, end)


def read_both(
    position: str,
    script: str | None,
    notation: str | None,
    reading: PositionOptions,
    *,
    explained: bool = False,
    searched: bool = False,
) -> tuple[Loaded, TextMoves]:
    """Read the arguments POSITION and SCRIPT: return the position, and the moves to play from it.

    Without SCRIPT these are the moves of the named line, of the game in the file, or the solution.
    """
    if script is None and notation:
        raise click.UsageError("--prose and --script-from require a SCRIPT")
    if script is None and (named := read_line(position, reading)) is not None:
        return named[0], TextMoves(named[1].script)
    loaded = read_position(position, reading)
    if script is not None:
        moves = read_moves(script, notation, loaded=loaded, explained=explained, searched=searched)
        return loaded, moves
    game = loaded.game
    if loaded.format is not None and loaded.format.name == "line":
        note(f"{loaded.name}: the file has only a save line, without moves and diagram")
        game = PlayedGame(loaded.position, ())
    if game is None and (solution := solution_moves(loaded, position)) is not None:
        return loaded, solution
    if game is None:
        raise click.UsageError(
            f"expected a SCRIPT (a file of moves, or '-'), because {loaded.name} contains a "
            "position without moves"
        )
    before = loaded._replace(position=game.start, game=PlayedGame(game.start, (), game.goal))
    return before, TextMoves(script_of_game(game.steps, loaded.name))


def played_moves(
    start: Position,
    moves: TextMoves,
    ask: bool = False,
    show: Callable[[Position, int], None] | None = None,
    *,
    illegal: int = DOES_NOT_HOLD,
) -> tuple[Played, ...]:
    """Play the script; at an illegal move print the error and the position before it, and exit.

    ``illegal`` is the exit code for an illegal move; it is 3 if the search for a legal way to play
    the move gave up.  ``show`` is called with the position after each move and the number of the
    move.
    """
    done: list[Played] = []
    try:
        for played in play(start, moves.script, ask=_ask if ask else None):
            done.append(played)
            if show is not None:
                note_move(moves.script, played)
                show(played.step.after, played.number)
    except ReplayError as error:
        complain(str(error))
        if moves.is_prose:
            note(LEAVE_OUT)
        note("the position before it:")
        print_position(error.position, err=True)
        sys.exit(UNDECIDED if error.reason.undecided else illegal)
    note_assumed(assumed_in(done))
    if moves.saved is not None:
        from ..games import save  # noqa: PLC0415 - few scripts are save files

        end = done[-1].step.after if done else start
        for remark in save.check_end(moves.saved, end, name=moves.script.name):
            note(f"{moves.script.name}: {remark}")
    return tuple(done)


def _plan_end(plan: Plan, start: Position) -> Position:
    """Play a plan in every case and print a summary; exit if a move is illegal or cases are left.

    Return the position in which its cases first differ, or the last one if it doesn't branch.
    """
    from ..goals.plans import play_plan  # noqa: PLC0415 - few scripts are plans

    result = play_plan(plan, start)
    if result.stopped is not None:
        report_case(result.stopped, start)
        sys.exit(DOES_NOT_HOLD)
    if not result.complete:
        note(f"undecided: more than {len(result.cases) - 1} cases")
        sys.exit(UNDECIDED)
    if len(result.cases) > 1:
        cases = len(result.cases)
        note(f"{cases} cases, all legal; this is the position where the plan branches")
    else:
        moves = count_phrase(len(result.cases[0].steps), "move")
        note(f"{moves}, all legal: the plan doesn't branch")
    return result.end


def report_case(case: Case, start: Position) -> None:
    """Print the error at which a plan stops in a case, and the position before it."""
    place = case.instruction.place if case.instruction is not None else None
    cards = f"{case}: " if case.turned else ""
    if place is None:
        complain(f"{cards}{case.stopped}")
    else:
        complain(f"{place}: {cards}{case.stopped}\n{place.excerpt()}")
    note("the position before it:")
    print_position(case.steps[-1].after if case.steps else start, err=True)


def _ask(step: Step) -> Sequence[Card]:
    """Ask the user which cards turned up; an empty answer leaves a card unknown."""
    dealt = len(step.cards) if isinstance(step.move, Deal) else 0
    columns = [*range(1, dealt + 1), *(turned.column for turned in step.turned)]
    return [
        card
        or click.prompt(
            f"{describe(step)}: which card turns up in column {column}? (Enter leaves it unknown)",
            default=UNKNOWN,
            show_default=False,
            value_proc=lambda text: as_card(text) if str(text).strip() else UNKNOWN,
            err=True,
        )
        for column, card in zip(columns, face_up_by(step), strict=True)
    ]


def _compare(expected: Position, tableau_only: bool, end: Position) -> None:
    from ..game.difference import CELLS, difference  # noqa: PLC0415 - rarely needed

    different = difference(expected, end)
    if tableau_only:
        different = [d for d in different if d.column or d.what == CELLS]
    if different:
        complain("the last position differs from --expect:\n" + "\n".join(map(str, different)))
        sys.exit(DOES_NOT_HOLD)
    note("the last position is the one expected")


@click.command(name="convert-script")
@click.argument("position", type=A_POSITION)
@click.argument("script", type=A_SCRIPT, required=False)
@position_options
@ask_option
@script_options
@click.option(
    "--as",
    "as_format",
    type=Completed(lambda: scripts.SCRIPT_FORMATS),
    metavar="FORMAT",
    required=True,
    help="Notation to write: prose (Woods' words), letters, log, save.",
)
def convert_script(
    position: str,
    script: str | None,
    as_format: str,
    notation: str | None,
    ask: bool,
    reading: PositionOptions,
) -> None:
    """Check the moves of SCRIPT and write them in another notation.

    SCRIPT is a file of moves, '-', or a line of a problem, played from POSITION.  Without SCRIPT,
    convert the game in a save file or session, the solution of a problem, or a line.  Woods'
    words keep comments, marks and variations; for other notations a note reports the loss.  At an
    illegal move the command prints its place, the reason, and the position before it (exit 1).

    \b
    Examples:
      spiderpos convert-script position.txt moves.txt --as prose
      spiderpos convert-script woods-4 solution.txt --as letters
      spiderpos convert-script game.save --as prose
      spiderpos convert-script woods-6:space --as letters
    """
    format = scripts.find(as_format)
    loaded, moves = read_both(position, script, notation, reading)
    if moves.plan is not None:
        raise no_plan(moves.plan, "'convert-script'")
    steps = [p.step for p in played_moves(loaded.position, moves, ask)]
    if format.name == "save":
        if moves.script.line is not None:
            note(f"not written, because a save file can't store it: {remarks(moves.script)}")
        Output().write_game(loaded.position, steps)
        return
    text = format.dumps(steps)
    if moves.script.line is not None:
        if format.name in ("words", "prose"):
            text = str(tree_of(loaded.position, moves.script))
        else:
            note(f"not written, because '{format.name}' can't store it: {remarks(moves.script)}")
    click.echo(text, nl=not text.endswith("\n"))
    if format.name != "log":
        return
    from ..scripts import log  # noqa: PLC0415 - few notations need it

    if cards := log.unsaid(steps):
        note(f"a log doesn't store the cards turned up: {join_words(cards)}")


def solution_moves(loaded: Loaded, spec: str) -> TextMoves | None:
    """Return the solution of the problem in ``loaded``, and print a note; None without one."""
    problem = loaded.problem
    if problem is None or loaded.name != problem.id:
        return None
    solution = problem.solution_script
    if solution is None:
        return None
    whose = "the catalogue's" if spec in problem_ids() else "its own"
    note(f"{problem.id}: {whose} line '{solution[0]}'")
    if input_waits():
        note("standard input is not read: write '-' as SCRIPT to read it")
    return TextMoves(solution[1])
