"""The package's front door: the functions that do what most programs want.

They take a position, moves, a goal and rules in any of the forms of :mod:`spiderpos.arguments`.
Each is one or two calls of the rooms behind it, which it imports when it is called.  The methods
of a position that need rooms above :mod:`spiderpos.game` are here, too.
"""

# ruff: noqa: PLC0415 - a program that reads positions needs no solver

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from . import formats
from .arguments import (
    MovesLike,
    PositionLike,
    TextLike,
    asked_of,
    goal_of,
    moves_of,
    position_of,
    rules_of,
    start_of,
)
from .game import engine
from .game.illegal import IllegalMove
from .game.moves import Move
from .game.position import Position
from .game.rules import WOODS, Rules
from .text.errors import NotationError, SpiderError, UnknownFormat
from .text.instead import named_arguments

if TYPE_CHECKING:
    from .advice.hints import Hint
    from .advice.suggest import Suggestion
    from .catalogue import Problem
    from .catalogue.mapping import Problems
    from .game.cards import Card
    from .game.engine import Step
    from .game.replay import Replay
    from .game.script import Script
    from .goals.goal import Goal
    from .goals.judge import Judgement
    from .solver.budget import Budget
    from .solver.prover.answer import Answer, Progress

#: How long a search takes if nothing is said; and one for a hint, or for where a goal was lost.
_SECONDS: Final = 60.0
_HINT_SECONDS: Final = 3.0


def _budget(seconds: float | None, work: int | None, stop: threading.Event | None) -> Budget:
    """Return the budget, where seconds that are the default itself give way to work."""
    from .solver.budget import Budget, Usual

    given = Usual(seconds) if seconds is _SECONDS or seconds is _HINT_SECONDS else seconds
    return Budget(given, work=work, stop=stop)


# Reading and writing


