"""The package's front door: functions that take texts, and do what most programs want.

Each is one or two calls of the rooms behind it, which it imports when it is called.  What a
position answers by itself (``position.fen()``, ``position.play(...)``) comes here, too: it needs
rooms that stand above :mod:`spiderpos.game`.
"""

# ruff: noqa: PLC0415 - a program that reads positions needs no solver

from __future__ import annotations

import os
import re
import threading
import warnings
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from . import formats
from .game import engine
from .game.illegal import IllegalMove
from .game.moves import Move, Moves
from .game.position import Position
from .game.rules import WOODS, Rules, parse_rules
from .text.errors import NotationError, SpiderError, UnknownFormat
from .text.instead import keywords

if TYPE_CHECKING:
    from .advice.hints import Hint
    from .catalogue import Problem
    from .game.cards import Card
    from .game.engine import Step
    from .game.replay import Replay
    from .game.script import Script
    from .games.session import Session
    from .goals.goal import Goal
    from .goals.judge import Judgement
    from .solver.budget import Budget
    from .solver.prover.answer import Answer, Progress

#: The largest file that is read, in bytes; a game's worth of anything is far below it.
_LARGEST: Final = 1024 * 1024
#: A text that may be the name of a file.
_FILE_NAME: Final = re.compile(r"\A[^\n]*\.[A-Za-z]\w{0,9}\Z")
#: What settles an error, as the argument of :func:`read` that does.
_SETTLE: Final = {
    "partial": "read(text, partial=True) takes it as a partial position",
    "hand": "read(text, hand=N) says how many cards are in the hand",
}
#: How long a search takes if nothing is said; and one for a hint, or for where a goal was lost.
_SECONDS: Final = 60.0
_HINT_SECONDS: Final = 3.0


class Assumed(UserWarning):
    """What a text doesn't say, and had to be assumed; :func:`read` warns of it."""


#: Keywords that people type, and what they mean here.
_NOTATION = dict.fromkeys(("format", "fmt", "as_", "kind"), "notation='fen'")
_LIMITS = {
    **dict.fromkeys(("timeout", "time", "time_limit", "limit", "max_time"), "seconds=10"),
    **dict.fromkeys(
        ("nodes", "depth", "max_nodes", "iterations", "steps_limit"), "work=1_000_000"
    ),
    **dict.fromkeys(("callback", "on_progress"), "progress="),
    **dict.fromkeys(("cancel", "event"), "stop=threading.Event()"),
}

# What is given, as the value that is meant


def _as_rules(rules: Rules | str | None) -> Rules | None:
    return parse_rules(rules) if isinstance(rules, str) else rules


def _as_position(value: Position | Problem | Session, call: str) -> Position:
    """Return the position of what is given; raise TypeError, which shows ``call``, for others."""
    if isinstance(value, Position):
        return value
    from .catalogue import Problem
    from .games.session import Session

    if isinstance(value, Problem):
        return value.start
    if isinstance(value, Session):
        return value.position
    raise TypeError(
        f"{call}: expected a Position first, not {value!r:.60}; spiderpos.read(text) reads one, "
        "spiderpos.problem(name) is a problem"
    )


def _as_goal(
    goal: Goal | str | None, given: Position | Problem | Session, start: Position, call: str
) -> Goal:
    """Return the goal that is given, or that of a problem or game; raise if there is none."""
    from .goals.goal import Goal, parse

    if goal is None:
        goal = getattr(given, "goal", None)
    if goal is None:
        example = call.replace("goal", "'get a space'")
        suggest = "; spiderpos.suggest(position) needs none" if call.startswith("hint") else ""
        raise SpiderError(f"there is no goal: give one, as in {example}{suggest}")
    if isinstance(goal, str):
        return parse(goal, position=start)
    if not isinstance(goal, Goal):
        raise TypeError(f"{call}: expected a goal, or the text of one, not {goal!r:.60}")
    return goal


def _budget(seconds: float | None, work: int | None, stop: threading.Event | None) -> Budget:
    """Return the budget, where seconds that are the default itself give way to work."""
    from .solver.budget import Budget, Usual

    given = Usual(seconds) if seconds is _SECONDS or seconds is _HINT_SECONDS else seconds
    return Budget(given, work=work, stop=stop)


# Reading and writing


