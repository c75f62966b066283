"""Ask natural questions on whole boards, and count the answers:
``python -m fuzz.natural [-n QUESTIONS] [--seed SEED] [--seconds SECONDS]``, in the checkout.

A question is one of ten goals on a board of one of the presets: a deal, or one some random moves
later, with all cards known or as its player sees it.  Printed is how many questions came to each
outcome; the aim is that no more than 8 % stay undecided.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

from spiderpos.game.position import Position
from spiderpos.game.rules import PRESETS
from spiderpos.goals.goal import Goal, parse
from spiderpos.solver import Budget, solve
from tests.positions import random_deal, random_play

#: The goals; ``{card}`` is a face-up card, ``{column}`` the column of a face-down one.
GOALS = (
    "get a space",
    "get a space without dealing",
    "get 2 spaces without dealing",
    "turn up a card without dealing",
    "turn up 3 cards without dealing",
    "turn up a card in column {column} without dealing",
    "uncover {card} without dealing",
    "get a space in column {column} without dealing",
    "remove any suit without dealing",
    "win",
)


def question(seed: int) -> tuple[str, bool, Position, Goal]:
    """Return the preset's name, whether cards are hidden, the position and the goal of a seed."""
    rng = random.Random(seed)
    name = sorted(PRESETS)[seed % len(PRESETS)]
    position = random_deal(rng, PRESETS[name])
    for step in random_play(position, rng, rng.choice((0, 10, 30, 60))):
        position = step.after
    hidden = rng.random() < 0.5
    columns = [n for n, column in enumerate(position.columns, 1) if column.down] or [1]
    cards = [card for column in position.columns for card in column.up]
    text = GOALS[seed // len(PRESETS) % len(GOALS)].format(
        column=rng.choice(columns), card=rng.choice(cards)
    )
    position = position.hide() if hidden else position
    return name, hidden, position, parse(text, position=position)


def main() -> None:
    parser = argparse.ArgumentParser(description="Ask natural questions on whole boards.")
    parser.add_argument("-n", "--questions", type=int, default=286)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=5, help="for each answer")
    options = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    for number in range(options.questions):
        _, hidden, position, goal = question(1000 * options.seed + number)
        answer = solve(position, goal, budget=Budget(options.seconds), draws=True)
        counts["hidden" if hidden else "known", str(answer.outcome)] += 1
    for (cards, outcome), count in sorted(counts.items()):
        print(f"{cards:7} {outcome:10} {count:5}")
    undecided = sum(count for (_, outcome), count in counts.items() if outcome == "undecided")
    print(f"{undecided} of {options.questions} undecided: {undecided / options.questions:.0%}")


if __name__ == "__main__":
    main()