@named_arguments
def read(
    text: PositionLike,
    notation: str | None = None,
    *,
    name: str | None = None,
    partial: bool = False,
    strict: bool = False,
    hand: int | None = None,
    rules: Rules | str | None = None,
) -> Position:
    """Read the position in a text or a file, in ``notation`` or in whichever it is.

    A warning, :class:`Assumed`, says what had to be assumed; :func:`spiderpos.formats.read` gives
    it as a value.

    Args:
        text: The text itself, the ``pathlib.Path`` of a file, an open file or the bytes of one,
            of at most 1 MiB; or the name of a catalogue problem.
        notation: One of ``spiderpos.formats.FORMATS``.
        name: The name of the text in errors (if not given, the file's name, or ``<text>``).
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
    options = formats.ReadOptions(rules=rules_of(rules), partial=partial, strict=strict, hand=hand)
    reading = {"notation": notation, "name": name, "options": options}
    return start_of(text, "spiderpos.read(text)", **reading)[0]


@named_arguments
def write(position: PositionLike, notation: str = "diagram") -> str:
    """Write a position as text, as ``diagram``, ``fen``, ``line``, ``json`` and more.

    Raises UnknownFormat, or NotWritable for what the notation can't hold.
    """
    start = position_of(position, "write(position, notation)")
    try:
        return formats.dumps(start, str(notation))
    except UnknownFormat as error:
        from .show.pictures import PICTURES

        if notation in PICTURES:
            advice = f"spiderpos.draw(position, '{notation}') draws that picture"
            raise UnknownFormat(notation, error.known, advice) from None
        raise


@named_arguments
def read_moves(text: TextLike, notation: str | None = None, *, name: str = "<moves>") -> Script:
    """Read the script in a text or a file, in ``notation`` or in whichever it is.

    Raises NotationError or UnknownFormat.  *Not* checked: whether the moves are legal anywhere.
    """
    from . import scripts
    from .arguments import text_of

    words, own_name = text_of(text, "read_moves(text)", "moves")
    return scripts.loads(words, notation, name=own_name or name)


@named_arguments
def write_moves(
    moves: MovesLike, notation: str = "words", position: PositionLike | None = None
) -> str:
    """Write the moves of a replay, of an answer's line, or of steps that were played.

    Other moves need the ``position`` that they are played from.  ``notation`` is ``words``,
    ``log``, ``letters`` and more.  Raises UnknownFormat, NotWritable, and what :func:`replay`
    raises.
    """
    from . import scripts

    call = "write_moves(moves, notation, position)"
    steps: Any = getattr(moves, "steps", moves)
    if position is not None:
        steps = replay(position, moves).steps
    elif not isinstance(steps, Sequence) or not all(isinstance(s, engine.Step) for s in steps):
        raise TypeError(f"{call}: give the position, too; only a replay or an answer has its own")
    return scripts.dumps(steps, str(notation))


# Playing and judging


def replay(position: PositionLike, moves: MovesLike) -> Replay:
    """Play moves, a script or the text of one from a position: each step with what follows it.

    Raises NotationError for moves that can't be read, ReplayError (an IllegalMove) at the first
    that isn't legal.
    """
    from .game.replay import replay as play_script

    call = "replay(position, moves)"
    return play_script(position_of(position, call), moves_of(moves, call))


def verify(
    start: PositionLike, moves: MovesLike | None = None, goal: Goal | str | None = None
) -> Judgement:
    """Judge whether moves do what is asked: the verdict, and a finding for each part of the goal.

    A problem, or the name of one, brings its goal, and its solution if no ``moves`` are given.
    Raises ReplayError at an illegal move; NotationError for what can't be read; SpiderError if
    there are no moves or no goal.
    """
    from .goals.judge import judge

    call = "verify(position, moves, goal)"
    position, given = start_of(start, call)
    solution = getattr(given, "solution", None)
    if moves is None and solution is not None:
        moves = solution.script
    if moves is None:
        raise SpiderError(f"there are no moves to verify: {call}")
    script = moves_of(moves, call)
    return judge(asked_of(goal, given, position, call), position, replay(position, script).steps)


@named_arguments
def solve(
    position: PositionLike,
    goal: Goal | str | None = None,
    *,
    seconds: float | None = _SECONDS,
    work: int | None = None,
    shortest: bool = False,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Answer:
    """Decide whether a goal can be reached: a line, a proof that it can't, or neither.

    Where cards are hidden it may be possible, with a line for one draw of them.  The logger
    ``spiderpos`` reports what the search does.

    Args:
        position: The position; a problem, or the name of one, brings its goal.
        goal: The goal, or the text of it.
        seconds: The most that the search takes (None: no limit).
        work: The same in steps of the search, about a million a second.  With it the answer
            doesn't depend on how fast or busy the machine is, and the usual minute isn't counted.
        shortest: Find a line of the fewest moves.
        progress: Called a few times a second with what was searched, maybe from another thread;
            an exception of it ends the search.
        stop: Any thread ends the search by setting it: then the answer is undecided, and
            ``interrupted``.

    Raises:
        NotationError: The position or the goal can't be read.
        SpiderError: There is no goal.
    """
    from .solver import solve as find_answer
    from .text.logs import logged

    call = "solve(position, goal)"
    start, given = start_of(position, call)
    target = asked_of(goal, given, start, call)
    budget = _budget(seconds, work, stop)
    with logged(f"solve {target}", progress) as log:
        answer = find_answer(
            start, target, budget=budget, shortest=shortest, progress=log.progress, draws=True
        )
        log.result = answer
    return answer


@overload
def hint(
    position: PositionLike,
    goal: Goal | str,
    steps: MovesLike = (),
    *,
    solution: MovesLike = (),
    seconds: float | None = _HINT_SECONDS,
    work: int | None = None,
    stop: threading.Event | None = None,
) -> Hint: ...
@overload
def hint(
    position: PositionLike,
    goal: None = None,
    steps: MovesLike = (),
    *,
    solution: MovesLike = (),
    seconds: float | None = _HINT_SECONDS,
    work: int | None = None,
    stop: threading.Event | None = None,
) -> Hint | Suggestion: ...
@named_arguments
def hint(
    position: PositionLike,
    goal: Goal | str | None = None,
    steps: MovesLike = (),
    *,
    solution: MovesLike = (),
    seconds: float | None = _HINT_SECONDS,
    work: int | None = None,
    stop: threading.Event | None = None,
) -> Hint | Suggestion:
    """Return help for a goal, after ``steps`` played from ``position``.

    Cards that the position knows count as known, also face down and in the hand, unless the goal
    says ``whatever turns up``; the hint doesn't name them.

    Args:
        position: The position; a problem brings its goal and its solution, a session its goal
            and the steps done.
        goal: The goal, or the text of it.  Without one the result is that of :func:`suggest`.
        steps: The moves played since.
        solution: Moves from ``position`` that are known to reach the goal.
        seconds: How long to look for a line, and as long again for where the goal was lost.
        work: The same in steps of the search.
        stop: KeyboardInterrupt is raised when it is set.

    Raises:
        NotationError: The position or the goal can't be read.
    """
    from .advice.hints import hint as find_hint
    from .catalogue import Problem
    from .games.session import Session

    call = "hint(position, goal)"
    start, given = start_of(position, call)
    target = goal_of(goal, given, start, call)
    if isinstance(given, Session):
        start = given.start
    done = replay(start, steps).steps
    if isinstance(given, Session):
        done = done or given.done
    if target is None:
        return suggest(done[-1].after if done else start)
    line = replay(start, solution).steps
    if isinstance(given, Problem) and goal is None and given.solution and not line:
        line = replay(start, given.solution.script).steps
    return find_hint(start, target, done, solution=line, budget=_budget(seconds, work, stop))


@named_arguments
def suggest(position: PositionLike, *, effort: int | None = None) -> Suggestion:
    """Return the next best move in a position, with its reason; it needs no goal.

    Face-down cards and the hand aren't looked at, even if they're known.  ``effort`` is how many
    positions the search looks at from (900 if not given); the answer depends on nothing else.
    """
    from .advice import suggest as room

    start = position_of(position, "suggest(position)")
    return room.suggest(start, effort=room.EFFORT if effort is None else effort)


@named_arguments
def validate(position: PositionLike, *, partial: bool = False, name: str = "") -> None:
    """Check that the cards of a position can lie so.  Raises PositionError with every fault.

    ``partial`` allows fewer cards and columns; ``name`` is what the error calls the position.
    """
    from .game import census

    census.validate(position_of(position, "validate(position)"), partial=partial, name=name)


def legal_moves(position: PositionLike) -> Iterator[Move]:
    """Yield every legal move, in a fixed order; ``position.legal_moves`` has them all."""
    return engine.legal_moves(position_of(position, "legal_moves(position)"))


def parse_goal(text: str, position: PositionLike | None = None) -> Goal:
    """Read a goal as in ``remove spades without dealing``; for this position, if it is given.

    Raises NotationError with the place and what was expected.
    """
    from .goals.goal import parse

    start = None if position is None else position_of(position, "parse_goal(text, position)")
    return parse(text, position=start)


def problem(name: str | Path | Problem) -> Problem:
    """Return the catalogue's problem of this name, as ``woods-4``, or that of a ``.yaml`` file.

    Raises NotationError, or OSError for a file that can't be read.
    """
    from .catalogue import Problem, find_problem, load_problem

    if isinstance(name, Problem):
        return name
    if not isinstance(name, str | Path):
        raise TypeError(f"problem(name): expected a name, as 'woods-4', not {name!r:.60}")
    path = Path(name)
    return load_problem(path) if path.suffix in (".yaml", ".yml") else find_problem(str(name))


def problems() -> Problems:
    """Return the catalogue's problems by name: iteration gives the names, ``values()`` them."""
    from .catalogue.mapping import Problems

    return Problems()


