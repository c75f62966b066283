"""A game being played: the start, the moves done, the moves undone, and its file.

Undo and redo go back and forth in one list of steps, as in Stolz' program (Spider 1.0, 1995,
"The Undo/Redo-buffer"): the moves undone are kept until another move is made than the next of
them.  Going back over a move that showed something new is what Woods' program asks about first
(comp.windows.news, 17 January 1990, section III, "Back Up"); see :func:`information`.

A session file is JSON with the start in the ``fen`` notation and every move, undone ones too, in
the words of a script; ``docs/sessions.md`` specifies it.  It is written beside the old one and
put in its place, which is kept as ``FILE.bak``.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, Final

from ..formats import fen
from ..formats.base import ReadOptions
from ..formats.jsontext import WrongValue, parse
from ..game import engine
from ..game.cards import Card
from ..game.census import faults
from ..game.engine import Step
from ..game.illegal import IllegalMove, PositionError
from ..game.moves import Deal, Move
from ..game.position import Position
from ..game.replay import Played, ReplayError, do_move, legal_reading
from ..game.rules import WOODS
from ..game.script import Instruction, Script
from ..goals.goal import Goal
from ..goals.goal import parse as parse_goal
from ..scripts import words
from ..text.errors import NotationError, NotWritable, SpiderError
from ..text.files import hold, new_file, read_head, replace_file, resolved
from ..text.source import Place
from ..text.utf8 import text_of
from ..text.wording import control_character, count_phrase, did_you_mean, harmless, join_words

__all__ = [
    "LARGEST",
    "VERSION",
    "Session",
    "SessionError",
    "SessionFile",
    "dump",
    "dumps",
    "information",
    "load",
    "loads",
]

#: The version of the file.
VERSION: Final = 1
#: The most characters of a title, a stipulation, a goal.
_LONGEST: Final = {"title": 200, "stipulation": 5000, "goal": 2000}
#: The largest session file that is read, in bytes: some ten thousand moves.
LARGEST: Final = 1_000_000
#: So many bytes of it are kept for going back, where the position may be longer in words.
_SPARE: Final = 2000


class SessionError(SpiderError):
    """What a session can't do: undo the first move, overwrite a file that is no session."""


