"""Goals "whatever turns up": find a plan, or prove that there is none.

A plan must work for every order of the hidden cards.  The core returns a plan as a graph with an
entry for each reachable state.  This module converts it to a :class:`Plan`, and
:func:`spiderpos.goals.plans.check` plays it in every case before it is returned.  There are two
searches:

- :func:`all_play` is exhaustive (:mod:`spiderpos.solver.strategy`).  It can prove that there
    is no plan even if a player who knows the hidden cards could win with every order of them.
- :func:`solve` finds plans by beam search (``native/winning/sure.hpp``).  Orders of the hidden
    cards that no beam has won are then searched with all cards known; if one of them is proved
    lost, there is no plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ..game.cards import UNKNOWN, Card
from ..game.census import shows_unknown, unseen
from ..game.position import Column, Position
from ..game.script import Instruction, Script
from ..goals import plans
from ..goals.conditions import NoDealing
from ..goals.goal import Goal
from ..goals.judge import Verdict
from ..goals.plans import Branch, Plan
from ..scripts import words
from ..scripts.instructions import move_words
from ..text.wording import count_phrase
from . import prover, strategy, winning
from .budget import OutOfTime
from .detours import played
from .prover import native
from .prover.answer import Answer, Budget, Clock, Outcome, Progress, Searched
from .prover.native import Reason, Status
from .prover.orders import impossible
from .prover.question import (
    Unsupported,
    goal_numbers,
    impossible_by_count,
    names_the_same_cards,
)
from .winning import core

#: Position limits of the first two searches for a win; the first one mainly finds orders that may
#: be lost.  Each later search multiplies the last limit by ``_MORE``.  For other goals only the
#: first limit is used, and the second search already multiplies it.
_WORK: Final = (20_000, 400_000)
_MORE: Final = 4
#: Orders of the hidden cards that no beam has won may be lost.  After each search for a plan of a
#: win, ``_SUSPECTS`` of them are searched (for other goals ``_MORE`` times as many), each with
#: ``_SECONDS`` of work in the first round.
_SUSPECTS: Final = 3
_SECONDS: Final = 0.5


def is_supported(position: Position, goal: Goal) -> bool:
    """Return True if the core can search for a plan for this goal.

    Supported are goals "whatever turns up" that brute force supports, without a limit on moves
    and without digging down to a card; for a win the hand must be empty.  All unknown cards must
    be hidden, and they must be exactly the unseen ones.
    """
    hidden = sum(column.down.count(UNKNOWN) for column in position.columns)
    try:
        goal_numbers(position, goal)
    except Unsupported:
        return False
    return (
        native.available()
        and goal.whatever
        and goal.limits.moves is None
        and not (_wins(goal) and position.hand)
        and None not in position.removed
        and not shows_unknown(position)
        and unseen(position).total() == hidden + position.hand.count(UNKNOWN)
    )


def _wins(goal: Goal) -> bool:
    return winning.asks_for_a_win(replace(goal, whatever=False))


def solve(
    position: Position,
    goal: Goal,
    *,
    budget: Budget | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Search for a plan, or for an order of the hidden cards that is lost.

    ``position`` must be as the player sees it (:func:`spiderpos.goals.judge.known_to_player`) and
    satisfy :func:`is_supported`.

    Returns:
        SOLVED with a plan, verified in every case, or with a line if the plan has no branches.
        IMPOSSIBLE if for one order of the hidden cards even a player who knows it can't reach the
        goal; ``rests_on`` has that order and the proof.  Otherwise UNDECIDED, as when the budget
        ran out, or after Ctrl-C.
    """
    search = _Search(position, goal, Clock(budget or Budget()), progress)
    try:
        return search.answer()
    except KeyboardInterrupt:
        return Answer.cut_short(search.searched())


def all_play(
    position: Position, goal: Goal, *, budget: Budget, progress: Progress | None = None
) -> Answer | None:
    """Search exhaustively for a strategy of a player who sees only the cards turned up so far.

    Args:
        position: The position as the player sees it
            (:func:`spiderpos.goals.judge.known_to_player`).
        goal: A goal with "whatever turns up".
        budget: The limits of the search.
        progress: Called with the state of the search.

    Returns:
        SOLVED with a plan, or with a line if the plan has no branches; IMPOSSIBLE if no plan
        exists.  UNDECIDED if the budget ran out, after Ctrl-C, if a plan can't name the cards it
        depends on, or if the plan isn't confirmed in every case.  None if the question isn't
        supported.
    """
    search = _Search(position, goal, Clock(budget), progress, method="strategy")
    if why := impossible_by_count(position, goal):
        return Answer(Outcome.IMPOSSIBLE, (), Searched(), why)
    try:
        result = strategy.search(position, goal, budget=budget, report=search.report)
    except Unsupported:
        return None
    except KeyboardInterrupt:
        return Answer.cut_short(search.searched())
    search.positions, search.bytes = result.states, result.bytes
    if result.reason is Reason.CANCELLED:
        return Answer.cut_short(search.searched())
    if result.sure is False:
        met = count_phrase(result.states, "state")
        why = f"every move can be refuted by a card that turns up: all play was tried, {met}"
        return search.result(Outcome.IMPOSSIBLE, why)
    if result.entries:
        return search.solved(result.entries)
    if result.reason is Reason.MEMORY:
        return search.undecided(budget.memory_ran_out)
    if result.reason is Reason.TIME:
        return search.undecided(budget.time_ran_out, out_of_time=True)
    return search.undecided("it depends on cards that no plan can name")


