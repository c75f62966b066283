"""Check a problem: solvability, length, uniqueness, and the resources that a solution needs.

:func:`check` proves each of these or reports it as undecided.  A try (a first move that tempts)
loses because it breaks a condition or puts the goal out of reach by itself, or because a complete
search finds no line after it; the digest of this search is in the answer about the move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import takewhile
from typing import Any, Final

from ..advice.tries import Fate, FirstMove, first_moves
from ..catalogue import Problem
from ..catalogue.themes import Theme
from ..game.engine import Step
from ..game.moves import Shift
from ..game.position import Position
from ..goals.conditions import QUESTIONS
from ..goals.goal import Goal
from ..goals.judge import judge, known_to_player
from ..scripts.words import describe
from ..solver import solve
from ..solver.difficulty import DifficultyRating
from ..solver.prover.answer import Answer, Budget, Clock, Outcome
from ..text.errors import SpiderError
from ..text.wording import count_phrase, join_words
from .best import best_line
from .difficulty import measured
from .ideas import Ideas, duals, ideas_of
from .profile import Profile, profile, words
from .themes import Solved, themes_of

#: The minimum time limit for one search, in seconds.
_LEAST: Final = 0.05
#: The maximum number of moves that a report shows on one line.
_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class Need:
    """A resource that a solution uses, and the result of searching for a solution without it.

    ``what``: the resource, such as "a row dealt".  ``needed``: True, False, or None if undecided.
    ``why``: the reason that the search gives; empty if ``needed`` is False.
    """

    what: str
    needed: bool | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The results of checking a position and a goal.

    ``line``: the shortest known solution; empty if none is known, or if it is a plan.
    ``shortest``: True if it is proved that no line has fewer moves.  ``given``: the number of
    moves in which the author's line surely reaches the goal; None if it doesn't, or without one.
    ``assumption``: a clause that begins with "if", if the author's line depends on unknown cards
    and so proves nothing; otherwise empty.  ``ideas``: the essentially different
    solutions, that of ``line`` first.  ``duals``: other lines of the same length and idea.
    ``profile`` and ``themes`` describe ``line``.
    """

    answer: Answer
    line: tuple[Step, ...] = ()
    shortest: bool = False
    given: int | None = None
    firsts: tuple[FirstMove, ...] = ()
    needs: tuple[Need, ...] = ()
    difficulty: DifficultyRating | None = None
    assumption: str = ""
    profile: Profile | None = None
    themes: tuple[Theme, ...] = ()
    ideas: Ideas | None = None
    duals: tuple[tuple[Step, ...], ...] = ()

    @property
    def solved(self) -> bool:
        """True if there is a solution."""
        return self.answer.outcome is Outcome.SOLVED

    @property
    def sound(self) -> bool | None:
        """True if every solution of any length contains the key move; None if undecided."""
        return self.ideas.sound if self.ideas is not None else None

    @property
    def tries(self) -> tuple[FirstMove, ...]:
        """The first moves that tempt a player and lose."""
        return tuple(first for first in self.firsts if first.is_try)


def check(
    position: Position,
    goal: Goal,
    budget: Budget | None = None,
    *,
    line: tuple[Step, ...] = (),
) -> CheckReport:
    """Check a position and a goal, with one budget for all searches.

    ``line`` is a known solution, or empty.  It is used as a bound only if it reaches the goal
    without assuming any card.  *Not* checked: that the position's cards form a complete deck.
    """
    budget = budget or Budget()
    clock = Clock(budget)
    author = judge(goal, position, line) if line else None
    sure, assumption = (author.surely, author.assumption) if author is not None else (None, "")
    given = None if sure is None else len(sure)
    share = clock.left(0.4, least=_LEAST)
    best = best_line(position, goal, share, sure or ())
    answer, line = best.answer, best.steps
    if answer.outcome is not Outcome.SOLVED:
        return CheckReport(answer, assumption=assumption)
    if judge(goal, position, ()).reached_at == 0:
        return CheckReport(answer, (), True, given)
    solutions = [each for each in (line, sure) if each]
    firsts = tuple(first_moves(position, goal, clock.left(0.4, least=_LEAST), lines=solutions))
    # The search for first moves may have found a shorter line.
    lines = [first.line for first in firsts if first.line]
    line = min([line, *lines], key=len) if line else line
    if not line:
        needs = tuple(_needs(position, goal, line, clock))
        return CheckReport(answer, given=given, firsts=firsts, needs=needs, assumption=assumption)
    start = known_to_player(position, goal)
    ideas = ideas_of(start, goal, line, clock.left(0.4, least=_LEAST))
    profiled = profile(position, goal, line, clock.left(0.6, least=_LEAST))
    part = clock.left(0.5, least=_LEAST)
    others = tuple(filter(None, duals(start, goal, line, part))) if best.proved else ()
    return CheckReport(
        answer,
        line,
        best.proved,
        given,
        firsts,
        tuple(_needs(position, goal, line, clock)),
        measured(start, goal, line),
        assumption,
        profiled,
        themes_of(Solved(start, goal, line, profiled)),
        ideas,
        others,
    )


