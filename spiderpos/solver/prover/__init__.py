"""The prover: decide if a goal can be reached from a position, with a line or a proof.

Every answer is either proved or UNDECIDED.  The engine plays each line and the judge confirms it
before it is returned.  "Impossible" is proved by a complete search, or by counting cards or
columns.  If the compiled core (:mod:`spiderpos.solver.prover.native`, explained in
``docs/prover.md``) supports the goal, it searches classes of positions; otherwise the search is
brute force (:mod:`spiderpos.solver.prover.brute`).  For rules other than Woods' the search by
classes decides a relaxed question (:func:`spiderpos.solver.prover.question.relax`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...game import engine
from ...game.census import shows_unknown
from ...game.engine import Step
from ...game.illegal import IllegalMove
from ...game.moves import FromCell, Move, Remove, Shift, ToCell
from ...game.position import Position
from ...game.replay import redo
from ...goals.goal import Goal, TurnUp
from ...goals.judge import Verdict, judge, known_to_player
from ...goals.rewriting import NotRewritten, Rewriting, rewrite
from ...goals.terms import LineProgress
from ...text.wording import count_phrase, join_words
from ..detours import reaching, trim
from . import brute, native
from . import exact_cards as exact
from .answer import Answer, Budget, Clock, Implication, Outcome, Progress, Role, Searched
from .native import Reason, Reply, Status
from .orders import Orders
from .question import (
    Request,
    Unsupported,
    cells_in_order,
    impossible_by_count,
    request,
    restrict,
)

__all__ = [
    "Answer",
    "Budget",
    "Outcome",
    "Progress",
    "Searched",
    "native_core",
    "solve",
    "with_length_note",
]


def native_core() -> bool:
    """Return True if the compiled core is installed; without it the prover uses brute force."""
    return native.available()


def solve(
    position: Position,
    goal: Goal,
    *,
    budget: Budget | None = None,
    shortest: bool = False,
    progress: Progress | None = None,
    begin: Searched | None = None,
    after_round: Progress | None = None,
) -> Answer:
    """Decide whether ``goal`` can be reached from ``position``.

    Known face-down cards are used, unless :func:`~spiderpos.goals.judge.known_to_player` hides
    them; unknown ones are never guessed.  After Ctrl-C the answer is UNDECIDED.  *Not* checked:
    that the position's cards form a complete deck.

    Args:
        position: The position.
        goal: The goal.
        budget: The limits of the search.
        shortest: First search for a line with the fewest moves, with half of the time; ``reason``
            states whether the line is proved to be the shortest.  For a goal with ``whatever turns
            up`` there is no such search, only the statement in ``reason``.
        progress: Called a few times a second with the state of the search, possibly from another
            thread.
        begin: The state of an earlier search for the same question.  The search by classes starts
            with its exact cards, and its rounds, steps and seconds are added to the totals.  Any
            choice of exact cards leads to a correct answer.
        after_round: Called after each round of refinement but the last, with the value for
            ``begin``, possibly from another thread.

    Raises NotationError if the position doesn't have the exact cards of ``begin``.
    """
    solver = _Solver(position, goal, Clock(budget or Budget()), progress, begin, after_round)
    return solver.answer(shortest)


@dataclass(slots=True)
class _Solver:
    position: Position
    goal: Goal
    clock: Clock
    progress: Progress | None
    begin: Searched | None = None
    after_round: Progress | None = None
    #: True if time ran out before the search proved that no unknown card turns up.
    late: bool = False
    #: The proof that no unknown card turns up, so that their values don't matter.
    unseen: Implication | None = None

    @property
    def budget(self) -> Budget:
        return self.clock.budget

    def answer(self, shortest: bool) -> Answer:
        if judge(self.goal, self.position, ()).verdict is Verdict.HOLDS:
            nothing = Searched()
            return Answer(Outcome.SOLVED, (), nothing, "the goal holds already", shortest=True)
        reason = impossible_by_count(self.position, self.goal)
        if reason:
            return Answer(Outcome.IMPOSSIBLE, (), Searched(), reason)
        try:
            if self.goal.whatever:
                answer = self._whatever()
                return with_length_note(answer) if shortest else answer
            return self._shortest() if shortest else self._any_line()
        except KeyboardInterrupt:
            return Answer.cut_short(Searched(seconds=self.clock.seconds))

    def _any_line(self) -> Answer:
        if not native.available():
            return self._by_brute_force("the compiled core is not installed")
        root = self._root()
        narrow = restrict(root)
        if root.cells or root.rules.kings_on_aces:
            answer = self._by_fewer_moves(narrow)
            if answer is not None:
                return answer
        try:
            query = request(root, self.goal)
        except Unsupported as unsupported:
            return self._by_brute_force(f"the search by classes doesn't support {unsupported}")
        return self._by_classes(query)

    def _by_fewer_moves(self, narrow: Position) -> Answer | None:
        """Search for a line that uses no free cell and puts no King on an Ace.

        It has fewer kinds of moves than the full search, and a part of the time.  None if no line
        is found.
        """
        try:
            query = request(narrow, self.goal)
        except Unsupported:
            return None
        reply, searched = self._ask(query, share=_SHARE_OF_FEWER_MOVES)
        if reply.reason is Reason.CANCELLED:
            raise KeyboardInterrupt
        steps = self._confirmed(reply) if reply.status is Status.SOLVED else None
        return None if steps is None else Answer(Outcome.SOLVED, steps, searched)

    def _whatever(self) -> Answer:
        """Search for one line for all orders of the hidden cards, and for an impossible order."""

        def ask(order: Position, goal: Goal, budget: Budget, begin: Searched | None) -> Answer:
            return solve(order, goal, budget=budget, progress=self.progress, begin=begin)

        orders = Orders.of(self._root(), self.goal)
        seconds = _FIRST_ORDERS
        while True:
            line = self._line_within(self.clock.left(1 / 2, most=_LINE * seconds))
            if line.outcome is not Outcome.UNDECIDED or line.interrupted:
                return line
            lost = orders.lost(ask, self.clock, seconds)
            if lost is not None:
                return lost
            late = line.out_of_time or bool(orders.waiting)
            if self.clock.over or not late:
                return replace(line, out_of_time=late)
            seconds *= _LONGER

    def _line_within(self, budget: Budget) -> Answer:
        """Search for one line for all orders of the hidden cards, within ``budget``."""
        whole, self.clock = self.clock, Clock(budget)
        try:
            return self._any_line()
        finally:
            self.clock = whole

    def _shortest(self) -> Answer:
        half = self.budget.share(1 / 2)
        brute_answer = brute.solve(
            self.position, self.goal, budget=half, progress=self.progress, bounded=True
        )
        if brute_answer.outcome is Outcome.SOLVED:
            return _the_shortest(brute_answer)
        if brute_answer.interrupted:
            return brute_answer
        answer = self._any_line()
        if answer.outcome is not Outcome.SOLVED:
            # Prefer the answer by classes: a proof by bounded brute force can't be certified.
            lost = brute_answer.outcome is Outcome.IMPOSSIBLE and not answer.interrupted
            return brute_answer if lost and answer.outcome is Outcome.UNDECIDED else answer
        if answer.searched.method == "positions":
            return _the_shortest(answer)
        return self._shorter(answer, brute_answer)

    def _shorter(self, answer: Answer, tried: Answer) -> Answer:
        """Shorten the line, or prove that it is the shortest.

        Brute force has tried all lines up to a certain length, so a line with one more move is
        the shortest.
        """
        least = tried.searched.depth + 1
        if answer.length <= least:
            return _the_shortest(answer)
        shorter = trim(self.position, answer.steps, self.goal, self.clock.left())
        if len(shorter.steps) <= least:
            return _the_shortest(answer.shortened(shorter))
        reason = (
            f"whether the line is the shortest is not proved: at least {least} moves are needed, "
            f"as all shorter lines were tried until {tried.reason}"
        )
        return replace(answer, reason=reason).shortened(shorter)

    def _root(self) -> Position:
        return known_to_player(self.position, self.goal)

    def _by_brute_force(self, why: str) -> Answer:
        """Search by brute force; if undecided, note ``why`` classes don't decide the question."""
        answer = brute.solve(
            self.position,
            self.goal,
            budget=self.clock.left(),
            progress=self.progress,
            bounded=self.goal.limits.moves is not None,
        )
        if answer.outcome is Outcome.UNDECIDED and not answer.interrupted:
            reason = f"{answer.reason}; single positions were searched, as {why}"
            return replace(answer, reason=reason)
        return answer

    def _by_classes(self, query: Request) -> Answer:
        if self.begin is None:
            reply, searched = self._ask(query, most=_MOMENT)
            if reply.reason is Reason.TIME and not self.clock.over:
                # Some small tableaus have far fewer positions than classes: try brute force.
                small = replace(self.clock.left(1 / 3, most=_MOMENT), mebibytes=_SMALL)
                answer = brute.solve(
                    self.position, self.goal, budget=small, progress=self.progress
                )
                if answer.outcome is not Outcome.UNDECIDED or answer.interrupted:
                    return answer
                reply, searched = self._ask(query, resumed=True)
        else:
            reply, searched = self._ask(query, resumed=True)
        match reply.status:
            case Status.SOLVED:
                return self._judged(query, reply, searched)
            case Status.IMPOSSIBLE:
                return self._proved(query, searched)
            case Status.UNDECIDED if reply.reason is Reason.PATH:
                # The core's next round would search more positions along the path of classes, so
                # the time, not the method, is the limit.
                answer = self._by_brute_force(self._why(reply.reason))
                return replace(answer, out_of_time=answer.outcome is Outcome.UNDECIDED)
            case Status.UNDECIDED if reply.reason is Reason.CANCELLED:
                return Answer.cut_short(searched)
            case Status.UNDECIDED:
                late = reply.reason is Reason.TIME
                why = self._why(reply.reason)
                return Answer(Outcome.UNDECIDED, (), searched, why, out_of_time=late)
        return Answer(Outcome.UNDECIDED, (), searched, native.UNCONFIRMED)

    def _ask(
        self,
        query: Request,
        *,
        resumed: bool = False,
        share: float = 1,
        most: float | None = None,
    ) -> tuple[Reply, Searched]:
        """Run the search by classes; return the core's reply and the statistics.

        ``share`` is the part of the remaining time that the search may use, 0 to 1; ``most`` is
        its work limit in seconds.  ``resumed``: continue the search of ``begin``, from an earlier
        run.
        """
        clock = Clock(self.clock.left(share, most=most))
        root, goal = query.relaxed.position, query.relaxed.goal
        rules_text = str(root.rules) if root.rules != self.position.rules else ""
        goal_text = str(goal) if goal != self.goal else ""
        before = self.begin if resumed and self.begin else Searched("classes")

        def searched(reply: Reply) -> Searched:
            return Searched(
                "classes",
                reply.classes,
                before.steps + reply.steps,
                before.seconds + clock.seconds,
                max(before.bytes, reply.bytes),
                before.rounds + reply.rounds,
                exact.in_words(root, reply.precision),
                f"{reply.digest:016x}" if reply.status is Status.IMPOSSIBLE else "",
                bases=reply.bases,
                rules=rules_text,
                goal=goal_text,
            )

        def report(rounds: int, classes: int, steps: int, seconds: float, size: int) -> None:
            if self.progress is not None:
                self.progress(Searched("classes", classes, steps, seconds, size, rounds))

        def round_ended(reply: Reply) -> None:
            if self.after_round is not None and resumed:
                self.after_round(searched(reply))

        reply = native.search(
            query.text,
            budget=clock.budget,
            report=report,
            bases=before.bases,
            precision=exact.of_words(root, before.precision),
            after_round=round_ended,
        )
        return reply, searched(reply)

    def _judged(self, query: Request, reply: Reply, searched: Searched) -> Answer:
        steps = self._confirmed(reply)
        if steps is not None:
            return Answer(Outcome.SOLVED, steps, searched)
        if not query.line_may_fail:
            return Answer(Outcome.UNDECIDED, (), searched, native.UNCONFIRMED)
        allowed = join_words(query.relaxed.allowed)
        line = (
            f"there is a line if {allowed}," if allowed else "the line that was found by classes"
        )
        return self._by_brute_force(f"{line} breaks a condition")

    def _confirmed(self, reply: Reply) -> tuple[Step, ...] | None:
        """Play the core's line under the position's own rules and return its steps.

        None if it is illegal there, or doesn't reach the goal.
        """
        root = self._root()
        steps: tuple[Step, ...] = ()
        try:
            for shift in reply.moves:
                now = steps[-1].after if steps else self.position
                move = _move(root, shift)
                gone = root.rules.automatic_removal and not engine.can(now, move)
                if gone and isinstance(move, Remove):
                    continue
                steps += (redo(now, move, root),)
        except (IllegalMove, IndexError):
            return None
        return reaching(self.position, steps, self.goal)

    def _proved(self, query: Request, searched: Searched) -> Answer:
        if query.deals_left_out:
            if not self._deals_only_unknown_cards():
                why = "the search by classes doesn't deal, and finds no line without dealing"
                return self._by_brute_force(why)
            answer = Answer(Outcome.UNDECIDED, (), searched)
        elif self._unknown_may_matter():
            # Brute force tries all values of the unknown cards, which is feasible if few matter.
            left = self.clock.left()
            answer = brute.solve(self.position, self.goal, budget=left, progress=self.progress)
            if answer.outcome is not Outcome.UNDECIDED or answer.interrupted:
                return answer
        else:
            reason = _proof(searched, query.relaxed.allowed)
            return Answer(Outcome.IMPOSSIBLE, (), searched, reason, rests_on=self.unseen)
        return replace(
            answer,
            searched=searched,
            reason="the known cards alone don't do it, but cards that aren't known might help",
            out_of_time=answer.out_of_time or self.late,
            needs_unknown=True,
        )

    def _deals_only_unknown_cards(self) -> bool:
        """Return True if each row covers all columns with unknown cards, in too many ways to try.

        No known card can move after such a deal.
        """
        root = self._root()
        rows_are_whole = not (root.rules.short_last_deal and len(root.hand) % len(root.columns))
        row = root.hand[: len(root.columns)]
        return rows_are_whole and not any(root.hand) and brute.too_many_rows(root, row)

    def _unknown_may_matter(self) -> bool:
        """Return True if an unknown card is face up, or may turn up before the goal is reached."""
        root = self._root()
        if shows_unknown(root):
            return True
        if all(card for column in root.columns for card in column.down):
            return False
        goal = self.goal
        if goal.limits.no_turning_up or goal.objectives == (TurnUp(),):
            return False
        try:
            rewritten = rewrite(goal, Rewriting.FIRST_CARD, LineProgress(root, root))
            turn_up = replace(rewritten, objectives=(TurnUp(),))
            query = request(root, turn_up)
        except (NotRewritten, Unsupported):
            return True
        reply, searched = self._ask(query)
        if reply.reason is Reason.CANCELLED:
            raise KeyboardInterrupt
        self.late = reply.reason is Reason.TIME
        if reply.status is not Status.IMPOSSIBLE:
            return True
        why = _proof(searched, query.relaxed.allowed)
        proved = Answer(Outcome.IMPOSSIBLE, (), searched, why)
        case_goal = replace(turn_up, whatever=False)
        self.unseen = Implication(Role.NO_CARD_TURNS_UP, root, case_goal, proved)
        return False

    def _why(self, reason: Reason) -> str:
        match reason:
            case Reason.TIME:
                return self.budget.time_ran_out
            case Reason.MEMORY:
                return self.budget.memory_ran_out
            case Reason.PATH:
                return "a path of classes could neither be played nor refuted in the time"
            case _:
                return "a class has too many successors"


