"""The next move for a goal: one from which the goal can still be reached, or that there is none.

:func:`hint` asks the solver for a line from where a game stands, with what is left of the goal.
Its help comes in three steps: what to aim at, which cards to move, and where.  What is only
guessed (:mod:`spiderpos.advice.suggest`) is said to be, and never breaks a condition.

Following hints leads to the goal: the line is asked for where the last card turned up, suit went
off or row was dealt, and is followed from there for as long as the game does.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..game import engine
from ..game.engine import Step
from ..game.illegal import run_name
from ..game.moves import Deal, FromCell, Move, Remove, Shift
from ..game.position import Position
from ..game.replay import play, retrace
from ..goals.goal import Goal
from ..goals.judge import Verdict, judge, known_to_player
from ..goals.remainder import GoalStatus, Remaining, what_is_left
from ..scripts.instructions import move_words
from ..solver import Answer, Budget, Outcome, solve, winning
from ..solver.budget import Clock, Usual
from ..solver.winning.players import NotPlayable, weighing
from ..text.protocols import Verdicts, public
from ..text.wording import count_phrase, join_words
from .explain import explain
from .suggest import suggest

#: How long to look for a line, and as long again for where it was lost.
SECONDS: Final = Usual(3)


#: How much of a hint is shown in one line.
_MOST_SHOWN: Final = 250


class Chance(Verdicts):
    """What is known of the goal from where the game stands."""

    REACHED = "reached"
    #: It can be reached, and the hint begins a line that does.
    OPEN = "open"
    #: It is proved that it can't be reached any more.
    LOST = "lost"
    UNKNOWN = "unknown"


@public(
    "hint.line are the steps that it begins",
    truth="ask if hint.move is not None, or hint.chance == 'open'",
    text="hint.words == text compares the move in words",
)
@dataclass(frozen=True, slots=True, repr=False)
class Hint:
    """Help for a goal: a move with its reason, or why there is none.

    ``aim``: what to aim at; ``cards``: what to move; ``words``: the move as a script says it;
    all three are empty if there is no ``move``.  ``reason``: what it does, or what there is to
    say instead.  ``line``: the moves that it begins, up to the goal or to the card that has to
    turn up first; empty for a guess.  ``back_to``: if lost, after how many of the moves made the
    goal can still be reached; None if none was found.
    """

    chance: Chance
    reason: str
    aim: str = ""
    cards: str = ""
    move: Move | None = None
    words: str = ""
    line: tuple[Step, ...] = ()
    back_to: int | None = None

    def __str__(self) -> str:
        return f"{self.words}: {self.reason}" if self.move else self.reason

    def __repr__(self) -> str:
        shown = str(self)
        return (
            f"<Hint {self.chance}: {shown if len(shown) < _MOST_SHOWN else shown[:_MOST_SHOWN]}>"
        )


@dataclass(frozen=True, slots=True)
class Lost:
    """Where a game lost its goal, as far as that is proved.

    ``can``: the most moves after which it can be reached, ``cannot``: the fewest after which it
    can't; each None if there is no such number, or none is known.
    """

    can: int | None
    cannot: int | None

    @property
    def sure(self) -> bool:
        """True if the move is known, or it's known that there was never a chance."""
        return self.cannot == (0 if self.can is None else self.can + 1)

    def __str__(self) -> str:
        can = [] if self.can is None else [f"it can be reached {_after(self.can)}"]
        cannot = [] if self.cannot is None else [f"it can't be reached {_after(self.cannot)}"]
        return join_words(can + cannot) or "nothing is proved"


def where_lost(
    start: Position,
    goal: Goal,
    steps: Sequence[Step],
    *,
    solution: Sequence[Step] = (),
    budget: Budget | None = None,
) -> Lost:
    """Find out which of ``steps`` lost ``goal``; both are about ``start``.

    ``can`` is all of them if it isn't lost, and ``cannot`` is None then.  Which cards count as
    known, and what a ``solution`` is, is as for :func:`hint`.  Raises KeyboardInterrupt.
    """
    game = _Game(goal, start, tuple(steps), tuple(solution), budget or Budget(Usual(SECONDS)))
    return game.last_chance(game.can(len(steps), Clock(game.budget)))


def hint(
    start: Position,
    goal: Goal,
    steps: Sequence[Step] = (),
    *,
    solution: Sequence[Step] = (),
    budget: Budget | None = None,
) -> Hint:
    """Help for ``goal``, which is about ``start``, after ``steps`` played from there.

    ``solution``: a line from ``start`` that is known to reach it, followed wherever the game is
    on it, or a move away.  ``budget``: for each question to the solver, with seconds that are
    the usual ones if it isn't given.  Cards that the position knows count as known, also face
    down and in the hand, unless the goal says ``whatever turns up``; the hint doesn't name them.
    Raises KeyboardInterrupt.
    """
    game = _Game(goal, start, tuple(steps), tuple(solution), budget or Budget(Usual(SECONDS)))
    left = game.left(len(steps))
    if left.standing is GoalStatus.REACHED:
        return Hint(Chance.REACHED, left.why)
    if left.standing is GoalStatus.BROKEN:
        return game.lost(left.why)
    if left.goal is None:
        return game.guess(left.why)
    line = game.line()
    if isinstance(line, str):
        return game.guess(line)
    return _open(left.goal, game.after(len(steps)), line) if line else game.lost()