@keywords(**_NOTATION)
def read(
    text: str | PathLike[str],
    notation: str | None = None,
    *,
    name: str | None = None,
    partial: bool = False,
    strict: bool = False,
    hand: int | None = None,
    rules: Rules | str | None = None,
) -> Position:
    """Read the position in a text or a file, in ``notation`` or in whichever it is.

    What had to be assumed is told by a warning, :class:`Assumed`;
    :func:`spiderpos.formats.read` gives it as a value.

    Args:
        text: The text itself, or the ``pathlib.Path`` of a file of at most 1 MiB.
        notation: One of ``spiderpos.formats.FORMATS``.
        name: What errors call the text (the file's name, or ``<text>``).
        partial: Take a position of fewer cards, too.
        strict: Take only what the notation's writer writes.
        hand: The number of cards in the hand (0 to 104), where the text doesn't say it.
        rules: The rules, or the text of them, where the text doesn't say them.

    Raises:
        NotationError: The text can't be read, or in several ways.
        PositionError: The cards don't make a position.
        UnknownFormat: No notation is called so.
        RulesError: No rules are called so.
        OSError: The file can't be read.
    """
    if isinstance(text, PathLike):
        name = os.fspath(text) if name is None else name
        text = _text_of_file(Path(text), name)
    elif not isinstance(text, str):
        raise TypeError(_no_text(text))
    options = formats.ReadOptions(
        rules=_as_rules(rules), partial=partial, strict=strict, hand=hand
    )
    name = "<text>" if name is None else name
    try:
        reading = formats.read(text, notation, name=name, options=options)
    except NotationError as error:
        if advice := _no_position(text):
            raise NotationError(advice) from error
        raise
    except SpiderError as error:
        if error.settled_by in _SETTLE:
            error.add_note(_SETTLE[error.settled_by])
        raise
    for words in reading.reports:
        warnings.warn(f"{name}: {words}", Assumed, stacklevel=2)
    return reading.position


def _text_of_file(path: Path, name: str) -> str:
    from .text.files import read_head, text_of

    data = read_head(path, _LARGEST + 1)
    if len(data) > _LARGEST:
        raise NotationError(f"{name}: larger than {_LARGEST // 1024 // 1024} MiB")
    text = formats.unpack(data) or text_of(data, name)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _no_text(value: object) -> str:
    """Return what to call in place of ``read(value)``."""
    advice = "spiderpos.read(Path('mine.txt')) reads a file"
    if isinstance(value, bytes | bytearray):
        advice = f"read(data.decode()) reads bytes as a text, and {advice}"
    elif hasattr(value, "read"):
        advice = f"read(file.read()) reads an open file, and {advice}"
    return f"read(text): expected a text, not {value!r:.60}; {advice}"


def _no_position(text: str) -> str:
    """Return what is meant by a text that is the name of something; empty if it isn't."""
    if len(text) < 200 and "\n" not in text and text.strip():
        from .catalogue.loading import problem_ids

        if text in problem_ids():
            return f"'{text}' is a problem of the catalogue: spiderpos.problem('{text}').start"
        if _FILE_NAME.fullmatch(text) or os.path.exists(text):
            return f"this looks like the name of a file: read(Path('{text}')) reads a file"
    return ""


@keywords(**_NOTATION)
def write(position: Position, notation: str = "diagram") -> str:
    """Write a position as text, as ``diagram``, ``fen``, ``line``, ``json`` and more.

    Raises UnknownFormat, or NotWritable for what the notation can't hold.
    """
    try:
        return formats.dumps(_as_position(position, "write(position, notation)"), notation)
    except UnknownFormat as error:
        from .show.pictures import PICTURES

        if notation in PICTURES:
            advice = f"spiderpos.draw(position, '{notation}') draws that picture"
            raise UnknownFormat(notation, error.known, advice) from None
        raise


@keywords(**_NOTATION)
def read_moves(text: str, notation: str | None = None, *, name: str = "<moves>") -> Script:
    """Read the script in a text, in ``notation`` or in whichever it is; no position is needed.

    Raises NotationError or UnknownFormat.  *Not* checked: whether the moves are legal anywhere.
    """
    from . import scripts

    return scripts.loads(text, notation, name=name)


@keywords(**_NOTATION)
def write_moves(moves: Replay | Answer | Sequence[Step], notation: str = "words") -> str:
    """Write the moves of a replay, of an answer's line, or of steps that were played.

    ``notation`` is ``words``, ``log``, ``letters`` and more.  Raises UnknownFormat, NotWritable.
    """
    from . import scripts

    return scripts.dumps(moves if isinstance(moves, Sequence) else moves.steps, notation)


