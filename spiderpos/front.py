"""The package's front door: functions that take texts, and do what most programs want.

Each is one or two calls of the rooms behind it.  What a position answers by itself
(``position.fen()``, ``position.play(...)``) comes here, too: it needs rooms that stand above
:mod:`spiderpos.game`.
"""

from __future__ import annotations

import threading
import warnings
from dataclasses import replace as with_changes
from typing import Any, NoReturn

from . import formats, scripts
from .catalogue import Problem, find_problem
from .catalogue.loading import problem_ids
from .game import deals, engine
from .game.illegal import IllegalMove
from .game.moves import Move
from .game.position import Position
from .game.replay import Replay, ReplayError
from .game.replay import replay as play_script
from .game.rules import WOODS, Rules, parse_rules
from .game.script import Script
from .goals import judge
from .goals.goal import Goal, parse
from .scripts.words import describe
from .solver import solve as find_answer
from .solver.budget import A_MINUTE, Budget
from .solver.prover.answer import Answer, Progress

__all__ = [
    "Assumed",
    "deal",
    "draw",
    "is_legal",
    "move_words",
    "parse_goal",
    "parse_move",
    "play",
    "problem",
    "problems",
    "read",
    "read_moves",
    "replay",
    "solve",
    "verify",
    "why_illegal",
    "write",
    "write_moves",
]


class Assumed(UserWarning):
    """What a text doesn't say, and had to be assumed; :func:`read` warns of it."""


def _rules(rules: Rules | str | None) -> Rules | None:
    return parse_rules(rules) if isinstance(rules, str) else rules


def _position(value: Position) -> Position:
    if not isinstance(value, Position):
        raise TypeError(f"a Position is wanted, not {value!r:.40}: spiderpos.read(text) reads one")
    return value


def _no_moves(value: object) -> NoReturn:
    raise TypeError(f"a move, a script or the text of one is wanted, not {value!r:.40}")


def read(
    text: str,
    notation: str | None = None,
    *,
    name: str = "<text>",
    partial: bool = False,
    strict: bool = False,
    hand: int | None = None,
    rules: Rules | str | None = None,
) -> Position:
    """The position in a text, in ``notation`` or in whichever it is.

    ``name`` is what errors call the text.  ``partial``: a position of fewer cards.  ``strict``:
    only what the notation's writer writes.  ``hand``: the number of cards in the hand, and
    ``rules`` the rules, where the text doesn't say them.  What had to be assumed is told by a
    warning, :class:`Assumed`; :func:`spiderpos.formats.read` gives it as a value.  Raises
    NotationError, PositionError, UnknownFormat or RulesError.
    """
    options = formats.ReadOptions(rules=_rules(rules), partial=partial, strict=strict, hand=hand)
    found = formats.read(text, notation, name=name, options=options)
    for words in found.assumed:
        warnings.warn(f"{name}: assumed: {words}", Assumed, stacklevel=2)
    return found.position


def write(position: Position, notation: str = "diagram") -> str:
    """A position as text, as ``diagram``, ``fen``, ``line``, ``json`` and more.

    Raises UnknownFormat, or NotWritable for what the notation can't hold.
    """
    return formats.dumps(_position(position), notation)


def read_moves(text: str, notation: str | None = None, *, name: str = "<moves>") -> Script:
    """The script in a text, in ``notation`` or in whichever it is; no position is needed.

    Raises NotationError or UnknownFormat.  *Not* checked: whether the moves are legal anywhere.
    """
    return scripts.loads(text, notation, name=name)


def write_moves(moves: Replay, notation: str = "words") -> str:
    """The moves of a replay as text, as ``words``, ``log``, ``letters`` and more."""
    return scripts.dumps(moves.steps, notation)


def _script(moves: Script | str) -> Script:
    if isinstance(moves, str):
        return read_moves(moves)
    return moves if isinstance(moves, Script) else _no_moves(moves)


def replay(position: Position, moves: Script | str) -> Replay:
    """Play a script from a position: each step with the position behind it.

    Raises NotationError for moves that can't be read, ReplayError at the first that isn't legal.
    """
    return play_script(_position(position), _script(moves))