def seeming(start: Position, steps: Sequence[Step], goal: Goal) -> tuple[Move | None, str]:
    """Return the move that seems best after ``steps``, and why; for a win the best player's.

    Nothing is asked of cards that aren't seen.  Whoever follows it goes round in no circle.
    """
    here = steps[-1].after if steps else start
    if winning.asks_for_a_win(goal):
        with suppress(NotPlayable):
            if line := _weighed(start, steps):
                ahead = [engine.do(here.hide(), line[0])]
                reason = explain(ahead, goal)[0].text
                while not ahead[-1].is_event and len(ahead) < len(line):
                    ahead.append(engine.do(ahead[-1].after, line[len(ahead)]))
                number, event = _first_event(ahead)
                if number > 1:
                    reason += f", to {event} in {count_phrase(number, 'move')}"
                return line[0], reason
    suggestion = suggest(here)
    return suggestion.move, suggestion.reason


def _weighed(start: Position, steps: Sequence[Step]) -> Sequence[Move]:
    """Return the rest of the best player's line to the next event.

    It is asked where the last event was, and again where a game has left its line: asked after
    each move it may take back what it has just done.
    """
    begin = _last_event(steps)
    while True:
        line = weighing((steps[begin - 1].after if begin else start).hide())
        made = [step.move for step in steps[begin:]]
        same = next((n for n, (a, b) in enumerate(zip(made, line, strict=False)) if a != b), None)
        if same is None and len(made) <= len(line):
            return line[len(made) :]
        begin += 1 + (len(line) if same is None else same)