@dataclass(slots=True)
class _Search:
    position: Position
    goal: Goal
    clock: Clock
    progress: Progress | None
    method: str = "sure"
    positions: int = 0
    bytes: int = 0
    #: Orders of the hidden cards that may be lost, as positions; those won later are removed.
    suspects: list[Position] = field(default_factory=list)
    won: set[Position] = field(default_factory=set)

    def answer(self) -> Answer:
        plain = replace(self.goal, whatever=False)
        if self.position.deals_left:
            # Exclude deals: each may turn up a whole row of unknown cards.
            plain = plain.under(NoDealing())
        wins = _wins(self.goal)
        seconds, seed = _SECONDS, 1
        answer: Answer | None = None
        while not self.clock.over:
            if not wins:
                # The prover may find one line for all cards, or an order that is impossible.
                answer = prover.solve(
                    self.position,
                    self.goal,
                    budget=self.clock.left(1 / 2, most=2 * seconds),
                    progress=self.progress,
                )
                if answer.outcome is not Outcome.UNDECIDED or answer.interrupted:
                    return answer
            work = _work(seed) if wins else _WORK[0] * _MORE ** (seed - 1)
            policy = self.ask(plain, seed, work)
            reply = policy.reply
            self.positions += reply.positions
            self.bytes = max(self.bytes, reply.bytes)
            if reply.reason is Reason.CANCELLED:
                raise KeyboardInterrupt
            if reply.reason is Reason.MEMORY:
                return self.undecided(self.clock.budget.memory_ran_out)
            if reply.status is Status.BROKEN:
                return self.undecided(native.UNCONFIRMED)
            if reply.status is Status.SOLVED:
                return self.solved(policy.entries)
            for order in policy.suspects:
                suspect = _fill_hidden(self.position, order)
                is_new = suspect not in self.suspects and suspect not in self.won
                if is_new and names_the_same_cards(plain, self.position, suspect):
                    self.suspects.append(suspect)
            lost = self.lost(plain, seconds)
            if lost is not None:
                return lost
            if answer is not None and not answer.out_of_time and reply.positions < work:
                return answer  # both searches are exhausted
            seconds, seed = seconds * _MORE, seed + 1
        return self.undecided(self.clock.budget.time_ran_out, out_of_time=True)

    def ask(self, goal: Goal, seed: int, work: int) -> core.Policy:
        """Call the core; ``goal`` is the goal without "whatever turns up"."""
        wins = winning.asks_for_a_win(goal)
        return core.sure(
            self.position,
            core.aim(self.position, goal) if wins else core.Aim(deals=False),
            seed=seed,
            most=work,
            budget=self.clock.left(),
            report=self.report,
            goal=None if wins else goal,
        )

    def lost(self, goal: Goal, seconds: float) -> Answer | None:
        """Search some orders of the hidden cards that may be lost, for ``seconds`` of work each.

        If one of them is proved lost, return the answer: IMPOSSIBLE, or UNDECIDED if deals might
        help.  Otherwise return None.
        """
        wins = winning.asks_for_a_win(goal)
        for suspect in self.suspects[: _SUSPECTS if wins else _MORE * _SUSPECTS]:
            left = self.clock.left(1 / 2, most=seconds)
            if wins:
                answer = winning.solve(
                    suspect, goal, budget=left, polish=0, progress=self.progress
                )
            else:
                answer = prover.solve(suspect, goal, budget=left, progress=self.progress)
            answer = answer.uninterrupted()
            self.positions += answer.searched.classes
            self.bytes = max(self.bytes, answer.searched.bytes)
            if answer.outcome is Outcome.IMPOSSIBLE:
                lost = impossible(suspect, goal, answer)
                if not self.goal.limits.no_dealing and self.position.deals_left:
                    return self.undecided(f"plans don't deal, and without dealing {lost.reason}")
                return replace(lost, searched=self.searched())
            if answer.outcome is Outcome.SOLVED:
                self.suspects.remove(suspect)
                self.won.add(suspect)
        return None

    def solved(self, entries: Sequence[core.PlanEntry]) -> Answer:
        answer = self.undecided(native.UNCONFIRMED)
        # Merging branches may make it ambiguous which of two cards a move means: then don't merge.
        for merged in (True, False):
            try:
                built = _Builder(merged=merged).plan(entries)
            except IndexError:
                return answer
            line = self.line(built)
            answer = self.confirmed(built, _beginning(entries)) if line is None else line
            if answer.outcome is Outcome.SOLVED or answer.out_of_time:
                break
        return answer

    def line(self, plan: Plan) -> Answer | None:
        """Return the answer with a line if the plan has no branches, else None."""
        if plan.branches:
            return None
        moves = [step.move for step in next(plans.cases(plan, self.position)).steps]
        steps = played(self.position, moves, self.position, self.goal)
        return None if steps is None else replace(self.result(Outcome.SOLVED, ""), steps=steps)

    def confirmed(self, plan: Plan, beginning: str) -> Answer:
        """Play a plan in every case; return SOLVED with the plan, or UNDECIDED if a case fails."""
        try:
            checked = plans.check(plan, self.position, self.goal, progress=self.clock.check_case)
        except OutOfTime:
            why = f"{self.clock.budget.time_ran_out} while the cases of a plan were played"
            return self.undecided(why, out_of_time=True)
        if checked.verdict is not Verdict.HOLDS:
            return self.undecided(f"{native.UNCONFIRMED} (the plan fails: {checked.reason})")
        reason = f"a plan for {count_phrase(checked.cases, 'case')}{beginning}"
        return replace(self.result(Outcome.SOLVED, reason), plan=plan)

    def undecided(self, why: str, *, out_of_time: bool = False) -> Answer:
        reason = f"no plan was found, but one may exist: {why}"
        return replace(self.result(Outcome.UNDECIDED, reason), out_of_time=out_of_time)

    def result(self, outcome: Outcome, reason: str) -> Answer:
        return Answer(outcome, (), self.searched(), reason)

    def searched(self, positions: int = 0, size: int = 0) -> Searched:
        whole = self.positions + positions
        return Searched(self.method, whole, whole, self.clock.seconds, max(self.bytes, size))

    def report(self, _rounds: int, positions: int, _steps: int, _spent: float, size: int) -> None:
        if self.progress is not None:
            self.progress(self.searched(positions, size))


