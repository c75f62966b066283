"""The commands of ``session``: a game in a file, with undo and redo."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from .. import scripts
from ..game import survey
from ..game.engine import Step
from ..game.replay import ReplayError, assumed_in
from ..games import session as sessions
from ..scripts.words import describe
from ..show.pictures import Picture
from ..text.errors import NotationError
from ..text.wording import columns_phrase, count_phrase
from .errors import DOES_NOT_HOLD, complain, note
from .games import game_of
from .inputs import FileName, note_assumed, position_options, read_position, read_text
from .output import find_format, format_option, print_position
from .scripting import script_of

__all__ = ["session"]


@click.group(name="session")
def session() -> None:
    """A game in a FILE: play moves, take them back, look at it, go on later.

    The file holds the start, all moves and those that were taken back.  Wherever a POSITION is
    asked for the file stands for the position that its game is at.

    \b
    Try:
      spiderpos session new game.json woods-1
      spiderpos session do game.json "Jh from 8 to 9"
      spiderpos suggest game.json
      spiderpos session undo game.json
    """


@session.command()
@click.argument("file", type=FileName())
@click.argument("position")
@click.option("--force", is_flag=True, help="Replace a session that FILE already holds.")
@position_options
def new(file: str, position: str, force: bool, **told: Any) -> None:
    """Begin a game from POSITION.

    A FILE that is there is not replaced, except a session with --force; it is kept as
    FILE.bak then.

    \b
    Example:
      spiderpos session new game.json woods-1
    """
    if os.path.lexists(file) and not force:
        raise click.UsageError(f"'{file}' is already there (--force begins a new game in it)")
    begun = game_of(read_position(position, **told))
    if force:
        sessions.dump(begun, file)
    else:
        sessions.SessionFile(file, begun)
    note(f"'{file}': a new game")


@session.command()
@click.argument("file", type=FileName())
@click.argument("moves", nargs=-1, required=True)
@format_option
def do(file: str, moves: tuple[str, ...], as_format: str) -> None:
    """Play MOVES, in any notation for moves, and print the position.

    '-' reads them from standard input.  If one isn't legal none is played (exit 1).

    \b
    Examples:
      spiderpos session do game.json "Jh from 8 to 9" "10d from 2 to 9"
      spiderpos session do game.json - < moves.txt
    """
    # Moves may be long in coming; the game is as it is when they are there.
    text, name = read_text("-") if moves == ("-",) else ("\n".join(moves), "<argument>")
    try:
        script = script_of(text, name, command="'session do'")
    except NotationError:
        if len(moves) == 1 and os.path.isfile(moves[0]):
            raise click.UsageError(
                f"'{moves[0]}' is a file: '-' reads moves from standard input, as in "
                f"'spiderpos session do {file} - < {moves[0]}'"
            ) from None
        raise
    saved = sessions.SessionFile(file)
    game = saved.game
    before = game.at
    try:
        note_assumed(assumed_in(game.play(script)))
    except ReplayError:
        note(f"'{file}' is as it was, for one of the moves can't be played:")
        raise
    saved.save()
    for number, step in enumerate(game.done[before:], before + 1):
        note(f"{number}. {describe(step)}")
    turned = (turned for step in game.done[before:] for turned in step.turned)
    if unknown := sorted({where.column for where in turned if not where.card}):
        note(
            f"what was turned up in {columns_phrase(unknown)} isn't known; undone, the move can "
            "say it: '..., turning up Jd'"
        )
    print_position(game.position, as_format)


_yes = click.option("--yes", is_flag=True, help="Don't ask.")


@session.command()
@click.argument("file", type=FileName())
@click.option("-n", "count", type=click.IntRange(1), default=1, help="How many moves.")
@_yes
@format_option
def undo(file: str, count: int, yes: bool, as_format: str) -> None:
    """Take moves back and print the position.

    Before going back over a card turned up or a row dealt it asks; where it can't ask it
    stops (exit 1) unless --yes is given.

    \b
    Examples:
      spiderpos session undo game.json
      spiderpos session undo game.json -n 5 --yes
    """
    saved = sessions.SessionFile(file)
    game = saved.game
    if 0 < game.at < count:
        done = count_phrase(game.at, "move")
        are = "is" if game.at == 1 else "are"
        raise sessions.SessionError(f"only {done} {are} done; nothing was taken back")
    taken_back = [game.undo() for _ in range(count)]
    _ask_about(taken_back, yes=yes)
    saved.save()
    for step in taken_back:
        note(f"taken back: {describe(step)}")
    print_position(game.position, as_format)


@session.command()
@click.argument("file", type=FileName())
@click.option("-n", "count", type=click.IntRange(1), default=1, help="How many moves.")
@format_option
def redo(file: str, count: int, as_format: str) -> None:
    """Do moves again that were taken back, and print the position.

    \b
    Example:
      spiderpos session redo game.json
    """
    saved = sessions.SessionFile(file)
    game = saved.game
    left = len(game.undone)
    if 0 < left < count:
        were = "was" if left == 1 else "were"
        message = f"only {count_phrase(left, 'move')} {were} taken back; nothing was done again"
        raise sessions.SessionError(message)
    steps = [game.redo() for _ in range(count)]
    saved.save()
    for step in steps:
        note(f"done again: {describe(step)}")
    print_position(game.position, as_format)


@session.command()
@click.argument("file", type=FileName())
@click.argument("number", type=click.IntRange(0))
@_yes
@format_option
def go(file: str, number: int, yes: bool, as_format: str) -> None:
    """Go to where NUMBER moves are done, back or forth, and print the position.

    0 starts over: everything can be redone.  Asks as 'undo' does.

    \b
    Examples:
      spiderpos session go game.json 0
      spiderpos session go game.json 12
    """
    saved = sessions.SessionFile(file)
    game = saved.game
    before = game.done
    game.go_to(number)
    _ask_about(before[number:][::-1], yes=yes)
    saved.save()
    print_position(game.position, as_format)


@session.command()
@click.argument("file", type=FileName())
def log(file: str) -> None:
    """Print the moves as a script; those that were taken back stand in remarks.

    \b
    Example:
      spiderpos session log game.json > moves.txt
    """
    game = sessions.load(file)
    click.echo(scripts.SCRIPT_FORMATS["words"].dumps(game.done), nl=False)
    for step in game.undone:
        click.echo(f"# taken back: {describe(step)}")


@session.command()
@click.argument("file", type=FileName())
@format_option
def replay(file: str, as_format: str) -> None:
    """Print the start, and every move with the position after it, up to where the game is.

    Only positions go to standard output, with an empty line after each but the last.

    \b
    Example:
      spiderpos session replay game.json | less
    """
    game = sessions.load(file)
    format = find_format(as_format)
    if isinstance(format, Picture) and format.name != "unicode":
        raise click.UsageError(f"every position is printed: '{format.name}' shows one")
    print_position(game.start, format.name)
    for number, step in enumerate(game.done, 1):
        click.echo()
        note(f"{number}. {describe(step)}")
        print_position(step.after, format.name)


@session.command()
@click.argument("file", type=FileName())
def info(file: str) -> None:
    """Print the game's figures: moves made and taken back, deals left, cards turned up.

    \b
    Example:
      spiderpos session info game.json
    """
    game = sessions.load(file)
    click.echo(str(survey.info(game.position, game.at)))
    click.echo(f"{count_phrase(len(game.undone), 'move')} taken back, to be redone")


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
