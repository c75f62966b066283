"""Where a game begins: a problem, a deal by number, a text in any notation; and help for it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .. import formats
from ..catalogue import Problem, find_problem, problem_ids
from ..catalogue.problem import START
from ..formats.base import DEFAULTS, Format, ReadOptions, without_fences
from ..game import deals
from ..game.engine import Step
from ..game.position import Position
from ..game.rules import Rules
from ..goals.goal import Goal
from ..played import save, session, session_format
from ..played.session import Session
from ..solver.budget import Budget
from ..solver.hints import Hint, hint

__all__ = [
    "Held",
    "game_of_deal",
    "game_of_problem",
    "game_of_text",
    "held_in",
    "hint_for",
    "solution_of",
]


class Held(NamedTuple):
    """What a text holds: the position that it stands at, in this notation.

    ``game``: the one that led there, if the text is a game's.  ``assumed``: what the text doesn't
    say and had to be assumed.  ``notes``: in sentences, what a game's text lacks.
    """

    position: Position
    format: Format
    game: Session | None = None
    assumed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def game_of_problem(problem: Problem, reference: str = START) -> Session:
    """A game of a problem, with its stipulation.

    ``reference`` names the position that it stands at, as :meth:`Problem.history` takes it: the
    moves of a line that lead there are done, and can be taken back.  Raises as
    :meth:`Problem.position`.
    """
    history = problem.history(reference)
    return Session(
        problem.position(history.root),
        problem.replayed(reference).steps if history.parts else (),
        title=f"{problem.id}: {problem.title}",
        stipulation=" ".join(problem.data.stipulation.split()),
        goal=problem.goal,
    )


def hint_for(game: Session, budget: Budget | None = None) -> Hint:
    """Help for the goal of a game, which has one; the catalogue's solution is known, if any."""
    if game.goal is None:
        raise ValueError("this game has no goal")
    solution = solution_of(game)
    return hint(game.start, game.goal, game.done, solution=solution, budget=budget)


def solution_of(game: Session) -> tuple[Step, ...]:
    """The solution that the catalogue has of what is asked in a game; empty if it has none."""
    return () if game.goal is None else _solution(game.start, game.goal)


@lru_cache(maxsize=64)
def _solution(start: Position, goal: Goal) -> tuple[Step, ...]:
    for problem in map(find_problem, problem_ids()):
        if problem.solution is not None and (problem.start, problem.goal) == (start, goal):
            return problem.replayed(problem.solution.id).steps
    return ()


def game_of_deal(number: int, *, rules: Rules) -> Session:
    """A game of the deal with this number of the classic scheme.

    Raises DealNumberError or RulesError.
    """
    kind = {1: "one suit", 2: "two suits", 4: "four suits"}[rules.suits]
    return Session(deals.deal(number, rules=rules), title=f"Deal {number}, {kind}")


def game_of_text(
    text: str, *, name: str = "<text>", title: str = "", options: ReadOptions = DEFAULTS
) -> tuple[Session, tuple[str, ...]]:
    """The game in a text, and in sentences what the text lacks and what had to be assumed.

    A position alone is one that a game begins from.  ``title`` is for one that says none.
    Raises NotationError or PositionError.
    """
    held = held_in(text, name=name, options=options)
    game = held.game or Session(held.position)
    game.title = game.title or title
    return game, (*held.notes, *(f"assumed: {words}" for words in held.assumed))


def held_in(
    text: str,
    format: Format | None = None,
    *,
    name: str = "<text>",
    options: ReadOptions = DEFAULTS,
) -> Held:
    """Read a text in ``format``, or in whatever notation it is.

    A session or a save file of Woods' programs brings its moves; every other notation is a
    position.  Raises as :func:`formats.read`.
    """
    found = format or formats.recognise(text)
    if found is save.FORMAT:
        saved = save.load_game(formats.unquoted(text, found), name=name, options=options)
        game = Session(saved.start, saved.steps)
        return Held(saved.position, found, game, saved.assumed, saved.notes)
    reading = formats.read(text, found, name=name, options=options)
    game_of_session = None
    if found is session_format.FORMAT:
        game_of_session = session.loads(without_fences(text), name=name)
    return Held(reading.position, found, game_of_session, reading.assumed)