def _work(number: int) -> int:
    """Return the maximum number of positions for search ``number``, from 1."""
    return int(_WORK[min(number, len(_WORK)) - 1] * _MORE ** max(0, number - len(_WORK)))


def _beginning(entries: Sequence[core.PlanEntry]) -> str:
    """Describe the first moves of a plan, which all cases share, as text that begins with a colon.

    The last of them turns up the card on which the plan branches.  Empty if that is the first
    card to turn up, or if no card turns up.
    """
    level, moves, turned = {len(entries) - 1}, 0, 0
    while len({entries[number].moves for number in level}) == 1:
        entry = entries[next(iter(level))]
        if not entry.following:
            break
        moves, turned = moves + len(entry.moves), turned + 1
        level = {following for number in level for _, following in entries[number].following}
    if turned < 2:
        return ""
    all_known = not any(entries[number].following for number in level)
    end = ", and then all cards are known" if all_known else ""
    return f": the first {count_phrase(moves, 'move')} are the same whatever turns up{end}"


def _fill_hidden(position: Position, order: Sequence[Card]) -> Position:
    """Return the position with ``order`` in place of its unknown cards, column by column."""
    cards = iter(order)
    columns = (
        Column(tuple(card or next(cards) for card in column.down), column.up)
        for column in position.columns
    )
    return replace(position, columns=tuple(columns))


class _Builder:
    """Converts the core's plan, a list of entries, to a :class:`Plan`, without playing it.

    Equal sub-plans share one object.  With ``merged``, branches that all have the same
    continuation become a line without branches.  Raises IndexError if an entry refers to a later
    one.
    """

    def __init__(self, *, merged: bool) -> None:
        self.merged = merged
        self.interned: dict[
            tuple[tuple[str, ...], tuple[tuple[Card, ...], ...], tuple[int, ...]], Plan
        ] = {}

    def plan(self, entries: Sequence[core.PlanEntry]) -> Plan:
        parts: list[Plan] = []
        parsed: dict[int, tuple[Instruction, ...]] = {}
        for entry in entries:
            for moved in entry.moves:
                # Equal moves share one object.
                if id(moved) not in parsed:
                    parsed[id(moved)] = words.loads(move_words(*moved), name=_NAME).instructions
            instructions = tuple(i for moved in entry.moves for i in parsed[id(moved)])
            continuations: dict[int, tuple[Plan, list[Card]]] = {}
            for card, number in entry.following:
                part = parts[number]
                continuations.setdefault(id(part), (part, []))[1].append(card)
            if len(continuations) == 1 and (self.merged or len(entry.following) == 1):
                ((part, _),) = continuations.values()
                parts.append(self.intern(instructions + part.script.instructions, part.branches))
                continue
            branches = tuple(Branch(tuple(cards), part) for part, cards in continuations.values())
            parts.append(self.intern(instructions, branches))
        return parts[-1]

    def intern(self, instructions: tuple[Instruction, ...], branches: tuple[Branch, ...]) -> Plan:
        """Return the plan with these moves and branches; equal plans share one object."""
        texts = tuple(instruction.text for instruction in instructions)
        cards = tuple(branch.cards for branch in branches)
        key = texts, cards, tuple(id(branch.plan) for branch in branches)
        if key not in self.interned:
            self.interned[key] = Plan(Script(instructions, _NAME), branches)
        return self.interned[key]


_NAME: Final = "<plan>"
