"""The command ``play``: a page to play on."""

from __future__ import annotations

import os
from pathlib import Path

import click

from ..games import session_format
from ..play.store import GameStore, data_folder
from ..play.table import Table
from ..text.extras import missing
from .errors import note
from .inputs import read_position
from .options import A_POSITION, PositionOptions, file_name, position_options
from .sessions import game_of


@click.command()
@click.argument("position", type=A_POSITION, required=False)
@click.option(
    "--session",
    "file",
    type=file_name,
    metavar="FILE",
    help="Keep the game in this file (default: in the data folder).",
)
@click.option("--new", "anew", is_flag=True, help="Begin anew, even if a game is there.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="The port to listen on (default: a free one).",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@position_options
def play(
    position: str | None,
    file: str | None,
    anew: bool,
    port: int,
    no_browser: bool,
    reading: PositionOptions,
) -> None:
    """Play in the browser: drag cards, take moves back, save, go on later.

    The page is served on this machine only, at an address with a secret token, until Ctrl-C.
    POSITION is a problem, a session file or any other position; without one the page lists the
    catalogue's problems and the games begun.  A game that was begun before is gone on with.

    \b
    Examples:
      spiderpos play
      spiderpos play woods-2
      spiderpos play game.json
      spiderpos play woods-1 --session mine.json --no-browser
    """
    try:
        from ..play.server import Server, open_browser  # noqa: PLC0415 - the help needs no server
    except ImportError:
        raise click.UsageError(f"playing in the browser needs {missing('play')}") from None
    store = GameStore(data_folder())
    table = _table(store, position, file, anew=anew, reading=reading)
    server = Server(store, port)
    address = server.address(table)

    def started() -> None:
        click.echo(address)
        note("The page is open to this machine only.  Ctrl-C ends it.")
        if not no_browser:
            open_browser(address)

    server.run(started)
    where = table.file.path if table else store.folder
    note(f"\nended; the game is kept in '{where}'" if table else "\nended")


def _table(
    store: GameStore,
    position: str | None,
    file: str | None,
    *,
    anew: bool,
    reading: PositionOptions,
) -> Table | None:
    """Return the game to begin with, None for the list."""
    if file is not None and os.path.lexists(file):
        if position is not None or anew:
            raise click.UsageError(
                f"'{file}' is there already: leave out POSITION and --new to go on with the game "
                "in it"
            )
        return store.open_file(Path(file))
    if position is None:
        if file is not None:
            raise click.UsageError(f"'{file}' is not there: say which POSITION to begin in it")
        if anew:
            raise click.UsageError("--new goes with a POSITION")
        return None
    loaded = read_position(position, reading)
    its_own = loaded.format is session_format.FORMAT and os.path.lexists(position)
    if its_own and file is None and not anew:
        return store.open_file(Path(position))
    game = game_of(loaded)
    if file is not None:
        return store.open_file(Path(file), game)
    return store.begin(game, resume=not anew and not game.steps)
