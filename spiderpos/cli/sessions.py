"""The commands of ``session``: play a game that is saved in a file, with undo and redo."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ..catalogue.games import game_of_problem
from ..game.engine import Step
from ..game.replay import ReplayError, assumed_in
from ..game.survey import is_won
from ..games import session as sessions
from ..games.script_input import moves_of
from ..games.session import Session, SessionError, SessionFile
from ..goals.judge import Verdict, judge
from ..scripts.words import describe
from ..text.wording import columns_phrase, count_phrase
from .errors import DOES_NOT_HOLD, Group, complain, note
from .inputs import Loaded, note_assumed, read_position, read_text
from .options import A_POSITION, PositionOptions, file_name, position_options
from .output import Written, format_option, print_position
from .scripting import noted, script_in
from .writing import check_new, force_option, put


@click.group(name="session", cls=Group)
def session() -> None:
    """Play a game that is saved in FILE: play moves, undo, redo, continue later.

    The file contains the first position, all moves, and the undone moves.  Other commands
    accept the file as a POSITION (the current one) and as a SCRIPT (the moves played).

    \b
    Try:
      spiderpos session new game.json woods-1
      spiderpos session do game.json "Jh from 8 to 9"
      spiderpos moves game.json --best
      spiderpos session undo game.json
      spiderpos info game.json
      spiderpos replay game.json --steps
      spiderpos convert-script game.json --as words
    """


def game_of(loaded: Loaded) -> Session:
    """Return a game that has reached a position on the command line.

    It has the stipulation and goal of the position's problem and the moves that lead there, or the
    goal and moves of the position's game.
    """
    if loaded.problem is not None:
        return game_of_problem(loaded.problem, loaded.reference)
    title = "A position" if loaded.name.startswith("<") else Path(loaded.name).name[:200]
    if loaded.game is not None:
        game = loaded.game
        return Session(game.start, game.steps, title=title, goal=game.goal)
    return Session(loaded.position, title=title)


@session.command()
@click.argument("file", type=file_name)
@click.argument("position", type=A_POSITION)
@force_option
@position_options
def new(file: str, position: str, force: bool, reading: PositionOptions) -> None:
    """Start a game from POSITION.

    \b
    Example:
      spiderpos session new game.json woods-1
    """
    check_new(Path(file), force=force)
    put(Path(file), sessions.dumps(game_of(read_position(position, reading))))
    note(f"'{file}': a new game")


@session.command()
@click.argument("file", type=file_name)
@click.argument("moves", nargs=-1, required=True)
@format_option
def do(file: str, moves: tuple[str, ...], format: Written) -> None:
    """Play MOVES, in any notation for moves, and print the position.

    '-' reads them from standard input.  If one is illegal, none is played (exit 1).

    \b
    Examples:
      spiderpos session do game.json "Jh from 8 to 9" "10d from 2 to 9"
      spiderpos session do game.json - < moves.txt
    """
    text, name = read_text("-") if moves == ("-",) else ("\n".join(moves), "<moves>")
    script = script_in(noted(moves_of(text, name)), "'session do'")
    saved = SessionFile(file)
    game = saved.game
    before = game.at
    try:
        note_assumed(assumed_in(game.play(script)))
    except ReplayError:
        note(f"'{file}' is unchanged, because one of the moves is illegal:")
        raise
    saved.save()
    new = game.done[before:]
    for number, step in enumerate(new, before + 1):
        note(f"{number}. {describe(step)}")
    unknown = sorted({turned.column for step in new for turned in step.turned if not turned.card})
    if unknown:
        note(
            f"the card turned up in {columns_phrase(unknown)} is unknown; to name it, undo the "
            "move and play it as '..., turning up Jd'"
        )
    _note_end(game, new)
    print_position(game.position, format)


def _note_end(game: Session, new: Sequence[Step]) -> None:
    """Print a note if the last moves reached the goal or won the game."""
    if not new:
        return
    if game.goal is not None:
        judgement = judge(game.goal, game.start, game.done)
        if judgement.verdict is Verdict.HOLDS and (judgement.reached_at or 0) > game.at - len(new):
            note(f"the goal is reached: {game.goal}")
    if is_won(game.position) and not all(is_won(step.before) for step in new):
        note("the game is won")


_count = click.option("-n", "count", type=click.IntRange(1), default=1, help="Number of moves.")


@session.command()
@click.argument("file", type=file_name)
@_count
@click.option("--all", "every", is_flag=True, help="Undo all moves.")
@click.option("--yes", is_flag=True, help="Don't ask.")
@format_option
def undo(file: str, count: int, every: bool, yes: bool, format: Written) -> None:
    """Undo moves and print the position.

    Asks for confirmation before undoing a move that turned up a card or dealt a row.  If standard
    input isn't a terminal, nothing is undone (exit 1) unless --yes is given.

    \b
    Examples:
      spiderpos session undo game.json
      spiderpos session undo game.json -n 5 --yes
    """
    saved = SessionFile(file)
    game = saved.game
    count = game.at if every else count
    if game.at < count:
        raise SessionError(f"{count_phrase(game.at, 'move')} can be undone, not {count}")
    undone = game.done[game.at - count :][::-1]
    game.go_to(game.at - count)
    _confirm(undone, yes=yes)
    saved.save()
    for step in undone:
        note(f"undone: {describe(step)}")
    print_position(game.position, format)


@session.command()
@click.argument("file", type=file_name)
@_count
@format_option
def redo(file: str, count: int, format: Written) -> None:
    """Redo undone moves and print the position.

    \b
    Example:
      spiderpos session redo game.json
    """
    saved = SessionFile(file)
    game = saved.game
    if len(game.undone) < count:
        available = count_phrase(len(game.undone), "move")
        raise SessionError(f"{available} can be redone, not {count}")
    steps = game.undone[:count]
    game.go_to(game.at + count)
    saved.save()
    for step in steps:
        note(f"redone: {describe(step)}")
    print_position(game.position, format)


def _confirm(steps: Sequence[Step], *, yes: bool) -> None:
    """Ask before undoing steps that revealed information; exit if the user declines."""
    revealed = [text for text in map(sessions.information, steps) if text]
    if not revealed or yes:
        return
    question = f"this undoes {'; '.join(revealed)}"
    if sys.stdin.isatty():
        if click.confirm(f"{question}. Continue?", err=True):
            return
        note("nothing was undone")
    else:
        complain(f"{question}: nothing was undone (use --yes)")
    sys.exit(DOES_NOT_HOLD)