#: Limits of the first attempts: ``_MOMENT`` seconds of work for the search by classes and then
#: for brute force, which has ``_SMALL`` mebibytes.  The rest of the time is for classes.
_MOMENT: Final = 0.03
_SMALL: Final = 16
#: Goals "whatever turns up".  ``_FIRST_ORDERS``: the work limit, in seconds, for each order of the
#: hidden cards in the first round.  ``_LONGER``: the factor from one round to the next.
#: ``_LINE``: the work limit of the search for one line, as a multiple of that for an order.
_FIRST_ORDERS: Final = 0.1
_LONGER: Final = 4
_LINE: Final = 5
#: Share of the time for a search that omits some kinds of moves.
_SHARE_OF_FEWER_MOVES: Final = 1 / 4


def _the_shortest(answer: Answer) -> Answer:
    return replace(answer, reason="the line is proved to be the shortest", shortest=True)


def with_length_note(answer: Answer) -> Answer:
    """State in the reason whether the line or plan is proved to be the shortest."""
    if answer.outcome is not Outcome.SOLVED:
        return answer
    if answer.searched.method == "positions":
        return _the_shortest(answer)
    noun = "line" if answer.plan is None else "plan"
    note = f"whether the {noun} is the shortest is not proved"
    return replace(answer, reason=f"{answer.reason}; {note}" if answer.reason else note)


def _move(position: Position, move: Move) -> Move:
    """Convert a move of the search by classes, where free cells are columns after the last.

    Raises IndexError if the move doesn't exist in this position.
    """
    if not isinstance(move, Shift):
        return move
    source, target, count = move.source, move.target, move.count
    columns, cells = len(position.columns), cells_in_order(position)
    if source <= columns and target <= columns:
        return Shift(source, target, count)
    if count == 1 and source <= columns:
        return ToCell(source, cells[target - columns - 1])
    if target <= columns:
        return FromCell(cells[source - columns - 1], target)
    raise IndexError


def _proof(searched: Searched, allowed: Sequence[str]) -> str:
    """Describe a proof by the search by classes."""
    classes = count_phrase(searched.classes, "class", "classes")
    cards = join_words([card.rpartition(",")[0] for card in searched.precision])
    suits = f"suits matter only for {cards}" if cards else "suits are ignored"
    even = join_words([*allowed, suits])
    return (
        f"even if {even}, a complete search through {classes} of positions doesn't reach the goal"
    )
