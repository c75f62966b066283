"""The forms in which public functions take a position, moves, a goal and rules.

Each function here turns a value in any of these forms into the one that the package works on.
What can't be one raises an error that says how to call the public function.
"""

# ruff: noqa: PLC0415 - a program that reads positions needs no solver

from __future__ import annotations

import os
import re
import sys
import warnings
from os import PathLike
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias, TypeGuard, Union, cast

from . import formats
from .game.moves import Moves
from .game.position import Position
from .game.rules import Rules, parse_rules
from .text.errors import NotationError, SpiderError

if TYPE_CHECKING:
    from .catalogue import Problem
    from .game.script import Script
    from .games.session import Session
    from .goals.goal import Goal

#: The largest file that is read, in bytes; a game's worth of anything is far below it.
LARGEST: Final = 1024 * 1024
#: A text: itself, the path of a file, an open file, or the bytes of one.
TextLike: TypeAlias = Union[str, "PathLike[str]", IO[Any], bytes]
#: A position: one, a problem or a game that has one, a problem's name, or the text of one.
PositionLike: TypeAlias = Union[Position, "Problem", "Session", TextLike]
#: Moves: one, several, a script, a replay, an answer with a line, or the text of some.
MovesLike: TypeAlias = Moves | TextLike

#: The name of a problem, or of a line or position of one: ``woods-4``, ``woods-4:hearts``.
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?::\S+)?")
#: What settles an error, as the argument of :func:`spiderpos.read` that does.
_SETTLE: Final = {
    "partial": "spiderpos.read(text, partial=True) takes it as a partial position",
    "hand": "spiderpos.read(text, hand=N) says how many cards are in the hand",
}
#: A text that may be the name of a file.
_FILE_NAME: Final = re.compile(r"\A[^\n]*\.[A-Za-z]\w{0,9}\Z")


class Assumed(UserWarning):
    """What had to be assumed for a text, or was not read; :func:`spiderpos.read` warns of it."""


def text_of(value: TextLike, call: str, expected: str = "a text") -> tuple[str, str]:
    """Return a text with its name for errors, which is empty for a str.

    Raises NotationError for more than 1 MiB or what isn't text, TypeError for another value.
    """
    if isinstance(value, str):
        return value, ""
    from .text.files import read_head
    from .text.files import text_of as decoded

    data: object
    if isinstance(value, PathLike):
        name, data = os.fspath(value), read_head(Path(value), LARGEST + 1)
    elif hasattr(value, "read"):
        name, data = str(getattr(value, "name", "<file>")), value.read(LARGEST + 1)
    else:
        name, data = "<bytes>", value
    if isinstance(data, str):
        text = data
    elif isinstance(data, bytes | bytearray):
        text = formats.unpack(bytes(data)) or decoded(bytes(data), name)
    else:
        raise TypeError(_not(value, call, expected))
    if len(data) > LARGEST:
        raise NotationError(f"{name}: larger than {LARGEST // 1024 // 1024} MiB")
    return text.replace("\r\n", "\n").replace("\r", "\n"), name


def is_text(value: object) -> TypeGuard[TextLike]:
    """Return True for a text, or a file or bytes with one."""
    return isinstance(value, str | bytes | PathLike) or hasattr(value, "read")


def _not(value: object, call: str, expected: str) -> str:
    return f"{call}: expected {expected}, a text, a Path or an open file, not {value!r:.60}"


def named_problem(value: object) -> tuple[Problem, str] | None:
    """Return the problem that a text names, and the line or position of it; None if none."""
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        return None
    from .catalogue import find_problem, problem_ids

    name, _, reference = value.partition(":")
    return (find_problem(name), reference) if name in problem_ids() else None


def start_of(
    value: PositionLike, call: str, **reading: Any
) -> tuple[Position, Problem | Session | None]:
    """Return the position of a value, and the problem or game that it is the position of.

    ``reading`` are arguments of :func:`spiderpos.read`, for a text.  Raises what that raises;
    TypeError for a value without a position.
    """
    if isinstance(value, Position):
        return value, None
    if named := named_problem(value):
        problem, reference = named
        return (problem.position(reference), None) if reference else (problem.start, problem)
    if is_text(value):
        return read_position(value, call, **reading), None
    from .catalogue import Problem
    from .games.session import Session

    if isinstance(value, Problem):
        return value.start, value
    if isinstance(value, Session):
        return value.position, value
    raise TypeError(_not(value, call, "a position"))


