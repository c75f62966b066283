"""Hints for a goal: a move of a line to it, a proof that there is no line, or a guess.

:func:`hint` lets the solver search for a line from the current position to the remaining goal.
A hint has three levels of detail: the aim, the cards to move, and the move.  If the solver proves
that there is no line, the hint says so and has no move.  If it decides nothing, the hint is the
guess of :func:`seeming`, marked as a guess; if that move breaks a condition, the hint has none.

Following hints that are not guesses leads to the goal.  The solver searches from the position
after the last event (a card turned up, a suit removed or a row dealt), and later hints follow the
same line as long as the game does.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
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
from ..solver.winning.players import NotPlayable, pooling
from ..text.protocols import Verdicts, public
from ..text.wording import count_phrase, join_words
from .explain import explain
from .reasons import why_lost
from .suggest import suggest

#: Default time limit of the search for a line, and of the search for the move that lost the goal.
SECONDS: Final = Usual(3)


#: The maximum length of a hint in ``repr``, in characters.
_MOST_SHOWN: Final = 250


class Chance(Verdicts):
    """The state of the goal in the current position."""

    REACHED = "reached"
    #: The goal can be reached; the hint is the first move of a line that does.
    OPEN = "open"
    #: The goal is proved to be out of reach.
    LOST = "lost"
    UNKNOWN = "unknown"


@public(
    "hint.line are the steps of its line",
    truth="ask if hint.move is not None, or hint.chance == 'open'",
    text="write hint.words == text to compare the move",
)
@dataclass(frozen=True, slots=True, repr=False)
class Hint:
    """Help for a goal: a move with its reason, or an explanation without a move.

    ``aim``: the next event to aim at.  ``cards``: the cards to move.  ``words``: the move as text
    for a script.  All three are empty if ``move`` is None.
    ``reason``: the effect of the move, or the explanation if there is no move.
    ``line``: the steps that start with the move, up to the goal or to the card that decides how to
    continue; empty for a guess.
    ``back_to``: the number of moves after which the goal could still be reached, so the player can
    undo the others; None if it can still be reached, or if no such number was found.
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
    """The range of moves in which a game lost its goal, as far as that is proved.

    ``can``: the largest number of moves after which the goal can be reached.  ``cannot``: the
    smallest number after which it can't.  Each is None if no such number is known.
    ``why``: the reason why it can't be reached after the losing move, empty if none is known.
    """

    can: int | None
    cannot: int | None
    why: str = ""

    @property
    def sure(self) -> bool:
        """True if the losing move is known, or if the goal was out of reach from the start."""
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
    """Find which of ``steps``, played from ``start``, lost ``goal``.

    If the goal isn't lost, ``can`` is the number of steps and ``cannot`` is None.  ``solution``,
    ``budget`` and the cards regarded as known are as for :func:`hint`.  Raises KeyboardInterrupt.
    """
    game = _Game(goal, start, tuple(steps), tuple(solution), budget or Budget(Usual(SECONDS)))
    return game.explained(game.last_chance(game.can(len(steps), Clock(game.budget))))


def hint(
    start: Position,
    goal: Goal,
    steps: Sequence[Step] = (),
    *,
    solution: Sequence[Step] = (),
    budget: Budget | None = None,
) -> Hint:
    """Return a hint for ``goal`` after ``steps``, played from ``start``.

    Args:
        start: The position before the first move, from which the goal counts.
        goal: The goal to reach.
        steps: The moves played so far.
        solution: A line from ``start`` that is known to reach the goal.  It is followed if the
            current position occurs on it, or a single move leads to it.
        budget: The limits for each search; by default ``SECONDS``.

    The solver uses all known cards, including those face down and in the hand, unless the goal
    has ``whatever turns up``.  The hint doesn't reveal them.  Raises KeyboardInterrupt.
    """
    game = _Game(goal, start, tuple(steps), tuple(solution), budget or Budget(Usual(SECONDS)))
    left = game.left(len(steps))
    if left.status is GoalStatus.REACHED:
        return Hint(Chance.REACHED, left.why)
    if left.status is GoalStatus.BROKEN:
        return game.lost(left.why)
    if left.goal is None:
        return game.guess(left.why)
    line = game.line()
    if isinstance(line, str):
        return game.guess(line)
    return _open(left.goal, game.after(len(steps)), line) if line else game.lost()