class Session:
    """A game being played from ``start``, with ``steps`` done (*not* checked to follow from it).

    ``steps`` are all moves, those undone last; the first ``at`` of them are done.  ``title``,
    ``stipulation`` and ``goal`` say what is played: its name, what is asked in words, and the
    same as a goal; each may be missing.
    """

    def __init__(
        self,
        start: Position,
        steps: Sequence[Step] = (),
        *,
        title: str = "",
        stipulation: str = "",
        goal: Goal | None = None,
    ) -> None:
        self.title = title
        self.stipulation = stipulation
        self.goal = goal
        self._start = start
        self._steps = list(steps)
        self._at = len(self._steps)

    @property
    def start(self) -> Position:
        """The position that the game began from."""
        return self._start

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps: those done, and those undone that can be redone."""
        return tuple(self._steps)

    @property
    def at(self) -> int:
        """How many of the steps are done."""
        return self._at

    @property
    def done(self) -> tuple[Step, ...]:
        """The steps from the start to where the game is now."""
        return tuple(self._steps[: self._at])

    @property
    def undone(self) -> tuple[Step, ...]:
        """The steps that can be redone, the next one first."""
        return tuple(self._steps[self._at :])

    @property
    def position(self) -> Position:
        """Where the game is now."""
        return self._steps[self._at - 1].after if self._at else self._start

    def do(self, move: Move, reveal: Sequence[Card] = ()) -> Step:
        """Play a move, as :func:`spiderpos.game.replay.do_move` does, and return its step.

        If it is the next one that was undone, and ``reveal`` says nothing else, this redoes it
        and keeps those after it; otherwise all that were undone are forgotten.  Raises
        IllegalMove; nothing changes then.
        """
        if self._at < len(self._steps):
            following = self._steps[self._at]
            if following.move == move and _agrees(following, reveal):
                self._at += 1
                return following
        step = do_move(self.position, move, reveal)
        self._steps[self._at :] = [step]
        self._at += 1
        return step

    def play(self, script: Script) -> tuple[Played, ...]:
        """Play a whole script, each move as :meth:`do` does, in the reading that is legal.

        Raises ReplayError at the first that doesn't fit or isn't legal; what went before is done.
        """
        played: list[Played] = []
        for instruction in legal_reading(self.position, script)[0]:
            try:
                for call in instruction.resolve(self.position):
                    step = self.do(call.move, call.reveal)
                    played.append(Played(len(played) + 1, instruction, step, call.assumed))
            except IllegalMove as reason:
                raise ReplayError(reason, instruction, self.position, tuple(played)) from None
        return tuple(played)

    def undo(self) -> Step:
        """Take back the last move and return its step.

        What it had shown stays in the step, for :meth:`redo`; :func:`information` says what
        that is.  Raises SessionError if no move is done.
        """
        if not self._at:
            raise SessionError("no move is done that could be undone")
        self._at -= 1
        return self._steps[self._at]

    def redo(self) -> Step:
        """Do the next move that was undone again, and return its step.

        Raises SessionError if there is none.
        """
        if self._at == len(self._steps):
            raise SessionError("no move was undone that could be redone")
        self._at += 1
        return self._steps[self._at - 1]

    def go_to(self, number: int) -> Position:
        """Undo or redo until ``number`` moves are done, and return the position there.

        0 starts over.  Raises SessionError if there aren't so many moves.
        """
        if not 0 <= number <= len(self._steps):
            raise SessionError(
                f"there is no move {number}: the session has "
                f"{count_phrase(len(self._steps), 'move')}"
            )
        self._at = number
        return self.position

    def replay(self) -> Iterator[Position]:
        """The start, and the position after each move up to where the game is now."""
        yield self._start
        yield from (step.after for step in self.done)

    def start_over(self) -> Position:
        """Undo everything; all of it can be redone."""
        return self.go_to(0)


def information(step: Step) -> str:
    """What a step showed that wasn't seen before, in words; empty if nothing.

    ``a row dealt``, ``the 6s turned up in column 8``: to undo it is to know more than before.
    """
    shown = ["a row dealt"] if isinstance(step.move, Deal) else []
    shown += [
        f"{f'the {turned.card}' if turned.card else 'a card'} turned up in column {turned.column}"
        for turned in step.turned
    ]
    return join_words(shown)


def _agrees(step: Step, reveal: Sequence[Card]) -> bool:
    """Whether a step shows what is announced for it, if anything is."""
    row = step.cards if isinstance(step.move, Deal) else ()
    shown = (*row, *(turned.card for turned in step.turned))
    return not reveal or (
        len(row) <= len(reveal) <= len(shown)
        and all(not said or said == card for said, card in zip(reveal, shown, strict=False))
    )


# The file


def dumps(session: Session) -> str:
    """The text of a session file: JSON, one move a line.

    What :func:`loads` would refuse of a title and a stipulation is left out: all past the most
    characters that they may have, and control characters.

    Raises NotWritable if the start can't be written, the goal is too long, or the text would be
    larger than ``LARGEST``, so that nobody could read it; a little earlier if all moves are done,
    so that every game can be gone back in.
    """
    text = _text(session)
    _bytes(text, session)
    return text


def _bytes(text: str, session: Session) -> bytes:
    """The bytes of a session's text.  Raises NotWritable if nobody could read so many."""
    data = text.encode()
    if len(data) > LARGEST - (0 if session.undone else _SPARE):
        moves = count_phrase(len(session.steps), "move")
        raise NotWritable(
            "session", f"this game of {moves}: its file would be larger than {LARGEST:,} bytes"
        )
    return data


