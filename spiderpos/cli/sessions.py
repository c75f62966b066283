"""The commands of ``session``: a game in a file, with undo and redo."""

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
    """A game in a FILE: play moves, take them back, go on later.

    The file holds the start, all moves and those that were taken back.  Wherever a POSITION is
    asked for the file stands for the position that its game is at, and where a SCRIPT is, for
    its moves.

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
    """Return the game to go on with: a problem brings its stipulation, a game its moves."""
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
    """Begin a game from POSITION.

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

    '-' reads them from standard input.  If one isn't legal none is played (exit 1).

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
        note(f"'{file}' is as it was, for one of the moves can't be played:")
        raise
    saved.save()
    new = game.done[before:]
    for number, step in enumerate(new, before + 1):
        note(f"{number}. {describe(step)}")
    unknown = sorted({at.column for step in new for at in step.turned if not at.card})
    if unknown:
        note(
            f"what was turned up in {columns_phrase(unknown)} isn't known; undone, the move can "
            "say it: '..., turning up Jd'"
        )
    _tell_the_end(game, new)
    print_position(game.position, format)


def _tell_the_end(game: Session, new: Sequence[Step]) -> None:
    """Say that the goal is reached, or the game won, by the last moves."""
    if not new:
        return
    if game.goal is not None:
        judgement = judge(game.goal, game.start, game.done)
        if judgement.verdict is Verdict.HOLDS and (judgement.reached_at or 0) > game.at - len(new):
            note(f"the goal is reached: {game.goal}")
    if is_won(game.position) and not is_won(new[-1].before):
        note("the game is won")


_count = click.option("-n", "count", type=click.IntRange(1), default=1, help="How many moves.")


@session.command()
@click.argument("file", type=file_name)
@_count
@click.option("--all", "every", is_flag=True, help="All moves: start over.")
@click.option("--yes", is_flag=True, help="Don't ask.")
@format_option
def undo(file: str, count: int, every: bool, yes: bool, format: Written) -> None:
    """Take moves back and print the position.

    Before going back over a card turned up or a row dealt it asks; where it can't ask it
    stops (exit 1) unless --yes is given.

    \b
    Examples:
      spiderpos session undo game.json
      spiderpos session undo game.json -n 5 --yes
    """
    saved = SessionFile(file)
    game = saved.game
    count = game.at if every else count
    if game.at < count:
        raise SessionError(f"{count_phrase(game.at, 'move')} can be taken back, not {count}")
    taken_back = game.done[game.at - count :][::-1]
    game.go_to(game.at - count)
    _ask_about(taken_back, yes=yes)
    saved.save()
    for step in taken_back:
        note(f"taken back: {describe(step)}")
    print_position(game.position, format)


@session.command()
@click.argument("file", type=file_name)
@_count
@format_option
def redo(file: str, count: int, format: Written) -> None:
    """Do moves again that were taken back, and print the position.

    \b
    Example:
      spiderpos session redo game.json
    """
    saved = SessionFile(file)
    game = saved.game
    if len(game.undone) < count:
        left = count_phrase(len(game.undone), "move")
        raise SessionError(f"{left} can be done again, not {count}")
    steps = game.undone[:count]
    game.go_to(game.at + count)
    saved.save()
    for step in steps:
        note(f"done again: {describe(step)}")
    print_position(game.position, format)


def _ask_about(steps: Sequence[Step], *, yes: bool) -> None:
    """Ask before steps are taken back by which something was learned; exit if not."""
    learned = [what for what in map(sessions.information, steps) if what]
    if not learned or yes:
        return
    question = f"this takes back {'; '.join(learned)}"
    if sys.stdin.isatty():
        if click.confirm(f"{question}. Go on?", err=True):
            return
        note("nothing was taken back")
    else:
        complain(f"{question}: nothing was taken back (--yes does it)")
    sys.exit(DOES_NOT_HOLD)
