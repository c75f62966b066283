"""The public functions of the package.

They accept positions, moves, goals and rules in all forms of :mod:`spiderpos.arguments`, and call
the subpackages, which they import on first use.  The code of some methods of Position is here,
too, because it needs layers above :mod:`spiderpos.game`.
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
from .text.unknown_names import named_arguments

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

#: The default time limit of a search, in seconds.
_SECONDS: Final = 60.0
#: The default time limit of a search for a hint, in seconds.
_HINT_SECONDS: Final = 3.0


def _budget(seconds: float | None, work: int | None, stop: threading.Event | None) -> Budget:
    """Return the budget of a search; the default time limit doesn't apply if ``work`` is given."""
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
    """Read a position from a text or a file; the notation is recognised if not given.

    Assumptions are reported as warnings, :class:`Assumed`; :func:`spiderpos.formats.read` returns
    them as values.

    Args:
        text: The text, the ``pathlib.Path`` of a file, an open file or the bytes of a file, of at
            most 1 MiB; or the name of a problem in the catalogue, or of a line or position of it.
        notation: One of ``spiderpos.formats.FORMATS``.
        name: The name of the text in errors; by default that of the file, or ``<text>``.
        partial: Accept a position with fewer cards.
        strict: Accept only texts in the exact form that the writer of the notation produces.
        hand: The number of cards in the hand (0 to 104), if the text doesn't state it.
        rules: The rules, or their text, if the text doesn't state them.

    Raises:
        NotationError: The text can't be parsed, or is ambiguous.
        PositionError: The position is invalid.
        UnknownFormat: The notation is unknown.
        RulesError: The rules are unknown.
        OSError: The file can't be read.
    """
    options = formats.ReadOptions(rules=rules_of(rules), partial=partial, strict=strict, hand=hand)
    reading = {"notation": notation, "name": name, "options": options}
    return start_of(text, "spiderpos.read(text)", **reading)[0]


@named_arguments
def write(position: PositionLike, notation: str = "diagram") -> str:
    """Write a position in a notation, such as ``diagram``, ``fen``, ``line`` or ``json``.

    Raises UnknownFormat, or NotWritable if the notation can't express the position.
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
    """Read a script from a text or a file; the notation is recognised if not given.

    Raises NotationError or UnknownFormat.  Whether the moves are legal is *not* checked.
    """
    from . import scripts
    from .arguments import text_of

    words, own_name = text_of(text, "read_moves(text)", "moves")
    return scripts.loads(words, notation, name=own_name or name)


@named_arguments
def write_moves(
    moves: MovesLike, notation: str = "words", position: PositionLike | None = None
) -> str:
    """Write moves in a notation, such as ``words``, ``log`` or ``letters``.

    The moves of a replay, of an answer or of steps need no ``position``; other moves are played
    from ``position``.  Raises UnknownFormat, NotWritable, and the errors of :func:`replay`.
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
    """Play moves, a script or its text from a position, and return all steps.

    Raises NotationError if the moves can't be parsed, ReplayError (an IllegalMove) at the first
    illegal move.
    """
    from .game.replay import replay as play_script

    call = "replay(position, moves)"
    return play_script(position_of(position, call), moves_of(moves, call))


def verify(
    start: PositionLike, moves: MovesLike | None = None, goal: Goal | str | None = None
) -> Judgement:
    """Judge moves by a goal: a verdict, and a finding for each part of the goal.

    A problem, or the name of one, supplies its goal, and its solution if no ``moves`` are given.
    Raises ReplayError at an illegal move, NotationError for a text that can't be parsed,
    SpiderError if there are no moves or no goal.
    """
    from .goals.judge import judge

    call = "verify(position, moves, goal)"
    position, given = start_of(start, call)
    if moves is None and (solution := getattr(given, "solution", None)) is not None:
        moves = solution.script
    if moves is None:
        raise SpiderError(f"no moves to verify: {call}")
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
    """Decide whether a goal can be reached: find a line, or prove that there is none.

    With hidden cards the answer may also be ``possible``, with a line for one arrangement of
    them.  The logger ``spiderpos`` reports the progress of the search.

    Args:
        position: The position.  A problem, or the name of one, supplies its goal.
        goal: The goal, or its text.
        seconds: The time limit; None for no limit.
        work: The limit in steps of the search, about a million per second.  With it the answer
            doesn't depend on the speed and load of the machine, and the default time limit is
            off.
        shortest: Find a line with the fewest moves.
        progress: Called a few times a second with the state of the search, possibly from another
            thread.  An exception that it raises ends the search.
        stop: An event that ends the search when it is set, by any thread.  The answer is then
            undecided and ``interrupted``.

    Raises:
        NotationError: The position or the goal can't be parsed.
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
    """Return a hint for a goal after ``steps``, played from ``position``.

    The search uses all known cards, including those face down and in the hand, unless the goal
    has ``whatever turns up``.  The hint doesn't reveal them.

    Args:
        position: The position.  A problem supplies its goal and solution, a session its goal and
            the steps played.
        goal: The goal, or its text.  Without one the result is that of :func:`suggest`.
        steps: The moves played from ``position``.
        solution: Moves from ``position`` that are known to reach the goal.
        seconds: The time limit for finding a line, and again for finding the move that lost the
            goal.
        work: The limit in steps of the search.
        stop: An event that ends the search with KeyboardInterrupt when it is set.

    Raises:
        NotationError: The position or the goal can't be parsed.
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
    """Return the move that seems best in a position, with its reason, without a goal.

    Face-down cards and the hand are ignored, even if they are known.  ``effort`` is the maximum
    number of positions to expand, 900 by default.
    """
    from .advice import suggest as room

    start = position_of(position, "suggest(position)")
    return room.suggest(start, effort=room.EFFORT if effort is None else effort)


