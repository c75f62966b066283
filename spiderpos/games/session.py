"""A game being played: its start, the moves done, the moves undone, and its file.

Undo and redo go back and forth in one list of steps, as in Stolz' program (Spider 1.0, 1995,
"The Undo/Redo-buffer"): undone moves are kept until a different move is made.  Woods' program
asks before it undoes a move that revealed something new
(comp.windows.news, 17 January 1990, section III, "Back Up"); see :func:`information`.

A session file is JSON with the start in the ``fen`` notation and all moves, including undone ones,
in the canonical notation; ``docs/sessions.md`` specifies the format.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Final

from ..formats import fen
from ..formats.base import ReadOptions
from ..formats.jsontext import WrongValue, parse
from ..game import engine
from ..game.cards import Card
from ..game.census import PositionError, faults
from ..game.engine import Step
from ..game.illegal import IllegalMove
from ..game.moves import Deal, Move, Moves
from ..game.position import Position
from ..game.replay import Played, ReplayError, do_move, face_up_by, legal_reading, replay
from ..game.rules import WOODS
from ..game.script import Instruction
from ..goals.goal import Goal
from ..goals.goal import parse as parse_goal
from ..scripts import as_script, one_move, words
from ..text.errors import NotationError, NotWritable, SpiderError
from ..text.files import new_file, read_head, replace_file, resolved, text_of
from ..text.protocols import ANSWERS, public
from ..text.source import Place
from ..text.wording import control_character, count_phrase, did_you_mean, harmless, join_words

#: The version of the file.
VERSION: Final = 1
#: The maximum lengths of a title, a stipulation and a goal, in characters.
_LONGEST: Final = {"title": 200, "stipulation": 5000, "goal": 2000}
#: The maximum size of a session file, in bytes.  It suffices for more than ten thousand moves.
LARGEST: Final = 1_000_000


class SessionError(SpiderError):
    """An action that fails, such as undoing at the start or overwriting another program's file."""


_SESSION: Final = "game.play(text) plays moves, game.do(move) one, game.undo() takes one back"


