"""What came of the games: how many were begun and won, in which time, one after the other.

Kept in one file beside the games; so they are still counted when a game's own file is deleted.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from ..game.survey import is_won
from ..games.session import Session
from ..text.files import replace_file

#: The file's name; it has no ending, so that it's no game.
NAME: Final = "statistics"
#: The most games that are counted, the latest ones.
_MOST: Final = 5000
#: The cards of two decks.
_ALL: Final = 104


@dataclass
class StatisticsEntry:
    """A game: its id, how many suits it has, moves done, seconds played, and if it was won."""

    id: str
    suits: int
    moves: int = 0
    seconds: int = 0
    won: bool = False


class Statistics:
    """The games that were begun in a folder, in the order in which they were.

    A file that can't be read is left as it is, and nothing is counted: ``fault`` says so.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self.fault = ""
        self._entries: dict[str, StatisticsEntry] = {}
        try:
            for line in json.loads(self._path.read_text(encoding="utf-8")):
                entry = _entry(line)
                self._entries[entry.id] = entry
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError, RecursionError):
            self.fault = f"'{self._path}' can't be read"

    def count(self, id: str, game: Session, seconds: int) -> None:
        """Count a game as it stands now, after so many seconds more.

        Only games without a goal that begin with a whole deal count, from their first move on.
        Nothing is raised if the file can't be written: the game itself is kept elsewhere.
        """
        if self.fault or not game.at or not _is_deal(game):
            return
        entry = self._entries.setdefault(id, StatisticsEntry(id, len(game.start.rules.suits)))
        if not entry.won:
            entry.moves, entry.won = game.at, is_won(game.position)
            entry.seconds += seconds
        while len(self._entries) > _MOST:
            del self._entries[next(iter(self._entries))]
        lines = list(map(asdict, self._entries.values()))
        with suppress(OSError):
            replace_file(self._path, json.dumps(lines).encode())

    def seconds(self, id: str) -> int:
        """Return how long a game was played."""
        return self._entries[id].seconds if id in self._entries else 0

    def forget(self) -> None:
        """Forget all.  Raises OSError."""
        self._path.unlink(missing_ok=True)
        self._entries, self.fault = {}, ""

    def summary(self) -> list[dict[str, Any]]:
        """Return the facts of all games, then of those with one, two and four suits.

        ``share`` is in per cent.  ``streak`` is how many were won one after the other up to now,
        ``longest`` the most; a last game that isn't won is still being played, and ends none.
        """
        entries = list(self._entries.values())
        rows = [_facts("all games", entries)]
        for suits, words in ((1, "one suit"), (2, "two suits"), (4, "four suits")):
            some = [entry for entry in entries if entry.suits == suits]
            if some:
                rows.append(_facts(words, some))
        return rows


def _entry(line: Any) -> StatisticsEntry:
    """Return the entry of a line of the file.  Raises TypeError or ValueError."""
    entry = StatisticsEntry(**line)
    numbers = (entry.suits, entry.moves, entry.seconds)
    if type(entry.id) is not str or any(type(n) is not int or n < 0 for n in numbers):
        raise ValueError(line)
    return entry


def _is_deal(game: Session) -> bool:
    start = game.start
    cards = sum(map(len, start.columns)) + len(start.hand)
    return game.goal is None and cards == _ALL and not start.removed


def _facts(words: str, entries: list[StatisticsEntry]) -> dict[str, Any]:
    won = [entry for entry in entries if entry.won]
    finished = entries if not entries or entries[-1].won else entries[:-1]
    longest = streak = 0
    for entry in finished:
        streak = streak + 1 if entry.won else 0
        longest = max(longest, streak)
    return {
        "games": words,
        "begun": len(entries),
        "won": len(won),
        "share": round(100 * len(won) / len(entries)) if entries else 0,
        "streak": streak,
        "longest": longest,
        "fewest_moves": min((entry.moves for entry in won), default=None),
        "fastest": min((entry.seconds for entry in won), default=None),
    }
