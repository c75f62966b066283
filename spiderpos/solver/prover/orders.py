"""Orders of the hidden cards: if a goal is impossible for one of them, no plan reaches it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from ...game.census import by_elimination, filled, hides_unknown, shows_unknown
from ...game.position import Position
from ...goals.goal import Goal
from .answer import Answer, Budget, Clock, Implication, Outcome, Role, Searched
from .question import names_the_same_cards

#: A function that decides a goal within a budget, with all cards known.  Its last argument is the
#: state of an earlier search to resume, or None.
Ask: TypeAlias = Callable[[Position, Goal, Budget, Searched | None], Answer]

#: The number of orders that are drawn; those that are equal or can't be used aren't searched.
_ORDERS: Final = 32


@dataclass(slots=True)
class Orders:
    """Random orders of the hidden cards for which a goal may be impossible.

    ``goal`` is the goal without "whatever turns up", and ``seen`` the position as the player sees
    it.
    """

    seen: Position
    goal: Goal
    #: The orders that are still undecided, each with the state of its search.
    waiting: dict[Position, Searched | None]

    @classmethod
    def of(cls, seen: Position, goal: Goal) -> Orders:
        """Draw the orders; none if a face-up card isn't known."""
        drawing = random.Random(1)  # noqa: S311 - no secret
        view = by_elimination(seen)
        count = 0 if shows_unknown(seen) else _ORDERS
        orders = [filled(view, drawing) for _ in range(count)]
        plain = replace(goal, whatever=False)
        usable = [
            order
            for order in orders
            if not hides_unknown(order) and names_the_same_cards(plain, view, order)
        ]
        return cls(seen, plain, dict.fromkeys(usable))

    def lost(self, ask: Ask, clock: Clock, seconds: float) -> Answer | None:
        """Search each waiting order for at most ``seconds`` of work.

        Return IMPOSSIBLE if one of them is proved impossible, else None.  Raises
        KeyboardInterrupt.
        """
        for order, begin in [*self.waiting.items()]:
            if clock.over:
                break
            answer = ask(order, self.goal, clock.left(most=seconds), begin).uninterrupted()
            if answer.outcome is Outcome.IMPOSSIBLE:
                return impossible(order, self.goal, answer)
            if answer.out_of_time:
                resumable = answer.searched.method == "classes"
                self.waiting[order] = answer.searched if resumable else None
            else:
                del self.waiting[order]
        return None


def impossible(order: Position, goal: Goal, answer: Answer) -> Answer:
    """Return the answer that no plan exists, because ``answer`` proves one order impossible."""
    case = Implication(Role.ORDER, order, goal, answer)
    searched = replace(answer.searched, method="plan", precision=(), digest="")
    reason = f"it can't be done {lying(order)}: {answer.reason}"
    return Answer(Outcome.IMPOSSIBLE, (), searched, reason, rests_on=case)


def lying(position: Position) -> str:
    """Describe the order of the face-down cards as a clause that begins with "if"."""
    columns = [
        f"{' '.join(map(str, column.down))} in column {number}"
        for number, column in enumerate(position.columns, 1)
        if column.down
    ]
    cards = "card is" if position.face_down == 1 else "cards are"
    return f"if the face-down {cards} {'; '.join(columns)}"
