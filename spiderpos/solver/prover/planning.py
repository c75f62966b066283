"""Plans for goals "whatever turns up", which branch on the cards turned up.

The search is an AND-OR search: one line that turns up a card (OR), and a continuation for each
possible card (AND).  Lines that turn up a card are taken from the solution of a *guess*, in which
all cards are known.  If a card has no continuation, the next guess has that card in that place.
A state consists of the visible position and the rest of the goal.  The continuation found for a
state is used again, so a plan is a graph.

- SOLVED: :func:`spiderpos.goals.plans.check` has played the plan in every case.
- IMPOSSIBLE: the solver proves for one order of the hidden cards that no line reaches the goal,
  even for a player who knows them all.
- UNDECIDED otherwise: the search doesn't try every line that turns up a card.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NoReturn, TypeAlias

from ...game import engine
from ...game.cards import UNKNOWN, Card
from ...game.census import by_elimination, filled, hidden_kinds
from ...game.engine import Step, TurnedUp
from ...game.illegal import IllegalMove
from ...game.position import Column, Position
from ...game.replay import shown_by
from ...goals import plans
from ...goals.goal import GetSpaces, Goal, Moves, Objective, TurnUp
from ...goals.judge import Verdict, judge, known_to_player
from ...goals.plans import Branch, Plan
from ...goals.remainder import GoalStatus, what_is_left
from ...scripts import words
from ...text.wording import count_phrase
from ..budget import OutOfTime
from ..detours import played
from .answer import Answer, Budget, Clock, Implication, Outcome, Role, Searched
from .question import names_the_same_cards

#: A function that decides a goal without "whatever turns up" within a budget.  Its last argument
#: is the state of an earlier search to resume, or None.
Ask: TypeAlias = Callable[[Position, Goal, Budget, Searched | None], Answer]

#: The number of guessed orders of the hidden cards for one position: in the first round, and
#: the maximum.
_FIRST_GUESSES: Final = 2
_GUESSES: Final = 16
#: The number of orders of the hidden cards that are searched before plans, per guess, and the
#: maximum.  If the goal is impossible for one order, there is no plan.
_ORDERS: Final = (8, 32)
#: The work limit, in seconds, for each search of the first round, and the factor for each later
#: round. Many short searches are tried before few long ones.
_FIRST_QUESTION: Final = 0.1
_LONGER: Final = 4


class _GiveUp(Exception):  # noqa: N818 - no error
    """Raised to end the search without a plan; the message is the reason."""


class _Impossible(Exception):  # noqa: N818 - no error
    """Raised for an order of the hidden cards for which the goal is proved impossible."""

    def __init__(self, why: str, case: Implication) -> None:
        super().__init__(why)
        self.case = case


@dataclass(frozen=True, slots=True)
class _Continuation:
    """A continuation: moves, and a continuation for each card that the last move may turn up."""

    steps: tuple[Step, ...]
    branches: tuple[tuple[tuple[Card, ...], _Continuation], ...] = ()

    def plan(self, plans_by_id: dict[int, Plan] | None = None) -> Plan:
        """Convert to a plan; continuations that occur twice become shared sub-plans."""
        plans_by_id = {} if plans_by_id is None else plans_by_id
        if id(self) not in plans_by_id:
            plans_by_id[id(self)] = Plan(
                words.loads(words.dumps(self.steps)),
                tuple(
                    Branch(cards, continuation.plan(plans_by_id))
                    for cards, continuation in self.branches
                ),
            )
        return plans_by_id[id(self)]


def solve(
    position: Position, goal: Goal, ask: Ask, *, budget: Budget, searched: Searched
) -> Answer:
    """Search for a plan that reaches ``goal``, which has "whatever turns up".

    ``ask`` is the solver for known cards; ``searched`` has the statistics of earlier searches.
    """
    return _Search(position, goal, ask, budget, searched).answer()


class _Search:
    def __init__(
        self, position: Position, goal: Goal, ask: Ask, budget: Budget, searched: Searched
    ) -> None:
        self.start = position
        self.goal = goal
        self.root = known_to_player(position, goal)
        self.ask = ask
        self.budget = budget
        self.searched = replace(searched, precision=(), digest="")
        self.clock = Clock(budget)
        #: True if a search was skipped, or cut short, because time ran out.
        self.out_of_time = False
        self.random = random.Random(1)  # noqa: S311 - no secret
        #: The continuation for each visible position and remaining goal; None: not found.
        self.continuations: dict[tuple[Position, Goal], _Continuation | None] = {}
        self.patience = _FIRST_QUESTION
        self.guesses = _FIRST_GUESSES
        #: Earlier answers, each with the time limit of its search, in seconds.
        self.answers: dict[tuple[Position, Goal], tuple[float, Answer]] = {}
        #: Number of searches of this round that ran out of time.
        self.cut_short = 0

    def answer(self) -> Answer:
        try:
            if not self.goal.limits.no_dealing and self.root.hand:
                raise _GiveUp("a plan is made without deals only")
            if any(UNKNOWN in column.up for column in self.root.columns):
                raise _GiveUp("a face-up card isn't known")
            continuation = self._in_rounds()
        except _Impossible as impossible:
            answer = self._answer(Outcome.IMPOSSIBLE, str(impossible))
            return replace(answer, rests_on=impossible.case)
        except _GiveUp as why:
            return self._answer(Outcome.UNDECIDED, str(why))
        if continuation is None:
            late = f"{self.budget.time_ran_out} for some questions; " * self.out_of_time
            return self._answer(Outcome.UNDECIDED, f"{late}no plan was found; not all were tried")
        if not continuation.branches:
            return self._line(continuation)
        plan = continuation.plan()
        try:
            checked = plans.check(plan, self.start, self.goal, progress=self.clock.check_case)
        except OutOfTime:
            self.out_of_time = True
            reason = f"{self.budget.time_ran_out} while the cases of a plan were played"
            return self._answer(Outcome.UNDECIDED, reason)
        if checked.verdict is not Verdict.HOLDS:
            return self._answer(Outcome.UNDECIDED, f"the plan fails: {checked.reason}")
        reason = f"a plan for {count_phrase(checked.cases, 'case')}"
        return replace(self._answer(Outcome.SOLVED, reason), plan=plan)

    def _in_rounds(self) -> _Continuation | None:
        """Search in rounds, each with more time per question; return None if no plan is found."""
        while True:
            # Every round makes the same guesses, because decided answers are cached.
            self.random = random.Random(1)  # noqa: S311 - no secret
            self.cut_short = 0
            self.continuations = {
                key: continuation
                for key, continuation in self.continuations.items()
                if continuation is not None
            }
            self._ask_orders()
            continuation = self._continue(self.root, ())
            if continuation is not None or (not self.cut_short and self.guesses == _GUESSES):
                return continuation
            self.patience *= _LONGER if self.cut_short else 1
            self.guesses = min(2 * self.guesses, _GUESSES)

    def _ask_orders(self) -> None:
        """Search some orders of the hidden cards; raise _Impossible if one is proved lost."""
        goal, root = replace(self.goal, whatever=False), by_elimination(self.root)
        orders = random.Random(1)  # noqa: S311 - no secret
        for _ in range(min(_ORDERS[0] * self.guesses, _ORDERS[1])):
            order = filled(root, orders)
            if not names_the_same_cards(goal, root, order):
                continue
            answer = self._solve(order, goal)
            if answer.outcome is Outcome.IMPOSSIBLE:
                self._lost_in(order, goal, answer)

    @staticmethod
    def _lost_in(order: Position, goal: Goal, answer: Answer) -> NoReturn:
        why = f"it can't be done {lying(order)}: {answer.reason}"
        raise _Impossible(why, Implication(Role.ORDER, order, goal, answer))

    def _line(self, continuation: _Continuation) -> Answer:
        # Cards with a single possible value are known here, but not in the position.
        revealed = shown_by(self.start, continuation.steps)
        steps = played(self.start, (step.move for step in continuation.steps), revealed, self.goal)
        if steps is None:
            return self._answer(Outcome.UNDECIDED, "the line that was found isn't confirmed")
        return replace(self._answer(Outcome.SOLVED, ""), steps=steps)

    def _answer(self, outcome: Outcome, reason: str) -> Answer:
        unsure = outcome is Outcome.UNDECIDED and self.out_of_time
        return Answer(
            outcome, (), replace(self.searched, method="plan"), reason, out_of_time=unsure
        )

    def _continue(
        self, now: Position, before: tuple[Step, ...], rest: Sequence[Step] = ()
    ) -> _Continuation | None:
        """Find a continuation from ``now``, the position after ``before``; None if none is found.

        ``rest``: the moves that follow in a line for another card; they are tried first.
        """
        now = by_elimination(now)
        left = what_is_left(replace(self.goal, whatever=False), self.root, before)
        if left.status is GoalStatus.REACHED:
            return _Continuation(())
        goal = left.goal
        if goal is None:
            return None
        if (now, goal) not in self.continuations:
            continuation = _as_before(now, goal, rest) if rest else None
            self.continuations[now, goal] = continuation or self._search_from(now, goal, before)
        return self.continuations[now, goal]

    def _search_from(
        self, now: Position, goal: Goal, before: tuple[Step, ...]
    ) -> _Continuation | None:
        plain = self._solve(now, goal)
        if plain.outcome is Outcome.SOLVED:
            return _Continuation(plain.steps)
        if plain.outcome is Outcome.IMPOSSIBLE:
            return self._lost(before, plain.reason, Implication(Role.ORDER, now, goal, plain))
        if not any(UNKNOWN in column.down for column in now.columns):
            return None
        tried: set[tuple[object, ...]] = set()
        hard: list[tuple[int, Card]] = []
        pinned: tuple[int, Card] | None = None
        for _ in range(self.guesses):
            guess = self._guess(now, pinned)
            pinned = None
            if not names_the_same_cards(goal, now, guess):
                continue
            answer = self._solve(guess, goal)
            if answer.outcome is Outcome.IMPOSSIBLE:
                why = f"it can't be done {lying(guess)}: {answer.reason}"
                return self._lost(before, why, Implication(Role.ORDER, guess, goal, answer))
            if answer.outcome is Outcome.UNDECIDED:
                continue
            steps = _until_turned(now, answer.steps)
            if not _unknown_turned(steps):
                # The whole line was played without unknown cards.
                if judge(goal, now, steps).verdict is Verdict.HOLDS:
                    return _Continuation(steps)
                continue
            key = (steps[-1].after, steps[-1].turned)
            if key in tried:
                continue
            tried.add(key)
            branches = self._branches(steps, before, hard, answer.steps[len(steps) :])
            if branches is not None:
                return _Continuation(steps, branches)
            if hard and hard[-1] not in hard[:-1]:
                pinned = hard[-1]
        # Try other lines only in the last round: those of the guesses come first.
        for steps in self._turning_up(now, goal) if self.guesses == _GUESSES else ():
            key = (steps[-1].after, steps[-1].turned)
            if key not in tried:
                tried.add(key)
                branches = self._branches(steps, before, hard)
                if branches is not None:
                    return _Continuation(steps, branches)
        return None

    def _turning_up(self, now: Position, goal: Goal) -> Iterator[tuple[Step, ...]]:
        """Yield for each column a line that turns up its next card and keeps the most spaces."""
        free = replace(goal.free_of(Moves), whatever=False)
        for number, column in enumerate(now.columns, 1):
            if not column.down or column.down[-1]:
                continue
            for spaces in range(len(now.spaces) + 1, -1, -1):
                objectives: tuple[Objective, ...] = (TurnUp(1, number),)
                if spaces:
                    objectives += (GetSpaces(spaces),)
                answer = self._solve(now, replace(free, objectives=objectives))
                if answer.outcome is Outcome.SOLVED:
                    steps = _until_turned(now, answer.steps)
                    if _unknown_turned(steps):
                        yield steps
                    break

    @staticmethod
    def _lost(before: tuple[Step, ...], why: str, case: Implication) -> None:
        """Raise _Impossible if there are no earlier moves.

        After other moves a lost position proves nothing, because those moves may be the mistake.
        """
        if not before:
            raise _Impossible(why, case)

    def _branches(
        self,
        steps: tuple[Step, ...],
        before: tuple[Step, ...],
        hard: list[tuple[int, Card]],
        rest: Sequence[Step] = (),
    ) -> tuple[tuple[tuple[Card, ...], _Continuation], ...] | None:
        """Return a continuation for each card that the last step may turn up.

        If one is missing, add its column and card to ``hard`` and return None.
        """
        last = steps[-1]
        by = plans.turned_by(last)
        if by is None:
            return None
        possible = hidden_kinds(last.before)
        first = dict.fromkeys(card for where, card in hard if where == by.column)
        continuations: list[tuple[list[Card], _Continuation]] = []
        for card in [*first, *(card for card in possible if card not in first)]:
            if card not in possible:
                continue
            seen = plans.turning_up(last, card)
            path = (*before, *steps[:-1], seen)
            for cards, continuation in continuations:
                same = self._same(continuation, seen.after, path)
                if same is not None:
                    cards.append(card)
                    break
            else:
                following = self._continue(seen.after, path, rest)
                if following is None:
                    hard.append((by.column, card))
                    return None
                continuations.append(([card], following))
        return tuple((tuple(sorted(cards)), continuation) for cards, continuation in continuations)

    def _same(
        self, continuation: _Continuation, now: Position, before: tuple[Step, ...]
    ) -> _Continuation | None:
        """Return another card's continuation if it also reaches the goal from ``now``, else None.

        It must have no branches, and turn up the same cards in both cases.
        """
        if continuation.branches:
            return None
        now = by_elimination(now)
        steps: list[Step] = []
        try:
            for step in continuation.steps:
                steps.append(engine.do(steps[-1].after if steps else now, step.move))
                if steps[-1].turned != step.turned:
                    return None
        except IllegalMove:
            return None
        judgement = judge(replace(self.goal, whatever=False), self.root, (*before, *steps))
        return continuation if judgement.verdict is Verdict.HOLDS else None

    def _solve(self, position: Position, goal: Goal) -> Answer:
        patience, answer = self.answers.get((position, goal), (0.0, None))
        if answer is not None and (not answer.out_of_time or patience >= self.patience):
            self.cut_short += answer.out_of_time
            return answer
        if self.clock.over:
            self.out_of_time = True
            questions = count_phrase(len(self.answers), "question")
            raise _GiveUp(f"{self.budget.time_ran_out}; {questions} for a plan could be asked")
        begin = None if answer is None else answer.searched
        if begin is not None and begin.method != "classes":
            begin = None
        answer = self.ask(position, goal, self.clock.left(most=self.patience), begin)
        self.answers[position, goal] = self.patience, answer
        self.cut_short += answer.out_of_time
        searched = answer.searched
        self.searched = replace(
            self.searched,
            classes=self.searched.classes + searched.classes,
            steps=self.searched.steps + searched.steps,
            rounds=self.searched.rounds + searched.rounds,
            bytes=max(self.searched.bytes, searched.bytes),
            seconds=self.searched.seconds + searched.seconds,
        )
        return answer

    def _guess(self, position: Position, pinned: tuple[int, Card] | None) -> Position:
        """Fill the hidden cards in a random order; ``pinned`` fixes the next card of a column."""
        if pinned is not None:
            number, card = pinned
            column = position.columns[number - 1]
            if column.down and not column.down[-1] and card in hidden_kinds(position):
                seen = Column((*column.down[:-1], card), column.up)
                columns = (*position.columns[: number - 1], seen, *position.columns[number:])
                position = replace(position, columns=columns)
        return filled(position, self.random)


def lying(position: Position) -> str:
    """Describe the order of the face-down cards as a clause that begins with "if"."""
    columns = [
        f"{' '.join(map(str, column.down))} in column {number}"
        for number, column in enumerate(position.columns, 1)
        if column.down
    ]
    cards = "card is" if position.face_down == 1 else "cards are"
    return f"if the face-down {cards} {'; '.join(columns)}"


def _as_before(now: Position, goal: Goal, rest: Sequence[Step]) -> _Continuation | None:
    """Play the moves of ``rest`` from ``now``; return them as a continuation up to the goal.

    None if they miss the goal, are illegal, or turn up an unknown card.
    """
    steps: list[Step] = []
    try:
        for step in rest:
            steps.append(engine.do(steps[-1].after if steps else now, step.move))
            if _unknown_turned(steps):
                return None
    except IllegalMove:
        return None
    judgement = judge(goal, now, steps)
    if judgement.verdict is not Verdict.HOLDS:
        return None
    return _Continuation(tuple(steps[: judgement.reached_at]))


def _until_turned(now: Position, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Replay a line from ``now``, where cards are unknown; stop when an unknown card turns up."""
    played: list[Step] = []
    for step in steps:
        played.append(engine.do(played[-1].after if played else now, step.move))
        if _unknown_turned(played):
            break
    return tuple(played)


def _unknown_turned(steps: Sequence[Step]) -> tuple[TurnedUp, ...]:
    """Return the unknown cards that the last step turns up; empty without steps."""
    return tuple(turned for turned in steps[-1].turned if not turned.card) if steps else ()