# Playing and judging


def replay(position: Position | Problem, moves: Moves) -> Replay:
    """Play moves, a script or the text of one from a position: each step with what follows it.

    Raises NotationError for moves that can't be read, ReplayError (an IllegalMove) at the first
    that isn't legal.
    """
    from .game.replay import replay as play_script
    from .scripts import as_script

    return play_script(_as_position(position, "replay(position, moves)"), as_script(moves))


def verify(
    start: Position | Problem | str,
    moves: Moves | None = None,
    goal: Goal | str | None = None,
) -> Judgement:
    """Judge whether moves do what is asked: the verdict, and a finding for each part of the goal.

    ``start`` is a position, a problem or a catalogue problem's name.  A problem brings its goal,
    and its solution if no ``moves`` are given.  Raises ReplayError at an illegal move;
    NotationError for what can't be read, or an unknown problem; SpiderError if there are no moves
    or no goal.
    """
    from .catalogue import Problem, find_problem
    from .goals.judge import judge

    call = "verify(position, moves, goal)"
    given = find_problem(start) if isinstance(start, str) else start
    position = _as_position(given, call)
    if moves is None and isinstance(given, Problem) and given.solution is not None:
        moves = given.solution.script
    if moves is None:
        raise SpiderError(f"there are no moves to verify: {call}")
    target = _as_goal(goal, given, position, call)
    return judge(target, position, replay(position, moves).steps)