def check_of(
    problem: Problem, *, seconds: float | None = 60.0, work: int | None = None
) -> CheckReport:
    """Check a problem.  Raises SpiderError if it has no goal."""
    if problem.goal is None:
        raise SpiderError(f"{problem.id} has no goal: pass one, such as 'get a space'")
    budget = Budget(None if work is not None else seconds, work=work)
    line = () if problem.solution is None else problem.solution.steps
    return check(problem.start, problem.goal, budget, line=line)


# Needs


def _needs(
    position: Position,
    goal: Goal,
    line: tuple[Step, ...],
    clock: Clock,
) -> Iterator[Need]:
    """Yield the resources that the line uses, each with the result of a search without it."""
    questions = list(_questions(position, goal, line))
    for number, (what, where, question_goal) in enumerate(questions):
        share = clock.left(1 / (len(questions) - number), least=_LEAST)
        answer = solve(where, question_goal, budget=share).uninterrupted()
        needed = {Outcome.SOLVED: False, Outcome.IMPOSSIBLE: True}.get(answer.outcome)
        yield Need(what, needed, answer.reason if needed is not False else "")


def _questions(
    position: Position, goal: Goal, line: tuple[Step, ...]
) -> Iterator[tuple[str, Position, Goal]]:
    contrary = {kind for objective in goal.objectives for kind in objective.contrary}
    for condition in QUESTIONS:
        what = condition.question(line)
        if what and type(condition) not in contrary:
            yield what, position, goal.under(condition)
    # Without the space, a dealt row would fall on other columns.
    may_deal = bool(position.hand) and not goal.limits.no_dealing
    without = replace(position, columns=tuple(c for c in position.columns if not c.is_space))
    about_spaces = goal.names_a_column or goal.requirements(without).spaces
    if position.spaces and not may_deal and not about_spaces:
        spaces = count_phrase(len(position.spaces), "space")
        yield f"the {spaces} at the start", without, goal
    if line and not goal.whatever and _known_cards_come_up(line):
        yield "knowing the face-down cards", position.hide(), replace(goal, whatever=True)


def _known_cards_come_up(line: tuple[Step, ...]) -> bool:
    return any(
        turned.card and step.before.column(turned.column).down[-1]
        for step in line
        for turned in step.turned
    )


# In words


def report(checked: CheckReport) -> Iterator[str]:
    """Yield the results of a check as lines of text."""
    answer = checked.answer
    if answer.outcome is Outcome.IMPOSSIBLE:
        yield f"solvable: no: {answer.reason}"
        return
    if checked.solved:
        yield "solvable: yes" + " (by a plan that branches)" * (answer.plan is not None)
    else:
        yield f"solvable: undecided: {answer.reason}"
    if checked.assumption:
        yield f"  the file's line reaches the goal only {checked.assumption}"
    if not checked.solved:
        return
    if not checked.line:
        if answer.plan is None:
            yield "the goal is reached before the first move"
        return
    length = count_phrase(len(checked.line), "move")
    if checked.shortest:
        yield f"shortest line: {length}, proved"
    else:
        yield f"shortest line known: {length}; not proved to be the shortest"
    if checked.given is not None and len(checked.line) < checked.given:
        yield f"  the file's line takes {checked.given}"
    yield from (f"  {describe(step)}" for step in checked.line)
    if checked.ideas is not None:
        yield from _idea_words(checked.ideas)
    for steps in checked.duals:
        same = takewhile(lambda pair: pair[0] == pair[1], zip(steps, checked.line, strict=True))
        begin = f"as short, with other moves from move {1 + len(list(same))} on"
        yield f"{begin}: {moves_text(steps)}"
    yield from _first_words(checked)
    for need in checked.needs:
        word = {True: "needed", False: "not needed", None: "undecided"}[need.needed]
        yield f"{need.what}: {word}" + (f": {need.why}" if need.needed is None else "")
    if checked.profile is not None:
        yield from words(checked.profile)
    if checked.themes:
        yield f"themes: {', '.join(checked.themes)}"
    if checked.difficulty is not None:
        yield f"difficulty: {checked.difficulty}"


