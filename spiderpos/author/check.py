"""The whole proof of a problem: solvable, how short, how unique, and what it takes.

:func:`check` answers each question exactly or says that it is undecided.  Tries are refuted by
a complete search, whose digest is in the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from ..catalogue.themes import Theme
from ..game.engine import Step
from ..game.position import Position
from ..goals.conditions import QUESTIONS
from ..goals.goal import Goal
from ..goals.judge import judge, known_to_player
from ..scripts.words import describe
from ..solver import solve
from ..solver.difficulty import DifficultyRating, rate
from ..solver.prover.answer import Answer, Budget, Clock, Outcome
from ..text.wording import count_phrase, join_words
from .best import best_line
from .cooks import Cook, cooks
from .naive import naive_wins
from .profile import Profile, profile, words
from .themes import Solved, themes_of
from .tries import Fate, FirstMove, first_moves

#: The least seconds for a question.
_LEAST: Final = 0.05


@dataclass(frozen=True, slots=True)
class Need:
    """Something that a solution may or may not be able to do without.

    ``what``: as in "a row dealt".  ``needed``: True, False, or None if it wasn't decided.
    """

    what: str
    needed: bool | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What was found out about a position and a goal.

    ``line``: the shortest solution known, empty if there is none or it is a plan.
    ``shortest``: whether it is proved that no line has fewer moves.  ``given``: the length of
    the author's line, if there was one.  ``assumption``: if that line shows nothing because it
    depends on cards that nobody knows: on which, as a clause that begins with "if".
    ``profile`` and ``themes``: those of ``line``.
    ``cooks``: other lines as short; ``only``: it is proved that there is none.
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
    cooks: tuple[Cook, ...] = ()
    only: bool = False

    @property
    def solved(self) -> bool:
        """True if there is a solution."""
        return self.answer.outcome is Outcome.SOLVED

    @property
    def unique(self) -> bool | None:
        """True if only one first move solves the problem; None if that isn't decided.

        With a proved length, of the moves that begin a line of that length.  Otherwise of those
        that can't be taken back; then None if there are none that solve.
        """
        solving = self.solving
        if len(solving) > 1:
            return False
        if self.open_firsts or not solving:
            return None
        return self.shortest or not any(first.fate is Fate.WAITS for first in self.firsts) or None

    @property
    def solving(self) -> tuple[FirstMove, ...]:
        """The first moves that solve; with a proved length, by a line of that length."""
        if self.shortest:
            return tuple(first for first in self.firsts if first.shortest)
        return tuple(first for first in self.firsts if first.fate is Fate.SOLVES)

    @property
    def open_firsts(self) -> tuple[FirstMove, ...]:
        """The first moves of which it isn't decided whether they are among ``solving``."""
        if self.shortest:
            return tuple(first for first in self.firsts if first.shortest is None)
        return tuple(first for first in self.firsts if first.fate is Fate.UNDECIDED)

    @property
    def tries(self) -> tuple[FirstMove, ...]:
        """The first moves that tempt and lose."""
        return tuple(first for first in self.firsts if first.is_try)


