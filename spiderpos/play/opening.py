"""Where a game begins: a problem, a deal by number, or a text in any notation."""

from __future__ import annotations

from .. import deals, formats, session
from ..catalogue import Problem
from ..catalogue.problem import START
from ..formats import save, session_format
from ..formats.base import DEFAULTS, ReadOptions, without_fences
from ..rules import Rules
from ..session import Session

__all__ = ["game_of_deal", "game_of_problem", "game_of_text"]


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


def game_of_deal(number: int, *, rules: Rules) -> Session:
    """A game of the deal with this number of the classic scheme.

    Raises DealNumberError or RulesError.
    """
    kind = {1: "one suit", 2: "two suits", 4: "four suits"}[rules.suits]
    return Session(deals.deal(number, rules=rules), title=f"Deal {number}, {kind}")


def game_of_text(
    text: str, *, name: str = "<text>", title: str = "", options: ReadOptions = DEFAULTS
) -> tuple[Session, tuple[str, ...]]:
    """The game in a text, and in sentences what the text lacks or may have meant otherwise.

    A session or a save file of Woods' programs brings its moves; every other notation is a
    position, from which a game begins.  ``title`` is for one that says none.  Raises
    NotationError or PositionError.
    """
    format = formats.recognise(text, partial=options.partial)
    if format is session_format.FORMAT:
        game = session.loads(without_fences(text), name=name)
        game.title = game.title or title
        return game, ()
    if format is save.FORMAT:
        saved = save.load_game(text, name=name, options=options)
        formats.refuse_another(text, format, saved.position, name=name)
        return Session(saved.start, saved.steps, title=title), saved.notes
    position = formats.loads(text, name=name, options=options)
    return Session(position, title=title), formats.doubts(text, format, position)
