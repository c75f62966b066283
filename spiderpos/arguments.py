"""Conversion of arguments: the types that public functions accept for positions, moves and goals.

Each function converts a value of any accepted type to the type that the package uses.  ``call`` is
the form of the public function, such as ``replay(position, moves)``, for the TypeError about a
value of another type.
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

#: The maximum size of a file, in bytes; the files of a game are far smaller.
LARGEST: Final = 1024 * 1024
#: A text: a string, the path of a file, an open file, or the bytes of a file.
TextLike: TypeAlias = Union[str, "PathLike[str]", IO[Any], bytes]
#: A position, a problem or session (which have one), the name of a problem, or a text to parse.
PositionLike: TypeAlias = Union[Position, "Problem", "Session", TextLike]
#: Moves: one, several, a script, a replay, an answer with a line, or a text to parse.
MovesLike: TypeAlias = Moves | TextLike

#: The name of a problem, or of one of its lines or positions: ``woods-4``, ``woods-4:hearts``.
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?::\S+)?")
#: Notes on an error that name the argument of :func:`spiderpos.read` that would resolve it, by the
#: error's ``settled_by``.
_SETTLE: Final = {
    "partial": "spiderpos.read(text, partial=True) accepts a partial position",
    "hand": "spiderpos.read(text, hand=N) sets the number of cards in the hand",
}
#: A text that looks like the name of a file.
_FILE_NAME: Final = re.compile(r"\A[^\n]*\.[A-Za-z]\w{0,9}\Z")


class Assumed(UserWarning):
    """The warning of :func:`spiderpos.read` about an assumption, or a part that was not read."""


def text_of(value: TextLike, call: str, expected: str = "a text") -> tuple[str, str]:
    """Return a text and its name for errors, which is empty for a string.

    Raises NotationError for a file that is larger than 1 MiB or not text, TypeError for a value
    of another type.
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
    """Return True if a value is a :data:`TextLike`."""
    return isinstance(value, str | bytes | PathLike) or hasattr(value, "read")


def _not(value: object, call: str, expected: str) -> str:
    given = f"{value!r:.60}"
    if callable(value) and hasattr(value, "__name__"):
        given = f"a function: call it, as in {value.__name__}()"
    return f"{call}: expected {expected}, a text, a Path or an open file, not {given}"


def named_problem(value: object) -> tuple[Problem, str] | None:
    """Find the problem that a text such as ``woods-4:hearts`` names.

    Return it with the name of its line or position (empty if none); None if there is no match.
    """
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        return None
    from .catalogue import find_problem, problem_ids

    name, _, reference = value.partition(":")
    return (find_problem(name), reference) if name in problem_ids() else None


def start_of(
    value: PositionLike, call: str, **reading: Any
) -> tuple[Position, Problem | Session | None]:
    """Return the position of a value, and the value's problem or session, or None.

    It is None also for a line or position of a problem (``woods-4:hearts``).  ``reading`` are
    arguments of :func:`read_position`, for a text.  Raises the errors of :func:`spiderpos.read`,
    and TypeError for a value without a position.
    """
    if isinstance(value, Position):
        return value, None
    if named := named_problem(value):
        problem, reference = named
        return (problem.position(reference), None) if reference else (problem.start, problem)
    if isinstance(value, PathLike) and Path(value).suffix in (".yaml", ".yml"):
        from .catalogue import load_problem

        problem = load_problem(Path(value))
        return problem.start, problem
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
    """Return the position of a value.  Raises the errors of :func:`start_of`."""
    return start_of(value, call)[0]


def read_position(
    value: TextLike,
    call: str,
    notation: str | None = None,
    name: str | None = None,
    options: formats.ReadOptions | None = None,
) -> Position:
    """Parse a position, and issue a warning for each assumption; see :func:`spiderpos.read`."""
    text, own_name = text_of(value, call, "a position")
    name = name or own_name or "<text>"
    try:
        reading = formats.read(text, notation, name=name, options=options or formats.ReadOptions())
    except NotationError as error:
        if advice := other_than_a_position(text, call):
            raise NotationError(advice) from error
        raise
    except SpiderError as error:
        if error.settled_by in _SETTLE:
            error.add_note(_SETTLE[error.settled_by])
        raise
    for words in reading.reports:
        warnings.warn(f"{name}: {words}", Assumed, stacklevel=_caller())
    return reading.position


def _caller() -> int:
    """Return the stack level of the first caller outside the package, for warnings."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and str(frame.f_globals.get("__name__", "")).startswith("spiderpos"):
        frame, level = frame.f_back, level + 1
    return level


def other_than_a_position(text: str, call: str) -> str:
    """Return advice for a text that is a script, URL, file name or goal; otherwise empty."""
    return {
        "moves": f"these are moves, not a position: {call}",
        "URL": f"'{text:.80}' is a URL, and nothing is downloaded: pass its text, or a file",
        "file": f"this looks like the name of a file: spiderpos.read(Path({text!r:.80}))",
        "goal": f"'{text:.80}' is a goal, not a position: {call}",
    }.get(kind_of_text(text), "")


def kind_of_text(text: str) -> str:
    """Return the kind of a text that can't be read as a position.

    It is ``moves``, ``URL``, ``file`` (a name; the file need not exist), ``goal``, or ``""``.
    """
    from .scripts import words

    if words.recognises(text):
        return "moves"
    if "\n" in text.strip() or len(text) > 300 or not text.strip():
        return ""
    if re.match(r"\w+://", text):
        return "URL"
    if _FILE_NAME.fullmatch(text) or os.path.exists(text):
        return "file"
    return "goal" if is_goal(text) else ""


def is_goal(text: str) -> bool:
    """Return True if a text can be parsed as a goal."""
    from .goals.goal import parse

    try:
        parse(text)
    except SpiderError:
        return False
    return True


def moves_of(value: MovesLike, call: str) -> Script:
    """Convert moves to a script.

    Raises NotationError for a text that can't be parsed, TypeError for a value without moves.
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
    """Parse ``goal`` if it is a text; without it return the goal of ``given``, if that has one."""
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
    """Parse or find a goal as :func:`goal_of` does; raise SpiderError if there is none."""
    if target := goal_of(goal, given, start, call):
        return target
    example = call.replace("goal", "'get a space'")
    raise SpiderError(f"no goal: give one, as in {example}")


def rules_of(rules: Rules | str | None) -> Rules | None:
    """Return rules, parsed if they are a text."""
    return parse_rules(rules) if isinstance(rules, str) else rules