def _text(session: Session) -> str:
    """What :func:`dumps` writes, however large.  Raises NotWritable."""
    document: dict[str, Any] = {"session": VERSION}
    for key, value in (("title", session.title), ("stipulation", session.stipulation)):
        if value:
            document[key] = harmless(value[: _LONGEST[key]])
    if session.goal is not None:
        document["goal"] = str(session.goal)
        if len(document["goal"]) > _LONGEST["goal"]:
            raise NotWritable("session", f"a goal of more than {_LONGEST['goal']} characters")
    document["start"] = fen.dumps(session.start).strip()
    if faults(session.start):
        document["partial"] = True
    document["moves"] = [words.describe(step) for step in session.steps]
    document["done"] = session.at
    document["position"] = fen.dumps(session.position).strip()
    document["check"] = _check(document)
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _check(document: dict[str, Any]) -> str:
    """The check sum of a document: CRC-32 of its keys and values, in the order of the keys."""
    rest = {key: value for key, value in document.items() if key != "check"}
    text = json.dumps(rest, sort_keys=True)
    return f"{zlib.crc32(text.encode()):08x}"


def loads(text: str, *, name: str = "<text>") -> Session:
    """Read a session from its text; every move is played again and checked.

    ``name`` is what errors call the text.  Raises NotationError with the place of what is
    damaged: no JSON, a part missing, a move that isn't legal, an end that isn't the one that was
    written, or a check sum, if there is one, that isn't that of the rest.
    """
    document = parse(text, name)
    try:
        return _session(document)
    except WrongValue as wrong:
        raise wrong.located(text, name, {"moves": "move"}) from None


def load(path: str | PathLike[str]) -> Session:
    """Read a session file.

    Raises OSError, or NotationError as :func:`loads`, which then also says whether the backup
    ``FILE.bak`` is whole.
    """
    try:
        return _load(Path(path))
    except NotationError as error:
        backup = _backup(Path(path))
        try:
            # One that is no file could be waited for, for ever.
            whole = _load(backup) if backup.is_file() else None
        except (OSError, NotationError):
            whole = None
        if whole is None:
            raise error from None
        raise NotationError(
            f"{error.message}; the backup '{backup}' is whole, with "
            f"{count_phrase(len(whole.steps), 'move')}",
            error.place,
            error.expected,
        ) from None


def dump(session: Session, path: str | PathLike[str]) -> None:
    """Write a session file, safe against a crash: what was there is whole until the end.

    The text is written to a file beside it and flushed to the disk before it takes the name.
    A session that was there before is kept as ``FILE.bak``.  Raises OSError, NotWritable, or
    SessionError if the file that is there is no session or a damaged one, or if ``FILE.bak`` is
    neither empty nor a session with the same start as that: they aren't overwritten.
    *Not* covered: another program that writes the same session first; the later wins.
    """
    target = resolved(path)
    data = dumps(session).encode()
    with suppress(FileExistsError):
        new_file(target, data)
        return
    _look(target)
    with _held(target):
        seen = _look(target)
        _keep_backup(target)
        replace_file(target, data, check=partial(_check_seen, target, seen))