@public(
    "session.steps are its steps, session.position is where it is",
    text="session.position.fen() is a text",
)
class Session:
    """A game being played from ``start``, with ``steps`` done.

    The attribute ``steps`` has all moves, with undone ones last; the first ``at`` of them are
    done.  ``title``, ``stipulation`` and ``goal`` describe the task: its name, the question in
    words, and the goal (or its text); each is optional.  *Not* checked: that ``steps`` follow from
    ``start``.
    """

    def __init__(
        self,
        start: Any,
        steps: Sequence[Step] = (),
        *,
        title: str = "",
        stipulation: str = "",
        goal: Goal | str | None = None,
    ) -> None:
        if not isinstance(start, Position):
            start = ANSWERS["position_of"](start, "Session(position)")
        if isinstance(goal, str):
            goal = parse_goal(goal, position=start)
        self.title = title
        self.stipulation = stipulation
        self.goal = goal
        self._start: Position = start
        self._steps = list(steps)
        self._number = len(self._steps)

    def __repr__(self) -> str:
        title = f", {self.title[:80]}" if self.title else ""
        return f"<Session, {count_phrase(self._number, 'move')}{title}>"

    @property
    def start(self) -> Position:
        """The first position of the game."""
        return self._start

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps: those done, then those that were undone and can be redone."""
        return tuple(self._steps)

    @property
    def at(self) -> int:
        """The number of moves done, without those that were undone."""
        return self._number

    @property
    def done(self) -> tuple[Step, ...]:
        """The steps from the start to the current position."""
        return tuple(self._steps[: self._number])

    @property
    def undone(self) -> tuple[Step, ...]:
        """The steps that can be redone, the next one first."""
        return tuple(self._steps[self._number :])

    @property
    def position(self) -> Position:
        """The current position of the game."""
        return self._steps[self._number - 1].after if self._number else self._start

    def do(self, move: Move | str, reveal: Sequence[Card] = ()) -> Step:
        """Play a move, as :func:`spiderpos.game.replay.do_move` does, and return its step.

        If the move is the next undone one, and ``reveal`` agrees with it, it is redone, and later
        undone moves can still be redone; otherwise all undone moves are dropped.  Raises
        IllegalMove, or NotationError for a text that can't be read or isn't one move; the session
        is then unchanged.
        """
        if isinstance(move, str):
            (step,) = replay(self.position, one_move(move)).steps
            move, reveal = step.move, reveal or face_up_by(step)
        if self._number < len(self._steps):
            following = self._steps[self._number]
            if following.move == move and _agrees(following, reveal):
                self._number += 1
                return following
        step = do_move(self.position, move, reveal)
        self._steps[self._number :] = [step]
        self._number += 1
        return step

    def play(self, moves: Moves) -> tuple[Played, ...]:
        """Play moves, a script or the text of one, each move as :meth:`do` does.

        If a script has several readings, the legal one is played.  Raises NotationError for a
        text that can't be read, ReplayError at the first move that doesn't fit or isn't legal; the
        moves before it stay done.
        """
        played: list[Played] = []
        for instruction in legal_reading(self.position, as_script(moves))[0]:
            try:
                for call in instruction.resolve(self.position):
                    step = self.do(call.move, call.reveal)
                    played.append(Played(len(played) + 1, instruction, step, call.assumed))
            except IllegalMove as reason:
                raise ReplayError(reason, instruction, self.position, tuple(played)) from None
        return tuple(played)

    def undo(self) -> Step:
        """Undo the last move and return its step.

        The step keeps the cards that it revealed, for :meth:`redo`; :func:`information` lists
        them.  Raises SessionError if no move is done.
        """
        if not self._number:
            raise SessionError("no move is done that could be undone")
        self._number -= 1
        return self._steps[self._number]

    def redo(self) -> Step:
        """Redo the next undone move and return its step.

        Raises SessionError if no move was undone.
        """
        if self._number == len(self._steps):
            raise SessionError("no move was undone that could be redone")
        self._number += 1
        return self._steps[self._number - 1]

    def go_to(self, number: int) -> Position:
        """Undo or redo until ``number`` moves are done, and return the position there.

        0 is the start.  Raises SessionError if ``number`` is negative or there are fewer moves.
        """
        if not 0 <= number <= len(self._steps):
            raise SessionError(
                f"there is no move {number}: the session has "
                f"{count_phrase(len(self._steps), 'move')}"
            )
        self._number = number
        return self.position


def information(step: Step) -> str:
    """Describe the cards that a step revealed; empty if there are none.

    ``a row dealt``, ``the 6s turned up in column 8``: undoing the step doesn't hide them again.
    """
    shown = ["a row dealt"] if isinstance(step.move, Deal) else []
    shown += [
        f"{f'the {turned.card}' if turned.card else 'a card'} turned up in column {turned.column}"
        for turned in step.turned
    ]
    return join_words(shown)


def _agrees(step: Step, reveal: Sequence[Card]) -> bool:
    """Return True if a step reveals the announced cards, or if none are announced."""
    row = step.cards if isinstance(step.move, Deal) else ()
    shown = (*row, *(turned.card for turned in step.turned))
    return not reveal or (
        len(row) <= len(reveal) <= len(shown)
        and all(
            not expected or expected == card for expected, card in zip(reveal, shown, strict=False)
        )
    )


# The file


def dumps(session: Session) -> str:
    """Return the text of a session file: JSON, one move a line.

    A title or stipulation that is too long for the file is cut.

    Raises NotWritable if the start can't be written, or if :func:`loads` would reject the text
    because its goal is too long, or it is larger than ``LARGEST``.
    """
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
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    if len(text.encode()) > LARGEST:
        moves = count_phrase(len(session.steps), "move")
        raise NotWritable(
            "session", f"this game of {moves}: its file would be larger than {LARGEST:,} bytes"
        )
    return text


def loads(text: str, *, name: str = "<text>") -> Session:
    """Read a session from its text; every move is replayed and checked.

    ``name`` is the text's name in errors.  Raises NotationError with the place of the error, such
    as invalid JSON, a missing or unknown key, a goal that can't be read, an illegal move, or a
    recorded position to which the moves done don't lead.
    """
    document = parse(text, name)
    try:
        return _session(document)
    except WrongValue as wrong:
        raise wrong.located(text, name, {"moves": "move"}) from None


def load(path: str | PathLike[str]) -> Session:
    """Read a session file.  Raises OSError, or NotationError as :func:`loads`."""
    data = read_head(Path(path), LARGEST + 1)
    if len(data) > LARGEST:
        raise NotationError(
            f"larger than {LARGEST} bytes", Place(str(path), 0, 0), "a session file"
        )
    return loads(text_of(data, str(path)), name=str(path))


def dump(session: Session, path: str | PathLike[str]) -> None:
    """Write a session file atomically, over any existing file.  Raises OSError or NotWritable."""
    replace_file(Path(path), dumps(session).encode(), follow=True)


class SessionFile:
    """A session with its file, for a program that saves after each move.

    ``path`` is the file, ``game`` the session.  If another program changes the file, :meth:`save`
    raises instead of overwriting it, :meth:`changed` returns True, and :meth:`reload` reads it.
    *Not* detected: a change during :meth:`save`.
    """

    def __init__(self, path: str | PathLike[str], game: Session | None = None) -> None:
        """Open the session in ``path``, or create the file with the session ``game``.

        Raises OSError (FileExistsError if ``game`` is given and the file exists), NotationError
        as :func:`load`, or NotWritable.
        """
        self.path = resolved(path)
        if game is None:
            self.reload()
        else:
            self.game = game
            new_file(self.path, dumps(game).encode())
            self._signature = self._file_state()

    def changed(self) -> bool:
        """Return True if another program changed the file.  Raises OSError if it doesn't exist."""
        return self._file_state() != self._signature

    def reload(self) -> Session:
        """Read the file again into ``game``.  Raises as :func:`load`, with ``game`` unchanged."""
        signature = self._file_state()
        self.game = load(self.path)
        self._signature = signature
        return self.game

    def save(self) -> None:
        """Write the session atomically.

        Raises OSError, NotWritable as :func:`dumps`, or SessionError if another program changed
        the file.
        """
        data = dumps(self.game).encode()
        if self.changed():
            raise SessionError(f"'{self.path}' was changed by another program")
        replace_file(self.path, data)
        self._signature = self._file_state()

    def _file_state(self) -> tuple[int, int, int]:
        """Return the inode, modification time and size of the file, to detect changes."""
        stat = self.path.stat()
        return stat.st_ino, stat.st_mtime_ns, stat.st_size


