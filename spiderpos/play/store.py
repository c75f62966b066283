"""The folder that holds the games: one session file each, and nothing else is ever touched.

Links in it are no games: they are neither followed nor written through.

A game's id is made from its title and from what is played; it is the file's name without the
ending.  Ids that come from outside are checked before a path is made of them.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import threading
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

from ..formats import fen
from ..games.session import LARGEST, Session, SessionFile
from ..text.errors import SpiderError
from ..text.files import resolved
from ..text.wording import harmless
from .table import Table

__all__ = ["Listed", "Store", "UnknownGameError", "data_folder"]

_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,99}", re.ASCII)
#: The most games that are listed, the latest first.
_LISTED: Final = 60
#: The most games of one start that are kept apart.
_MOST_ALIKE: Final = 1000


class UnknownGameError(SpiderError):
    """No game has this id (which may be any text from outside)."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game

    def __str__(self) -> str:
        shown = self.game if len(self.game) <= 40 else self.game[:40] + "..."
        return f"there is no game '{shown}'"


@dataclass(frozen=True, slots=True)
class Listed:
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
    """Where games are kept: ``SPIDERPOS_DATA`` if that is set, else the platform's data folder."""
    told = os.environ.get("SPIDERPOS_DATA")
    return Path(told) if told else user_data_path("spiderpos", appauthor=False) / "games"


class Store:
    """The games in ``folder``, which is made if it isn't there.

    A table is opened when it is first asked for, and stays open.  Several threads may call.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self._tables: dict[str, Table] = {}
        self._lock = threading.RLock()

    def begin(self, game: Session, *, resume: bool = False) -> Table:
        """A table with ``game``, in a new file.

        With ``resume`` a game of the same start and goal that is there is gone on with, the
        one that was played last.  Raises OSError, NotWritable, or as :func:`session.load`.
        """
        stem = f"{_slug(game.title) or 'game'}-{_digest(game)}"
        with self._lock:
            if resume:
                alike = [found for found in self._files() if _is_of(found.stem, stem)]
                if alike:
                    return self.table(max(alike, key=_played).stem)
            for number in range(1, _MOST_ALIKE):
                name = stem if number == 1 else f"{stem}-{number}"
                if os.path.islink(self.folder / f"{name}.json"):
                    continue
                with contextlib.suppress(FileExistsError):
                    table = Table(name, SessionFile(self.folder / f"{name}.json", game))
                    self._tables[name] = table
                    return table
        raise SpiderError(f"there are too many games '{stem}' in '{self.folder}'")

    def open_file(self, path: Path, game: Session | None = None) -> Table:
        """A table with the session in a file of the user's own, or with ``game`` begun there.

        A file that is open already has one table.  Raises OSError, NotationError or NotWritable.
        """
        target = resolved(path)
        digest = sha256(os.fsencode(target)).hexdigest()[:16]
        name = f"file-{_slug(target.stem) or 'game'}-{digest}"
        with self._lock:
            if game is None and name in self._tables:
                self._tables[name].follow()
            else:
                self._tables[name] = Table(name, SessionFile(target, game))
            return self._tables[name]

    def table(self, game: str) -> Table:
        """The table with this id.

        Raises UnknownGameError, OSError, or as :func:`session.load`.
        """
        with self._lock:
            if game in self._tables:
                return self._tables[game]
            path = self.folder / f"{game}.json"
            if not _ID.fullmatch(game) or not _is_own(path):
                raise UnknownGameError(game)
            self._tables[game] = Table(game, SessionFile(path))
            return self._tables[game]

    def forget(self, game: str) -> None:
        """Delete a game of the folder.  Raises UnknownGameError, OSError.

        A file of the user's own is only closed.
        """
        path = self.folder / f"{game}.json"
        with self._lock:
            open_table = self._tables.get(game)
            # A move that is being made is made, and then forgotten with the rest.
            with open_table.lock if open_table else contextlib.nullcontext():
                if _ID.fullmatch(game) and _is_own(path):
                    path.unlink()
                elif open_table is None:
                    raise UnknownGameError(game)
                self._tables.pop(game, None)

    def listed(self) -> list[Listed]:
        """The games, the one that was played last first."""
        files = sorted(((_played(path), path) for path in self._files()), reverse=True)
        return [_listed(path, played) for played, path in files[:_LISTED] if played]

    def _files(self) -> list[Path]:
        return [
            path
            for path in self.folder.iterdir()
            if path.suffix == ".json" and _ID.fullmatch(path.stem) and _is_own(path)
        ]


def _is_own(path: Path) -> bool:
    """Whether there is a file, and no link that leads out of the folder."""
    return path.is_file() and not path.is_symlink()


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.partition(":")[0].lower())[:40].strip("-")


def _digest(game: Session) -> str:
    """Six hexadecimal digits for the start and the goal."""
    return sha256(f"{fen.dumps(game.start)}{game.goal}".encode()).hexdigest()[:6]


def _is_of(name: str, stem: str) -> bool:
    return name == stem or re.fullmatch(re.escape(stem) + r"-\d{1,4}", name) is not None


def _played(path: Path) -> float:
    """When a game was last saved, in seconds since 1970; 0 if it has just been deleted."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0


def _listed(path: Path, played: float) -> Listed:
    """What the list says of a file; its moves aren't played for that."""
    title, moves = path.stem, 0
    try:
        with path.open("rb") as file:
            document: Any = json.loads(file.read(LARGEST))
        title = harmless(str(document.get("title") or title)[:200])
        moves = int(document["done"])
    except (
        OSError,
        TypeError,
        AttributeError,
        RecursionError,
        ValueError,
        KeyError,
        OverflowError,
    ):
        return Listed(path.stem, title, 0, played, "the file is damaged")
    return Listed(path.stem, title, moves, played)