@named_arguments
def validate(position: PositionLike, *, partial: bool = False, name: str = "") -> None:
    """Raise PositionError, with every fault, if the cards of a position are invalid.

    ``partial`` accepts fewer cards and columns; ``name`` is the name of the position in the error.
    """
    from .game import census

    census.validate(position_of(position, "validate(position)"), partial=partial, name=name)


def legal_moves(position: PositionLike) -> Iterator[Move]:
    """Yield every legal move, in a fixed order; see also ``position.legal_moves``."""
    return engine.legal_moves(position_of(position, "legal_moves(position)"))


def parse_goal(text: str, position: PositionLike | None = None) -> Goal:
    """Parse a goal such as ``remove spades without dealing``, for ``position`` if given.

    Raises NotationError with the place and the expected text.
    """
    from .goals.goal import parse

    start = None if position is None else position_of(position, "parse_goal(text, position)")
    return parse(text, position=start)


def problem(name: str | Path | Problem) -> Problem:
    """Return a problem of the catalogue by its name (``woods-4``), or load a ``.yaml`` file.

    Raises NotationError, or OSError if the file can't be read.
    """
    from .catalogue import Problem, find_problem, load_problem

    if isinstance(name, Problem):
        return name
    if not isinstance(name, str | Path):
        raise TypeError(f"problem(name): expected a name, as 'woods-4', not {name!r:.60}")
    path = Path(name)
    return load_problem(path) if path.suffix in (".yaml", ".yml") else find_problem(str(name))


@named_arguments
def problems(folder: str | Path | None = None) -> Problems:
    """Return the problems of the catalogue, or of a folder: ``[name]`` finds one by its id."""
    from .catalogue import load_problems
    from .catalogue.mapping import Problems

    return Problems() if folder is None else Problems(load_problems(folder))


@named_arguments
def deal(
    number: int | None = None,
    *,
    seed: int | str | None = None,
    scheme: str = "classic",
    suits: int | str | None = None,
    rules: Rules | str | None = None,
) -> Position:
    """Deal the initial position for a number or a seed; every card is known.

    Args:
        number: 1 to 2147483647; up to 10^20 with the scheme ``pysolfc``.
        seed: Any text, in place of a number.  The deal is the same on every machine and in every
            version.
        scheme: The numbering scheme: ``classic``, ``pysolfc`` or ``kpat``.
        suits: 1, 2 or 4 suits, in place of those of the rules.
        rules: The rules, or their text; by default those of the scheme.

    Raises:
        SpiderError: The number or scheme is unknown, or not exactly one of number and seed is
            given.
        RulesError: The suits or rules are invalid.
    """
    from .game import deals

    own = rules_of(rules)
    if number is not None and seed is None:
        return deals.deal(number, scheme=scheme, suits=suits, rules=own)
    if seed is None or number is not None:
        raise SpiderError("deal(number) or deal(seed=text): give one of the two")
    return deals.seeded(seed, suits=suits, rules=own or WOODS)


# Methods of positions


def _move(position: Position, move: Move | str) -> Move:
    return parse_move(position, move) if isinstance(move, str) else move


def do(position: PositionLike, move: Move | str, reveal: Sequence[Card | str] = ()) -> Step:
    """Play a move, or its text, and return the step, whose ``after`` is the new position.

    ``reveal`` names the cards that come face up: for a deal the whole row first, then the cards
    turned up, in the order of ``Step.turned``.  Without it unknown cards stay ``UNKNOWN``.  Raises
    IllegalMove, or NotationError for a text that can't be parsed.
    """
    from .game.cards import Card

    start = position_of(position, "do(position, move)")
    return engine.do(start, _move(start, move), [Card(card) for card in reveal])


def parse_move(position: Position, text: str) -> Move:
    """Parse a single legal move, such as ``9-6s from 7 to 3``.

    Raises NotationError if the text can't be parsed or has several moves, IllegalMove if the move
    isn't legal.
    """
    if isinstance(text, Move):
        raise TypeError(f"parse_move(text): {text!r} is a move already")
    from .scripts import one_move

    steps = replay(position, one_move(text)).steps
    if len(steps) != 1:
        raise NotationError(f"expected one move, but '{text:.40}' has {len(steps)}")
    return steps[0].move


def move_words(position: Position, move: Move | str) -> str:
    """Return a legal move in Woods' notation, ``9-6s from 7 to 3``.  Raises IllegalMove."""
    from .scripts.words import describe

    return describe(engine.do(position, _move(position, move)))


def play(position: Position, moves: MovesLike) -> Position:
    """Return the position after playing moves: a move, a script, a text, or several of these.

    Raises IllegalMove, or NotationError for a text that can't be parsed.
    """
    if isinstance(moves, Move):
        return engine.do(position, moves).after
    return replay(position, moves).end


def can(position: PositionLike, move: MovesLike) -> bool:
    """Return True if the moves can be played one after the other.

    Raises NotationError for a text that can't be parsed.
    """
    return not why_illegal(position_of(position, "can(position, move)"), move)


def why_illegal(position: Position, move: MovesLike) -> str:
    """Return the reason why the moves can't be played; an empty string if they can."""
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