#: The keys of the file.  Older files have a checksum, "check", which is ignored.
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
            "this was written by a later spiderpos" if later else "this is not a valid version",
            f"version {VERSION} of the file",
        )
    for key in document:
        if key not in _KEYS:
            message = f"unknown key{did_you_mean(key, _KEYS)}"
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
    steps = played(start, moves, ("moves",))
    session = Session(start, steps, title=title, stipulation=stipulation, goal=goal)
    done = _value(document, "done", int)
    if not 0 <= done <= len(moves):
        raise WrongValue(("done",), "out of range", f"0 to {len(moves)}")
    session.go_to(done)
    if _position(document, "position", partial=partial) != session.position:
        raise WrongValue(("position",), "the moves that are done don't lead to this position")
    return session


def _value(document: dict[str, Any], key: str, expected: type) -> Any:
    value = document.get(key)
    if type(value) is not expected:
        descriptions = {list: "a list of moves", int: "a number", str: "a position as fen"}
        if value is None:
            raise WrongValue((), f"the key '{key}' is missing", descriptions[expected])
        raise WrongValue((key,), "not allowed here", descriptions[expected])
    return value


def _words(document: dict[str, Any], key: str) -> str:
    value = document.get(key, "")
    longest = _LONGEST[key]
    if type(value) is not str or len(value) > longest:
        raise WrongValue((key,), "not allowed here", f"text of at most {longest} characters")
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


def played(
    position: Position, moves: Sequence[str], path: tuple[str | int, ...] = ()
) -> list[Step]:
    """Play the moves of a session from a position.

    A card that isn't named stays unknown, even if it can be deduced, because it was unknown when
    the move was written.  Raises WrongValue for a move that can't be read or isn't legal;
    ``path`` is the path of ``moves`` in the document.
    """
    parsed: dict[str, tuple[Instruction, ...]] = {}
    steps: list[Step] = []
    for number, move in enumerate(moves):
        move_path = (*path, number)
        try:
            # Long games repeat moves, so parsed ones are cached.
            instructions = parsed.get(move) or words.loads(move).instructions
        except NotationError as error:
            raise WrongValue(move_path, error.message, error.expected) from None
        if len(instructions) != 1:
            raise WrongValue(move_path, "this is not one move")
        parsed[move] = instructions
        try:
            (call,) = instructions[0].resolve(position)
            steps.append(engine.do(position, call.move, call.reveal))
        except IllegalMove as error:
            raise WrongValue(move_path, str(error)) from None
        position = steps[-1].after
    return steps
