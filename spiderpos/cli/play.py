"""The command ``play``: write pages to play on, and open one."""

from __future__ import annotations

import os
import webbrowser
from pathlib import Path

import click

from ..catalogue.problem import START
from ..games import session, session_format
from ..games.session import Session
from .errors import note
from .inputs import Loaded, read_position
from .options import A_POSITION, PositionOptions, file_name, position_options
from .sessions import game_of
from .writing import check_folder


@click.command()
@click.argument("position", type=A_POSITION, required=False)
@click.option(
    "-o",
    "--output",
    type=file_name,
    metavar="FOLDER",
    help="Output folder for the pages (default: one in the cache).",
)
@click.option("--new", "anew", is_flag=True, help="Start a new game even if one is stored.")
@click.option("--no-browser", is_flag=True, help="Only print the page's address.")
@click.option("--session", "file", type=file_name, metavar="FILE", hidden=True)
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", hidden=True)
@position_options
def play(
    position: str | None,
    output: str | None,
    anew: bool,
    no_browser: bool,
    file: str | None,
    port: int | None,
    reading: PositionOptions,
) -> None:
    """Play in the browser: drag cards, undo moves, save the game, continue later.

    The pages are files in a folder: all problems of the catalogue, deals to play, and POSITION,
    which is a problem, a session file or any other position.  They are written only once and need
    no server.  The browser stores the games and continues a game that was started before.

    \b
    Examples:
      spiderpos play
      spiderpos play woods-2
      spiderpos play game.json
      spiderpos play woods-1 --output pages --no-browser
    """
    if port is not None:
        raise click.UsageError("--port is no longer used: the pages are files, without a server")
    if file is not None:
        raise click.UsageError(
            "--session: a page can't write to a file. To continue a session, give it as "
            f"POSITION ('spiderpos play {file}'); 'Save' on the page writes one"
        )
    if anew and position is None:
        raise click.UsageError("--new requires a POSITION")
    from ..play import folder as pages  # noqa: PLC0415 - the help needs no pages

    loaded = read_position(position, reading) if position is not None else None
    folder = Path(output) if output is not None else pages.default_folder()
    check_folder(folder)
    if not pages.is_ours(folder):
        raise click.UsageError(f"'{folder}' has other files in it: name a folder for the pages")
    if pages.write_book(folder):
        note(f"'{folder}': the pages were written")
    page = folder / "index.html"
    if loaded is not None and position is not None:
        page = _page(folder, position, loaded)
        if anew:
            page = pages.write_anew(folder, page)
    address = page.resolve().as_uri()
    click.echo(address)
    if not no_browser and not webbrowser.open(address):
        note("No browser could be started: open this address in one.")


def _page(folder: Path, position: str, loaded: Loaded) -> Path:
    """Return the page of a position; write it unless it is a catalogue problem's existing page."""
    from ..play import folder as pages  # noqa: PLC0415

    problem = loaded.problem
    if problem is not None and loaded.reference == START:
        page = folder / f"{problem.id}.html"
        ours = not os.path.lexists(position) and page.is_file()
        return page if ours else pages.write_problem(folder, problem)
    game: Session = game_of(loaded)
    if loaded.format is session_format.FORMAT and os.path.lexists(position):
        game = session.load(position)
        game.title = game.title or Path(position).name[:200]
    return pages.write_game(folder, game, (f"assumed: {words}" for words in loaded.assumed))