def seeming(start: Position, steps: Sequence[Step], goal: Goal) -> tuple[Move | None, str]:
    """Return the move that seems best after ``steps`` (None if none does), and the reason.

    For a win it is the move of the best automatic player.  Hidden cards are not used.  Following
    these moves never leads into a loop.
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
    """Return the rest of the best automatic player's line to the next event; empty at its end.

    The line is computed at the last event, and again after a move that deviates from it or goes
    beyond its end.  If it were computed after each move, the player might undo its last move.
    """
    begin = _last_event(steps)
    while True:
        line = pooling((steps[begin - 1].after if begin else start).hide())
        played = [step.move for step in steps[begin:]]
        same = next(
            (n for n, (a, b) in enumerate(zip(played, line, strict=False)) if a != b), None
        )
        if same is None and len(played) <= len(line):
            return line[len(played) :]
        begin += 1 + (len(line) if same is None else same)


@dataclass(frozen=True, slots=True)
class _Game:
    """A request for a hint: the goal, and the moves played so far."""

    goal: Goal
    start: Position
    steps: tuple[Step, ...]
    solution: tuple[Step, ...]
    #: The limits for one search.
    budget: Budget

    def after(self, number: int) -> Position:
        """Return the position after this number of moves."""
        return self.steps[number - 1].after if number else self.start

    def left(self, number: int) -> Remaining:
        """Return the part of the goal that is still open after this number of moves."""
        return what_is_left(self.goal, self.start, self.steps[:number])

    def line(self) -> tuple[Step, ...] | str:
        """Return a line from the current position to the goal.

        For a plan, the line ends at its first branch.  It is empty if the goal is proved
        unreachable.  If the search is undecided, return the reason as text instead.
        """
        steps, here = self.steps, self.after(len(self.steps))
        if rest := self.on_solution(steps):
            return rest
        for move in engine.legal_moves(here):
            back = engine.do(here, move)
            if rest := self.on_solution((*steps, back)):
                return (back, *rest)
        clock = Clock(self.budget)
        # The number of moves after which the search starts: at the last event, then after the
        # move by which the game deviated from the line found, or at the current position.
        number = _last_event(steps)
        while True:
            left = self.left(number)
            before = self.after(number)
            answer = None if left.goal is None else _answer(before, left.goal, self.budget)
            if answer is not None and answer.outcome is Outcome.IMPOSSIBLE:
                return ()
            if left.goal is not None and answer is not None and answer.outcome is Outcome.SOLVED:
                moves = _moves(answer, known_to_player(before, left.goal))
                played = [step.move for step in steps[number:]]
                pairs = enumerate(zip(played, moves, strict=False))
                same = next((n for n, (a, b) in pairs if a != b), None)
                if same is None and len(played) < len(moves):
                    rest = retrace(here, moves[len(played) :], here)
                    return rest if self.holds(rest, answer) else "no line was found"
                number = len(steps) if same is None or clock.over else number + same + 1
            elif number < len(steps):
                number = len(steps)
            else:
                return answer.reason if answer is not None else left.why

    def on_solution(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Return the rest of the known solution from the position after ``steps``, or nothing.

        It is empty if that position doesn't occur in the solution, or if the goal isn't reached.
        """
        here = steps[-1].after if steps else self.start
        for index in range(len(self.solution) - 1, -1, -1):
            if self.solution[index].before == here:
                rest = self.solution[index:]
                judgement = judge(self.goal, self.start, (*steps, *rest))
                return rest if judgement.verdict is Verdict.HOLDS else ()
        return ()

    def holds(self, rest: tuple[Step, ...], answer: Answer) -> bool:
        """Return True if the game continued by ``rest`` satisfies the goal.

        If ``rest`` is the beginning of a plan, it must not make the goal unreachable.
        """
        line = (*self.steps, *rest)
        if answer.plan is not None:
            return what_is_left(self.goal, self.start, line).status is not GoalStatus.BROKEN
        return judge(self.goal, self.start, line).verdict is not Verdict.FAILS

    def guess(self, why: str) -> Hint:
        """Return the move that seems best as a hint, unless it breaks a condition."""
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
        if left.status is GoalStatus.BROKEN:
            message += "; the move that seems best breaks a condition"
            return Hint(Chance.UNKNOWN, message, back_to=back_to)
        words = move_words(move, engine.do(here.hide(), move).cards)
        reason = f"{reason}; this move only seems good: {message}"
        return Hint(Chance.UNKNOWN, reason, move=move, words=words, back_to=back_to)

    def lost(self, why: str = "") -> Hint:
        """Return the hint for a lost goal, with the move that lost it if that can be proved."""
        if not self.steps:
            return Hint(Chance.LOST, "it can't be done from here")
        message = f"it can't be done any more from here{f' ({why})' if why else ''}"
        chance = self.explained(self.last_chance(in_the_end=False))
        if chance.can is not None:
            last = "the last chance was" if chance.sure else "it could still be done"
            message += f"; {last} {_after(chance.can)}"
        elif chance.sure:
            message += "; it couldn't be done at the start either"
        message += f"; {chance.why}" * bool(chance.why)
        return Hint(Chance.LOST, message, back_to=chance.can)

    def explained(self, chance: Lost) -> Lost:
        """Return ``chance`` with the reason why the losing move lost the goal."""
        last_good, lost = chance.can, chance.cannot
        if last_good is None or lost is None or not chance.sure:
            return chance
        left = self.left(lost)
        if left.status is GoalStatus.BROKEN:
            return replace(chance, why=left.why)
        line = self.on_solution(self.steps[:last_good])
        rest = self.left(last_good).goal
        if not line and rest is not None:
            answer = _answer(self.after(last_good), rest, self.budget.share(1 / 4))
            line = () if answer.plan else answer.steps
        why = why_lost(
            self.start,
            self.goal,
            self.steps[:lost],
            still_possible=last_good,
            line=line,
            budget=self.budget,
        )
        return replace(chance, why=why)

    def last_chance(self, in_the_end: bool | None) -> Lost:
        """Find where the goal was lost.

        ``in_the_end``: True or False if the goal can or can't be reached after all moves, None if
        that is unknown.  A goal that can be reached after a move can be reached before it.  So the
        search goes back in doubling strides until the goal can be reached, and then bisects.
        """
        clock = Clock(self.budget)
        low = high = len(self.steps)
        stride = 1
        reachable: dict[int, bool | None] = {low: in_the_end}
        while low and not reachable[low]:
            high, low, stride = low, max(0, low - stride), 2 * stride
            reachable[low] = self.can(low, clock)
        while reachable[low] and high - low > 1:
            middle = (low + high) // 2
            reachable[middle] = self.can(middle, clock)
            low, high = (middle, high) if reachable[middle] else (low, middle)
        never = [number for number, can in reachable.items() if can is False]
        return Lost(low if reachable[low] else None, min(never, default=None))

    def can(self, number: int, clock: Clock) -> bool | None:
        """Return True if the goal can be reached after ``number`` moves; None if unknown."""
        left = self.left(number)
        if left.status is GoalStatus.BROKEN:
            return False
        if left.status is GoalStatus.REACHED or self.on_solution(self.steps[:number]):
            return True
        if left.goal is None or clock.over:
            return None
        outcome = _answer(self.after(number), left.goal, self.budget.share(1 / 4)).outcome
        return None if outcome is Outcome.UNDECIDED else outcome is Outcome.SOLVED