@named_arguments
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

    own = rules_of(rules)
    if number is not None and seed is None:
        return deals.deal(number, scheme=scheme, suits=suits, rules=own)
    if seed is None or number is not None:
        raise SpiderError("deal(number) or deal(seed=text): give one of the two")
    return deals.seeded(seed, suits=suits, rules=own or WOODS)


# What a position answers


def _move(position: Position, move: Move | str) -> Move:
    return parse_move(position, move) if isinstance(move, str) else move


def do(position: PositionLike, move: Move | str, reveal: Sequence[Card | str] = ()) -> Step:
    """Play a move, or the text of one, and return the step, whose ``after`` is the new position.

    ``reveal`` names cards that come face up by it: for a deal the whole row, and then, for any
    move, those turned up, in the order of ``Step.turned``; without it unknown cards stay
    ``UNKNOWN``, face up.  Raises IllegalMove, or NotationError for a text that can't be read.
    """
    from .game.cards import Card

    start = position_of(position, "do(position, move)")
    return engine.do(start, _move(start, move), [Card(card) for card in reveal])


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


def move_words(position: Position, move: Move | str) -> str:
    """Return a legal move in words, as ``9-6s from 7 to 3``.  Raises IllegalMove."""
    from .scripts.words import describe

    return describe(engine.do(position, _move(position, move)))


def play(position: Position, moves: MovesLike) -> Position:
    """Return the position after a move, several, a script or the text of one.

    Raises IllegalMove, or NotationError for a text that can't be read.
    """
    if isinstance(moves, Move):
        return engine.do(position, moves).after
    return replay(position, moves).end


def can(position: PositionLike, move: MovesLike) -> bool:
    """Return True if a move is legal, or each of several.  Raises NotationError for a text."""
    return not why_illegal(position_of(position, "can(position, move)"), move)


def why_illegal(position: Position, move: MovesLike) -> str:
    """Return why a move, or one of several, isn't legal, in a sentence; empty if it is."""
    try:
        if isinstance(move, Move):
            engine.verify(position, move)
        else:
            replay(position, move)
    except IllegalMove as error:
        return str(getattr(error, "reason", error))
    return ""


@overload
def draw(
    position: PositionLike, kind: Literal["svg", "tex", "unicode"] = "svg", **options: Any
) -> str: ...
@overload
def draw(position: PositionLike, kind: Literal["png", "pdf"], **options: Any) -> bytes: ...
@overload
def draw(position: PositionLike, kind: str, **options: Any) -> str | bytes: ...
def draw(position: PositionLike, kind: str = "svg", **options: Any) -> str | bytes:
    """Draw a position as ``svg``, ``png``, ``pdf``, ``tex`` or ``unicode``.

    ``options`` are those of ``spiderpos.show.pictures.Drawing``; ``arrows`` and ``marks`` may be
    texts.  Returns bytes for ``png`` and ``pdf``, otherwise text.  Raises DrawingError.
    """
    from .show import pictures

    return pictures.draw(position_of(position, "draw(position, kind)"), kind, **options)