def _idea_words(ideas: Ideas) -> Iterator[str]:
    key = act_text(ideas.ideas[0].key)
    for number, idea in enumerate(ideas.ideas, 1):
        yield f"idea {number}: {act_text(idea.key)}, in {count_phrase(len(idea.steps), 'move')}"
        if number > 1:
            yield f"  {moves_text(idea.steps)}"
    if ideas.sound:
        yield f"sound: no line of any length does without {key}"
    elif ideas.cooks:
        more = "" if ideas.complete else ", perhaps by other ideas too"
        yield f"not sound: the goal can be reached without {key}{more}"
    else:
        yield f"soundness: undecided: {ideas.reason}"


def act_text(step: Step) -> str:
    """Describe a shift without its columns, by the cards and the card onto which they move.

    Other moves are described as usual.
    """
    if not isinstance(step.move, Shift):
        return describe(step)
    onto = step.before.column(step.move.target).bottom
    run = describe(step).partition(" ")[0]
    return f"{run} onto the {onto}" if onto else f"{run} into a space"


def _first_words(checked: CheckReport) -> Iterator[str]:
    firsts = checked.firsts
    keep = [first.words for first in firsts if first.fate in (Fate.SOLVES, Fate.WAITS)]
    if keep:
        verb = "keeps" if len(keep) == 1 else "keep"
        yield f"first moves: {len(keep)} of {len(firsts)} {verb} the goal: {join_words(keep)}"
    losing = [first for first in firsts if first.fate is Fate.LOSES and not first.is_try]
    for first in checked.tries:
        yield f"try: {first.words} ({join_words(first.tempting)})"
        digest = first.answer.searched.digest if first.answer is not None else ""
        yield f"  refuted: {first.why}" + (f" (digest {digest})" if digest else "")
    if losing:
        yield f"losing without tempting: {join_words(first.words for first in losing)}"
    undecided = [first for first in firsts if first.fate is Fate.UNDECIDED]
    if undecided:
        # The reasons are usually the same for all of them.
        words = join_words(first.words for first in undecided)
        yield f"undecided: {count_phrase(len(undecided), 'first move')}: {words}"
        yield f"  {'the first of them: ' * (len(undecided) > 1)}{undecided[0].why}"


def moves_text(steps: Sequence[Step]) -> str:
    """Return moves as one line of text: the first twelve, and the number of the others."""
    shown = [describe(step) for step in steps[:_SHOWN]]
    more = f", and {len(steps) - _SHOWN} more" if len(steps) > _SHOWN else ""
    return "; ".join(shown) + more


def as_json(checked: CheckReport) -> dict[str, Any]:
    """Return the results of a check as JSON values."""
    ideas = checked.ideas

    def moves(steps: Sequence[Step]) -> list[str]:
        return [describe(step) for step in steps]

    return {
        "outcome": checked.answer.outcome.value,
        "reason": checked.answer.reason,
        "assumption": checked.assumption or None,
        "line": moves(checked.line),
        "shortest": checked.shortest,
        "sound": checked.sound,
        "complete": ideas is not None and ideas.complete,
        "ideas": [
            {"key": act_text(idea.key), "line": moves(idea.steps)}
            for idea in (ideas.ideas if ideas is not None else ())
        ],
        "duals": [moves(steps) for steps in checked.duals],
        "first_moves": [
            {
                "move": first.words,
                "fate": first.fate.value,
                "why": first.why,
                "tempting": list(first.tempting),
                "try": first.is_try,
            }
            for first in checked.firsts
        ],
        "needs": [asdict(need) for need in checked.needs],
        "themes": list(checked.themes),
        "difficulty": asdict(checked.difficulty) if checked.difficulty is not None else None,
    }