def position_of(value: PositionLike, call: str) -> Position:
    """Return the position of a value.  Raises as :func:`start_of`."""
    return start_of(value, call)[0]


def read_position(
    value: TextLike,
    call: str,
    notation: str | None = None,
    name: str | None = None,
    options: formats.ReadOptions | None = None,
) -> Position:
    """Return the position of a text, warning of what is assumed; see :func:`spiderpos.read`."""
    text, own_name = text_of(value, call, "a position")
    name = name or own_name or "<text>"
    try:
        reading = formats.read(text, notation, name=name, options=options or formats.ReadOptions())
    except NotationError as error:
        if meant := other_than_a_position(text, call):
            raise NotationError(meant) from error
        raise
    except SpiderError as error:
        if error.settled_by in _SETTLE:
            error.add_note(_SETTLE[error.settled_by])
        raise
    for words in reading.reports:
        warnings.warn(f"{name}: {words}", Assumed, stacklevel=_caller())
    return reading.position


def _caller() -> int:
    """Return the level of the stack at which a warning names the line of the program."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and str(frame.f_globals.get("__name__", "")).startswith("spiderpos"):
        frame, level = frame.f_back, level + 1
    return level


def other_than_a_position(text: str, call: str) -> str:
    """Return what a text is that is not a position, and what to write; empty if not known."""
    if "\n" in text.strip() or len(text) > 300 or not text.strip():
        return ""
    if is_url(text):
        return f"'{text:.80}' is a URL, and nothing is downloaded: give its text, or a file"
    if _FILE_NAME.fullmatch(text) or os.path.exists(text):
        return f"this looks like the name of a file: spiderpos.read(Path({text!r:.80}))"
    if is_goal(text):
        return f"'{text:.80}' is a goal, not a position: {call}"
    return ""


def is_url(text: str) -> bool:
    """Return True if a text is the address of something on the web."""
    return re.match(r"\w+://", text) is not None


def is_goal(text: str) -> bool:
    """Return True if a text can be read as a goal."""
    from .goals.goal import parse

    try:
        parse(text)
    except SpiderError:
        return False
    return True


def moves_of(value: MovesLike, call: str) -> Script:
    """Return a value as a script.

    Raises NotationError for a text that can't be read, TypeError for what isn't moves.
    """
    from . import scripts

    if is_text(value):
        text, name = text_of(value, call, "moves")
        try:
            return scripts.loads(text, name=name or "<moves>")
        except NotationError as error:
            if "\n" not in text and is_goal(text):
                message = f"'{text:.80}' is a goal, not moves: {call}"
                raise NotationError(message) from error
            raise
    return scripts.as_script(cast(Moves, value))


def goal_of(
    goal: Goal | str | None, given: Problem | Session | None, start: Position, call: str
) -> Goal | None:
    """Return a goal, or that of a text, or else of a problem or game; None if there is none."""
    from .goals.goal import Goal, parse

    if goal is None:
        return None if given is None else given.goal
    if isinstance(goal, str):
        return parse(goal, position=start)
    if not isinstance(goal, Goal):
        raise TypeError(f"{call}: expected a goal, or the text of one, not {goal!r:.60}")
    return goal


def asked_of(
    goal: Goal | str | None, given: Problem | Session | None, start: Position, call: str
) -> Goal:
    """Return the goal as :func:`goal_of` does.  Raises SpiderError if there is none."""
    if target := goal_of(goal, given, start, call):
        return target
    example = call.replace("goal", "'get a space'")
    raise SpiderError(f"there is no goal: give one, as in {example}")


def rules_of(rules: Rules | str | None) -> Rules | None:
    """Return rules, or those that a text names."""
    return parse_rules(rules) if isinstance(rules, str) else rules
