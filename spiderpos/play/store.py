"""The folder that holds the games: one session file each, and nothing else is ever touched.

A game's id is made from its title and from what is played; it is the file's name without the
ending.  Ids that come from outside are checked before a path is made of them.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Final

from ..formats import fen
from ..games.session import LARGEST, Session, SessionFile
from ..text.errors import SpiderError
from ..text.files import resolved
from ..text.wording import harmless
from .table import Table

_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,99}", re.ASCII)
#: What reading a damaged file may raise: a number may be no number, or have no end.
_DAMAGED: Final = (
    *(OSError, ValueError, TypeError, LookupError, AttributeError),
    *(ArithmeticError, RecursionError),
)
#: The most games that are listed, the latest first.
_LISTED: Final = 60


class UnknownGameError(SpiderError):
    """No game has this id (which may be any text from outside)."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game

    def __str__(self) -> str:
        shown = self.game if len(self.game) <= 40 else self.game[:40] + "..."
        return f"there is no game '{shown}'"


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list: its id and title, moves done, and when it was last played.

    ``played`` is in seconds since 1970.  ``fault`` says what is wrong with a file that can't be
    read as a game, otherwise it is empty.
    """

    id: str
    title: str
    moves: int
    played: float
    fault: str = ""


def data_folder() -> Path:
    """Return the folder of games: ``SPIDERPOS_DATA`` if set, else the platform's data folder."""
    from platformdirs import user_data_path  # noqa: PLC0415 - of the extra 'play'

    folder = os.environ.get("SPIDERPOS_DATA")
    return Path(folder) if folder else user_data_path("spiderpos", appauthor=False) / "games"


class GameStore:
    """The games in ``folder``, which is made if it isn't there.

    A table is opened when it is first asked for, and stays open.  *Not* for several threads.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self._tables: dict[str, Table] = {}

    def begin(self, game: Session, *, resume: bool = False) -> Table:
        """Return a table with ``game``, in a new file.

        With ``resume`` a game of the same start and goal that is there is gone on with, the
        one that was played last.  Raises OSError, NotWritable, or as :func:`session.load`.
        """
        digest = sha256(f"{fen.dumps(game.start)}{game.goal}".encode()).hexdigest()[:6]
        stem = f"{_slug(game.title)}-{digest}"
        if resume:
            alike = re.compile(re.escape(stem) + r"(-\d+)?")
            files = [path for path in self._files() if alike.fullmatch(path.stem)]
            if files:
                return self.table(max(files, key=_played).stem)
        for number in count(1):
            name = stem if number == 1 else f"{stem}-{number}"
            with contextlib.suppress(FileExistsError):
                table = Table(name, SessionFile(self.folder / f"{name}.json", game))
                break
        self._tables[name] = table
        return table

    def open_file(self, path: Path, game: Session | None = None) -> Table:
        """Return a table with the session in a file of the user's own, or ``game`` begun there.

        A file that is open already has one table.  Raises OSError, NotationError or NotWritable.
        """
        target = resolved(path)
        digest = sha256(os.fsencode(target)).hexdigest()[:16]
        name = f"file-{_slug(target.stem)}-{digest}"
        if game is None and name in self._tables:
            self._tables[name].follow()
        else:
            self._tables[name] = Table(name, SessionFile(target, game))
        return self._tables[name]

    def table(self, game: str) -> Table:
        """Return the table with this id.

        Raises UnknownGameError, OSError, or as :func:`session.load`.
        """
        if game not in self._tables:
            self._tables[game] = Table(game, SessionFile(self._path(game)))
        return self._tables[game]

    def forget(self, game: str) -> None:
        """Delete a game of the folder.  Raises UnknownGameError, OSError.

        A file of the user's own is only closed.
        """
        with contextlib.suppress(UnknownGameError):
            path = self._path(game)
            path.unlink()
            self._tables.pop(game, None)
            return
        if self._tables.pop(game, None) is None:
            raise UnknownGameError(game)

    def listed(self) -> list[ListedGame]:
        """Return the games, the one that was played last first."""
        return [_listed(p) for p in sorted(self._files(), key=_played, reverse=True)[:_LISTED]]

    def _path(self, game: str) -> Path:
        """Return the file of a game in the folder.  Raises UnknownGameError."""
        path = self.folder / f"{game}.json"
        if not is_id(game) or not path.is_file():
            raise UnknownGameError(game)
        return path

    def _files(self) -> list[Path]:
        return [p for p in self.folder.glob("*.json") if is_id(p.stem) and p.is_file()]


def is_id(text: str) -> bool:
    """Return True if a text may be a game's id, whether there is such a game or not."""
    return _ID.fullmatch(text) is not None


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.partition(":")[0].lower())[:40].strip("-") or "game"


def _played(path: Path) -> float:
    """Return the time at which a game was last saved, in seconds since 1970."""
    try:
        return path.stat().st_mtime
    except OSError:  # it was taken away just now
        return 0.0


def _listed(path: Path) -> ListedGame:
    """Return the list's entry for a file; its moves aren't played for that."""
    try:
        with path.open("rb") as file:
            document = json.loads(file.read(LARGEST))
        title = harmless(str(document.get("title") or path.stem)[:200])
        return ListedGame(path.stem, title, int(document["done"]), _played(path))
    except _DAMAGED:
        return ListedGame(path.stem, path.stem, 0, _played(path), "the file is damaged")
