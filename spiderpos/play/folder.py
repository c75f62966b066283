"""Write the folder of pages for playing: the book of problems, other problems, and games."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final

from ..catalogue import Problem, find_problem, problem_ids
from ..game import census
from ..game.history import initial
from ..games.session import Session
from ..goals.clauses import game_data
from ..scripts.words import describe
from ..show.pages import content, site
from ..show.pages.game import render_game
from ..show.pages.problem import Book, render
from ..text.files import replace_file
from ..text.resources import shipped_folder
from ..version import __version__

#: The file with the version and the last change of the package that wrote the book of problems.
_STAMP: Final = "spiderpos.stamp"
_PACKAGE: Final = Path(__file__).resolve().parents[1]
#: A page that redirects to an address with a fragment, because a browser that is started with a
#: file name accepts no fragment.
_REDIRECT: Final = (
    '<!doctype html><meta charset="utf-8"><title>spiderpos</title>'
    '<meta http-equiv="refresh" content="0; url={0}"><a href="{0}">Play</a>\n'
)


def default_folder() -> Path:
    """Return the folder for pages in the user's cache, or the value of SPIDERPOS_CACHE."""
    named = os.environ.get("SPIDERPOS_CACHE")
    if named:
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData/Local"))
    elif sys.platform == "darwin":
        base = home / "Library/Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", home / ".cache"))
    return base / "spiderpos" / "pages"


def is_ours(folder: Path) -> bool:
    """Return True if a folder doesn't exist, is empty, or has pages that this package wrote."""
    return not folder.is_dir() or (folder / _STAMP).is_file() or not any(folder.iterdir())


def write_book(folder: Path) -> bool:
    """Write the pages of the catalogue into ``folder``.

    They are not written again if the package hasn't changed since it wrote them.

    Returns True if it wrote them.  Raises OSError.
    """
    stamp = folder / _STAMP
    text = _stamp()
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == text:
        return False
    site.write(site.build(map(find_problem, problem_ids()), title="Spider"), folder)
    replace_file(stamp, text.encode())
    return True


def write_problem(folder: Path, problem: Problem) -> Path:
    """Write the page of a problem outside the catalogue; return its path.  Raises OSError."""
    path = folder / f"own-{problem.id}.html"
    replace_file(path, render(content.of_problem(problem), Book()).encode())
    return path


def write_game(folder: Path, game: Session, notes: Iterable[str] = ()) -> Path:
    """Write a page for a game with its moves; return its path.

    Games with the same start, goal and moves share one page.  ``notes`` are the assumptions made
    when the text of the game was read.  Raises OSError.
    """
    given = _given(game, notes)
    start = sha256(repr((given["game"], given["moves"])).encode()).hexdigest()[:12]
    path = folder / f"game-{start}.html"
    replace_file(path, render_game(given).encode())
    return path


def _given(game: Session, notes: Iterable[str]) -> dict[str, Any]:
    """Return a game as data for ``show/web/play.js``."""
    deal = initial(game.start)
    has_deal = deal is not None and deal != game.start and not census.faults(deal)
    return {
        "title": game.title or "A game",
        "words": game.stipulation,
        "game": game_data(game.start, game.goal),
        "moves": [describe(step) for step in game.steps],
        "done": game.at,
        "notes": list(notes),
        **({"deal": game_data(deal, None)["position"]["fen"]} if has_deal and deal else {}),
    }


def write_anew(folder: Path, page: Path) -> Path:
    """Write a page that redirects to a new game on ``page``; return its path.  Raises OSError.

    ``page`` must be in ``folder``, because only its name is used.
    """
    path = folder / f"new-{page.name}"
    replace_file(path, _REDIRECT.format(escape(f"{page.name}#new")).encode())
    return path


def _stamp() -> str:
    """Return the version of this package, and the time of the last change of its files."""
    folders = (_PACKAGE, shipped_folder("problems"), shipped_folder("certificates"))
    files = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    latest = max(path.stat().st_mtime_ns for path in files if path.suffix != ".pyc")
    return f"{__version__} {latest}\n"
