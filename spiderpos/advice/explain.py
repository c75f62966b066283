"""Explanations of a line of play: a sentence for each step.

An explanation states only facts: the column that a move digs, the cards that it joins or frees,
the space that it uses, the consequences, and whether the cards come back.  With a goal, it also
states where the goal is reached and where a condition is broken.  It does not guess the player's
intentions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..game.cards import Card
from ..game.engine import Step, fits, is_natural_pair
from ..game.illegal import run_name
from ..game.moves import Deal, FromCell, Remove, Shift, ToCell
from ..goals.goal import Goal
from ..goals.judge import Verdict, judge
from ..scripts.words import describe
from ..text.wording import count_phrase, join_words, ordinal

#: If the same cards move again within this number of moves, the first move was temporary.
_SOON: Final = 6


@dataclass(frozen=True, slots=True)
class Explained:
    """A step as text for a script (``words``), and its explanation (``text``)."""

    number: int
    step: Step
    words: str
    text: str

    def __str__(self) -> str:
        return f"{self.number}. {self.words}: {self.text}"


def explain(steps: Sequence[Step], goal: Goal | None = None) -> tuple[Explained, ...]:
    """Explain each step of a line.  The steps must be consecutive.

    ``goal`` applies from the position before the first step.  With it, the explanations name the
    move that reaches it and the moves that break its conditions.
    """
    effects = _Effects(steps)
    goal_phrases = _goal_phrases(steps, goal) if goal is not None and steps else {}
    return tuple(
        Explained(
            number,
            step,
            describe(step),
            join_words([*effects.phrases(number - 1, step), *goal_phrases.get(number, ())]),
        )
        for number, step in enumerate(steps, 1)
    )


def _goal_phrases(steps: Sequence[Step], goal: Goal) -> dict[int, list[str]]:
    """Return phrases about the goal, by the number of the move that reaches or breaks it."""
    judgement = judge(goal, steps[0].before, steps)
    phrases: dict[int, list[str]] = {}
    for finding in judgement.findings:
        if finding.move and finding.verdict is Verdict.FAILS:
            phrases.setdefault(finding.move, []).append(f"breaks '{finding.phrase}'")
    if judgement.reached_at:
        phrase = {
            Verdict.HOLDS: "reaches the goal",
            Verdict.FAILS: "reaches the goal, but not as asked",
            Verdict.UNDECIDED: "reaches the goal with these cards",
        }
        phrases.setdefault(judgement.reached_at, []).append(phrase[judgement.shown])
    return phrases


class _Effects:
    """Describes the effects of steps, and remembers the places from which cards were moved."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.spaces = len(steps[0].before.spaces) if steps else 0
        #: For each run that was moved, the face-up card on which it lay before; None if none.
        self.left: dict[tuple[Card, ...], Card | None] = {}

    def phrases(self, index: int, step: Step) -> list[str]:
        move = step.move
        if isinstance(move, Shift):
            phrases = [*self._shift(index, step, move)]
        elif isinstance(move, Deal):
            phrases = [f"deals {count_phrase(len(step.cards), 'card')}"]
        elif isinstance(move, Remove):
            phrases = [_removed(step, 0, "removes the {}"), *self._emptied(step, move.column)]
        elif isinstance(move, ToCell):
            phrases = [f"puts the {step.cards[0]} into a cell"]
        else:
            assert isinstance(move, FromCell)  # noqa: S101 - there are no others
            phrases = [f"takes the {step.cards[0]} out of its cell"]
        automatic = range(isinstance(move, Remove), len(step.removals))
        phrases += [_removed(step, removal, "sends the {} off") for removal in automatic]
        for turned in step.turned:
            card = f"the {turned.card}" if turned.card else "a card"
            phrases.append(f"turns up {card} in column {turned.column}")
        return phrases

    def _shift(self, index: int, step: Step, move: Shift) -> Iterator[str]:
        before, rules = step.before, step.before.rules
        source, target = before.column(move.source), before.column(move.target)
        name = run_name(step.cards) if len(step.cards) > 1 else f"the {step.cards[0]}"
        aside = " for a while" * self._is_temporary(index, step)
        rest = source.up[: -move.count]
        onto = target.bottom
        lay_on = rest[-1] if rest else None
        earlier = self.left.get(step.cards)
        self.left[step.cards] = lay_on
        if onto is None:
            use = "uses the space" if len(before.spaces) == 1 else "uses a space"
            yield f"{use} for {name}{aside}"
        elif is_natural_pair(onto, step.cards[0], rules):
            yield f"joins {name} naturally to the {onto}{aside}"
        elif earlier is not None and earlier == onto:
            yield f"brings {name} back onto the {onto}{aside}"
        else:
            yield f"puts {name} on the {onto}{aside}"
        if lay_on is not None and fits(step.cards[0], lay_on, rules):
            yield f"frees the {'other ' * (lay_on == onto)}{lay_on}"
        elif lay_on is not None or source.down:
            left = len(source.down) + len(rest)
            reached = f" down to the {lay_on}" if lay_on else ""
            yield f"digs column {move.source}{reached} ({count_phrase(left, 'card')} left)"
        yield from self._emptied(step, move.source)

    def _is_temporary(self, index: int, step: Step) -> bool:
        """Return True if the cards moved by a step move again within ``_SOON`` moves."""
        later_steps = self.steps[index + 1 : index + 1 + _SOON]
        return any(later.cards == step.cards for later in later_steps)

    def _emptied(self, step: Step, column: int) -> Iterator[str]:
        if not step.after.column(column).is_space or step.before.column(column).is_space:
            return
        spaces = len(step.after.spaces)
        if isinstance(step.move, Shift) and len(step.before.spaces) >= spaces:
            yield f"moves the space to column {column}"
        elif spaces <= self.spaces:
            yield "gives the space back"
        else:
            yield f"makes a space in column {column}"
            self.spaces = spaces


def _removed(step: Step, index: int, words: str) -> str:
    """Describe a suit removed by a step, with its place in the order of removal."""
    place = ordinal(len(step.before.removed) + index + 1)
    return words.format(f"{step.removals[index].suit} (the {place} suit)")


def summary(steps: Sequence[Step]) -> str:
    """Summarise a line of play: moves, rows dealt, cards turned up, suits removed, spaces."""
    if not steps:
        return "No move is needed."
    turned = sum(len(step.turned) for step in steps)
    removed = [removal.suit for step in steps for removal in step.removals]
    deals = sum(isinstance(step.move, Deal) for step in steps)
    parts = [count_phrase(len(steps), "move")]
    if deals:
        parts.append(count_phrase(deals, "row") + " dealt")
    if turned:
        parts.append(count_phrase(turned, "card") + " turned up")
    if removed:
        suits = join_words(removed) if len(removed) < 4 else f"{len(removed)} suits"
        parts.append(f"{suits} removed")
    before, after = len(steps[0].before.spaces), len(steps[-1].after.spaces)
    spaces = f"{count_phrase(before, 'space') if before else 'no space'} before, "
    spaces += f"{after or 'none'} after"
    if not before and not after:
        spaces = "no space before or after"
    begin = "In all" if len(steps) > 1 else "That is"
    return f"{begin} {join_words(parts)}; {spaces}."