def check(
    position: Position,
    goal: Goal,
    budget: Budget | None = None,
    *,
    line: tuple[Step, ...] = (),
) -> CheckReport:
    """Find out all about a position and a goal, within a time for all of it.

    ``line``: a solution that is known, if there is one; it is only used as a bound if the judge
    agrees, and if it depends on no card that it only assumes.  *Not* checked: whether the
    position's cards add up.
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
    firsts = tuple(
        first_moves(
            position,
            goal,
            clock.left(0.5, least=_LEAST),
            shortest=line if best.proved else (),
            known=[known for known in (line, sure) if known],
        )
    )
    # What was found for a first move may be shorter than the line.
    lines = [first.line for first in firsts if first.line]
    line = min([line, *lines], key=len) if line else line
    profiled = profile(position, goal, line, clock.left(0.6, least=_LEAST)) if line else None
    start = known_to_player(position, goal)
    decisions = profiled.decisions if profiled is not None and profiled.finished else None
    wins = naive_wins(start, goal, len(line), clock=Clock(clock.left(0.4, least=_LEAST)))
    themes = themes_of(Solved(start, goal, line, profiled)) if profiled is not None else ()
    missed: list[Step] = []
    part = clock.left(0.5, least=_LEAST)
    proved = best.proved and len(line) > 0
    others = tuple(cooks(start, goal, line, part, missed=missed)) if proved else ()
    needs = tuple(_needs(position, goal, line, clock))
    return CheckReport(
        answer,
        line,
        best.proved,
        given,
        firsts,
        needs,
        rate(start, goal, line, decisions=decisions, naive=wins) if line else None,
        assumption,
        profiled,
        themes,
        others,
        only=proved and not missed and not others,
    )


# What it takes


def _needs(
    position: Position,
    goal: Goal,
    line: tuple[Step, ...],
    clock: Clock,
) -> Iterator[Need]:
    """Yield the things that the line makes use of, and whether a solution needs each."""
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
    # A row that may be dealt would come to other columns.
    may_deal = bool(position.hand) and not goal.limits.no_dealing
    without = replace(position, columns=tuple(c for c in position.columns if not c.is_space))
    about_spaces = goal.names_a_column or goal.asked(without).spaces
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
    """Yield the results of the check as lines of text."""
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
    yield from _first_words(checked)
    for cook in checked.cooks:
        text = "the same moves in another order" if cook.reordered else "another line as short"
        yield f"{text}, from move {cook.same + 1} on: {describe(cook.steps[cook.same])}"
    if checked.only:
        yield "no cook: the search was complete"
    for need in checked.needs:
        word = {True: "needed", False: "not needed", None: "undecided"}[need.needed]
        yield f"{need.what}: {word}" + (f": {need.why}" if need.needed is None else "")
    if checked.profile is not None:
        yield from words(checked.profile)
    if checked.themes:
        yield f"themes: {', '.join(checked.themes)}"
    if checked.difficulty is not None:
        yield f"difficulty: {checked.difficulty}"


def _first_words(checked: CheckReport) -> Iterator[str]:
    firsts = checked.firsts
    unique = checked.unique
    best = checked.solving
    if unique:
        yield f"first move: unique: {best[0].words}"
    elif unique is None and len(best) <= 1:
        why = []
        count = len(checked.open_firsts)
        if count and checked.shortest:
            others = count_phrase(count, "other first move")
            why.append(f"{others} may begin a line as short")
        elif count:
            why.append(f"{count_phrase(count, 'first move')} undecided")
        waits = [first for first in firsts if first.fate is Fate.WAITS]
        if waits and not checked.shortest:
            why.append(f"{count_phrase(len(waits), 'first move')} can be taken back")
        yield f"first move: not decided to be unique ({join_words(why) or 'none found'})"
        yield from (f"  solves: {first.words}" for first in best)
    else:
        least = "at least " if checked.open_firsts else ""
        yield f"first move: not unique: {least}{len(best)} solve"
        yield from (f"  solves: {first.words} ({first.why})" for first in best)
    losing = [first for first in firsts if first.fate is Fate.LOSES and not first.is_try]
    for first in checked.tries:
        yield f"try: {first.words} ({join_words(first.tempting)})"
        digest = first.answer.searched.digest if first.answer is not None else ""
        yield f"  refuted: {first.why}" + (f" (digest {digest})" if digest else "")
    if losing:
        yield f"losing without tempting: {join_words(first.words for first in losing)}"
    undecided = [first for first in firsts if first.fate is Fate.UNDECIDED]
    if undecided:
        # What ran out is much the same for all of them.
        words = join_words(first.words for first in undecided)
        yield f"undecided: {count_phrase(len(undecided), 'first move')}: {words}"
        yield f"  {'the first of them: ' * (len(undecided) > 1)}{undecided[0].why}"