@dataclass(frozen=True, slots=True)
class _Game:
    """What is asked, and the moves that were made."""

    goal: Goal
    start: Position
    steps: tuple[Step, ...]
    solution: tuple[Step, ...]
    #: For one question to the solver.
    budget: Budget

    def after(self, number: int) -> Position:
        """Return the position after so many moves."""
        return self.steps[number - 1].after if number else self.start

    def left(self, number: int) -> Remaining:
        """Return what is left of the goal after so many moves."""
        return what_is_left(self.goal, self.start, self.steps[:number])

    def line(self) -> tuple[Step, ...] | str:
        """Return the line to follow from where the game stands.

        Empty: it is proved that there is none.  In words: why none was found.
        """
        steps, here = self.steps, self.after(len(self.steps))
        if rest := self.on_solution(steps):
            return rest
        for move in engine.legal_moves(here):
            back = engine.do(here, move)
            if rest := self.on_solution((*steps, back)):
                return (back, *rest)
        clock = Clock(self.budget)
        at = _last_event(steps)
        while True:
            left = self.left(at)
            answer = None if left.goal is None else _answer(self.after(at), left.goal, self.budget)
            if answer is not None and answer.outcome is Outcome.IMPOSSIBLE:
                return ()
            if left.goal is not None and answer is not None and answer.outcome is Outcome.SOLVED:
                moves = _moves(answer, known_to_player(self.after(at), left.goal))
                made = [step.move for step in steps[at:]]
                pairs = enumerate(zip(made, moves, strict=False))
                same = next((number for number, (a, b) in pairs if a != b), None)
                if same is None and len(made) < len(moves):
                    rest = retrace(here, moves[len(made) :], here)
                    return rest if self.holds(rest, answer) else "no line was found"
                at = len(steps) if same is None or clock.over else at + same + 1
            elif at < len(steps):
                at = len(steps)
            else:
                return answer.reason if answer is not None else left.why

    def on_solution(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Return the rest of the known solution, if a game is on it after these moves."""
        here = steps[-1].after if steps else self.start
        for at in range(len(self.solution) - 1, -1, -1):
            if self.solution[at].before == here:
                judgement = judge(self.goal, self.start, (*steps, *self.solution[at:]))
                return self.solution[at:] if judgement.verdict is Verdict.HOLDS else ()
        return ()

    def holds(self, rest: tuple[Step, ...], answer: Answer) -> bool:
        """Return True if the game with a line is as asked; of a plan its beginning is known."""
        line = (*self.steps, *rest)
        if answer.plan is not None:
            return what_is_left(self.goal, self.start, line).standing is not GoalStatus.BROKEN
        return judge(self.goal, self.start, line).verdict is not Verdict.FAILS

    def guess(self, why: str) -> Hint:
        """Return what seems good, if it breaks no condition."""
        message = f"it isn't known whether the goal can still be reached from here ({why})"
        on_it = (n for n in range(len(self.steps) - 1, -1, -1) if self.on_solution(self.steps[:n]))
        back_to = next(on_it, None)
        if back_to is not None:
            message += f"; it could be {_after(back_to)}"
        here = self.after(len(self.steps))
        move, reason = seeming(self.start, self.steps, self.goal)
        if move is None:
            return Hint(Chance.UNKNOWN, message, back_to=back_to)
        step = engine.do(here, move)
        left = what_is_left(self.goal, self.start, (*self.steps, step))
        if left.standing is GoalStatus.BROKEN:
            message += "; what seems good breaks a condition"
            return Hint(Chance.UNKNOWN, message, back_to=back_to)
        words = move_words(move, engine.do(here.hide(), move).cards)
        reason = f"{reason}; that is only what seems good: {message}"
        return Hint(Chance.UNKNOWN, reason, move=move, words=words, back_to=back_to)

    def lost(self, why: str = "") -> Hint:
        """Return the hint that the goal can't be reached any more, and where it was lost."""
        if not self.steps:
            return Hint(Chance.LOST, "it can't be done from here")
        message = f"it can't be done any more from here{f' ({why})' if why else ''}"
        chance = self.last_chance(False)
        if chance.can is not None:
            last = "the last time that it could was" if chance.sure else "it could still be done"
            message += f"; {last} {_after(chance.can)}"
        elif chance.sure:
            message += "; it couldn't be done at the start either"
        return Hint(Chance.LOST, message, back_to=chance.can)

    def last_chance(self, in_the_end: bool | None) -> Lost:
        """Find where the goal was lost; ``in_the_end``: what is known of it after all moves.

        What can be reached after a move can be reached before it.  So the moves are taken back
        in longer and longer strides, and then the place is looked for in between.
        """
        clock = Clock(self.budget)
        low = high = len(self.steps)
        stride = 1
        known: dict[int, bool | None] = {low: in_the_end}
        while low and not known[low]:
            high, low, stride = low, max(0, low - stride), 2 * stride
            known[low] = self.can(low, clock)
        while known[low] and high - low > 1:
            middle = (low + high) // 2
            known[middle] = self.can(middle, clock)
            low, high = (middle, high) if known[middle] else (low, middle)
        never = [number for number, can in known.items() if can is False]
        return Lost(low if known[low] else None, min(never, default=None))

    def can(self, number: int, clock: Clock) -> bool | None:
        """Return True if the goal can be reached after so many moves; None if that isn't known."""
        left = self.left(number)
        if left.standing is GoalStatus.BROKEN:
            return False
        if left.standing is GoalStatus.REACHED or self.on_solution(self.steps[:number]):
            return True
        if left.goal is None or clock.over:
            return None
        outcome = _answer(self.after(number), left.goal, self.budget.share(1 / 4)).outcome
        return None if outcome is Outcome.UNDECIDED else outcome is Outcome.SOLVED


def _after(number: int) -> str:
    return f"after move {number}" if number else "at the start"


@lru_cache(maxsize=512)
def _answer(position: Position, goal: Goal, budget: Budget) -> Answer:
    """Ask the solver, by the cards that are seen, or else by all that are known."""
    seen = position.hide()
    shows_nothing = goal.limits.no_turning_up and goal.limits.no_dealing
    if seen != position and not shows_nothing and not winning.asks_for_a_win(goal):
        answer = solve(seen, goal, budget=budget.share(1 / 4)).uninterrupted()
        if answer.outcome is Outcome.SOLVED and not answer.plan:
            return answer
    return solve(position, goal, budget=budget).uninterrupted()


def _moves(answer: Answer, position: Position) -> list[Move]:
    """Return the moves of a line, or of a plan up to the card that decides how it goes on."""
    if answer.plan is None:
        return [step.move for step in answer.steps]
    return [played.step.move for played in play(position, answer.plan.script)]


# What is said


def _open(goal: Goal, here: Position, line: tuple[Step, ...]) -> Hint:
    first = engine.do(here.hide(), line[0].move)
    number, aim = _first_event(line[:-1])
    if not aim:
        number, aim = len(line), " and ".join(map(str, goal.objectives))
    move = first.move
    match move:
        case Deal():
            cards = "a row from the hand"
        case Remove(column):
            cards = f"the {first.removals[0].suit} of column {column}"
        case FromCell(cell):
            cards = f"the {first.cards[0]} of cell {cell}"
        case _:
            column = move.source if isinstance(move, Shift) else move.column
            cards = f"{run_name(first.cards)} of column {column}"
    return Hint(
        Chance.OPEN,
        explain((first, *line[1:]), goal)[0].text,
        f"{aim}, {count_phrase(number, 'move')} from here",
        cards,
        move,
        move_words(move, first.cards),
        line,
    )


def _first_event(line: Sequence[Step]) -> tuple[int, str]:
    """Return the number and words of the first step that can't be taken back; 0 if none is so."""
    events = ((number, _event(step)) for number, step in enumerate(line, 1))
    return next(((number, event) for number, event in events if event), (0, ""))


def _last_event(steps: Sequence[Step]) -> int:
    """Return the number of steps up to the last that can't be taken back."""
    return max((number for number, step in enumerate(steps, 1) if step.is_event), default=0)


def _event(step: Step) -> str:
    """Return what can't be taken back of a step, as something to aim at."""
    if step.removals:
        return f"remove the {step.removals[0].suit}"
    if step.turned:
        return f"turn up a card in column {step.turned[0].column}"
    return "deal a row" if isinstance(step.move, Deal) else ""