def _after(number: int) -> str:
    return f"after move {number}" if number else "at the start"


@lru_cache(maxsize=512)
def _answer(position: Position, goal: Goal, budget: Budget) -> Answer:
    """Search with the visible cards only; if that finds no line, with all known cards.

    The first search is omitted for a win, and if no hidden card may come up.
    """
    seen = position.hide()
    shows_nothing = goal.limits.no_turning_up and goal.limits.no_dealing
    if seen != position and not shows_nothing and not winning.asks_for_a_win(goal):
        answer = solve(seen, goal, budget=budget.share(1 / 4)).uninterrupted()
        if answer.outcome is Outcome.SOLVED and not answer.plan:
            return answer
    return solve(position, goal, budget=budget).uninterrupted()


def _moves(answer: Answer, position: Position) -> list[Move]:
    """Return the moves of a line, or of a plan up to its first branch."""
    if answer.plan is None:
        return [step.move for step in answer.steps]
    return [played.step.move for played in play(position, answer.plan.script)]


# Texts of hints


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
    """Return the number and the description of the first event; 0 if the line has none."""
    events = ((number, _event(step)) for number, step in enumerate(line, 1))
    return next(((number, event) for number, event in events if event), (0, ""))


def _last_event(steps: Sequence[Step]) -> int:
    """Return the number of steps up to and including the last event."""
    return max((number for number, step in enumerate(steps, 1) if step.is_event), default=0)


def _event(step: Step) -> str:
    """Describe an event as an aim, such as "deal a row"; empty for other steps."""
    if step.removals:
        return f"remove the {step.removals[0].suit}"
    if step.turned:
        return f"turn up a card in column {step.turned[0].column}"
    return "deal a row" if isinstance(step.move, Deal) else ""
