"""Commands that play scripts: ``replay`` and ``convert-script``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

import click

from .. import scripts
from ..catalogue import problem_ids
from ..formats import line
from ..game.cards import UNKNOWN, Card
from ..game.difference import CELLS, difference
from ..game.engine import Step
from ..game.moves import Deal
from ..game.position import Position
from ..game.replay import Played, ReplayError, assumed_in, face_up_by, play
from ..games import save
from ..games.script_input import PlayedGame, TextMoves, play_plan, script_of_game
from ..games.tree import remarks
from ..goals.plans import Case, Plan, no_plan
from ..scripts import log
from ..scripts.words import describe
from ..text.wording import count_phrase, join_words
from .errors import DOES_NOT_HOLD, UNDECIDED, complain, note
from .inputs import Loaded, note_assumed, read_expected, read_line, read_position
from .lines import LineCommand
from .options import A_POSITION, A_SCRIPT, PositionOptions, Proposed, as_card, position_options
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
    "--ask", is_flag=True, help="Ask on the terminal for each card turned up that isn't known."
)


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
    help="Say which words were taken as which move (with --prose).",
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

    SCRIPT is a file of moves, '-' for standard input, or a line of a problem, such as
    woods-4:clubs; a save file gives its move log.  If POSITION is a save file or a session, SCRIPT
    may be left out: the game that it holds is replayed from its own start; for a problem its
    solution is, and for a line, such as woods-4:hearts, that line.  With --prose POSITION may be a
    running text with diagrams and moves: a line says of each diagram whether the moves that the
    text names lead to it (exit 1 if not).  The first illegal move stops
    with its place in the script, the reason, and the position before it (exit 1).  Only diagrams
    go to standard output; the moves of --steps, comments and all remarks go to standard error.

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
        raise click.UsageError("--explain goes with --prose")
    if steps and format is save.FORMAT:
        raise click.UsageError("--steps shows positions; '--as save' writes the whole game once")
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
            raise click.UsageError("a plan has many ends: --steps and --expect are for one line")
        output.write(_plan_end(moves.plan, start), format)
        return
    if steps:
        output.write_step(start, format, 0)
    show = (lambda at, number: output.write_step(at, format, number)) if steps else None
    if moves.candidates and expected is not None:
        played = choose(start, moves, expected[0], show, explained=explained)
    else:
        played = played_moves(start, moves, ask, show)
        if not steps:
            note_comments(moves.script, played)
    end = played[-1].step.after if played else start
    if format is save.FORMAT:
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
    """Return the position and the moves.

    Without a script: the named line, the game that a file holds, or the problem's solution.
    """
    if script is None and notation:
        raise click.UsageError("name a SCRIPT: --prose and --script-from say how it is read")
    if script is None and (named := read_line(position, reading)) is not None:
        return named[0], TextMoves(named[1].script)
    loaded = read_position(position, reading)
    if script is not None:
        moves = read_moves(script, notation, loaded=loaded, explained=explained, searched=searched)
        return loaded, moves
    game = loaded.game
    if loaded.format is line.FORMAT:
        note(f"{loaded.name}: the file ends after the save line: it has no moves and no diagram")
        game = PlayedGame(loaded.position, ())
    if game is None and (own := own_line(loaded, position)) is not None:
        return loaded, own
    if game is None:
        raise click.UsageError(
            f"name a SCRIPT (a file of moves, or '-'): {loaded.name} holds a position and no "
            "game; a save file, a session or a problem with a solution needs none"
        )
    before = replace(loaded, position=game.start, game=PlayedGame(game.start, (), game.goal))
    return before, TextMoves(script_of_game(game.steps, loaded.name))


def played_moves(
    start: Position,
    moves: TextMoves,
    ask: bool = False,
    show: Callable[[Position, int], None] | None = None,
    *,
    illegal: int = DOES_NOT_HOLD,
) -> tuple[Played, ...]:
    """Play the script; on an illegal move report it with the position before, and exit.

    ``illegal`` is the exit code then.
    ``show`` is given each position and the number of the move that led to it.
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
        end = done[-1].step.after if done else start
        for remark in save.check_end(moves.saved, end, name=moves.script.name):
            note(f"{moves.script.name}: {remark}")
    return tuple(done)


