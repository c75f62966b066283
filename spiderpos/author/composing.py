"""Compose problems: vary an author's matrix, and judge each variation by a composer's criteria.

A *matrix* is a position from which problems are made.  A variation makes one or two changes: it
adds, removes or replaces a card, or exchanges two.  The first one judged may be the matrix itself.
If the matrix has more cards than the requirements allow, parts of it are varied.  The best
variations are varied further.  Columns and top cards that a problem doesn't need are removed.

Problems have the same idea if they have the same kinds of goals, and the same ranks in the first
move of the solution and in the best try; only the first of them is kept.  The results depend only
on the matrix, the requirements and the seed.  The search continues until the caller stops it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from ..advice import suggest
from ..advice.tries import goal_after, tempts
from ..catalogue.themes import Theme
from ..game.cards import Card, Suit, card
from ..game.engine import Step
from ..game.position import Column, Position
from ..game.survey import Arrangement, act_of, arrangement
from ..goals.goal import Goal, Moves, NoDealing
from ..solver.difficulty import DifficultyRating
from ..solver.prover import brute
from ..solver.prover.answer import Budget, Outcome
from .check import act_text
from .difficulty import measured
from .ideas import duals, ideas_of
from .mining.asking import Asker, Try, aims
from .mining.find import Find
from .profile import profile
from .reduce import reduced, size, tries_of
from .themes import Solved, themes_of

#: The budget of one search.  A problem that needs more would be too hard to solve without a board.
_BUDGET: Final = Budget(None, 32, work=100_000)
#: The number of best variations that are kept and varied further.
_KEPT: Final = 24
#: ``Attempt.stage`` of a variation that met all criteria of :func:`judged`.
_PASSED: Final = 10


@dataclass(frozen=True, slots=True)
class Spec:
    """The requirements for a composed problem.

    ``goals``: the goals to try; if empty, any reachable one.  ``themes``: the solution must have
    one of them; if empty, any.  ``moves`` and ``rating``: the minimum and maximum of each.
    ``most_cards``: the maximum number of cards in the columns.
    """

    goals: tuple[Goal, ...] = ()
    themes: tuple[Theme, ...] = ()
    moves: tuple[int, int] = (3, 12)
    rating: tuple[float, float] = (0.0, 10.0)
    most_cards: int = 25


@dataclass(frozen=True, slots=True)
class Attempt:
    """A variation of a matrix and the result of judging it as a problem.

    ``stage``: the number of criteria met; 0 for the idea of an earlier problem.  ``reason``: the
    reason for rejection, empty for a problem.  ``find``, ``rating`` and ``idea`` are set only for
    a problem; problems with the same idea have equal values of ``idea``.
    """

    position: Position
    stage: int
    reason: str = ""
    find: Find | None = None
    rating: DifficultyRating | None = None
    idea: tuple[object, ...] = ()


def compose(matrix: Position, spec: Spec, seed: str = "1") -> Iterator[Attempt]:
    """Yield judged variations of a matrix, each once, endlessly."""
    random = Random(seed)  # noqa: S311 - nothing is secret
    visited: set[Arrangement] = set()
    ideas: set[tuple[object, ...]] = set()
    parents: list[Attempt] = []
    while True:
        parent = matrix
        if parents and random.random() < 0.8:
            parent = random.choice(parents).position
        if size(parent) > spec.most_cards:
            parent = _part(parent, spec.most_cards, random)
        position = parent
        for _ in range(random.randint(0 if not visited else 1, 2)):
            position = _varied(position, random)
        key = arrangement(position)
        if key in visited or not _sound(position) or size(position) > spec.most_cards:
            continue
        visited.add(key)
        best: Attempt | None = None
        for goal in spec.goals or _goals(position):
            attempt = judged(position, goal, spec, ideas)
            if best is None or attempt.stage > best.stage:
                best = attempt
        best = best or Attempt(position, 0, "no goal can be reached")
        if best.find is not None:
            whole = replace(_BUDGET, work=1_000_000)
            less = reduced(position, best.find.goal, whole)
            smaller = judged(less, best.find.goal, spec, ideas)
            best = smaller if smaller.find is not None else best
        ideas.add(best.idea)
        yield best
        # After a problem, start again from the matrix, since its variations often have its idea.
        parents = [] if best.find else sorted([*parents, best], key=lambda a: -a.stage)[:_KEPT]


def judged(
    position: Position, goal: Goal, spec: Spec, earlier: Collection[tuple[object, ...]] = ()
) -> Attempt:
    """Judge a position and a goal as a problem, by one criterion after the other.

    ``earlier``: the ideas of earlier problems; another problem with one of them is rejected.
    """
    answer = brute.solve(position, goal, budget=_BUDGET).uninterrupted()
    line = answer.steps
    if answer.outcome is not Outcome.SOLVED or not line:
        impossible = answer.outcome is Outcome.IMPOSSIBLE
        return Attempt(
            position, 0, "not solvable" if impossible else "not decided within the limit"
        )
    if not spec.moves[0] <= len(line) <= spec.moves[1]:
        return Attempt(position, 1, "the shortest solution has too few or too many moves")
    if tempts(line[0]):
        return Attempt(position, 2, "the first move tempts")
    tries = list(tries_of(position, goal, _BUDGET))
    if not tries:
        return Attempt(position, 3, "no first move is proved to tempt and lose")
    ideas = ideas_of(position, goal, line, _BUDGET)
    if not ideas.sound:
        # With a limit on moves, slower ideas are tries.
        goal = goal.under(Moves(len(line)))
        ideas = ideas_of(position, goal, line, _BUDGET)
    if not ideas.sound:
        return Attempt(position, 4, "another first move is as good, or this isn't decided")
    if any(True for _ in duals(position, goal, line, _BUDGET)):
        return Attempt(position, 5, "later moves have alternatives, or this isn't decided")
    whole = replace(_BUDGET, work=1_000_000)
    profiled = profile(position, goal, line, whole)
    themes = themes_of(Solved(position, goal, line, profiled)) if profiled.finished else ()
    if not profiled.decisions or not themes or profiled.tail > 2:
        return Attempt(position, 6, "no theme, or the last moves play themselves")
    if spec.themes and not set(spec.themes) & set(themes):
        return Attempt(position, 7, "none of the themes asked for")
    wrong, _ = max(tries, key=lambda each: each[1])
    idea = (*map(type, goal.objectives), *_ranks(line[0]), *_ranks(wrong))
    if idea in earlier:
        return Attempt(position, 0, "the same idea as another problem found")
    # The remaining criteria take longer than all those before.
    if suggest.suggest(position).move == line[0].move:
        return Attempt(position, 8, "the first move is the obvious one")
    rating = measured(position, goal, line)
    if not spec.rating[0] <= rating.rating <= spec.rating[1]:
        return Attempt(position, 9, "the rating is too low or too high")
    left = goal_after(goal, position, wrong).goal
    attempt = Try((wrong,), left) if left is not None else None
    thing = goal.objectives[0].thing
    title = f"{thing[0].upper()}{thing[1:]}"
    hint = f"{act_text(wrong)[0].upper()}{act_text(wrong)[1:]} loses."
    find = Find("composed", position, goal, line, title, hint, (attempt,) if attempt else ())
    return Attempt(position, _PASSED, "", replace(find, themes=themes), rating, idea)


def _ranks(step: Step) -> tuple[object, ...]:
    act = act_of(step)
    return (*(each.rank for each in act.cards), act.onto and act.onto.rank)


def _goals(position: Position) -> Iterator[Goal]:
    for goal in aims(position, Asker(_BUDGET)):
        yield goal if position.hand else goal.free_of(NoDealing)


def _part(position: Position, most: int, random: Random) -> Position:
    """Return a position of the lower ends of some columns, perhaps with a space.

    It has at most ``most`` cards in all, or two per column if that is more.
    """
    columns = [column for column in position.columns if column.up]
    chosen = random.sample(columns, min(len(columns), random.randint(4, 6)))
    longest = max(2, most // len(chosen))
    parts = [Column((), column.up[-random.randint(1, longest) :]) for column in chosen]
    spaces = [Column((), ())] * random.randint(0, 1)
    return replace(position.hide(), columns=(*parts, *spaces), hand=(), removed=())


def _varied(position: Position, random: Random) -> Position:
    """Return the position with one card added, removed or replaced, or with two exchanged.

    A position with fewer than three face-up cards is returned unchanged.
    """
    ups = [list(column.up) for column in position.columns]
    places = [(i, j) for i, up in enumerate(ups) for j in range(len(up))]
    if len(places) < 3:
        return position
    (i, j), (k, m) = random.sample(places, 2)
    match random.randrange(5):
        case 0 | 1:
            ups[i][j], ups[k][m] = ups[k][m], ups[i][j]
        case 2:
            ups[i][j] = _near(ups[k][m], random)
        case 3:
            ups[i].insert(j + random.randint(0, 1), _near(ups[k][m], random))
        case _:
            del ups[i][j]
    columns = (Column(c.down, tuple(up)) for c, up in zip(position.columns, ups, strict=True))
    return replace(position, columns=tuple(columns))


def _near(other: Card, random: Random) -> Card:
    rank = min(13, max(1, other.rank + random.randint(-2, 2)))
    return card(rank, random.choice(tuple(Suit)))


def _sound(position: Position) -> bool:
    """Return True if no card occurs more than twice, and no column ends with a face-down card."""
    counts = Counter(one for column in position.columns for one in (*column.down, *column.up))
    return max((n for one, n in counts.items() if one), default=0) <= 2 and all(
        column.up or not column.down for column in position.columns
    )