def verify(
    start: Position | Problem | str,
    moves: Script | str | None = None,
    goal: Goal | str | None = None,
) -> judge.Judgement:
    """Does a script do what is asked?  The verdict, and a finding for each part of the goal.

    ``start`` is a position, a problem or a catalogue problem's name.  A problem brings its goal,
    and its solution if no ``moves`` are given.  Raises ReplayError at an illegal move;
    NotationError; KeyError for an unknown problem; ValueError if there are no moves or no goal.
    """
    if isinstance(start, str):
        start = find_problem(start)
    position = start.start if isinstance(start, Problem) else _position(start)
    if isinstance(start, Problem):
        goal = start.goal if goal is None else goal
        if moves is None and start.solution is not None:
            moves = start.solution.script
    if moves is None:
        raise ValueError("there are no moves to verify")
    if goal is None:
        raise ValueError("there is no goal: give one, as in goal='get a space'")
    asked = parse(goal, position=position) if isinstance(goal, str) else goal
    return judge.judge(asked, position, replay(position, moves).steps)


def solve(
    position: Position,
    goal: Goal | str,
    *,
    seconds: float | None = A_MINUTE,
    work: int | None = None,
    shortest: bool = False,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Answer:
    """Can the goal be reached?  A line that the replayer accepts, a proof that not, or neither.

    ``seconds`` is the most that the search takes (None: no limit).  ``work`` is the same in
    steps of the search, about a million a second: with it the answer doesn't depend on how fast
    or busy the machine is, and the usual minute isn't counted.  ``shortest`` asks for a line of
    the fewest moves.  ``progress`` is called a few times a second with what was searched, maybe
    from another thread; what it raises ends the search.  Any thread ends it by setting ``stop``:
    then the answer is undecided, and ``interrupted``.  Raises NotationError for a goal that can't
    be read.
    """
    asked = parse(goal, position=_position(position)) if isinstance(goal, str) else goal
    budget = Budget(seconds, work=work, stop=stop)
    return find_answer(position, asked, budget=budget, shortest=shortest, progress=progress)


def parse_goal(text: str, position: Position | None = None) -> Goal:
    """A goal as in ``remove spades without dealing``; for this position, if it is given.

    Raises NotationError with the place and what was expected.
    """
    return parse(text, position=position)


def problem(name: str) -> Problem:
    """The catalogue's problem of this name, as ``woods-4``.  Raises KeyError."""
    return find_problem(name)


def problems() -> tuple[str, ...]:
    """The names of the catalogue's problems."""
    return problem_ids()


def deal(number: int, *, suits: int = 4, rules: Rules | str = WOODS) -> Position:
    """The deal with this number (1 to 32000) of the classic numbering, every card known.

    Raises ``spiderpos.game.deals.DealNumberError``, or RulesError for other than 1, 2 or 4 suits.
    """
    return deals.deal(number, rules=with_changes(_rules(rules) or WOODS, suits=suits))


# What a position answers


def parse_move(position: Position, text: str) -> Move:
    """The one legal move that a text says, as ``9-6s from 7 to 3``.

    Raises NotationError, ReplayError if it isn't legal, ValueError for several moves.
    """
    steps = replay(position, text).steps
    if len(steps) != 1:
        raise ValueError(f"one move is wanted, and '{text:.40}' has {len(steps)}")
    return steps[0].move


def move_words(position: Position, move: Move) -> str:
    """A legal move in Woods' words, as ``9-6s from 7 to 3, turning up 6s``; raises IllegalMove."""
    return describe(engine.do(position, move))


def play(position: Position, moves: Move | Script | str) -> Position:
    """The position after a move, a script or the text of one.

    Raises IllegalMove for a move, NotationError or ReplayError for a script.
    """
    if isinstance(moves, Script | str):
        return replay(position, moves).end
    return engine.do(position, moves).after


def is_legal(position: Position, move: Move | str) -> bool:
    """Whether a move is legal, or each of the moves that a text says.  Raises NotationError."""
    if not isinstance(move, str):
        return engine.can(position, move)
    try:
        replay(position, move)
    except ReplayError:
        return False
    return True


def why_illegal(position: Position, move: Move | str) -> str:
    """Why a move, or a text of moves, isn't legal, in a sentence; empty if it is."""
    try:
        if isinstance(move, str):
            replay(position, move)
        else:
            engine.verify(position, move)
    except ReplayError as error:
        return str(error.reason)
    except IllegalMove as reason:
        return str(reason)
    return ""


def draw(position: Position, kind: str = "svg", **options: Any) -> str | bytes:
    """A picture of a position: ``svg``, ``png``, ``pdf``, ``tex`` or ``unicode``.

    ``options`` are those of ``spiderpos.show.pictures.Drawing``.
    """
    from .show import pictures  # noqa: PLC0415 - most programs draw nothing

    return pictures.draw(position, kind, **options)