def _plan_end(plan: Plan, start: Position) -> Position:
    """Play a plan in every case, say what came of it, and give the position that it shows."""
    result = play_plan(plan, start)
    if result.stopped is not None:
        complain_of_case(result.stopped, start)
        sys.exit(DOES_NOT_HOLD)
    if not result.complete:
        note(f"undecided: there are more than {len(result.cases) - 1} cases")
        sys.exit(UNDECIDED)
    if len(result.cases) > 1:
        cases = len(result.cases)
        note(f"{cases} cases, all legal; this is the position where the plan branches")
    else:
        moves = count_phrase(len(result.cases[0].steps), "move")
        note(f"{moves}, all legal: the one case that there is")
    return result.end


def complain_of_case(case: Case, start: Position) -> None:
    """Report where a plan stops in a case, with the position before it."""
    at = case.instruction.place if case.instruction is not None else None
    where = f"{case}: " if case.turned else ""
    if at is None:
        complain(f"{where}{case.stopped}")
    else:
        complain(f"{at}: {where}{case.stopped}\n{at.excerpt()}")
    note("the position before it:")
    print_position(case.steps[-1].after if case.steps else start, err=True)


def _ask(step: Step) -> Sequence[Card]:
    """Ask a person which card came up; an empty answer leaves it unknown."""
    if isinstance(step.move, Deal):
        columns = list(range(1, len(step.cards) + 1))
    else:
        columns = [turned.column for turned in step.turned]
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
    different = difference(expected, end)
    if tableau_only:
        different = [d for d in different if d.column or d.what == CELLS]
    if different:
        complain("the end is not the position expected:\n" + "\n".join(map(str, different)))
        sys.exit(DOES_NOT_HOLD)
    note("the end is the position expected")


@click.command(name="convert-script")
@click.argument("position", type=A_POSITION)
@click.argument("script", type=A_SCRIPT, required=False)
@position_options
@ask_option
@script_options
@click.option(
    "--as",
    "as_format",
    type=Proposed(lambda: scripts.SCRIPT_FORMATS),
    metavar="FORMAT",
    required=True,
    help="The notation to write: prose (Woods' words), letters, log, save.",
)
def convert_script(
    position: str,
    script: str | None,
    as_format: str,
    notation: str | None,
    ask: bool,
    reading: PositionOptions,
) -> None:
    """Write the moves of SCRIPT in another notation, checking each.

    SCRIPT is a file of moves, '-', or a line of a problem, played from POSITION; without it the
    game that POSITION holds is written, if that is a save file or a session, a problem's solution,
    or the line that POSITION names.  Comments, marks and variations are kept in Woods' words; for
    other notations it says what is lost.  The first illegal move stops with its place, the reason,
    and the position before it (exit 1).

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
    if format is save.SCRIPT_FORMAT:
        if moves.script.line is not None:
            note(f"not written, as a save file has no place for it: {remarks(moves.script)}")
        Output().write_game(loaded.position, steps)
        return
    text = format.dumps(steps)
    if moves.script.line is not None:
        if format.name in ("words", "prose"):
            text = str(tree_of(loaded.position, moves.script))
        else:
            note(f"not written, as '{format.name}' has no place for it: {remarks(moves.script)}")
    click.echo(text, nl=not text.endswith("\n"))
    if format is log.SCRIPT_FORMAT and (cards := log.unsaid(steps)):
        note(f"a log doesn't say which cards come up: {join_words(cards)}")


def own_line(loaded: Loaded, spec: str) -> TextMoves | None:
    """Return the solution of the problem that ``spec`` names, which is said.

    None if it has none.
    """
    problem = loaded.problem
    if problem is None or loaded.name != problem.id:
        return None
    solution = problem.solution_script
    if solution is None:
        return None
    whose = "the catalogue's" if spec in problem_ids() else "its own"
    note(f"{problem.id}: {whose} line '{solution[0]}'")
    return TextMoves(solution[1])