#: How many seconds a program waits for another one to write a session, which takes it a moment.
_PATIENCE: Final = 5.0


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keep the file that a path leads to from others that write sessions.

    Raises OSError if it is gone, or SessionError if another program doesn't let go of it.
    """
    if sys.platform == "win32":
        # There a file that anybody has open can't be replaced.
        yield
        return
    while True:
        with path.open("rb") as file:
            if not hold(file, _PATIENCE):
                raise SessionError(f"'{path}' is being written by another program")
            # Whoever had it may have put another in its place.
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                yield
                return


def _keep_backup(path: Path) -> None:
    """Keep the session in a file as its backup.

    Raises SessionError if it is none, or if what has the backup's name is something else.
    """
    try:
        data = _read(path)
        game = loads(text_of(data, str(path)), name=str(path))
    except NotationError as error:
        raise SessionError(
            f"'{path}' is not overwritten, for it is no session that can be read: {error.message}"
        ) from None
    backup = _backup(path)

    def check() -> None:
        if left := _lost_with(backup, game.start):
            raise SessionError(
                f"'{path}' is as it was: the session in it would be kept as '{backup}', but that "
                f"is there already and is {left}; rename it first"
            )

    check()
    if not os.access(path, os.W_OK):
        # Or the backup would be write-protected as well, and stay so.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    replace_file(backup, data, like=path, check=check)


def _lost_with(backup: Path, start: Position) -> str:
    """What of the user's would be lost with a backup; empty if it's one of a game from there."""
    if not os.path.lexists(backup):
        return ""
    if backup.is_file():
        if not backup.stat().st_size:
            return ""
        with suppress(NotationError):
            same = _load(backup).start == start
            return "" if same else "a session of another game"
    return "no session that can be read"


def _look(path: Path) -> tuple[int, int, int]:
    """What changes whenever another file takes the name, or another text the file.

    Raises OSError, or SessionError for a pipe or a device, which would be waited for.
    """
    found = path.stat()
    if not stat.S_ISREG(found.st_mode) and not stat.S_ISDIR(found.st_mode):
        raise SessionError(f"'{path}' is no ordinary file: a session can't be kept in it")
    return found.st_ino, found.st_mtime_ns, found.st_size


def _check_seen(path: Path, seen: tuple[int, int, int] | None) -> None:
    """Raise SessionError if a file isn't as it was when it was looked at; OSError if it's gone."""
    if _look(path) != seen:
        raise SessionError(f"'{path}' was changed by another program")


def _seen(path: Path, data: bytes) -> tuple[int, int, int] | None:
    """What is seen of a file right after these data were written; None if it's another by now.

    From the moment on at which a file has its name another program may put its own there.
    """
    found = _look(path)
    return found if read_head(path, len(data) + 1) == data and _look(path) == found else None


class SessionFile:
    """A session and its file, for a program that keeps both and saves after each move.

    What was in the file when it was opened stays as ``FILE.bak`` from the first save on; later
    saves write the file alone.  A file that another program has written in the meantime is
    never overwritten: :meth:`save` raises, :meth:`changed` tells, :meth:`reload` reads it.
    *Not* covered: programs other than this that write in the instant in which the file is saved.
    """

    def __init__(self, path: str | PathLike[str], game: Session | None = None) -> None:
        """Open the session in ``path``, or begin ``game`` in it, a file that isn't there yet.

        Raises OSError (FileExistsError if there is something), NotationError as :func:`load`,
        NotWritable, or SessionError for what is no ordinary file.
        """
        self.path = resolved(path)
        self._text: tuple[object, str] | None = None
        self._backed_up = game is not None
        if game is None:
            self._seen: tuple[int, int, int] | None = _look(self.path)
            self.game = load(path)
        else:
            self.game = game
            data = dumps(game).encode()
            new_file(self.path, data)
            self._seen = _seen(self.path, data)

    def changed(self) -> bool:
        """Whether the file isn't as it was last read or written.  Raises OSError if it's gone."""
        return _look(self.path) != self._seen

    def reload(self) -> Session:
        """Read the file again.  Raises as :func:`load`; ``game`` is what it was then."""
        seen = _look(self.path)
        self.game = load(self.path)
        self._seen = seen
        self._backed_up = False
        return self.game

    def text(self) -> str:
        """What :func:`dumps` writes for the session as it is, however large.

        It's made once for each state of the session.
        """
        key = (self.game, self.game.at, self.game.steps)
        if self._text is None or self._text[0] != key:
            self._text = key, _text(self.game)
        return self._text[1]

    def save(self) -> None:
        """Write the session, safe against a crash as :func:`dump`.

        Raises OSError, NotWritable as :func:`dumps`, or SessionError if another program changed
        the file or keeps it, or if its backup would replace what is none.
        """
        data = _bytes(self.text(), self.game)
        with _held(self.path):
            unchanged = partial(_check_seen, self.path, self._seen)
            unchanged()
            if not self._backed_up:
                _keep_backup(self.path)
                self._backed_up = True
            replace_file(self.path, data, check=unchanged)
            self._seen = _seen(self.path, data)


def _backup(path: Path) -> Path:
    return path.with_name(path.name + ".bak")


def _load(path: Path) -> Session:
    return loads(text_of(_read(path), str(path)), name=str(path))


def _read(path: Path) -> bytes:
    """A session file's bytes.  Raises OSError, or NotationError if there are too many."""
    data = read_head(path, LARGEST + 1)
    if len(data) > LARGEST:
        raise NotationError(
            f"larger than {LARGEST} bytes", Place(str(path), 0, 0), "a session file"
        )
    return data


_KEYS: Final = (
    *("session", "title", "stipulation", "goal"),
    *("start", "partial", "moves", "done", "position", "check"),
)