@keywords(**_LIMITS)
def solve(
    position: Position | Problem,
    goal: Goal | str | None = None,
    *,
    seconds: float | None = _SECONDS,
    work: int | None = None,
    shortest: bool = False,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Answer:
    """Decide whether a goal can be reached: a line, a proof that it can't, or neither.

    Where cards are hidden it may be possible, with a line for one draw of them.

    A problem brings its goal.  ``seconds`` is the most that the search takes (None: no limit).
    ``work`` is the same in steps of the search, about a million a second: with it the answer
    doesn't depend on how fast or busy the machine is, and the usual minute isn't counted.
    ``shortest`` asks for a line of the fewest moves.  ``progress`` is called a few times a second
    with what was searched, maybe from another thread; what it raises ends the search.  Any thread
    ends it by setting ``stop``: then the answer is undecided, and ``interrupted``.  Raises
    NotationError for a goal that can't be read, SpiderError if there is none.
    """
    from .solver import solve as find_answer

    call = "solve(position, goal)"
    start = _as_position(position, call)
    target = _as_goal(goal, position, start, call)
    budget = _budget(seconds, work, stop)
    return find_answer(
        start, target, budget=budget, shortest=shortest, progress=progress, draws=True
    )


@keywords(**_LIMITS)
def hint(
    position: Position | Problem | Session,
    goal: Goal | str | None = None,
    steps: Sequence[Step] = (),
    *,
    solution: Sequence[Step] = (),
    seconds: float | None = _HINT_SECONDS,
    work: int | None = None,
    stop: threading.Event | None = None,
) -> Hint:
    """Return help for a goal, which is about ``position``, after ``steps`` played from there.

    A problem brings its goal and its solution, a session its goal and the steps done.
    ``solution`` is a line from ``position`` that is known to reach the goal; ``seconds`` is how
    long to look for one, and as long again for where the goal was lost, ``work`` the same in
    steps of the search; KeyboardInterrupt is raised when ``stop`` is set.  Cards that the position
    knows count as known, also face down and in the hand, unless the goal says
    ``whatever turns up``; the hint doesn't name them.  Raises NotationError for a goal that can't
    be read, SpiderError if there is none.
    """
    from .advice.hints import hint as find_hint
    from .catalogue import Problem
    from .games.session import Session

    call = "hint(position, goal)"
    start = _as_position(position, call)
    if isinstance(position, Session):
        start, steps = position.start, steps or position.done
    target = _as_goal(goal, position, start, call)
    if isinstance(position, Problem) and goal is None and position.solution and not solution:
        solution = position.replayed(position.solution.id).steps
    return find_hint(start, target, steps, solution=solution, budget=_budget(seconds, work, stop))


def parse_goal(text: str, position: Position | None = None) -> Goal:
    """Read a goal as in ``remove spades without dealing``; for this position, if it is given.

    Raises NotationError with the place and what was expected.
    """
    from .goals.goal import parse

    return parse(text, position=position)


def problem(name: str | Path) -> Problem:
    """Return the catalogue's problem of this name, as ``woods-4``, or that of a ``.yaml`` file.

    Raises NotationError, or OSError for a file that can't be read.
    """
    from .catalogue import find_problem, load_problem

    path = Path(name)
    return load_problem(path) if path.suffix in (".yaml", ".yml") else find_problem(str(name))


def problems() -> tuple[str, ...]:
    """Return the names of the catalogue's problems."""
    from .catalogue.loading import problem_ids

    return problem_ids()


def deal(
    number: int | None = None,
    *,
    seed: int | str | None = None,
    scheme: str = "classic",
    suits: int | str | None = None,
    rules: Rules | str | None = None,
) -> Position:
    """Deal the cards of a number, or of a seed, which is any text; every card is known.

    Args:
        number: 1 to 2147483647; with the scheme ``pysolfc`` to 10^20.
        seed: In place of a number: the same on every machine and in every version.
        scheme: Whose numbers: ``classic``, ``pysolfc`` or ``kpat``.
        suits: 1, 2 or 4, in place of what the rules say.
        rules: The rules, or the text of them; the scheme's own if not given.

    Raises:
        SpiderError: There is no such number or scheme, or not just one of number and seed.
        RulesError: Other suits, or rules that there aren't.
    """
    from .game import deals

    own = _as_rules(rules)
    if number is not None and seed is None:
        return deals.deal(number, scheme=scheme, suits=suits, rules=own)
    if seed is None or number is not None:
        raise SpiderError("deal(number) or deal(seed=text): give one of the two")
    return deals.seeded(seed, suits=suits, rules=own or WOODS)


# What a position answers


def _as_move(position: Position, move: Move | str) -> Move:
    return parse_move(position, move) if isinstance(move, str) else move


def do(position: Position, move: Move | str, reveal: Sequence[Card] = ()) -> Step:
    """Play a move, or the text of one, and return the step, whose ``after`` is the new position.

    ``reveal`` names cards that come face up by it: for a deal the whole row, and then, for any
    move, those turned up, in the order of ``Step.turned``; without it unknown cards stay
    ``UNKNOWN``, face up.  Raises IllegalMove, or NotationError for a text that can't be read.
    """
    return engine.do(position, _as_move(position, move), reveal)


def parse_move(position: Position, text: str) -> Move:
    """Read the one legal move that a text says, as ``9-6s from 7 to 3``.

    Raises NotationError, also for several moves; IllegalMove if the move isn't legal.
    """
    if isinstance(text, Move):
        raise TypeError(f"parse_move(text): {text!r} is a move already")
    from .scripts import one_move

    steps = replay(position, one_move(text)).steps
    if len(steps) != 1:
        raise NotationError(f"expected one move: '{text:.40}' says {len(steps)}")
    return steps[0].move


def move_words(position: Position, move: Move) -> str:
    """Return a legal move in words, as ``9-6s from 7 to 3``.  Raises IllegalMove."""
    from .scripts.words import describe

    return describe(engine.do(position, _as_move(position, move)))


def play(position: Position, moves: Moves) -> Position:
    """Return the position after a move, several, a script or the text of one.

    Raises IllegalMove, or NotationError for a text that can't be read.
    """
    if isinstance(moves, Move):
        return engine.do(position, moves).after
    return replay(position, moves).end


def is_legal(position: Position, move: Moves) -> bool:
    """Return True if a move is legal, or each of several.  Raises NotationError for a text."""
    return not why_illegal(position, move)


can = is_legal


def why_illegal(position: Position, move: Moves) -> str:
    """Return why a move, or one of several, isn't legal, in a sentence; empty if it is."""
    try:
        if isinstance(move, Move):
            engine.verify(position, move)
        else:
            replay(position, move)
    except IllegalMove as error:
        return str(getattr(error, "reason", error))
    return ""


def draw(position: Position, kind: str = "svg", **options: Any) -> str | bytes:
    """Draw a position as ``svg``, ``png``, ``pdf``, ``tex`` or ``unicode``.

    ``options`` are those of ``spiderpos.show.pictures.Drawing``; ``arrows`` and ``marks`` may be
    texts.  Returns bytes for ``png`` and ``pdf``, otherwise text.  Raises DrawingError.
    """
    from .show import pictures

    return pictures.draw(_as_position(position, "draw(position, kind)"), kind, **options)