def _session(document: Any) -> Session:
    if type(document) is not dict or "session" not in document:
        raise WrongValue((), "this is not a session", 'an object, {"session": 1, ...}')
    version = document["session"]
    if type(version) is not int or not 1 <= version <= VERSION:
        later = type(version) is int and version > VERSION
        raise WrongValue(
            ("session",),
            "this was written by a later spiderpos" if later else "this is no version",
            f"version {VERSION} of the file",
        )
    for key in document:
        if key not in _KEYS:
            message = f"there is no such key{did_you_mean(key, _KEYS)}"
            raise WrongValue((key,), message, join_words(_KEYS, "or"), key=True)
    partial = document.get("partial", False)
    if type(partial) is not bool:
        raise WrongValue(("partial",), "this is neither true nor false")
    moves = _value(document, "moves", list)
    for number, move in enumerate(moves):
        if type(move) is not str or "\n" in move or "\r" in move:
            raise WrongValue(("moves", number), "this is not a line of text")
    start = _position(document, "start", partial=partial)
    title, stipulation = _words(document, "title"), _words(document, "stipulation")
    goal = _goal(document, start, partial=partial)
    steps = _played(start, moves)
    session = Session(start, steps, title=title, stipulation=stipulation, goal=goal)
    done = _value(document, "done", int)
    if not 0 <= done <= len(moves):
        raise WrongValue(("done",), "there aren't so many moves", f"0 to {len(moves)}")
    session.go_to(done)
    if _position(document, "position", partial=partial) != session.position:
        raise WrongValue(("position",), "the moves that are done don't lead to this position")
    if "check" in document and document["check"] != _check(document):
        raise WrongValue(
            ("check",),
            "the file has been changed: this isn't its check sum",
            "no 'check' in a file that was changed by hand",
        )
    return session


def _value(document: dict[str, Any], key: str, wanted: type) -> Any:
    value = document.get(key)
    if type(value) is not wanted:
        what = {list: "a list of moves", int: "a number", str: "a position as fen"}[wanted]
        if value is None:
            raise WrongValue((), f"the key '{key}' is missing", what)
        raise WrongValue((key,), "this can't stand here", what)
    return value


def _words(document: dict[str, Any], key: str) -> str:
    value = document.get(key, "")
    longest = _LONGEST[key]
    if type(value) is not str or len(value) > longest:
        raise WrongValue((key,), "this can't stand here", f"text of at most {longest} characters")
    if control_character(value) is not None:
        raise WrongValue((key,), "this text has a character in it that can't be shown")
    return value


def _goal(document: dict[str, Any], start: Position, *, partial: bool) -> Goal | None:
    text = _words(document, "goal")
    if not text:
        return None
    try:
        return parse_goal(text, options=ReadOptions(rules=start.rules, partial=partial))
    except NotationError as error:
        raise WrongValue(("goal",), error.message, error.expected) from None


def _position(document: dict[str, Any], key: str, *, partial: bool) -> Position:
    text = _value(document, key, str)
    try:
        return fen.loads(text, options=ReadOptions(rules=WOODS, partial=partial))
    except NotationError as error:
        raise WrongValue((key,), error.message, error.expected) from None
    except PositionError as error:
        raise WrongValue((key,), join_words(error.faults)) from None


def _played(position: Position, moves: list[str]) -> list[Step]:
    """Play the moves, each read by itself: a game is longer than a script may be.

    A card that isn't named stays unknown, also if it can only be one: it was so when the file
    was written.
    """
    read: dict[str, tuple[Instruction, ...]] = {}
    steps: list[Step] = []
    for number, move in enumerate(moves):
        path = ("moves", number)
        try:
            # Long games go back and forth.
            instructions = read.get(move) or words.loads(move).instructions
        except NotationError as error:
            raise WrongValue(path, error.message, error.expected) from None
        if len(instructions) != 1:
            raise WrongValue(path, "this is not one move")
        read[move] = instructions
        try:
            (call,) = instructions[0].resolve(position)
            steps.append(engine.do(position, call.move, call.reveal))
        except IllegalMove as error:
            raise WrongValue(path, str(error)) from None
        position = steps[-1].after
    return steps
